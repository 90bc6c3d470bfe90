import { expect, test } from 'vitest'
import { plannerDelivery, plannerDriver } from '../testing/planner.ts'
import type { PlannerDelivery, PlannerDriver } from '../problem/types.ts'
import { toProblem } from '../to-problem.ts'
import { unusedDrivers } from './unused.ts'

const day = '2026-03-16'
const zone = 'Asia/Jakarta'
/** Half an hour from the depot. */
const near = { lat: 0, lng: 0.18 }
const moto = { code: 'KA-1006', capacity_kg: 10, capacity_l: null, skills: [] }
type Left = { left?: number[]; because?: string; departure?: Date }

/** Why Sari got no route, while Budi drives the only one. */
function whySari(
  sari: Partial<PlannerDriver>,
  fields: Partial<PlannerDelivery> = {},
  { left = [], because = 'stopped_early', departure }: Left = {},
) {
  const drivers = [plannerDriver(), plannerDriver({ id: 'sari', name: 'Sari', ...sari })]
  const delivery = plannerDelivery({ location: near, ...fields })
  const planned = toProblem(day, { time_zone: zone, speed_kmh: 40 }, drivers, [delivery], departure)
  const solution = { routes: [{ vehicle: 1 }], unassigned: left.map((id) => ({ id, reason: { code: because } })) }
  return unusedDrivers(planned, solution as never, day, zone)
}

test('a driver whom nothing needed is told apart from one who could not help', () => {
  expect(whySari({})).toEqual([
    {
      driver_id: 'sari',
      driver_name: 'Sari',
      reason_code: 'not_needed',
      reason: 'Not needed: everything fits on fewer routes.',
    },
  ])
  expect(whySari({}, {}, { left: [2] })[0]!.reason).toBe(
    'Not needed: the other routes take all that this driver could.',
  )
  expect(whySari({}, {}, { left: [1] })).toMatchObject([{ reason_code: 'stopped_early' }])
  expect(whySari({}, {}, { left: [1], because: 'max_ride' })).toMatchObject([{ reason_code: 'not_needed' }])
})

test('a driver without a matching skill, size or time says which', () => {
  expect(whySari({}, { skills: ['cold'] })[0]!.reason).toBe('Every delivery needs a missing skill: “cold”.')
  expect(whySari({}, { wanted_driver_id: 'driver' })[0]!.reason).toBe('Every delivery is assigned to another driver.')
  expect(whySari({ vehicle: moto }, { weight_kg: 11 })).toMatchObject([
    { reason_code: 'capacity', reason: 'Every delivery that matches is too large for KA-1006.' },
  ])
  expect(whySari({ shift_end: '10:00' })).toMatchObject([
    {
      reason_code: 'out_of_reach',
      reason: 'No delivery fits into a round trip from the depot between 09:00 and 10:00.',
    },
  ])
  expect(whySari({}, { location: null })).toMatchObject([{ reason_code: 'no_deliveries' }])
})

test('a driver without working time says why', () => {
  const departure = new Date('2026-03-16T03:30:00Z')
  expect(whySari({ shift_end: '10:00' }, {}, { departure })).toMatchObject([
    { reason_code: 'shift_over', reason: 'The shift ends at 10:00, but no route can start before 10:30.' },
  ])
  const depot = { location: { lat: 0, lng: 0 }, opens: '06:00', closes: '10:00' }
  expect(whySari({ depot }, {}, { departure })[0]!.reason).toBe(
    'The depot closes at 10:00, but no route can start before 10:30.',
  )
  expect(whySari({ busy_until: '2026-03-16T10:00:00Z' })).toMatchObject([{ reason_code: 'busy' }])
  expect(whySari({ shift_start: '04:00', shift_end: '05:00' })[0]!.reason).toBe(
    'The shift (04:00–05:00) is outside the depot’s opening hours (06:00–22:00).',
  )
})
