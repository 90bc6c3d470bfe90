import type { Parcel } from '../schema/order.ts'

export type Totals = { weight_kg: number; volume_l: number; units: number }

/** What parcels weigh and measure together, and how many they are. Sums are rounded to grams and milliliters. */
export function totalsOf(parcels: readonly Parcel[]): Totals {
  const sum = (amounts: (number | null)[]) =>
    Math.round(amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0) * 1000) / 1000
  return {
    weight_kg: sum(parcels.map(({ weight_kg }) => weight_kg)),
    volume_l: sum(parcels.map(volumeOf)),
    units: parcels.length,
  }
}

/** As it was given, or by its sides. */
function volumeOf({ volume_l, length_cm, width_cm, height_cm }: Parcel): number {
  return volume_l ?? ((length_cm ?? 0) * (width_cm ?? 0) * (height_cm ?? 0)) / 1000
}

/** The totals after a change of parcels. What was not the sum before was given, and stays. */
export function totalsAfter(before: Totals & { parcels: readonly Parcel[] }, parcels: readonly Parcel[]): Totals {
  const [was, is] = [totalsOf(before.parcels), totalsOf(parcels)]
  const next = (name: keyof Totals) => (before[name] === was[name] ? is[name] : before[name])
  return { weight_kg: next('weight_kg'), volume_l: next('volume_l'), units: next('units') }
}
