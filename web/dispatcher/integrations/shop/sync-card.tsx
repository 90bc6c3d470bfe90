import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ShopState } from '#domain/schema/shop.ts'
import { countOf, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stat } from '#web/ui/stat.tsx'

type Props = { state: ShopState | undefined; onSync: () => void; isPending: boolean; isLocked: boolean }

/** When the shop was last read, and what became of its orders. */
export function SyncCard({ state, onSync, isPending, isLocked }: Props) {
  const { time_zone: zone } = useMe().workspace
  const figures = [
    { label: 'Taken', value: state?.orders.taken, hint: 'Orders that are deliveries' },
    { label: 'Waiting', value: state?.orders.waiting, hint: 'Something is missing' },
    { label: 'Not for you', value: state?.orders.skipped, hint: 'By the rules below' },
    { label: 'Canceled', value: state?.orders.canceled, hint: 'In the shop' },
  ]
  return (
    <Card
      title="Orders"
      description={state ? sentenceOf(state, zone, isLocked) : 'Reading…'}
      actions={
        <Button
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          onPress={onSync}
          isPending={isPending}
          isDisabled={!state || state.is_syncing || isLocked}
        >
          Sync now
        </Button>
      }
    >
      <div className="grid gap-4">
        {state?.failure && !isLocked && (
          <Banner tone="warning" icon={<CircleAlert />}>
            {state.failure}
          </Banner>
        )}
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {figures.map(({ label, value, hint }) => (
            <Stat
              key={label}
              label={label}
              hint={hint}
              isLoading={value === undefined}
              value={value === undefined ? '' : formatNumber(value)}
            />
          ))}
        </div>
      </div>
    </Card>
  )
}

function sentenceOf({ is_syncing, found, last_sync_at, news }: ShopState, zone: string, isLocked: boolean): string {
  const waiting = isLocked
    ? `${countOf(news.waiting, 'update waits', 'updates wait')} for the shop.`
    : `${countOf(news.waiting, 'update is', 'updates are')} on the way to the shop.`
  const untold = news.waiting > 0 ? ` ${waiting}` : ''
  if (isLocked) return `Last sync ${last_sync_at ? formatDateTime(last_sync_at, zone) : 'never'}.${untold}`
  if (is_syncing) return `Reading the shop: ${countOf(found, 'changed order')} so far.${untold}`
  if (!last_sync_at) return `The first sync is about to begin.${untold}`
  return `Last sync ${formatDateTime(last_sync_at, zone)}. New orders arrive at once, and every hour Karta looks for any it missed.${untold}`
}
