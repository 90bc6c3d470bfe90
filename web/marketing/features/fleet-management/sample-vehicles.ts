export type Maintenance = { day: string; work: string; kilometers: string }

export type SampleVehicle = {
  id: string
  status: 'active' | 'idle' | 'maintenance'
  driver: string
  /** Newest first. */
  maintenance: readonly [Maintenance, ...Maintenance[]]
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

export const sampleVehicles: readonly SampleVehicle[] = [
  {
    id: 'KA-1001',
    status: 'active',
    driver: 'Budi Santoso',
    maintenance: [
      { day: '2026-10-12', work: 'Oil and filter change', kilometers: '48,210 km' },
      { day: '2026-07-03', work: 'Front brakes replaced', kilometers: '41,870 km' },
      { day: '2026-04-20', work: 'Passed annual inspection', kilometers: '36,450 km' },
    ],
    fuel: 82,
    type: 'Van, refrigerated',
    plate: 'B 9101 KRT',
    capacity: '350 kg · 1,200 L',
  },
  {
    id: 'KA-1002',
    status: 'idle',
    driver: 'Siti Rahmawati',
    maintenance: [
      { day: '2026-08-28', work: 'Tires rotated, one replaced', kilometers: '29,640 km' },
      { day: '2026-05-15', work: 'Passed annual inspection', kilometers: '24,980 km' },
    ],
    fuel: 64,
    type: 'Van',
    plate: 'B 9102 KRT',
    capacity: '350 kg · 1,200 L',
  },
  {
    id: 'KA-1003',
    status: 'maintenance',
    driver: 'Not assigned',
    maintenance: [
      { day: '2026-11-16', work: 'Clutch being replaced', kilometers: '90,315 km' },
      { day: '2026-06-02', work: 'Oil and filter change', kilometers: '82,700 km' },
      { day: '2026-03-11', work: 'Passed annual inspection', kilometers: '77,140 km' },
    ],
    fuel: 18,
    type: 'Box truck',
    plate: 'B 9103 KRT',
    capacity: '800 kg · 3,000 L',
  },
]
