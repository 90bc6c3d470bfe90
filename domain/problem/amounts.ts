import type { PlannerDelivery, PlannerVehicle } from './types.ts'

/** The solver's largest quantity, which means "no limit". */
export const unlimited = 1e12

/** Grams, milliliters and pieces, in this order everywhere. */
export type Amounts = [number, number, number]

const thousandths = (amount: number) => Math.round(amount * 1000)

export function broughtBy({ weight_kg, volume_l, units = 0 }: PlannerDelivery): Amounts {
  return [thousandths(weight_kg), thousandths(volume_l), units]
}

/** What an exchange collects. */
export function collectedBy(delivery: PlannerDelivery): Amounts {
  const { return_weight_kg, return_volume_l, return_units } = delivery
  return [thousandths(return_weight_kg ?? 0), thousandths(return_volume_l ?? 0), return_units ?? 0]
}

export function capacityOf(vehicle: PlannerVehicle | null): Amounts {
  const amount = (capacity: number | null | undefined) => (capacity == null ? unlimited : thousandths(capacity))
  return [amount(vehicle?.capacity_kg), amount(vehicle?.capacity_l), vehicle?.capacity_units ?? unlimited]
}

/** A load in kilograms, liters and pieces. */
export function loadOf([grams = 0, milliliters = 0, units = 0]: readonly number[]) {
  return { load_kg: grams / 1000, load_l: milliliters / 1000, load_units: units }
}
