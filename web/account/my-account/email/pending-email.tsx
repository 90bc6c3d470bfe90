import { useQueryClient } from '@tanstack/react-query'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { Resend } from '../../resend.tsx'
import { useAttempt } from '../../use-attempt.ts'
import { ask } from '../../ask.ts'
import { refreshAccount } from '../account-query.ts'

type PendingEmailProps = { email: string; newEmail: string; onCancelled: () => void }

/** A change of address that is waiting for its two confirmations. */
export function PendingEmail({ email, newEmail, onCancelled }: PendingEmailProps) {
  const client = useQueryClient()
  const { busy, failure, run } = useAttempt()
  const cancel = async () => {
    // Requesting the current address cancels the pending change.
    if (!(await run('cancel', () => ask((auth) => auth.updateUser({ email }))))) return
    onCancelled()
    await refreshAccount(client)
  }
  const send = () =>
    ask((auth) =>
      auth.resend({
        type: 'email_change',
        email: newEmail,
        options: { emailRedirectTo: `${window.location.origin}/my-account` },
      }),
    )
  return (
    <div className="grid gap-3">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainNotice tone="info">
        <p>
          <span className="font-semibold break-all">{newEmail}</span> is not confirmed yet. Open the link in the email
          to that address and the one in the email to {email}.
        </p>
      </PlainNotice>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[0.8125rem] text-ink-muted">
        <PlainButton size="small" isPending={busy !== undefined} onClick={() => void cancel()}>
          Keep my current address
        </PlainButton>
        <Resend label="Send the emails again" send={send} />
      </div>
    </div>
  )
}
