import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { EntryFrame } from '../frame.tsx'
import { useArrived } from '../use-arrived.ts'
import { useAttempt } from '../../use-attempt.ts'
import { useEnter } from '../use-entrance.ts'
import { Waiting } from '../waiting.tsx'

/** A link that carries a session. It shows whose it is, and signs in only when the person agrees. */
export function ContinueAs({ next }: { next: string }) {
  const arrived = useArrived()
  const enter = useEnter()
  const { busy, failure, run } = useAttempt()
  if (arrived.is === 'loading') return <Waiting title="One moment" />
  if (arrived.is !== 'here') {
    return (
      <EntryFrame
        title="This link no longer works"
        lead={<p role="alert">{arrived.is === 'failed' ? arrived.sentence : 'Links work once and expire soon.'}</p>}
      >
        <Link to="/signin">Sign in</Link>
      </EntryFrame>
    )
  }
  const go = async () => {
    if (await run('adopt', arrived.adopt)) await enter(next)
  }
  return (
    <EntryFrame
      title="Sign in with this link?"
      lead={
        <>
          It signs this browser in as <span className="font-medium break-all text-ink">{arrived.email}</span>. Continue
          only if that is you.
        </>
      }
      below={
        <>
          Not you? <Link to="/signin">Sign in with your own account</Link>
        </>
      }
    >
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      <PlainButton
        variant="primary"
        size="large"
        autoFocus
        className="w-full"
        isPending={busy !== undefined}
        onClick={() => void go()}
      >
        Continue
      </PlainButton>
    </EntryFrame>
  )
}
