import { useMutation } from '@tanstack/react-query'
import { revokeTracker } from '#domain/api/positions.ts'
import type { Tracker } from '#domain/schema/position.ts'
import { call } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Asks before nothing more is taken from a tracker. */
export function RevokeTrackerDialog({ tracker, onClose }: { tracker: Tracker; onClose: () => void }) {
  const revoke = useMutation({
    mutationFn: () => call(revokeTracker, { params: { id: tracker.id } }),
    onSuccess: () => toast({ title: `Nothing more is taken from ${tracker.name}` }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Revoke ${tracker.name}?`}
      confirmLabel="Revoke"
      isDestructive
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    >
      Nothing more is taken from it, and its identifier never works again. What it has sent stays.
    </ConfirmDialog>
  )
}
