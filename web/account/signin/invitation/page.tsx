import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageQueryClient } from '#web/lib/query-client.ts'
import { Link } from '#web/ui/link.tsx'
import { ask } from '../../ask.ts'
import { BrokenLink } from '../broken-link.tsx'
import { EntryFrame } from '../frame.tsx'
import { PasswordForm } from '../password-form.tsx'
import { useArrived } from '../use-arrived.ts'
import { Waiting } from '../waiting.tsx'

/** The page behind an invitation: the new member's name and password. */
export default function InvitationPage() {
  const arrived = useArrived()
  const navigate = useNavigate()
  useEffect(() => {
    // Without a link, there is nothing to accept.
    if (arrived.is === 'nobody') void navigate('/signin', { replace: true })
    if (arrived.is === 'here' && !arrived.isByMail) void navigate('/dashboard', { replace: true })
  }, [arrived, navigate])

  if (arrived.is === 'problem' || arrived.is === 'failed') {
    return (
      <BrokenLink
        title="This invitation no longer works"
        reason={
          arrived.is === 'failed'
            ? arrived.sentence
            : 'An invitation works once and expires soon. If you have already accepted it, sign in. Otherwise request a new link to the address it was for, or ask for another invitation.'
        }
        to="/signin/link"
        action="Send a new link"
      />
    )
  }
  if (arrived.is !== 'here' || !arrived.isByMail)
    return <Waiting title="You are invited" label="Checking the invitation" />
  return (
    <EntryFrame
      title="You are invited"
      lead={
        <>
          Welcome to Karta, <span className="font-medium break-all text-ink">{arrived.email}</span>. Choose a password
          to sign in with.
        </>
      }
      below={
        <>
          Not you? <Link to="/signin">Sign in with your own account</Link>
        </>
      }
    >
      <PasswordForm
        email={arrived.email}
        name={arrived.name}
        submit="Accept the invitation"
        onSubmit={async ({ name, password }) => {
          const refused = await arrived.adopt()
          if (refused) return refused
          const failure = await ask((auth) => auth.updateUser({ password, ...(name && { data: { full_name: name } }) }))
          if (failure) return failure
          pageQueryClient().clear()
          await navigate('/dashboard', { replace: true })
          return undefined
        }}
      />
    </EntryFrame>
  )
}
