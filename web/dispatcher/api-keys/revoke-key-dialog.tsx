import { useMutation } from '@tanstack/react-query'
import { revokeApiKey } from '#domain/api/api-keys.ts'
import type { ApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void }

/** Asks before a key is revoked, which cannot be undone. */
export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: Props) {
  const revoke = useMutation({
    mutationFn: () =>
      changeRecord(apiKey, { revoked_at: 'now' }, (version) =>
        call(revokeApiKey, { params: { id: apiKey.id }, version }),
      ),
    onSuccess: () => {
      onRevoked()
      onClose()
      toast({ title: `“${apiKey.name}” was revoked` })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Revoke “${apiKey.name}”?`}
      confirmLabel="Revoke key"
      isDestructive
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    >
      Programs that use it stop working at once and need a new key. You cannot undo this.
    </ConfirmDialog>
  )
}
