import { Link } from '#web/ui/link.tsx'
import { MailSteps } from '../mail-steps.tsx'
import { sendLink } from '../mailed-link.ts'
import { onwards, useNext } from '../use-entrance.ts'
import { useMailedCode } from '../use-mailed-code.ts'
import { useTypedEmail } from '../use-typed-email.ts'

/** Signs in by email, without a password. */
export default function SignInLinkPage() {
  const typed = useTypedEmail()
  const next = useNext()
  const onCode = useMailedCode()
  return (
    <MailSteps
      title="Sign in without a password"
      lead="Enter the address of your account. We will email you a link and a code to sign in."
      below={<Link to={onwards('/signin', next)}>Use your password instead</Link>}
      submit="Email me a sign-in link"
      typed={typed}
      send={(email) => sendLink(email, next)}
      sent={{
        lead: 'If an account has this address, we have sent it an email with a sign-in link.',
        submit: 'Sign in',
        onCode,
      }}
    />
  )
}
