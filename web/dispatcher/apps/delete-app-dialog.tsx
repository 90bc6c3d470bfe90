import { useMutation } from '@tanstack/react-query'
import { deleteApp } from '#domain/api/apps.ts'
import type { App } from '#domain/schema/app.ts'
import { call } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { app: App; onClose: () => void; onDeleted: () => void }

/** Asks before an app is deleted, which cannot be undone. */
export function DeleteAppDialog({ app, onClose, onDeleted }: Props) {
  const remove = useMutation({
    mutationFn: () => call(deleteApp, { params: { id: app.id }, version: app.version }),
    onSuccess: () => {
      onDeleted()
      onClose()
      toast({ title: `“${app.name}” was deleted` })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete “${app.name}”?`}
      confirmLabel="Delete app"
      isDestructive
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      It stops working at once for everybody who allowed it, in all workspaces. You cannot undo this.
    </ConfirmDialog>
  )
}
