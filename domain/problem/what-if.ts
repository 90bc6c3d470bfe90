import type { VroomVehicle } from '#solver/json/vroom.ts'
import type { WhatIf } from '../schema/revision.ts'

/**
 * The drivers who work in a scenario: without those who stay at home, and at most so many. Those with the fewest stops
 * stay home first, of them the last ones.
 */
export function driversOf<D extends { id: string }>(
  drivers: readonly D[],
  { without_drivers = [], drivers: most = Infinity }: Pick<WhatIf, 'without_drivers' | 'drivers'> = {},
  stopsOf: (driverId: string) => number = () => 0,
): D[] {
  const left = drivers.filter(({ id }) => !without_drivers.includes(id))
  const chosen = new Set(left.toSorted((a, b) => stopsOf(b.id) - stopsOf(a.id)).slice(0, most))
  return left.filter((driver) => chosen.has(driver))
}

/** Lets vehicles start so much later, or earlier if below 0, but not after they end. */
export function startLater(vehicles: VroomVehicle[], minutes: number): void {
  for (const vehicle of vehicles) {
    const [from, to] = vehicle.time_window!
    vehicle.time_window = [Math.max(0, Math.min(from + minutes * 60, to)), to]
  }
}
