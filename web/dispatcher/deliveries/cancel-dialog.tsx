import type { ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type CancelDialogProps = {
  /** Such as "delivery #12". Open while there is something. */
  what: string | undefined
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  /** What happens, in a sentence. */
  children: ReactNode
}

/** Asks before deliveries that are on a route are cancelled. */
export function CancelDialog({ what, confirmLabel, onConfirm, onClose, children }: CancelDialogProps) {
  return (
    <ConfirmDialog
      isOpen={what !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cancel ${what ?? ''}?`}
      confirmLabel={confirmLabel}
      cancelLabel="Keep"
      isDestructive
      onConfirm={() => {
        onConfirm()
        onClose()
      }}
    >
      {children}
    </ConfirmDialog>
  )
}
