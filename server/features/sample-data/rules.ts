import { sampleFleet } from '#domain/sample-fleet.ts'
import type { NewDriver } from '#domain/schema/driver.ts'
import { NewVehicle } from '#domain/schema/vehicle.ts'
import { readDeliveryRow, type DeliveryCells } from '#domain/import/delivery-rows.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import { earliestDeparture, earliestStart } from '#domain/start-of-day.ts'
import { dayAfter, dayOf, secondsInto } from '#domain/time.ts'

export const sampleDepot = {
  name: 'Gudang Pusat',
  address: 'Jl. Industri Raya, Kemayoran',
  location: { lat: -6.155, lng: 106.845 },
  // As the sample orders write it.
  aliases: ['Gudang Pusat, Jl. Industri Raya, Kemayoran'],
  opens: '06:00',
  closes: '22:00',
  handling_minutes: 30,
  is_default: false,
  active: true,
}

const shift = { shift_start: '08:30', shift_end: '17:30' }

/** Six drivers whose shifts cover all windows of the sample orders, and whose vehicles have twice the capacity needed. */
export const sampleCrew: {
  driver: Pick<NewDriver, 'name' | 'phone' | 'shift_start' | 'shift_end'>
  vehicle: NewVehicle
}[] = sampleFleet
  .filter(({ driver }) => driver)
  .map(({ driver, type, plate, capacityKg, capacityL, skills, fuelLevel }, index) => ({
    driver: {
      name: driver,
      phone: `+6281100090${String(index + 1).padStart(2, '0')}`,
      ...shift,
    },
    vehicle: NewVehicle.parse({
      type,
      plate,
      capacity_kg: capacityKg,
      capacity_l: capacityL,
      skills,
      fuel_level: fuelLevel,
    }),
  }))

/** The first day that a plan can still use from the start of the sample shifts: today in the early morning, else tomorrow. */
export function sampleDay(now: Date, workspace: { time_zone: string; get_ready_minutes: number }): string {
  const zone = workspace.time_zone
  const today = dayOf(now, zone)
  const start = earliestStart(today, earliestDeparture(now, workspace.get_ready_minutes), zone)
  if (start <= secondsInto(today, shift.shift_start, zone)) return today
  return dayAfter(today)
}

/** The sample orders, all for one day. */
export function sampleDeliveries(rows: DeliveryCells[], day: string): NewDelivery[] {
  return rows.map((cells) => {
    const read = readDeliveryRow(cells, { day })
    if (!read.ok) throw new Error(`Sample order ${cells.reference}: ${read.problems[0]?.message}`)
    return read.row
  })
}
