import { useMutation } from '@tanstack/react-query'
import { changeCancellation } from '#domain/api/billing.ts'
import { tierTable } from '#domain/tiers.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDate, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CheckList } from './check-list.tsx'

type Props = { endsAt: string | null; activeDrivers: number; onClose: () => void; onCanceled: () => void }

/** Says what Free leaves out before the workspace goes back to it. */
export function CancelDialog({ endsAt, activeDrivers, onClose, onCanceled }: Props) {
  const { time_zone: zone } = useMe().workspace
  const cancel = useMutation({
    mutationFn: () => call(changeCancellation, { body: { cancels: true } }),
    onSuccess: () => {
      onCanceled()
      onClose()
      toast({ title: 'Standard ends when what is paid for ends' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  const losses = [
    `Over ${formatNumber(tierTable.free.deliveries!)} deliveries a month, further ones are kept and wait`,
    activeDrivers > 1
      ? `One driver gets routes. ${countOf(activeDrivers - 1, 'active driver does', 'active drivers do')} not; you choose who does`
      : 'One driver gets routes',
    'No real-time tracking, analytics, scenarios or planning by itself',
    `${formatNumber(tierTable.free.requests!)} API requests a month`,
  ]
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Go back to Free?"
      confirmLabel="Go back to Free"
      cancelLabel="Stay on Standard"
      isPending={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    >
      <p className="mb-3">
        Standard goes on until {endsAt ? formatDate(endsAt, zone) : 'the end of the month'}. Nothing is deleted, and
        routes under way are finished. After that:
      </p>
      <CheckList points={losses} isLost />
    </ConfirmDialog>
  )
}
