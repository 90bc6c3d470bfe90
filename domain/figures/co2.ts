import type { vehicleTypes } from '../schema/vehicle.ts'

type VehicleType = (typeof vehicleTypes)[number]

/**
 * Grams of CO2e for each kilometer that a vehicle drives, by its type: what burning the fuel emits (tank to wheel), for an
 * average vehicle of the type with an average load, without making the fuel or the vehicle.
 */
export const co2Factors: Record<VehicleType, number> = {
  bicycle: 0,
  motorcycle: 115,
  car: 170,
  van: 240,
  truck: 850,
}

/** Of a route that names no vehicle. */
export const usualCo2Factor = co2Factors.van

/** How CO2 is worked out, in words for pages and reports. */
export const co2Method =
  'Kilometers of the plan × grams per kilometer of the vehicle’s type. The grams are for burning the fuel (tank to wheel) in an average vehicle with an average load, rounded, in the range of the UK government’s conversion factors for company reporting. They are an estimate: what your vehicles really burn is not measured.'

/** Grams of CO2e for a distance. */
export const co2Of = (type: string | null, meters: number): number =>
  Math.round((meters / 1000) * (co2Factors[type as VehicleType] ?? usualCo2Factor))
