import { useMutation } from '@tanstack/react-query'
import { deleteWebhook } from '#domain/api/webhooks.ts'
import type { WebhookEndpoint } from '#domain/schema/webhook-endpoint.ts'
import { call } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { endpoint: WebhookEndpoint; onClose: () => void; onDeleted: () => void }

/** Asks before an endpoint and its log are deleted, which cannot be undone. */
export function DeleteDialog({ endpoint, onClose, onDeleted }: Props) {
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id: endpoint.id }, version: endpoint.version }),
    onSuccess: () => {
      onDeleted()
      onClose()
      toast({ title: 'The webhook was deleted' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      isDestructive
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      Nothing is posted to {endpoint.url} any more, and the log of its calls is gone. You cannot undo this. To stop for
      a while, turn it off instead.
    </ConfirmDialog>
  )
}
