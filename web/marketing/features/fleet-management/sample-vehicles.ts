import { dayFleet } from '#web/lib/sample-day.ts'

export type Maintenance = { day: string; work: string; kilometers: string }

export type SampleVehicle = {
  id: string
  status: 'active' | 'idle' | 'maintenance'
  driver: string
  /** Newest first. */
  maintenance: readonly Maintenance[]
  /** Percent of the tank. */
  fuel: number
  type: string
  plate: string
  capacity: string
}

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** The sample's days, the same for everyone: `12 Oct 2026`. */
export const dayWords = (day: string) => written.format(new Date(day))

/** Below this level, refuel before the next route. */
export const lowFuel = 20

const records: Record<string, { type: string; maintenance: readonly Maintenance[] }> = {
  'KA-1001': {
    type: 'Van, refrigerated',
    maintenance: [
      { day: '2026-10-12', work: 'Oil and filter change', kilometers: '48,210 km' },
      { day: '2026-07-03', work: 'Front brakes replaced', kilometers: '41,870 km' },
      { day: '2026-04-20', work: 'Passed annual inspection', kilometers: '36,450 km' },
    ],
  },
  'KA-1002': {
    type: 'Van, refrigerated',
    maintenance: [
      { day: '2026-08-28', work: 'Tires rotated, one replaced', kilometers: '29,640 km' },
      { day: '2026-05-15', work: 'Passed annual inspection', kilometers: '24,980 km' },
    ],
  },
  'KA-1007': {
    type: 'Truck',
    maintenance: [
      { day: '2026-11-16', work: 'Clutch being replaced', kilometers: '90,315 km' },
      { day: '2026-06-02', work: 'Oil and filter change', kilometers: '82,700 km' },
      { day: '2026-03-11', work: 'Passed annual inspection', kilometers: '77,140 km' },
    ],
  },
}

/** Three vehicles of the sample fleet: one on the road, one idle, one in the shop. */
export const sampleVehicles: readonly SampleVehicle[] = dayFleet
  .filter(({ code }) => records[code])
  .map(({ code, status, driver, fuelLevel, plate, capacityKg, capacityL }) => ({
    id: code,
    status,
    driver: driver || 'Not assigned',
    fuel: fuelLevel,
    plate,
    capacity: `${capacityKg.toLocaleString('en')} kg · ${capacityL.toLocaleString('en')} L`,
    ...records[code]!,
  }))
