import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeAppSecret } from '#domain/api/apps.ts'
import type { App, CreatedApp } from '#domain/schema/app.ts'
import { call } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NewAppSecret } from './new-app-secret.tsx'

type Props = { app: App; onClose: () => void; onChanged: () => void }

/** Asks before an app gets another secret, and shows it once. */
export function ChangeSecretDialog({ app, onClose, onChanged }: Props) {
  const [changed, setChanged] = useState<CreatedApp>()
  const change = useMutation({
    mutationFn: () => call(changeAppSecret, { params: { id: app.id }, version: app.version }),
    onSuccess: (created) => {
      setChanged(created)
      onChanged()
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  if (changed) return <NewAppSecret app={changed} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Change the secret of “${app.name}”?`}
      confirmLabel="Change secret"
      isDestructive
      isPending={change.isPending}
      onConfirm={() => change.mutate()}
    >
      The old secret stops working at once. Until the app has the new one, it cannot renew its access.
    </ConfirmDialog>
  )
}
