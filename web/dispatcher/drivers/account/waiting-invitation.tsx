import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { resendInvitation, withdrawInvitation } from '#domain/api/invitations.ts'
import type { Invitation } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LinkDialog } from '../../team/invitations/link-dialog.tsx'

/** An invitation of a driver that nobody has accepted yet. */
export function WaitingInvitation({ invitation, onChanged }: { invitation: Invitation; onChanged: () => void }) {
  const { workspace } = useMe()
  const [isLinkShown, setLinkShown] = useState(false)
  const params = { id: invitation.id }
  const onError = (error: Error) => toast({ tone: 'error', title: sentenceOf(error) })
  const resend = useMutation({
    mutationFn: () => call(resendInvitation, { params }),
    onSuccess: () => toast({ title: 'The invitation was sent again', description: 'It is valid for another 7 days.' }),
    onError,
    onSettled: onChanged,
  })
  const withdraw = useMutation({
    mutationFn: () => call(withdrawInvitation, { params }),
    onSuccess: () => toast({ title: 'The invitation was withdrawn' }),
    onError,
    onSettled: onChanged,
  })
  const { email, phone, sent_at, expires_at, state, failure, invited_by } = invitation
  const zone = workspace.time_zone
  return (
    <div className="rounded-lg border bg-sunken p-3">
      <p>
        {(email ?? phone) ? (
          <>
            Invited at <span className="font-medium wrap-anywhere">{email ?? phone}</span>
          </>
        ) : (
          'Invited by link'
        )}{' '}
        by {invited_by}
        {sent_at && `, ${formatDateTime(sent_at, zone)}`}.{' '}
        {state === 'expired' ? (
          <span className="text-warning-ink">The invitation has expired. Send it again.</span>
        ) : (
          `It waits until ${formatDateTime(expires_at, zone)}.`
        )}
      </p>
      {failure && (
        <p role="alert" className="mt-1 text-danger-ink">
          The text was not sent: {failure}.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" isPending={resend.isPending} onPress={() => resend.mutate()}>
          {sent_at ? 'Send again' : 'Keep for another 7 days'}
        </Button>
        {state === 'open' && (
          <Button size="small" onPress={() => setLinkShown(true)}>
            Copy link
          </Button>
        )}
        <Button size="small" isPending={withdraw.isPending} onPress={() => withdraw.mutate()}>
          Withdraw
        </Button>
      </div>
      {isLinkShown && <LinkDialog invitation={invitation} onClose={() => setLinkShown(false)} />}
    </div>
  )
}
