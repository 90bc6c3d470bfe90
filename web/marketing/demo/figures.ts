import type { RouteResult } from './nearest-neighbor.ts'

/** The figures of a route as they are shown. */
export type Figures = { km: number; minutes: number; liters: number }

const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** Kilometers and liters to two decimals, minutes to a whole number. */
export function figuresOf({ distance, duration, fuelConsumption }: RouteResult): Figures {
  return { km: twoDecimals(distance), minutes: Math.round(duration * 60), liters: twoDecimals(fuelConsumption) }
}

/**
 * What the second route saves over the first. From the figures shown, so that a reader who subtracts them finds the same;
 * undefined when not even ten meters are saved.
 */
export function savingOf(before: Figures, after: Figures): Figures | undefined {
  const km = twoDecimals(before.km - after.km)
  if (km <= 0) return undefined
  return { km, minutes: before.minutes - after.minutes, liters: twoDecimals(before.liters - after.liters) }
}
