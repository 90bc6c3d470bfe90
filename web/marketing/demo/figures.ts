import type { RouteResult } from './nearest-neighbor.ts'

/** A route’s numbers, as shown. */
export type Figures = { km: number; minutes: number; liters: number }

const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** Rounds kilometers and liters to two decimals and minutes to a whole number. */
export function figuresOf({ distance, duration, fuelConsumption }: RouteResult): Figures {
  return { km: twoDecimals(distance), minutes: Math.round(duration * 60), liters: twoDecimals(fuelConsumption) }
}

/**
 * What the second route saves over the first, or undefined if it is less than ten meters. Uses the rounded numbers, so a
 * reader who subtracts them gets the same result.
 */
export function savingOf(before: Figures, after: Figures): Figures | undefined {
  const km = twoDecimals(before.km - after.km)
  if (km <= 0) return undefined
  return { km, minutes: before.minutes - after.minutes, liters: twoDecimals(before.liters - after.liters) }
}
