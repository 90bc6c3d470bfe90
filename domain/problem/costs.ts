import type { VroomCosts } from '#solver/json/vroom.ts'
import type { PlannerSettings } from './settings.ts'
import type { Costs, PlannerVehicle } from './types.ts'

/** What an hour counts where nobody says what it costs: in cents, 36.00. It is the solver's price of driving. */
export const usualCostPerHour = 3600

/** What an hour counts for somebody who is paid by stop or by parcel only: next to nothing, but routes stay short. */
export const tokenCostPerHour = 36

/** What a parcel costs with this vehicle. */
export const perParcelOf = (vehicle: PlannerVehicle | null, settings: PlannerSettings): number =>
  vehicle?.cost_per_parcel ?? settings.cost_per_parcel ?? 0

/**
 * The vehicle's own costs, or the workspace's, for so many quantities, of which the last one is paid pieces if they have a
 * price. Undefined if nobody said any: then routes are as short as possible.
 */
export function costsOf(
  vehicle: PlannerVehicle | null,
  settings: PlannerSettings,
  quantities: number,
): VroomCosts | undefined {
  const of = (name: keyof Costs) => vehicle?.[name] ?? settings[name] ?? null
  const [fixed, perKm, perHour] = [of('cost_fixed'), of('cost_per_km'), of('cost_per_hour')]
  const [perServiceHour, perWaitingHour] = [of('cost_per_service_hour'), of('cost_per_waiting_hour')]
  const [perStop, perParcel] = [of('cost_per_stop'), of('cost_per_parcel')]
  const all = [fixed, perKm, perHour, perServiceHour, perWaitingHour, perStop, perParcel]
  if (all.every((cost) => cost === null)) return undefined
  return {
    fixed: fixed ?? 0,
    per_km: perKm ?? 0,
    // If driving were free, routes would be any length.
    per_hour: perHour || (perKm ? 0 : perStop || perParcel ? tokenCostPerHour : usualCostPerHour),
    per_task_hour: perServiceHour ?? 0,
    per_waiting_hour: perWaitingHour ?? 0,
    ...(perStop && { per_stop: perStop }),
    ...(perParcel && {
      per_unit: Array.from({ length: quantities }, (_, quantity) => (quantity === quantities - 1 ? perParcel : 0)),
    }),
  }
}
