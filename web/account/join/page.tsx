import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lookAtInvitation } from '#domain/api/invitations.ts'
import type { InvitationShown } from '#domain/schema/invitation.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useSeenEmail, useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { joinAndOpen } from '../invitation/enter.ts'
import { codeInAddress } from '../invitation/kept-token.ts'
import { endOf } from '../invitation/words.ts'
import { EntryFrame } from '../signin/frame.tsx'
import { Waiting } from '../signin/waiting.tsx'
import { useAttempt } from '../use-attempt.ts'

/** The page behind the QR code on a dispatcher's screen: one press signs the phone in. */
export default function JoinPage() {
  return useHydrated() ? <Join /> : <Waiting title="Sign this phone in" label="Checking the code" />
}

function Join() {
  const [code] = useState(codeInAddress)
  const shown = useQuery({
    queryKey: keys.invitations.shown(code ?? ''),
    queryFn: ({ signal }) => call(lookAtInvitation, { body: { token: code! }, signal }),
    enabled: code !== undefined,
    staleTime: 0,
  })
  if (code && shown.isPending) return <Waiting title="Sign this phone in" label="Checking the code" />
  if (shown.error && !(shown.error instanceof CallError && shown.error.code === 'invitation_unknown')) {
    return (
      <EntryFrame title="The code could not be checked">
        <PlainAlert>{shown.error.message}</PlainAlert>
        <PlainButton size="large" className="mt-4 w-full" onClick={() => void shown.refetch()}>
          Try again
        </PlainButton>
      </EntryFrame>
    )
  }
  if (!code || !shown.data) {
    return (
      <EntryFrame
        title="This is no code"
        lead="Scan the QR code on your dispatcher’s screen with the camera of your phone."
        below={<Link to="/signin">Sign in with an account</Link>}
      >
        <p className="text-ink-muted">If you did, ask your dispatcher to make a new one.</p>
      </EntryFrame>
    )
  }
  const ended = endOf(shown.data)
  return ended ? (
    <EntryFrame
      title={ended.title}
      lead={<p role="alert">{ended.reason}</p>}
      below={<Link to="/signin">Sign in with an account</Link>}
    >
      <PlainButton size="large" className="w-full" isPending={shown.isFetching} onClick={() => void shown.refetch()}>
        Check again
      </PlainButton>
    </EntryFrame>
  ) : (
    <OpenCode code={code} shown={shown.data} onRefused={() => void shown.refetch()} />
  )
}

function OpenCode({ code, shown, onRefused }: { code: string; shown: InvitationShown; onRefused: () => void }) {
  const { busy, failure, run } = useAttempt()
  const isSignedIn = useSeemsSignedIn()
  const email = useSeenEmail()
  const join = async () => {
    if (!(await run('join', () => joinAndOpen(code, shown.invited_by)))) onRefused()
  }
  return (
    <EntryFrame
      title={`Sign in as ${shown.driver}`}
      lead={
        <>
          {shown.invited_by} signs this phone in as the driver{' '}
          <strong className="font-medium text-ink">{shown.driver}</strong> at{' '}
          <strong className="font-medium wrap-anywhere text-ink">{shown.workspace}</strong>. Continue only if that is
          you.
        </>
      }
      below={<Link to="/signin">Sign in with an account instead</Link>}
    >
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      {isSignedIn && (
        <div className="mb-4">
          <PlainNotice tone="warning">
            This signs out {email ? <span className="break-all">{email}</span> : 'whoever is signed in'} on this phone.
          </PlainNotice>
        </div>
      )}
      <PlainButton
        variant="primary"
        size="large"
        className="w-full"
        isPending={busy !== undefined}
        onClick={() => void join()}
      >
        Sign this phone in
      </PlainButton>
      <p className="mt-3 text-[0.8125rem] text-ink-muted">
        You stay signed in on this phone. The code works once, and another phone that you used before is signed out.
      </p>
    </EntryFrame>
  )
}
