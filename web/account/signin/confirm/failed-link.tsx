import { ButtonLink } from '#web/ui/button-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { MailSteps } from '../mail-steps.tsx'
import { sendLink } from '../mailed-link.ts'
import { onwards } from '../use-entrance.ts'
import { useMailedCode } from '../use-mailed-code.ts'

const words: Record<string, { title: string; lead: string }> = {
  other_browser: {
    title: 'This link belongs to another browser',
    lead: 'For your safety, a link works only in the browser that requested it. Open it there, sign in with your password, or request a new email in this browser.',
  },
  unreachable: {
    title: 'The link could not be checked',
    lead: 'The server could not be reached. Check your connection, then request a new email.',
  },
}

const usedUp = {
  title: 'This link no longer works',
  lead: 'Links work once and expire soon, and a newer email replaces an older one. Request a new one.',
}

/** Links back to the account belong to a change of address, which is confirmed without a session. */
const accepted = {
  title: 'You are signed in elsewhere',
  lead: 'The link was accepted, but you requested the change in another browser. Go back to that one, or sign in here to see its status.',
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
      submit="Send a new email"
      send={(email) => sendLink(email, next)}
      sent={{
        lead: 'If an account has this address, we have sent a new email to it.',
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
