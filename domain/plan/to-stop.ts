import type { VroomStep } from '#solver/json/vroom.ts'
import type { Location } from '../geo.ts'
import { loadOf } from '../problem/amounts.ts'
import type { StopKind } from '../schema/plan.ts'
import type { DayDelivery, DayDriver } from './day.ts'
import { plannedFrom } from './planned-from.ts'

/** A step of the solver as a row, without its place on the route. */
export function toStop(
  step: VroomStep,
  driver: DayDriver,
  deliveries: ReadonlyMap<number, DayDelivery>,
  timeZone: string,
  at: (seconds: number) => Date,
) {
  const isTask = step.type === 'job' || step.type === 'pickup' || step.type === 'delivery'
  const delivery = isTask ? deliveries.get(step.id!)! : undefined
  const { location, ...place } = delivery ? placeOf(step, delivery) : stayOf(step, driver)
  return {
    kind: kindOf(step, delivery),
    delivery_id: delivery?.id ?? null,
    ...place,
    lat: location?.lat ?? null,
    lng: location?.lng ?? null,
    arrival_at: at(step.arrival),
    departure_at: at(step.arrival + step.waiting_time + step.setup + step.service),
    waiting_seconds: step.waiting_time,
    setup_seconds: step.setup,
    service_seconds: step.service,
    early_seconds: step.earliness ?? 0,
    late_seconds: step.lateness ?? 0,
    distance_km: step.distance! / 1000,
    ...loadOf(step.load),
    promised_at: step.type === 'pickup' ? null : (delivery?.promised_at ?? null),
    other_place: delivery?.other_place ?? null,
    planned_from: delivery ? plannedFrom(delivery, timeZone) : null,
  }
}

/** A return is collected where others are delivered to. */
function kindOf({ type }: VroomStep, delivery: DayDelivery | undefined): StopKind {
  if (type !== 'job') return type
  return delivery?.kind === 'return' ? 'pickup' : 'delivery'
}

type Place = { name: string; address: string; location: Location | null }

function placeOf({ type }: VroomStep, { pickup, delivery_address, recipient_name, location }: DayDelivery): Place {
  if (type === 'pickup') return { name: pickup!.name, address: pickup!.address, location: pickup!.location }
  return { name: recipient_name ?? '', address: delivery_address, location }
}

/** Where the driver is without visiting anybody. */
function stayOf({ type }: VroomStep, { depot, start_place, end_place }: DayDriver): Place {
  if (type === 'break') return { name: 'Break', address: '', location: null }
  const own = type === 'start' ? start_place : type === 'end' ? end_place : undefined
  if (own) return { name: own.address, address: '', location: own.location }
  return { name: depot.name, address: depot.address, location: depot.location }
}
