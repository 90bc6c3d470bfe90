import type { Accepted, InvitationShown } from '#domain/schema/invitation.ts'
import { signOut } from '#web/lib/session.ts'
import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { EntryFrame } from '../signin/frame.tsx'
import { onwards } from '../signin/use-entrance.ts'
import type { EntryState } from '../signin/use-typed-email.ts'
import { useAttempt } from '../use-attempt.ts'
import { acceptAndOpen, joinAndOpen } from './enter.ts'
import { InvitationLead, Or } from './invitation-card.tsx'
import { NewAccount } from './new-account.tsx'

type OpenInvitationProps = {
  shown: InvitationShown
  token: string
  /** Who is signed in here; undefined for nobody. */
  email: string | undefined
  onSignedOut: () => void
  onMember: (accepted: Accepted) => void
}

/** An invitation that can be accepted, by whoever opened it. */
export function OpenInvitation(props: OpenInvitationProps) {
  const { shown, email } = props
  if (email === undefined) return <ForGuest {...props} />
  const isTheirs = shown.email === null || shown.email.toLowerCase() === email.toLowerCase()
  return isTheirs ? <ForMember {...props} email={email} /> : <ForSomebodyElse {...props} email={email} />
}

const titleOf = ({ workspace }: InvitationShown) => `Join ${workspace}`

function ForGuest({ shown, token }: OpenInvitationProps) {
  const { busy, failure, run } = useAttempt()
  return (
    <EntryFrame
      title={titleOf(shown)}
      lead={<InvitationLead shown={shown} />}
      below={
        <>
          Already have an account?{' '}
          <Link to={onwards('/signin', '/invitation')} state={{ email: shown.email ?? undefined } as EntryState}>
            Sign in to join
          </Link>
        </>
      }
    >
      {shown.can_join_at_once && (
        <>
          {failure && (
            <div className="mb-4">
              <PlainAlert>{failure}</PlainAlert>
            </div>
          )}
          <PlainButton
            variant="primary"
            size="large"
            className="w-full"
            isPending={busy !== undefined}
            onClick={() => void run('join', () => joinAndOpen(token, shown.invited_by))}
          >
            Join with this phone
          </PlainButton>
          <p className="mt-2 text-[0.8125rem] text-ink-muted">
            You need no password. Later you sign in with a code that we text to this number.
          </p>
          <Or>or with an account of your own</Or>
        </>
      )}
      <NewAccount shown={shown} token={token} />
    </EntryFrame>
  )
}

function ForMember({ shown, token, email, onSignedOut, onMember }: OpenInvitationProps & { email: string }) {
  const { busy, failure, run } = useAttempt()
  return (
    <EntryFrame
      title={titleOf(shown)}
      lead={<InvitationLead shown={shown} />}
      below={
        <>
          Not you?{' '}
          <PlainLinkButton onClick={() => void signOut().then(onSignedOut)}>Sign out of this browser</PlainLinkButton>
        </>
      }
    >
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      <p className="mb-4">
        You are signed in
        {email && (
          <>
            {' '}
            as <span className="font-medium break-all">{email}</span>
          </>
        )}
        . Your other workspaces stay as they are.
      </p>
      <PlainButton
        variant="primary"
        size="large"
        className="w-full"
        autoFocus
        isPending={busy !== undefined}
        onClick={() => void run('join', () => acceptAndOpen({ token }, shown.invited_by, onMember))}
      >
        Accept and join
      </PlainButton>
    </EntryFrame>
  )
}

function ForSomebodyElse({ shown, email, onSignedOut }: OpenInvitationProps & { email: string }) {
  return (
    <EntryFrame
      title="This invitation is for another address"
      lead={<InvitationLead shown={shown} />}
      below={<Link to="/dashboard">Back to your own workspace</Link>}
    >
      <PlainNotice tone="warning">
        It was sent to <span className="font-medium break-all">{shown.email}</span>, and you are signed in as{' '}
        <span className="font-medium break-all">{email}</span>. Sign in with that address, or ask {shown.invited_by} to
        invite the one you use.
      </PlainNotice>
      <PlainButton
        variant="primary"
        size="large"
        className="mt-4 w-full"
        onClick={() => void signOut().then(onSignedOut)}
      >
        Sign out and continue
      </PlainButton>
    </EntryFrame>
  )
}
