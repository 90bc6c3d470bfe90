import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Location } from '../geo.ts'

const amount = (most: number) =>
  z
    .int('Enter a whole amount.')
    .min(0, 'A cost cannot be negative.')
    .max(most, 'That is more than planning can count with.')

/** Money per hour, kilometer, stop or piece, in the smallest unit of the workspace's currency. */
export const Cost = amount(1_000_000_000)

/** What a vehicle costs, in the workspace's currency, in its smallest unit. */
export const vehicleCosts = {
  cost_fixed: amount(1_000_000_000).nullable().describe('For a day on which it is used'),
  cost_per_km: Cost.nullable(),
  cost_per_hour: Cost.nullable().describe('For an hour of driving'),
  cost_per_service_hour: Cost.nullable().describe('For an hour of work at stops'),
  cost_per_waiting_hour: Cost.nullable().describe('For an hour of waiting on the way'),
  cost_per_stop: Cost.nullable().describe('For each address visited, however many deliveries are for it'),
  cost_per_parcel: Cost.nullable().describe('For each piece brought or collected; a delivery has at least one'),
}
export type VehicleCost = keyof typeof vehicleCosts

/** A place that a driver starts from or goes to, other than the depot. */
export const FleetPlace = z
  .strictObject({ address: text(300).min(1, 'Enter an address.'), location: Location })
  .meta({ id: 'FleetPlace' })
export type FleetPlace = z.infer<typeof FleetPlace>

const degrees = z.number().min(-100, 'At least -100 °C.').max(100, 'At most 100 °C.').nullable()

/** A range of temperatures, with either end open. */
export const temperatures = {
  temperature_min_c: degrees.describe('Coldest, in °C'),
  temperature_max_c: degrees.describe('Warmest, in °C'),
}

type Temperatures = { temperature_min_c?: number | null | undefined; temperature_max_c?: number | null | undefined }

export const isTemperatureRange = ({ temperature_min_c: min, temperature_max_c: max }: Temperatures): boolean =>
  min === undefined || min === null || max === undefined || max === null || min <= max

export const temperatureMessage = {
  path: ['temperature_max_c'],
  message: 'The warmest temperature is below the coldest.',
}

/** A whole number of minutes for a limit of one route. */
export const limitMinutes = z.int('Enter whole minutes.').min(1, 'At least 1 minute.').max(2880, 'At most 48 hours.')
