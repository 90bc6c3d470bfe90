import type { FuelEntry, FuelUnit } from '#domain/schema/fuel.ts'
import { formatNumber } from '#web/lib/format.ts'

export const unitWords: Record<FuelUnit, string> = { l: 'L', gal: 'gal', kwh: 'kWh' }

export const amountWords = ({ quantity, unit }: Pick<FuelEntry, 'quantity' | 'unit'>) =>
  `${formatNumber(quantity)} ${unitWords[unit]}`

/** Gallons are shown as liters there. */
export const perWords = ({ per_100_km, unit }: Pick<FuelEntry, 'per_100_km' | 'unit'>) =>
  per_100_km === null ? '–' : `${formatNumber(per_100_km)} ${unit === 'kwh' ? 'kWh' : 'L'}`
