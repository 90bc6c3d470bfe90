import type { Plan, UnusedDriver } from '#domain/schema/plan.ts'
import { formatKilograms, formatVolume, withTimes } from '#web/lib/format.ts'

export type DriverNote = {
  key: string
  names: string[]
  sentence: string
  /** Where it can be changed, if it should be. */
  action: { label: string; to: string } | null
}

/** What to say about drivers beside the plan: who has no route and why, and whose load nothing limits. */
export function driverNotes({ routes, unused_drivers }: Pick<Plan, 'routes' | 'unused_drivers'>): DriverNote[] {
  // Ten drivers who are not needed are one note with ten names.
  const alike = Map.groupBy(unused_drivers, ({ reason }) => reason)
  const unused = [...alike].map(([sentence, drivers]) => ({
    key: sentence,
    names: drivers.map(({ driver_name }) => driver_name),
    sentence: withTimes(sentence),
    action: actionFor(drivers[0]!),
  }))
  const withoutVehicle = routes
    .filter(({ vehicle_id }) => vehicle_id === null)
    .map(({ id, driver_name, load_kg, load_l }) => ({
      key: id,
      names: [driver_name],
      sentence: `No vehicle, so nothing limits the load${sayLoad(load_kg, load_l)}.`,
      action: { label: 'Assign a vehicle', to: driverPage(driver_name) },
    }))
  return [...unused, ...withoutVehicle]
}

function sayLoad(kilograms: number, liters: number): string {
  const parts = [kilograms > 0 && formatKilograms(kilograms), liters > 0 && formatVolume(liters)].filter(Boolean)
  return parts.length > 0 ? ` of ${parts.join(' and ')}` : ''
}

function actionFor({ reason_code, driver_name }: UnusedDriver): DriverNote['action'] {
  switch (reason_code) {
    case 'shift_over':
    case 'out_of_reach':
    case 'closed':
      return { label: 'Change the shift', to: driverPage(driver_name) }
    case 'skills':
      return { label: 'Change the skills', to: driverPage(driver_name) }
    case 'capacity':
      return { label: 'Change the vehicle', to: driverPage(driver_name) }
    default:
      return null
  }
}

const driverPage = (name: string) => `/dashboard/drivers?q=${encodeURIComponent(name)}`
