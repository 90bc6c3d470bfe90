import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listTrackers } from '#domain/api/positions.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { Tracker } from '#domain/schema/position.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddTrackerDialog } from './add-tracker-dialog.tsx'
import { RevokeTrackerDialog } from './revoke-tracker-dialog.tsx'

/** The trackers that send a driver's positions, besides the driver's own app. */
export function DriverTrackers({ driver, mayChange }: { driver: Driver; mayChange: boolean }) {
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<'add' | Tracker>()
  const trackers = useQuery({
    queryKey: keys.drivers.trackers(driver.id),
    queryFn: ({ signal }) => call(listTrackers, { params: { id: driver.id }, signal }),
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.drivers.trackers(driver.id) })
  const close = () => {
    setDoing(undefined)
    refresh()
  }
  const active = trackers.data?.data.filter(({ revoked_at }) => !revoked_at) ?? []
  return (
    <section aria-label="Trackers" className="mt-6 border-t pt-4">
      <h3 className="mb-1 font-semibold tracking-tight">Trackers</h3>
      <p className="mb-3 text-ink-muted">
        Karta’s driver app sends positions by itself while it is open. A tracker in the vehicle, or an app such as
        Traccar Client, can do it too. Positions are taken during a shift only, which the driver begins in Karta’s app.
      </p>
      {trackers.isPending && <Skeleton className="h-5 w-2/3" />}
      {trackers.isLoadingError && (
        <LoadError title="The trackers could not be loaded" error={trackers.error} onRetry={refresh} />
      )}
      {active.length > 0 && (
        <ul className="mb-3 divide-y rounded-lg border">
          {active.map((tracker) => (
            <Row key={tracker.id} tracker={tracker} onRevoke={mayChange ? () => setDoing(tracker) : undefined} />
          ))}
        </ul>
      )}
      {mayChange && driver.active && (
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setDoing('add')}>
          Add tracker
        </Button>
      )}
      {doing === 'add' && <AddTrackerDialog driver={driver} onClose={close} />}
      {doing && doing !== 'add' && <RevokeTrackerDialog tracker={doing} onClose={close} />}
    </section>
  )
}

function Row({ tracker, onRevoke }: { tracker: Tracker; onRevoke: (() => void) | undefined }) {
  const { workspace } = useMe()
  const { name, last_seen_at } = tracker
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-[0.8125rem] text-ink-muted">
          {last_seen_at ? `Last seen ${formatDateTime(last_seen_at, workspace.time_zone)}` : 'Has sent nothing yet'}
        </p>
      </div>
      {onRevoke && (
        <Button aria-label={`Revoke ${name}`} onPress={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}
