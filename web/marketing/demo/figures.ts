import type { RouteResult } from './nearest-neighbour.ts'

/** The figures of a route as they are shown. */
export type Figures = { km: number; minutes: number; litres: number }

const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** Kilometres and litres to two decimals, minutes to a whole number. */
export function figuresOf({ distance, duration, fuelConsumption }: RouteResult): Figures {
  return { km: twoDecimals(distance), minutes: Math.round(duration * 60), litres: twoDecimals(fuelConsumption) }
}

/**
 * What the second route saves over the first. From the figures shown, so that a reader who subtracts them finds the same;
 * undefined when not even ten metres are saved.
 */
export function savingOf(before: Figures, after: Figures): Figures | undefined {
  const km = twoDecimals(before.km - after.km)
  if (km <= 0) return undefined
  return { km, minutes: before.minutes - after.minutes, litres: twoDecimals(before.litres - after.litres) }
}
