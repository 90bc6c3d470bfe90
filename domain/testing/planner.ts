import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'

/** Budi works from nine to five, without a vehicle, at a depot at latitude and longitude 0. */
export function plannerDriver(fields: Partial<PlannerDriver> = {}): PlannerDriver {
  return {
    id: 'driver',
    name: 'Budi',
    shift_start: '09:00',
    shift_end: '17:00',
    skills: [],
    depot: { location: { lat: 0, lng: 0 }, opens: '06:00', closes: '22:00' },
    vehicle: null,
    busy_until: null,
    ...fields,
  }
}

/** One degree of longitude from that depot: 111.2 km, or 2 h 46 min 48 s at 40 km/h. Any time and driver will do. */
export function plannerDelivery(fields: Partial<PlannerDelivery> = {}): PlannerDelivery {
  return {
    id: 'delivery',
    location: { lat: 0, lng: 1 },
    window_start: null,
    window_end: null,
    service_minutes: 5,
    weight_kg: 1,
    volume_l: 1,
    priority: 2,
    skills: [],
    wanted_driver_id: null,
    wanted_driver_name: null,
    ...fields,
  }
}
