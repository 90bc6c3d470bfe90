import { fittingIn, temperatureOf } from './temperature.ts'
import type { PlannerDelivery, PlannerVehicle } from './types.ts'

/** The solver's largest quantity, which means "no limit". */
export const unlimited = 1e12

/** Grams, milliliters and pieces, in this order everywhere. */
export type Amounts = [number, number, number]

const thousandths = (amount: number) => Math.round(amount * 1000)

export function broughtBy({ weight_kg, volume_l, units = 0 }: PlannerDelivery): Amounts {
  return [thousandths(weight_kg), thousandths(volume_l), units]
}

/** How many pieces a driver is paid for. Whoever does not count them brings one. */
export const paidPieces = ({ units }: { units?: number }) => Math.max(1, units ?? 0)

/** What an exchange collects. */
export function collectedBy(delivery: PlannerDelivery): Amounts {
  const { return_weight_kg, return_volume_l, return_units } = delivery
  return [thousandths(return_weight_kg ?? 0), thousandths(return_volume_l ?? 0), return_units ?? 0]
}

type Room = Pick<PlannerVehicle, 'capacity_kg' | 'capacity_l' | 'capacity_units'>

export function capacityOf(vehicle: Room | null): Amounts {
  const amount = (capacity: number | null | undefined) => (capacity == null ? unlimited : thousandths(capacity))
  return [amount(vehicle?.capacity_kg), amount(vehicle?.capacity_l), vehicle?.capacity_units ?? unlimited]
}

/** What several compartments hold together. */
export function capacityTogether(compartments: readonly Room[]): Amounts {
  const all = compartments.map(capacityOf)
  return [0, 1, 2].map((kind) =>
    Math.min(
      unlimited,
      all.reduce((sum, own) => sum + own[kind]!, 0),
    ),
  ) as Amounts
}

/** How much of goods like these an empty vehicle takes: what needs a temperature only goes into compartments that keep it. */
export function roomFor(vehicle: PlannerVehicle | null, delivery: PlannerDelivery): Amounts {
  const whole = capacityOf(vehicle)
  const range = temperatureOf(delivery)
  if (!vehicle?.compartments?.length || !range) return whole
  const cooled = capacityTogether(fittingIn(vehicle.compartments, range))
  return whole.map((most, kind) => Math.min(most, cooled[kind]!)) as Amounts
}

/** A load in kilograms, liters and pieces. */
export function loadOf([grams = 0, milliliters = 0, units = 0]: readonly number[]) {
  return { load_kg: grams / 1000, load_l: milliliters / 1000, load_units: units }
}
