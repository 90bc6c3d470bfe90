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
      lead="Enter the address of your account. We will email you a link and a code to choose a new password."
      below={<Link to="/signin">Back to sign-in</Link>}
      submit="Send email"
      typed={typed}
      send={sendRecovery}
      sent={{
        lead: 'If an account has this address, we have sent it an email with a link to choose a new password.',
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
