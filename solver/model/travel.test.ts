import { expect, test } from 'vitest'
import { check, solve, type VroomInput } from '../index.ts'
import { line } from '../testing/line.ts'
import { orderOf } from '../testing/reading.ts'

const quick = { iterationLimit: 2000 }

test('fixed costs, costs per hour and per kilometer, cost matrices and speeds each change the plan', () => {
  const twoVehicles = (first: object, matrices: VroomInput['matrices'] = undefined): VroomInput => ({
    vehicles: [
      { id: 1, start_index: 0, end_index: 0, ...first },
      { id: 2, start_index: 0, end_index: 0, profile: 'other' },
    ],
    jobs: [{ id: 1, location_index: 1 }],
    matrices: matrices ?? {
      car: plain,
      other: {
        ...plain,
        durations: [
          [0, 110],
          [110, 0],
        ],
      },
    },
  })
  const plain = {
    durations: [
      [0, 100],
      [100, 0],
    ],
    distances: [
      [0, 1000],
      [1000, 0],
    ],
  }
  const chosen = (problem: VroomInput) => {
    const plan = solve(problem, quick)
    expect(check(problem, plan).errors).toEqual([])
    return [plan.routes[0].vehicle, plan.summary.cost]
  }
  expect(chosen(twoVehicles({}))).toEqual([1, 200])
  expect(chosen(twoVehicles({ costs: { fixed: 30 } }))).toEqual([2, 220])
  expect(chosen(twoVehicles({ costs: { per_hour: 4000 } }))).toEqual([2, 220])
  expect(chosen(twoVehicles({ costs: { per_hour: 0, per_km: 7 } }))).toEqual([1, 14])
  expect(chosen(twoVehicles({ speed_factor: 0.5 }))).toEqual([2, 220])
  const costs = [
    [0, 1],
    [2, 0],
  ]
  expect(chosen(twoVehicles({}, { car: plain, other: { ...plain, costs } }))).toEqual([2, 3])
})

test('an asymmetric matrix is driven in the cheaper direction', () => {
  const durations = [
    [0, 10, 90],
    [90, 0, 10],
    [10, 90, 0],
  ]
  const jobs = [1, 2].map((id) => ({ id, location_index: id }))
  const plan = solve(
    { vehicles: [{ id: 1, start_index: 0, end_index: 0 }], jobs, matrices: { car: { durations } } },
    quick,
  )
  expect([orderOf(plan), plan.summary.cost]).toEqual([[[1, 2]], 30])
})

test('a route may have no start or no end', () => {
  const jobs = [1, 2, 3].map((id) => ({ id, location_index: id }))
  const open = solve({ vehicles: [{ id: 1, start_index: 0 }], jobs, matrices: line(4) }, quick)
  expect([orderOf(open), open.summary.cost, open.routes[0].steps.at(-1)!.type]).toEqual([[[1, 2, 3]], 3, 'job'])
  const inbound = solve({ vehicles: [{ id: 1, end_index: 0 }], jobs, matrices: line(4) }, quick)
  expect([orderOf(inbound), inbound.summary.cost, inbound.routes[0].steps[0].type]).toEqual([[[3, 2, 1]], 3, 'job'])
})

test('without matrices, vehicles drive along great circles at 40 km/h or the given speed', () => {
  const problem: VroomInput = {
    vehicles: [{ id: 1, start: [0, 0], end: [0, 0] }],
    jobs: [{ id: 1, location: [1, 0] }],
  }
  const { summary } = solve(problem, quick)
  expect([summary.distance, summary.duration]).toEqual([2 * 111195, 2 * 10008])
  expect(solve({ ...problem, speed_kmh: 80 }, quick).summary.duration).toBe(2 * 5004)
})

test('a detour factor makes drives and distances longer, and the check agrees', () => {
  const city = (detour_factor?: number): VroomInput => ({
    vehicles: [{ id: 1, start: [106.8, -6.2], end: [106.8, -6.2] }],
    jobs: [{ id: 1, location: [106.9, -6.1] }],
    ...(detour_factor && { detour_factor }),
  })
  const driven = (problem: VroomInput) => {
    const plan = solve(problem, quick)
    expect(check(problem, plan).errors).toEqual([])
    return plan.routes[0]
  }
  const [straight, longer] = [driven(city()), driven(city(1.4))]
  expect(longer.duration / straight.duration).toBeCloseTo(1.4, 2)
  expect(longer.distance! / straight.distance!).toBeCloseTo(1.4, 3)
  for (const detour of [0.9, 5.1, '2']) {
    const wrong = { ...city(), detour_factor: detour as number }
    expect(() => solve(wrong, quick)).toThrow('detour_factor: must be at least 1 and at most 5')
  }
})
