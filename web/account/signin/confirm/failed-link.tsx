import { ButtonLink } from '#web/ui/button-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { MailSteps } from '../mail-steps.tsx'
import { sendLink } from '../mailed-link.ts'
import { onwards } from '../use-entrance.ts'
import { useMailedCode } from '../use-mailed-code.ts'

const words: Record<string, { title: string; lead: string }> = {
  other_browser: {
    title: 'This link belongs to another browser',
    lead: 'For your safety a link signs you in only in the browser that asked for it. Open it there, or go on here: sign in with your password, or have a new mail sent to this browser.',
  },
  unreachable: {
    title: 'The link could not be checked',
    lead: 'The server could not be reached while the link was open. Check your connection, then have a new mail sent.',
  },
}

const usedUp = {
  title: 'This link does not work any more',
  lead: 'Links work once, and for a short time; a newer mail also replaces an older one. Have a new one sent.',
}

/** Links back to the account belong to a change of address, which is confirmed without a session. */
const accepted = {
  title: 'You are signed in elsewhere',
  lead: 'The link was accepted, but this is not the browser in which you asked for the change. Go back to that one, or sign in here to see where it stands.',
}

function wordsFor(problem: string, next: string) {
  if (problem === 'other_browser' && next.startsWith('/my-account')) return accepted
  return words[problem] ?? usedUp
}

/** A link that did not sign in, and what to do instead. */
export function FailedLink({ problem, next }: { problem: string; next: string }) {
  const onCode = useMailedCode()
  const { title, lead } = wordsFor(problem, next)
  return (
    <MailSteps
      title={title}
      lead={<p role="alert">{lead}</p>}
      below={
        <>
          Did you want a new password? <Link to="/signin/forgot">Start again</Link>
        </>
      }
      submit="Send a new mail"
      send={(email) => sendLink(email, next)}
      sent={{
        lead: 'If an account has this address, a new mail is on its way to it.',
        submit: 'Sign in',
        onCode,
      }}
    >
      <ButtonLink to={onwards('/signin', next)} size="large" className="mt-3 w-full">
        Sign in with your password
      </ButtonLink>
    </MailSteps>
  )
}
