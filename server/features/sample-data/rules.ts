import type { NewDriver } from '#domain/schema/driver.ts'
import type { NewVehicle } from '#domain/schema/vehicle.ts'
import { readRow, type ImportCells } from '#domain/import-csv.ts'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import { earliestDeparture, earliestStart } from '#domain/start-of-day.ts'
import { dayAfter, dayOf, secondsInto } from '#domain/time.ts'

export const sampleDepot = {
  name: 'Gudang Pusat',
  address: 'Jl. Industri Raya, Kemayoran',
  location: { lat: -6.155, lng: 106.845 },
  opens: '06:00',
  closes: '22:00',
  is_default: false,
  active: true,
}

const shift = { shift_start: '08:30', shift_end: '17:30' }

/** Six drivers whose shifts cover all windows of the sample orders, and whose vehicles have twice the capacity needed. */
export const sampleCrew: {
  driver: Pick<NewDriver, 'name' | 'phone' | 'shift_start' | 'shift_end'>
  vehicle: Omit<NewVehicle, 'code'>
}[] = [
  { driver: driver('Budi Santoso', 1), vehicle: vehicle('van', 'B 9101 KRT', 350, 1200, ['cold'], 82) },
  { driver: driver('Siti Rahmawati', 2), vehicle: vehicle('van', 'B 9102 KRT', 350, 1200, ['cold'], 64) },
  { driver: driver('Agus Wijaya', 3), vehicle: vehicle('truck', 'B 9103 KRT', 800, 3000, [], 91) },
  { driver: driver('Dewi Lestari', 4), vehicle: vehicle('van', 'B 9104 KRT', 350, 1200, [], 47) },
  { driver: driver('Rizky Pratama', 5), vehicle: vehicle('car', 'B 9105 KRT', 200, 700, [], 73) },
  { driver: driver('Putri Handayani', 6), vehicle: vehicle('motorcycle', 'B 9106 KRT', 50, 160, [], 55) },
]

function driver(name: string, number: number) {
  return { name, phone: `+6281100090${String(number).padStart(2, '0')}`, ...shift }
}

function vehicle(
  type: NewVehicle['type'],
  plate: string,
  capacity_kg: number,
  capacity_l: number,
  skills: string[],
  fuel_level: number,
): Omit<NewVehicle, 'code'> {
  return { type, plate, capacity_kg, capacity_l, skills, fuel_level, last_maintenance_on: null, active: true }
}

/** The first day that a plan can still use from the start of the sample shifts: today in the early morning, else tomorrow. */
export function sampleDay(now: Date, workspace: { time_zone: string; get_ready_minutes: number }): string {
  const zone = workspace.time_zone
  const today = dayOf(now, zone)
  const start = earliestStart(today, earliestDeparture(now, workspace.get_ready_minutes), zone)
  if (start <= secondsInto(today, shift.shift_start, zone)) return today
  return dayAfter(today)
}

/** The sample orders, all for one day. */
export function sampleDeliveries(rows: ImportCells[], day: string): NewDelivery[] {
  return rows.map((cells) => {
    const row = readRow(cells, { day })
    if (!row.ok) throw new Error(`Sample order ${cells.reference}: ${row.problems[0]?.message}`)
    return row.delivery
  })
}
