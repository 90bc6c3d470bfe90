import { useState } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeliveryActions } from './use-delivery-actions.ts'

type EraseDialogProps = {
  /** Open while there is one. */
  delivery: Pick<Delivery, 'id' | 'number'> | undefined
  onClose: () => void
  onErased?: () => void
}

/** Asks before a recipient's personal data is erased, and erases it. */
export function EraseDialog({ delivery, onClose, onErased }: EraseDialogProps) {
  const { erase } = useDeliveryActions()
  const [isErasing, setErasing] = useState(false)
  const confirm = async () => {
    setErasing(true)
    const isErased = await erase(delivery!)
    setErasing(false)
    onClose()
    if (isErased) onErased?.()
  }
  return (
    <ConfirmDialog
      isOpen={delivery !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Erase the recipient of delivery #${delivery?.number ?? ''}?`}
      confirmLabel="Erase for good"
      cancelLabel="Keep"
      isDestructive
      isPending={isErasing}
      onConfirm={() => void confirm()}
    >
      <p>
        Name, phone, email, both addresses, the position and the notes are erased here, in the history and in plans.
        Nobody can bring them back, and the delivery cannot be changed any more.
      </p>
      <p className="mt-2">
        Numbers, times and who did what stay. The address book, backups and files that you exported are not changed.
      </p>
    </ConfirmDialog>
  )
}
