import { expect, test } from 'vitest'
import { solve } from '../index.ts'
import type { UnassignedFix, VroomInput, VroomJob, VroomUnassigned, VroomVehicle } from '../index.ts'
import { applyFix, insertionCosts } from '../testing/apply-fix.ts'
import { smallProblem, tenMinutesApart } from '../testing/line.ts'
import { compactSome, districtSome, lockSome, paySome, prolongSome } from '../testing/random-rules.ts'
import { randomProblem, randomShipments, randomTimes } from '../testing/random-problem.ts'

function prizeOf({ jobs, shipments = [] }: VroomInput, { type, id }: VroomUnassigned): number {
  const found = type === 'job' ? jobs.find((job) => job.id === id) : shipments.find((each) => each[type].id === id)
  return found!.prize!
}

/** The problem with one constraint of one vehicle, or one window, almost removed. */
function* anyOneThing(problem: VroomInput): Generator<[string, VroomInput]> {
  for (const [v, vehicle] of problem.vehicles.entries()) {
    const limits = { max_tasks: 99, max_travel_time: 1e6, max_distance: 1e6, max_districts: 99 }
    const all: Partial<VroomVehicle> = { skills: [1, 2], ...limits }
    if (vehicle.time_window) all.time_window = [0, 1e6]
    for (const [field, value] of Object.entries(all)) {
      const vehicles = problem.vehicles.with(v, { ...vehicle, [field]: value })
      yield [`${field} of ${vehicle.id}`, { ...problem, vehicles }]
    }
    for (const d of [0, 1]) {
      const vehicles = problem.vehicles.with(v, { ...vehicle, capacity: vehicle.capacity!.with(d, 1e6) })
      yield [`capacity of ${vehicle.id}`, { ...problem, vehicles }]
    }
    yield [`another ${vehicle.id}`, { ...problem, vehicles: [...problem.vehicles, { ...vehicle, id: 999 }] }]
  }
}

function fixes(vehicles: Partial<VroomVehicle>[], jobs: Partial<VroomJob>[]): (UnassignedFix | undefined)[] {
  return solve(smallProblem(vehicles, jobs), { iterationLimit: 500 }).unassigned.map(({ fix }) => fix)
}

test('a fix works, and slightly less of it does not', () => {
  const seen = new Set<string>()
  let without = 0
  for (let seed = 0; seed < 60; seed++) {
    const plain = seed % 2 === 0 ? randomProblem(seed, 24, 3) : randomShipments(seed, 24, 3)
    const priced = seed % 4 === 1 ? prolongSome(paySome(plain, seed), seed) : plain
    const locked = seed % 3 === 2 ? lockSome(priced, seed) : priced
    const limited = seed % 4 > 1 ? districtSome(locked, seed) : locked
    const problem = seed % 5 === 4 ? compactSome(limited, seed) : limited
    const plan = solve(problem, { iterationLimit: 300 })
    for (const left of plan.unassigned) {
      const { fix } = left
      const name = `seed ${seed}, ${left.type} ${left.id}, ${JSON.stringify(fix)}`
      const before = insertionCosts(problem, plan, left)
      if (!fix) {
        without++
        if (before.size === 0)
          for (const [much, loose] of anyOneThing(problem)) {
            const found = insertionCosts(loose, plan, left)
            expect(found.size, `${name}: ${much}`).toBe(0)
          }
        else if (left.reason.code !== 'stopped_early')
          expect(Math.min(...before.values()), name).toBeLessThanOrEqual(prizeOf(problem, left))
        continue
      }
      seen.add(fix.constraint)
      const after = insertionCosts(applyFix(problem, left, fix), plan, left)
      const less = insertionCosts(applyFix(problem, left, fix, fix.by.amount - 1), plan, left)
      const cost = after.get(fix.constraint === 'vehicles' ? 1_000_000 : fix.vehicle)
      expect(Math.abs(cost! - fix.cost), name).toBeLessThan(0.011)
      if (fix.constraint === 'prize') {
        const prize = prizeOf(problem, left)
        expect(Math.min(...before.values()), name).toBeGreaterThan(prize + fix.by.amount - 1)
        expect(Math.min(...before.values()), name).toBeLessThanOrEqual(prize + fix.by.amount)
      } else {
        expect([before.size, less.size], name).toEqual([0, 0])
      }
    }
  }
  expect(seen.size, [...seen].join()).toBe(11)
  expect(without).toBeGreaterThan(0)
})

test('fixes are exact with limited shifts, breaks due after work, hourly speeds and soft windows', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 28; seed++) {
    const times = randomTimes(seed, 7, 1, seed % 2 === 0)
    const problem = seed % 4 === 3 ? prolongSome(times, seed) : times
    problem.vehicles[0].capacity = [20]
    // The exhaustive search drives as if there were no traffic.
    if (problem.traffic) delete problem.vehicles[0].max_travel_time
    const plan = solve(problem, { iterationLimit: 300 })
    for (const left of plan.unassigned) {
      const { fix } = left
      if (!fix || fix.constraint === 'prize') continue
      seen.add(fix.constraint)
      const name = `seed ${seed}, ${left.type} ${left.id}, ${JSON.stringify(fix)}`
      const after = insertionCosts(applyFix(problem, left, fix), plan, left, true)
      const less = insertionCosts(applyFix(problem, left, fix, fix.by.amount - 1), plan, left, true)
      expect([after.size > 0, less.size], name).toEqual([true, 0])
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(['max_shift', 'shift_end']))
})

test('the vehicle that lacks less is named', () => {
  const vehicles: Partial<VroomVehicle>[] = [{ time_window: [0, 2000] }, { time_window: [0, 2300] }]
  expect(fixes(vehicles, [{ location_index: 2, service: 30 }])).toEqual([
    {
      constraint: 'shift_end',
      vehicle: 11,
      by: { amount: 130, unit: 'seconds' },
      cost: 2400,
      message: 'Vehicle 11 could take it if its shift ended 3 min later, at 00:40:30 (cost +2400).',
    },
  ])
})

test.each<[string, Partial<VroomVehicle>[], Partial<VroomJob>[], Partial<UnassignedFix>]>([
  [
    'an earlier start',
    [{ time_window: [3600, 9000] }],
    [{ time_windows: [[3600, 3900]] }],
    {
      constraint: 'shift_start',
      by: { amount: 300, unit: 'seconds' },
      message: 'Vehicle 10 could take it if its shift began 5 min earlier, at 00:55 (cost +1200).',
    },
  ],
  [
    'a window that opens earlier',
    [{}],
    [{ location_index: 4, time_windows: [[3600, 3900]], priority: 1 }, { time_windows: [[3200, 3300]] }],
    {
      constraint: 'time_window',
      by: { amount: 1100, unit: 'seconds' },
      window: { task: 'job', index: 0, time_window: [2100, 3300] },
      message: 'Vehicle 10 could take it if the window opened 19 min earlier, at 00:35 (cost +0).',
    },
  ],
  [
    'a window that closes later: the nearer one of two',
    [{ time_window: [0, 3600] }],
    [{ time_windows: [[0, 550], [3300, 3400]] }], // prettier-ignore
    {
      constraint: 'time_window',
      by: { amount: 50, unit: 'seconds' },
      window: { task: 'job', index: 0, time_window: [0, 600] },
      message: 'Vehicle 10 could take it if the window closed 50 s later, at 00:10 (cost +1200).',
    },
  ],
  [
    'capacity',
    [{ capacity: [9, 4] }],
    [{ delivery: [1, 3], priority: 1 }, { delivery: [1, 3] }],
    { constraint: 'capacity', quantity: 1, by: { amount: 2, unit: 'load' }, cost: 0 },
  ],
  [
    'a skill',
    [{ skills: [1] }],
    [{ skills: [1, 7] }],
    { constraint: 'skills', skills: [7], message: 'Vehicle 10 could take it if it had skill 7 (cost +1200).' },
  ],
  [
    'a task more',
    [{ max_tasks: 1 }],
    [{ priority: 1 }, { location_index: 2 }],
    { constraint: 'max_tasks', message: 'Vehicle 10 could take it if its max_tasks were 2 instead of 1 (cost +1200).' },
  ],
  [
    'a district more',
    [{ max_districts: 1 }],
    [
      { district: 'north', priority: 1 },
      { location_index: 2, district: 'south' },
    ],
    {
      constraint: 'max_districts',
      by: { amount: 1, unit: 'districts' },
      message: 'Vehicle 10 could take it if its max_districts were 2 instead of 1 (cost +1200).',
    },
  ],
  ['driving time', [{ max_travel_time: 1000 }], [{}], { constraint: 'max_travel_time', by: { amount: 200, unit: 'seconds' } }], // prettier-ignore
  [
    'distance',
    [{ max_distance: 10_800 }],
    [{}],
    {
      constraint: 'max_distance',
      by: { amount: 1200, unit: 'meters' },
      message: 'Vehicle 10 could take it if it might drive 1.2 km farther (max_distance) (cost +1200).',
    },
  ],
  [
    'another vehicle, when hours of everything else would be needed',
    [{ costs: { fixed: 5, per_hour: 1 }, time_window: [0, 36_000] }],
    [{ service: 34_800, priority: 1 }, { service: 34_800 }],
    {
      constraint: 'vehicles',
      vehicle: 10,
      cost: 5.33,
      message: 'One more vehicle like 10 could take it (cost +5.33).',
    },
  ],
  [
    'a prize',
    [{}],
    [{ prize: 1000 }],
    { constraint: 'prize', by: { amount: 200, unit: 'cost' }, message: expect.stringContaining('higher by 200, 1200') },
  ],
])('%s', (_, vehicles, jobs, expected) => {
  expect(fixes(vehicles, jobs)).toEqual([expect.objectContaining(expected)])
})

test('breaks count when looking for a position', () => {
  const breaks = [{ id: 1, service: 300 }]
  expect(fixes([{ time_window: [0, 1300], breaks }], [{}])).toMatchObject([
    { constraint: 'shift_end', by: { amount: 200, unit: 'seconds' } },
  ])
})

test('no fix is suggested when two things would have to change', () => {
  expect(fixes([{ skills: [], capacity: [1] }], [{ skills: [3], delivery: [2] }])).toEqual([undefined])
})

test('both ends of a shipment have the same fix', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 10, start_index: 0, end_index: 0, capacity: [2] }],
    jobs: [],
    shipments: [
      {
        pickup: { id: 1, location_index: 1 },
        delivery: { id: 1, location_index: 2, time_windows: [[0, 1000]] },
        amount: [2],
      },
    ],
    matrices: tenMinutesApart,
  }
  const [pickup, delivery] = solve(problem, { iterationLimit: 10 }).unassigned
  expect(pickup!.fix).toEqual(delivery!.fix)
  expect(pickup!.fix!.message).toBe(
    'Vehicle 10 could take it if the window of its delivery closed 4 min later, at 00:20 (cost +2400).',
  )
})
