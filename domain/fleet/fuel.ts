import type { FuelAnomaly, FuelUnit } from '../schema/fuel.ts'

const litersPerGallon = 3.785411784

/** The amount in liters, or in kilowatt-hours for what was charged. */
export function amountOf({ quantity, unit }: { quantity: number; unit: FuelUnit }): number {
  return unit === 'gal' ? quantity * litersPerGallon : quantity
}

export const isCharged = ({ unit }: { unit: FuelUnit }) => unit === 'kwh'

/** An entry as it is judged. The odometer is as it was read, else as positions say. */
export type Filled = {
  filled_at: string
  quantity: number
  unit: FuelUnit
  is_full: boolean
  km: number | null
  /** Whether somebody read the odometer. */
  is_read: boolean
  /** How far from the vehicle it was, if both places are known. */
  away_m: number | null
}

export type Tank = { code: string; tank_l: number | null; battery_kwh: number | null; is_electric: boolean }
export type Judged = { per_100_km: number | null; anomalies: FuelAnomaly[] }

/** So much more than a tank or a battery holds is due to filling to the brim, or to losses of charging. */
const brim = { fuel: 1.05, charge: 1.2 }
const farMeters = 2000
/** Consumption is compared with the median of so many entries before. */
const compared = 10
const fewest = 3

/**
 * The consumption of each entry since the vehicle was full before, and what is odd about it.
 * @param entries of one vehicle, the oldest first
 */
export function judgeFuel(entries: readonly Filled[], tank: Tank): Judged[] {
  const known: number[] = []
  let since: { km: number; amount: number } | undefined
  let highest: number | null = null
  return entries.map((entry) => {
    const goesBackwards = entry.is_read && highest !== null && entry.km !== null && entry.km < highest
    const per_100_km = goesBackwards ? null : consumption(entry, since)
    if (since) since.amount += amountOf(entry)
    if (entry.is_full) since = entry.km === null || goesBackwards ? undefined : { km: entry.km, amount: 0 }
    if (entry.km !== null && !goesBackwards) highest = entry.km
    const usual = known.length >= fewest ? median(known.slice(-compared)) : null
    if (per_100_km !== null) known.push(per_100_km)
    const anomalies = oddOf(entry, tank, { per_100_km, usual, highest: goesBackwards ? highest : null })
    return { per_100_km: per_100_km === null ? null : round(per_100_km), anomalies }
  })
}

function consumption(entry: Filled, since: { km: number; amount: number } | undefined): number | null {
  if (!since || !entry.is_full || entry.km === null) return null
  const driven = entry.km - since.km
  return driven < 1 ? null : ((since.amount + amountOf(entry)) / driven) * 100
}

type Beside = { per_100_km: number | null; usual: number | null; highest: number | null }

function oddOf(entry: Filled, tank: Tank, { per_100_km, usual, highest }: Beside): FuelAnomaly[] {
  const odd: FuelAnomaly[] = []
  const unit = isCharged(entry) ? 'kWh' : 'L'
  const holds = isCharged(entry) ? tank.battery_kwh : tank.tank_l
  const amount = amountOf(entry)
  if (tank.is_electric !== isCharged(entry)) {
    const what = isCharged(entry) ? 'was charged, but has no battery' : 'got fuel, but is electric'
    odd.push({ code: 'wrong_energy', sentence: `${tank.code} ${what}.` })
  } else if (holds !== null && amount > holds * (isCharged(entry) ? brim.charge : brim.fuel)) {
    odd.push({
      code: 'more_than_fits',
      sentence: `${say(amount)} ${unit} are more than the ${say(holds)} ${unit} that ${tank.code} holds.`,
    })
  }
  if (entry.away_m !== null && entry.away_m > farMeters) {
    odd.push({ code: 'far_away', sentence: `${tank.code} was ${say(entry.away_m / 1000)} km away at that time.` })
  }
  if (highest !== null) {
    odd.push({
      code: 'odometer_backwards',
      sentence: `The odometer goes backwards: ${say(entry.km!)} km after ${say(highest)} km.`,
    })
  }
  if (per_100_km !== null && usual !== null && (per_100_km > usual * 1.5 || per_100_km < usual * 0.5)) {
    const code = per_100_km > usual ? ('high_consumption' as const) : ('low_consumption' as const)
    odd.push({ code, sentence: `${say(per_100_km)} ${unit} per 100 km, where ${say(usual)} ${unit} are usual.` })
  }
  return odd
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const round = (value: number) => Math.round(value * 10) / 10
const say = (value: number) => round(value).toLocaleString('en-US')
