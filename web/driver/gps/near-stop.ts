import type { Fence } from '#domain/road/geofence.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { isOpen, routeOfToday } from '../day/stops.ts'

/** The places at which an arrival is offered: all that is to do today, in its order. */
export function fencesOf(day: DriverDay, now: number): Fence[] {
  const radius_m = day.settings.arrival_radius_m
  return (routeOfToday(day, now)?.stops ?? [])
    .filter((stop) => isOpen(stop) && stop.kind !== 'start')
    .flatMap(({ id, location }) => (location ? [{ stop_id: id, radius_m, ...location }] : []))
}
