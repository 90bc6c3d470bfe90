import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { getDelivery } from '#domain/api/deliveries.ts'
import { listNearDrivers } from '#domain/api/near-drivers.ts'
import type { NearDriver } from '#domain/schema/near-driver.ts'
import { call } from '#web/lib/call.ts'
import { formatKilometers, formatKilograms, formatVolume } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChooseDelivery } from './choose-delivery.tsx'
import { GiveDialog } from './give-dialog.tsx'
import { doubtWords } from './doubt-words.ts'

type NearestPanelProps = {
  deliveryId: string | null
  onDelivery: (id: string | null) => void
  onDriver: (id: string) => void
}

/** Finds drivers who could take a delivery that has not been made yet. */
export function NearestPanel({ deliveryId, onDelivery, onDriver }: NearestPanelProps) {
  if (!deliveryId) return <ChooseDelivery onChoose={onDelivery} />
  return <Nearest key={deliveryId} id={deliveryId} onClose={() => onDelivery(null)} onDriver={onDriver} />
}

/** A delivery, and who is near to it. */
export const nearDriversQuery = (id: string) => ({
  queryKey: keys.nearestDrivers(id),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listNearDrivers, { params: { id }, query: { limit: 15 }, signal }),
  // Drivers move on.
  refetchInterval: 15_000,
})

type NearestProps = { id: string; onClose: () => void; onDriver: (id: string) => void }

function Nearest({ id, onClose, onDriver }: NearestProps) {
  const near = useQuery(nearDriversQuery(id))
  const delivery = useQuery({
    queryKey: keys.deliveries.one(id),
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
  }).data
  const mayPlan = useMay('change_planning')
  const [chosen, choose] = useState<NearDriver>()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex items-start gap-2 border-b p-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">
            {delivery ? (
              <Link to={`/dashboard/deliveries?delivery=${id}`}>Nearest drivers for #{delivery.number}</Link>
            ) : (
              'Nearest drivers'
            )}
          </h2>
          <p className="truncate text-[0.8125rem] text-ink-muted">
            {[delivery?.recipient_name, delivery?.delivery_address].filter(Boolean).join(', ')}
          </p>
        </div>
        <IconButton
          label="Choose another delivery"
          size="small"
          icon={<X aria-hidden="true" className="size-4" />}
          onPress={onClose}
        />
      </div>
      {near.isLoadingError ? (
        <div className="p-3">
          <LoadError
            title="The drivers could not be found"
            error={near.error}
            onRetry={() => void near.refetch()}
            isRetrying={near.isFetching}
          />
        </div>
      ) : !near.data ? (
        <Skeleton className="m-3 h-40" />
      ) : near.data.location === null ? (
        <p className="p-3 text-ink-muted">This delivery has no position yet. Set it on the delivery first.</p>
      ) : near.data.data.length === 0 ? (
        <p className="p-3 text-ink-muted">No driver on shift has sent a position.</p>
      ) : (
        <ol>
          {near.data.data.map((driver) => (
            <li key={driver.driver_id} className="flex items-center gap-3 border-b px-3 py-2">
              <div className="min-w-0 flex-1">
                <button
                  type="button"
                  onClick={() => onDriver(driver.driver_id)}
                  className="focus-ring block max-w-full truncate rounded font-medium hovered:underline pointer-coarse:min-h-11"
                >
                  {driver.name}
                </button>
                <p className="text-[0.8125rem] text-ink-muted tabular-nums">{factsOf(driver)}</p>
                {driver.doubts.length > 0 && (
                  <p className="mt-1 flex flex-wrap gap-1">
                    {driver.doubts.map((doubt) => (
                      <Badge key={doubt} tone={driver.is_suitable ? 'neutral' : 'warning'}>
                        {doubtWords(doubt, driver)}
                      </Badge>
                    ))}
                  </p>
                )}
              </div>
              {mayPlan && driver.route_id && driver.plan_id && (
                <Button
                  size="small"
                  variant={driver.is_suitable ? 'primary' : 'secondary'}
                  aria-label={`Give it to ${driver.name}`}
                  isDisabled={delivery?.driver_id === driver.driver_id}
                  onPress={() => choose(driver)}
                >
                  {delivery?.driver_id === driver.driver_id ? 'Has it' : 'Give'}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {chosen && delivery && <GiveDialog delivery={delivery} driver={chosen} onClose={() => choose(undefined)} />}
    </div>
  )
}

function factsOf({ distance_km, stops_left, free_kg, free_l, free_units, route_id }: NearDriver): string {
  return [
    formatKilometers(distance_km),
    route_id === null ? 'no route today' : `${stops_left} stops left`,
    free_kg !== null && `room for ${formatKilograms(free_kg)}`,
    free_l !== null && `${formatVolume(free_l)}`,
    free_units !== null && `${free_units} pieces`,
  ]
    .filter(Boolean)
    .join(' · ')
}
