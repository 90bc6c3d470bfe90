import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listOwnInvitations, lookAtInvitation } from '#domain/api/invitations.ts'
import type { Accepted, InvitationShown } from '#domain/schema/invitation.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { authClient, finishArrival } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { EntryFrame } from '../signin/frame.tsx'
import { onwards } from '../signin/use-entrance.ts'
import { Waiting } from '../signin/waiting.tsx'
import { sentenceForArrival } from '../sentences.ts'
import { useAttempt } from '../use-attempt.ts'
import { acceptAndOpen, open } from './enter.ts'
import { InvitationLead } from './invitation-card.tsx'
import { forgetToken, takeToken } from './kept-token.ts'
import { OpenInvitation } from './open-invitation.tsx'
import { endOf, roleName } from './words.ts'

/** Who is signed in here, after the sign-in that the address may carry. */
async function whoIsHere(): Promise<{ email: string | undefined; problem: string | undefined }> {
  const problem = await finishArrival()
  const { session } = (await (await authClient()).auth.getSession()).data
  return { email: session ? (session.user.email ?? '') : undefined, problem: problem && sentenceForArrival(problem) }
}

/** The page behind the link of an invitation: who invites to what, and every way to accept. */
export default function InvitationPage() {
  return useHydrated() ? <Invitation /> : <Waiting title="You are invited" label="Checking the invitation" />
}

function Invitation() {
  const [token, setToken] = useState(takeToken)
  const [member, setMember] = useState<Accepted>()
  const client = useQueryClient()
  const here = useQuery({ queryKey: keys.invitations.here, queryFn: whoIsHere, retry: false })
  const shown = useQuery({
    queryKey: keys.invitations.shown(token ?? ''),
    queryFn: ({ signal }) => call(lookAtInvitation, { body: { token: token! }, signal }),
    enabled: token !== undefined,
  })
  if (member) return <AlreadyMember accepted={member} />
  const askAgain = () => void client.invalidateQueries({ queryKey: keys.invitations.here })
  if (here.isPending || (token && shown.isPending)) {
    return <Waiting title="You are invited" label="Checking the invitation" />
  }
  const isKnown = !(shown.error instanceof CallError && shown.error.code === 'invitation_unknown')
  const failed = here.error ?? (isKnown ? shown.error : null)
  if (failed) return <Failed error={failed} onRetry={() => void Promise.all([here.refetch(), shown.refetch()])} />
  const { email, problem } = here.data!
  if (problem) return <NotSignedIn problem={problem} />
  if (token && shown.data) {
    const ended = endOf(shown.data)
    if (!ended)
      return (
        <OpenInvitation shown={shown.data} token={token} email={email} onSignedOut={askAgain} onMember={setMember} />
      )
    return <Ended {...ended} shown={shown.data} token={token} isSignedIn={email !== undefined} />
  }
  const forget = () => {
    forgetToken()
    setToken(undefined)
  }
  if (email !== undefined && !token) return <OwnInvitations />
  return <NoInvitation isUnknown={token !== undefined} isSignedIn={email !== undefined} onForget={forget} />
}

/** Somebody who has nothing to accept. An invitation changes nobody's role. */
function AlreadyMember({ accepted }: { accepted: Accepted }) {
  return (
    <EntryFrame
      title={`You are a member of ${accepted.workspace}`}
      lead={`You belong to it already, as ${roleName(accepted.role)}, and that stays as it is.`}
    >
      <PlainButton variant="primary" size="large" className="w-full" autoFocus onClick={() => open(accepted)}>
        Open {accepted.workspace}
      </PlainButton>
    </EntryFrame>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <EntryFrame title="The invitation could not be checked">
      <PlainAlert>{error.message}</PlainAlert>
      <PlainButton size="large" className="mt-4 w-full" onClick={onRetry}>
        Try again
      </PlainButton>
    </EntryFrame>
  )
}

/** The way back from a provider or a mail gave no session. The invitation still waits. */
function NotSignedIn({ problem }: { problem: string }) {
  return (
    <EntryFrame title="You are not signed in" lead={<p role="alert">{problem}</p>}>
      <ButtonLink to="/invitation" reloadDocument variant="primary" size="large" className="w-full">
        Back to the invitation
      </ButtonLink>
    </EntryFrame>
  )
}

type EndedProps = { title: string; reason: string; shown: InvitationShown; token: string; isSignedIn: boolean }

function Ended({ title, reason, shown, token, isSignedIn }: EndedProps) {
  const { busy, failure, run } = useAttempt()
  return (
    <EntryFrame title={title} lead={<p role="alert">{reason}</p>}>
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      {isSignedIn ? (
        // Whoever is a member gets in, and anybody else hears why not.
        <PlainButton
          size="large"
          className="w-full"
          isPending={busy !== undefined}
          onClick={() => void run('open', () => acceptAndOpen({ token }, shown.invited_by))}
        >
          I am a member: open {shown.workspace}
        </PlainButton>
      ) : (
        <ButtonLink to="/signin" size="large" className="w-full" onClick={forgetToken}>
          Sign in
        </ButtonLink>
      )}
    </EntryFrame>
  )
}

type NoInvitationProps = { isUnknown: boolean; isSignedIn: boolean; onForget: () => void }

function NoInvitation({ isUnknown, isSignedIn, onForget }: NoInvitationProps) {
  return (
    <EntryFrame
      title={isUnknown ? 'This link leads to no invitation' : 'Open the link of your invitation'}
      lead={
        isUnknown
          ? 'Check that you copied all of it, or ask whoever invited you for a new one.'
          : 'It is in the message that you got. Or sign in with the address that was invited.'
      }
    >
      {isSignedIn ? (
        <PlainButton size="large" className="w-full" onClick={onForget}>
          Show invitations to my address
        </PlainButton>
      ) : (
        <ButtonLink to={onwards('/signin', '/invitation')} size="large" className="w-full" onClick={onForget}>
          Sign in
        </ButtonLink>
      )}
    </EntryFrame>
  )
}

/** Invitations to the address of whoever is signed in, found without their links. */
function OwnInvitations() {
  const { busy, failure, run } = useAttempt()
  const own = useQuery({
    queryKey: keys.invitations.own,
    queryFn: ({ signal }) => call(listOwnInvitations, { signal }),
  })
  if (own.isPending) return <Waiting title="Your invitations" label="Looking for invitations" />
  if (own.error) return <Failed error={own.error} onRetry={() => void own.refetch()} />
  const { data } = own.data
  if (!data.length) {
    return (
      <EntryFrame
        title="No invitations wait for you"
        lead="Invitations to your confirmed email address appear here. One to another address needs its link."
      >
        <ButtonLink to="/dashboard" size="large" className="w-full">
          Go to the dashboard
        </ButtonLink>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={data.length === 1 ? `Join ${data[0]!.workspace}` : 'You are invited'}>
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      <ul className="grid gap-6">
        {data.map((each) => (
          <li key={each.id} className="grid gap-3 text-ink-muted">
            <InvitationLead shown={each} />
            <PlainButton
              variant="primary"
              size="large"
              isPending={busy === each.id}
              disabled={busy !== undefined}
              onClick={() => void run(each.id, () => acceptAndOpen({ id: each.id }, each.invited_by))}
            >
              Join {each.workspace}
            </PlainButton>
          </li>
        ))}
      </ul>
    </EntryFrame>
  )
}
