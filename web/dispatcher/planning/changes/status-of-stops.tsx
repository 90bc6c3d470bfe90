import type { Stop } from '#domain/schema/plan.ts'
import { nextByHand, statusesByHand } from '#domain/delivery-state.ts'
import { writeRanges } from '#domain/number-ranges.ts'
import { noFilter } from '../../deliveries/deliveries-address.ts'
import { StatusDialog } from '../../deliveries/status/status-dialog.tsx'
import { useDeliveryActions } from '../../deliveries/use-delivery-actions.ts'
import { deliveriesNamed } from './proposals.ts'

/** What can be said to have happened at these stops. */
export function nextAt(stops: readonly Stop[]) {
  const next = new Set(stops.flatMap(({ delivery_status }) => (delivery_status ? nextByHand(delivery_status) : [])))
  return statusesByHand.filter((status) => next.has(status))
}

/** Asks what has happened at stops of a dispatched plan. */
export function StatusOfStops({ stops, onClose }: { stops: readonly Stop[]; onClose: () => void }) {
  const { setStatuses } = useDeliveryActions()
  const numbers = [...new Set(stops.flatMap(({ delivery_number }) => delivery_number ?? []))]
  const question = {
    target: { filter: { ...noFilter, numbers: writeRanges(numbers) } },
    name: deliveriesNamed(numbers),
    count: numbers.length,
    next: nextAt(stops),
  }
  return <StatusDialog question={question} setStatuses={setStatuses} onClose={onClose} />
}
