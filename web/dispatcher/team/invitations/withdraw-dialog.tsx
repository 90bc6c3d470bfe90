import { useMutation } from '@tanstack/react-query'
import { withdrawInvitation } from '#domain/api/invitations.ts'
import type { Invitation } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { whoOf } from './invitation-columns.tsx'

type Props = { invitation: Invitation; onClose: () => void; onWithdrawn: () => void }

/** Asks before an invitation is withdrawn, because its links never work again. */
export function WithdrawDialog({ invitation, onClose, onWithdrawn }: Props) {
  const withdraw = useMutation({
    mutationFn: () => call(withdrawInvitation, { params: { id: invitation.id } }),
    onSuccess: () => toast({ title: `The invitation of ${whoOf(invitation)} was withdrawn` }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => {
      onWithdrawn()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Withdraw the invitation of ${whoOf(invitation)}?`}
      confirmLabel="Withdraw invitation"
      isDestructive
      isPending={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
    >
      Its links stop working at once. You can invite them again, with a new link.
    </ConfirmDialog>
  )
}
