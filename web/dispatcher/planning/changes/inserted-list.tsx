import { useQueries } from '@tanstack/react-query'
import type { PlanChangeResult, PlanEdit } from '#domain/schema/plan-change.ts'
import { formatTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { placesQuery } from './change-queries.ts'
import { effectLine } from './effect-words.ts'
import { insertedStops } from './inserted-stops.ts'

/** As many deliveries as are priced one by one. */
const mostPriced = 10

/** Where each of several deliveries would be inserted, and what it would cost alone. */
export function InsertedList({ changes, result }: { changes: readonly PlanEdit[]; result: PlanChangeResult }) {
  const { currency, time_zone: zone } = useMe().workspace
  const inserted = insertedStops(changes, result.routes)
  const isPriced = inserted.length > 1 && inserted.length <= mostPriced
  const places = useQueries({
    queries: inserted.map(({ delivery_id }) => ({ ...placesQuery(result.plan, delivery_id), enabled: isPriced })),
  })
  if (inserted.length === 0) return null
  return (
    <ul className="grid max-h-40 gap-1 overflow-y-auto text-[0.8125rem] tabular-nums">
      {inserted.map(({ delivery_id, delivery_number, sequence, driver_name, arrival_at }, position) => {
        const cheapest = places[position]?.data?.places[0]
        return (
          <li key={delivery_id}>
            <span className="font-medium">#{delivery_number}:</span> {driver_name}, stop {sequence} at{' '}
            {formatTime(arrival_at, zone)}
            {cheapest && <span className="block text-ink-muted">alone: {effectLine(cheapest.effect, currency)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
