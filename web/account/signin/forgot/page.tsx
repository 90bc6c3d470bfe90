import { Link } from '#web/ui/link.tsx'
import { ask } from '../../ask.ts'
import { MailSteps } from '../mail-steps.tsx'
import { useEnter } from '../use-entrance.ts'
import { useTypedEmail } from '../use-typed-email.ts'

/** Emails a link to a new password. The answer is the same for every address. */
export default function ForgotPasswordPage() {
  const typed = useTypedEmail()
  const enter = useEnter()
  return (
    <MailSteps
      title="Forgot your password?"
      lead="Write the address of your account. We send you a link and a code, with which you choose a new password."
      below={<Link to="/signin">Back to signing in</Link>}
      submit="Send the mail"
      typed={typed}
      send={sendRecovery}
      sent={{
        lead: 'If an account has this address, a mail with a link to a new password is on its way to it.',
        onCode: async (email, token) => {
          const refused = await ask((auth) => auth.verifyOtp({ email, token, type: 'recovery' }))
          if (!refused) await enter('/signin/reset')
          return refused
        },
      }}
    />
  )
}

const sendRecovery = (email: string) =>
  ask((auth) => auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/signin/reset` }))
