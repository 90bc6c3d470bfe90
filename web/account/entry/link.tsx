import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { AddressForm } from './address-form.tsx'
import { CheckMail } from './check-mail.tsx'
import { EntryFrame } from './frame.tsx'
import { sendLink, verifyMailed } from './mailed-link.ts'
import { useAttempt } from './use-attempt.ts'
import { onwards, useEntrance, useNext } from './use-entrance.ts'
import { useTypedEmail } from './use-typed-email.ts'

/** Signing in by a mail, without a password. */
export default function SignInLinkPage() {
  const typed = useTypedEmail()
  const next = useNext()
  const enter = useEntrance()
  const [address, setAddress] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { busy, failure, run } = useAttempt()

  if (sentTo) {
    return (
      <CheckMail
        email={sentTo}
        lead="If an account has this address, a mail with a sign-in link is on its way to it."
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
  return (
    <EntryFrame
      title="Sign in without a password"
      lead="Write the address of your account. We send you a link and a code that sign you in."
      below={<Link to={onwards('/signin', next)}>Use your password instead</Link>}
    >
      <AddressForm
        key={typed}
        submit="Email me a sign-in link"
        initial={address ?? typed}
        failure={failure}
        isBusy={busy !== undefined}
        onSubmit={(email) => {
          setAddress(email)
          const send = async () => {
            if (await run('send', () => sendLink(email, next))) setSentTo(email)
          }
          void send()
        }}
      />
    </EntryFrame>
  )
}
