import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { DepotMarker } from '#web/map/depot-marker.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { MapView } from '#web/map/map-view.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { windowWords } from '#web/lib/window-words.ts'
import { depotChoicesQuery, pendingOfDayQuery } from '../../queries.ts'
import { pendingStops } from './pending-stops.ts'

type PendingMapProps = {
  day: string
  /** Empty for all. */
  depotId: string
  className: string
}

/** The deliveries that wait for a plan, and the depots, before there are routes. */
export function PendingMap({ day, depotId, className }: PendingMapProps) {
  const pending = useQuery(pendingOfDayQuery(day))
  const depots = (useQuery(depotChoicesQuery).data ?? []).filter(({ id }) => depotId === '' || id === depotId)
  const [selectedId, select] = useState<string>()
  const stops = useMemo(() => {
    const ofDepot = (pending.data ?? []).filter(({ depot_id }) => depotId === '' || depot_id === depotId)
    return pendingStops(ofDepot)
  }, [pending.data, depotId])
  const selected = pending.data?.find(({ id }) => id === selectedId)
  if (pending.error && !pending.data) {
    return (
      <LoadError
        title="The map could not be loaded"
        error={pending.error}
        onRetry={() => void pending.refetch()}
        isRetrying={pending.isFetching}
      />
    )
  }
  return (
    <div className={cx('relative overflow-hidden', className)}>
      <MapView label="Map of the pending deliveries" className="h-full">
        <StopLayer stops={stops} selectedId={selectedId} onSelect={select} />
        {depots.map(({ id, name, location }) => (
          <DepotMarker key={id} position={location} title={name} />
        ))}
        <FitBounds
          positions={[...stops.map(({ position }) => position), ...depots.map(({ location }) => location)]}
          when={`${day} ${depotId} ${pending.isSuccess}`}
        />
      </MapView>
      {pending.isPending && (
        <span className="absolute inset-0 z-[900] grid place-items-center bg-surface/50">
          <Spinner label="Loading the deliveries" />
        </span>
      )}
      {selected && <SelectedDelivery delivery={selected} onClose={() => select(undefined)} />}
    </div>
  )
}

function SelectedDelivery({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { id, number, recipient_name, delivery_address } = delivery
  return (
    <output className="absolute inset-x-3 top-3 z-[900] ml-11 flex max-w-md items-start gap-2 rounded-xl bg-raised py-2 pr-1.5 pl-3.5 shadow-raised">
      <span className="min-w-0 flex-1">
        <span className="flex gap-1.5">
          <span className="truncate font-medium">{recipient_name ?? delivery_address}</span>
          <Link to={`/dashboard/deliveries?delivery=${id}`} className="shrink-0 text-[0.8125rem]">
            #{number}
          </Link>
        </span>
        <span className="block text-[0.8125rem] text-ink-muted">
          {[windowWords(delivery), delivery_address].filter(Boolean).join(' · ')}
        </span>
      </span>
      <IconButton label="Close" size="small" icon={<X aria-hidden="true" className="size-4" />} onPress={onClose} />
    </output>
  )
}
