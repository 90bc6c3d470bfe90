import { useState } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { AddressForm } from './address-form.tsx'
import { CheckMail } from './check-mail.tsx'
import { EntryFrame } from './frame.tsx'
import { sendLink, verifyMailed } from './mailed-link.ts'
import { useAttempt } from './use-attempt.ts'
import { onwards, useEntrance } from './use-entrance.ts'

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

/** Links that lead back to the account belong to a change of address, which needs no session to count. */
const accepted = {
  title: 'You are signed in elsewhere',
  lead: 'The link was accepted, but this is not the browser in which you asked for the change. Go back to that one, or sign in here to see where it stands.',
}

function wordsFor(problem: string, next: string) {
  if (problem === 'other_browser' && next.startsWith('/my-account')) return accepted
  return words[problem] ?? usedUp
}

/** A link that gave no session, and the ways on from here. */
export function FailedLink({ problem, next }: { problem: string; next: string }) {
  const [email, setEmail] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { busy, failure, run } = useAttempt()
  const enter = useEntrance()
  if (sentTo) {
    return (
      <CheckMail
        email={sentTo}
        lead="If an account has this address, a new mail is on its way to it."
        submit="Sign in"
        onCode={async (token) => {
          const refused = await verifyMailed(sentTo, token)
          if (!refused) await enter()
          return refused
        }}
        send={() => sendLink(sentTo, next)}
        onChangeAddress={() => setSentTo(undefined)}
      />
    )
  }
  const { title, lead } = wordsFor(problem, next)
  return (
    <EntryFrame
      title={title}
      lead={<p role="alert">{lead}</p>}
      below={
        <>
          Did you want a new password? <Link to="/signin/forgot">Start again</Link>
        </>
      }
    >
      <AddressForm
        submit="Send a new mail"
        initial={email}
        failure={failure}
        isBusy={busy !== undefined}
        onSubmit={(typed) => {
          setEmail(typed)
          const send = async () => {
            if (await run('send', () => sendLink(typed, next))) setSentTo(typed)
          }
          void send()
        }}
      />
      <ButtonLink to={onwards('/signin', next)} size="large" className="mt-3 w-full">
        Sign in with your password
      </ButtonLink>
    </EntryFrame>
  )
}
