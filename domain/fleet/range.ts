import type { Vehicle } from '../schema/vehicle.ts'

type Battery = Pick<Vehicle, 'battery_kwh' | 'kwh_per_100_km' | 'reserve_percent'>

/** What plans may use of a battery, in kWh; null without one. */
export function usableKwh({ battery_kwh, reserve_percent }: Pick<Battery, 'battery_kwh' | 'reserve_percent'>) {
  return battery_kwh === null ? null : battery_kwh * (1 - reserve_percent / 100)
}

/** How far a full battery goes without its reserve, in km; null if that is not known, or it is not electric. */
export function rangeKm(vehicle: Battery): number | null {
  const usable = usableKwh(vehicle)
  return usable === null || vehicle.kwh_per_100_km === null ? null : (usable / vehicle.kwh_per_100_km) * 100
}

/** How long the depot needs to charge what plans may use of the battery, in minutes; null if it does not charge there. */
export function chargeMinutes({ charge_kw, ...battery }: Battery & Pick<Vehicle, 'charge_kw'>): number | null {
  const usable = usableKwh(battery)
  return usable === null || charge_kw === null ? null : Math.ceil((usable / charge_kw) * 60)
}
