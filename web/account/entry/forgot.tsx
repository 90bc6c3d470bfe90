import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { ask } from '../sign-in.ts'
import { AddressForm } from './address-form.tsx'
import { CheckMail } from './check-mail.tsx'
import { EntryFrame } from './frame.tsx'
import { useAttempt } from './use-attempt.ts'
import { useEnter } from './use-entrance.ts'
import { useTypedEmail } from './use-typed-email.ts'

/** Somebody forgot the password: a mail leads to a new one. The answer is the same for every address. */
export default function ForgotPasswordPage() {
  const typed = useTypedEmail()
  const [address, setAddress] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { busy, failure, run } = useAttempt()
  const enter = useEnter()

  if (sentTo) {
    return (
      <CheckMail
        email={sentTo}
        lead="If an account has this address, a mail with a link to a new password is on its way to it."
        onCode={async (token) => {
          const refused = await ask((auth) => auth.verifyOtp({ email: sentTo, token, type: 'recovery' }))
          if (!refused) await enter('/signin/reset')
          return refused
        }}
        send={() => sendRecovery(sentTo)}
        onChangeAddress={() => setSentTo(undefined)}
      />
    )
  }
  return (
    <EntryFrame
      title="Forgot your password?"
      lead="Write the address of your account. We send you a link and a code, with which you choose a new password."
      below={<Link to="/signin">Back to signing in</Link>}
    >
      <AddressForm
        key={typed}
        submit="Send the mail"
        initial={address ?? typed}
        failure={failure}
        isBusy={busy !== undefined}
        onSubmit={(email) => {
          setAddress(email)
          const send = async () => {
            if (await run('send', () => sendRecovery(email))) setSentTo(email)
          }
          void send()
        }}
      />
    </EntryFrame>
  )
}

const sendRecovery = (email: string) =>
  ask((auth) => auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/signin/reset` }))
