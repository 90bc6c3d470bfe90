import type { VroomJob, VroomShipment } from '#solver/json/vroom.ts'
import type { Location } from '../geo.ts'
import { broughtBy } from './amounts.ts'
import type { Clock } from './clock.ts'
import { perType } from './fleet-types.ts'
import type { Rooms } from './rooms.ts'
import type { PlannerSettings } from './settings.ts'
import { territoryOf } from './territory-of.ts'
import type { PlannerDelivery, PlannerPickup } from './types.ts'
import { urgencyOf } from './urgency.ts'
import { deliveryWindows, pickupWindows, preferredWindow } from './windows.ts'

/** VROOM's priorities. Leaving out one urgent delivery is worse than leaving out nine normal ones, and so on. */
const priorities: Record<number, number> = { 1: 100, 2: 10, 3: 1 }

/** The solver's largest prize. */
const mostWorth = 1e9

/** What a job and a shipment have in common. */
type Common = Pick<VroomJob, 'skills' | 'groups' | 'district' | 'urgency' | 'priority' | 'prize' | 'max_ride'>

type Rules = {
  settings: PlannerSettings
  at: Clock
  types: ReadonlySet<string>
  rooms: Rooms
  /** Whether it matters in which territories deliveries are. */
  hasDistricts: boolean
}

const seconds = (minutes: number) => Math.round(minutes * 60)
const placeOf = ({ lng, lat }: Location): [number, number] => [lng, lat]

/** A delivery of a depot's goods, a return or an exchange. */
export function toJob(
  id: number,
  delivery: PlannerDelivery,
  skills: number[],
  groups: string[],
  rules: Rules,
): VroomJob {
  const { kind = 'delivery', ready_time } = delivery
  return {
    id,
    ...dropOff(delivery, rules),
    ...(kind === 'return' ? { pickup: rules.rooms.brought(delivery) } : { delivery: rules.rooms.brought(delivery) }),
    ...(kind === 'exchange' && { pickup: rules.rooms.collected(delivery) }),
    ...common(delivery, skills, groups, rules),
    ...(ready_time && kind !== 'return' && { release: rules.at(ready_time) }),
  }
}

/** Something that is picked up on the way. Both ends have the same id. */
export function toShipment(
  id: number,
  delivery: PlannerDelivery & { pickup: PlannerPickup },
  skills: number[],
  groups: string[],
  rules: Rules,
): VroomShipment {
  const { pickup, ready_time = null, max_detour_minutes } = delivery
  const service = seconds(pickup.service_minutes ?? delivery.service_minutes)
  const time_windows = pickupWindows(pickup, ready_time, rules.at)
  return {
    pickup: {
      id,
      location: placeOf(pickup.location!),
      service,
      ...perType('service_per_type', service, rules),
      ...(time_windows && { time_windows }),
    },
    delivery: { id, ...dropOff(delivery, rules) },
    amount: rules.rooms.brought(delivery),
    ...(max_detour_minutes != null && { max_detour: seconds(max_detour_minutes) }),
    ...common(delivery, skills, groups, rules),
  }
}

/** What happens at the delivery address, and when. */
function dropOff(delivery: PlannerDelivery, rules: Rules) {
  const service = seconds(delivery.service_minutes)
  const setup = seconds(delivery.setup_minutes ?? 0)
  const time_windows = deliveryWindows(delivery, rules.at)
  const soft_time_window = preferredWindow(delivery, rules.settings, rules.at)
  return {
    location: placeOf(delivery.location!),
    service,
    ...perType('service_per_type', service, rules),
    ...(setup && { setup, ...perType('setup_per_type', setup, rules) }),
    ...(time_windows && { time_windows }),
    ...(soft_time_window && { soft_time_window }),
  }
}

function common(delivery: PlannerDelivery, skills: number[], groups: string[], rules: Rules): Common {
  const { priority, worth, max_ride_minutes } = delivery
  const urgency = urgencyOf(delivery, rules.settings)
  const district = rules.hasDistricts && territoryOf(delivery, rules.settings)
  return {
    skills,
    ...(groups.length && { groups }),
    ...(district && { district }),
    ...(urgency > 0 && { urgency }),
    // What is worth something is optional, so it has no priority.
    ...(worth == null ? { priority: priorities[priority] ?? 0 } : { prize: Math.min(worth, mostWorth) }),
    ...(max_ride_minutes != null && isCarried(delivery) && { max_ride: seconds(max_ride_minutes) }),
  }
}

/** Whether it is on board on the way there, and not only on the way back. */
function isCarried(delivery: PlannerDelivery): boolean {
  const { kind = 'delivery' } = delivery
  if (kind === 'exchange') return broughtBy(delivery).some((amount) => amount > 0)
  return kind === 'delivery'
}
