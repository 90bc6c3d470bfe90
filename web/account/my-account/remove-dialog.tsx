import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'

type RemoveDialogProps<T> = {
  /** The item to remove; undefined while the dialog is closed. */
  item: T | undefined
  title: (item: T) => string
  confirmLabel: string
  /** Rejects with the sentence to show if it fails. */
  remove: (item: T) => Promise<unknown>
  onClose: () => void
  onDone: () => void
  children: ReactNode
}

/** Asks before something is removed. Stays open with the reason if that fails. */
export function RemoveDialog<T>({
  item,
  title,
  confirmLabel,
  remove,
  onClose,
  onDone,
  children,
}: RemoveDialogProps<T>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const confirm = async (gone: T) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await remove(gone)
      close()
      onDone()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && close()}
      title={item === undefined ? '' : title(item)}
      confirmLabel={confirmLabel}
      isDestructive
      isPending={isBusy}
      onConfirm={() => item !== undefined && void confirm(item)}
    >
      {children}
      {failure && (
        <div className="mt-3">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
    </ConfirmDialog>
  )
}
