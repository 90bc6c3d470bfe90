import type { Delivery } from '#domain/schema/delivery.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type CancelDialogProps = {
  /** Open while there is one. */
  delivery: Delivery | undefined
  onConfirm: (delivery: Delivery) => void
  onClose: () => void
}

/** Asks before a delivery that is on a route is cancelled. */
export function CancelDialog({ delivery, onConfirm, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      isOpen={delivery !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cancel delivery #${delivery?.number ?? ''}?`}
      confirmLabel="Cancel delivery"
      cancelLabel="Keep it"
      isDestructive
      onConfirm={() => {
        if (delivery) onConfirm(delivery)
        onClose()
      }}
    >
      It is on a planned or running route. If you reopen it later, it has to be planned again.
    </ConfirmDialog>
  )
}
