import { overtimeMinutes } from '../schema/overtime.ts'
import { instantOf } from '../time.ts'
import { clockOf } from './clock.ts'
import type { PlannerDriver, PlannerOff } from './types.ts'

type Working = Omit<PlannerDriver, 'id' | 'name' | 'skills' | 'vehicle' | 'breaks'> & {
  vehicle?: Pick<NonNullable<PlannerDriver['vehicle']>, 'blocked'> | null
}

/** Why a driver does not work that day: off, or with a vehicle that may not drive. */
export function offOf({ off, vehicle }: Pick<Working, 'off' | 'vehicle'>): PlannerOff | null {
  return off ?? (vehicle?.blocked ? { kind: 'vehicle', sentence: vehicle.blocked } : null)
}

/**
 * The driver's shift with its overtime, after earlier routes and after now, or undefined if nothing is left. Where the route starts or ends
 * at the depot, the depot is open then.
 */
export function workingTime(
  driver: Working,
  day: string,
  zone: string,
  earliest: number,
): [number, number] | undefined {
  if (offOf(driver)) return undefined
  const at = clockOf(day, zone)
  const { shift_start, shift_end, busy_until } = driver
  const hours = openingHours(driver.depot)
  const free = busy_until ? (Date.parse(busy_until) - instantOf(day, '00:00', zone).getTime()) / 1000 : 0
  const opens = hours && startsAtDepot(driver) ? at(hours.opens) : 0
  const closes = hours && endsAtDepot(driver) ? at(hours.closes) : Infinity
  const from = Math.max(at(shift_start), opens, Math.ceil(free), earliest)
  const to = Math.min(at(shift_end) + overtimeMinutes(driver.overtime ?? []) * 60, closes)
  return from < to ? [from, to] : undefined
}

/** Undefined for a depot that is open around the clock. */
export function openingHours({ opens, closes }: PlannerDriver['depot']): { opens: string; closes: string } | undefined {
  return opens === '00:00' && (closes === '23:59' || closes >= '24:00') ? undefined : { opens, closes }
}

export const startsAtDepot = ({ start_place }: Pick<PlannerDriver, 'start_place'>) => !start_place

export const endsAtDepot = ({ end_place, ends_anywhere }: Pick<PlannerDriver, 'end_place' | 'ends_anywhere'>) =>
  !end_place && !ends_anywhere
