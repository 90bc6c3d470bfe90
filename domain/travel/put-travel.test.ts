import { expect, test } from 'vitest'
import { check, solve, type VroomInput } from '#solver/index.ts'
import { placeKey, placeOfKey } from './place-key.ts'
import { putTravel, unreachableSeconds } from './put-travel.ts'
import { emptyTable, offRoad, unreachable, type TravelTables } from './tables.ts'
import { packTravel, unpackTravel } from './wire.ts'

const depot: [number, number] = [106.846, -6.157]
const near: [number, number] = [106.85, -6.16]
const far: [number, number] = [106.9, -6.2]
const places = [depot, near, far]

const problem: VroomInput = {
  jobs: [near, far].map((location, index) => ({ id: index + 1, location })),
  vehicles: [{ id: 1, start: depot, end: depot, time_window: [0, 36_000] }],
  speed_kmh: 40,
}

/** Ten minutes and a kilometer between all of them, half that for trucks. */
function tables(): TravelTables {
  const of = (seconds: number) => {
    const table = emptyTable(places.length)
    for (const [cell, each] of table.seconds.entries()) {
      if (each === 0) continue
      table.seconds[cell] = seconds
      table.meters[cell] = 1000
    }
    return table
  }
  return {
    places: places.map(placeKey),
    profiles: { car: of(600), truck: of(300) },
    typeSpeeds: { truck: 0.5, van: 0.8 },
  }
}

const set = (travel: TravelTables, from: number, to: number, value: number) => {
  travel.profiles.car!.seconds[from * 3 + to] = value
  travel.profiles.car!.meters[from * 3 + to] = value
}
const driveOf = (input: VroomInput) => {
  const plan = solve(input, { seed: 1, iterationLimit: 50 })
  expect(check(input, plan).errors).toEqual([])
  return { driving: plan.routes.map(({ duration }) => duration), left: plan.unassigned.map(({ id }) => id) }
}

test('a place is a number that says where it is, to a meter', () => {
  for (const place of [...places, [-180, -90], [180, 90], [0, 0], [-0.00001, 51.47788]] as [number, number][]) {
    expect(placeOfKey(placeKey(place))).toEqual(place)
  }
  expect(placeKey([106.8460001, -6.157])).toBe(placeKey(depot))
})

test('without tables, a problem is what it was, and its detour makes drives longer', () => {
  expect(putTravel(problem, null)).toBe(problem)
  const [straight] = driveOf(problem).driving
  const [longer] = driveOf({ ...problem, detour_factor: 1.4 }).driving
  expect(longer! / straight!).toBeCloseTo(1.4, 2)
})

test('vehicles drive as the tables say, trucks as theirs do, whatever the workspace says of their speed', () => {
  expect(driveOf(putTravel(problem, tables())).driving).toEqual([1800])
  const by = (type: string, speed_factor: number): VroomInput => ({
    ...problem,
    vehicles: [{ ...problem.vehicles[0]!, type, speed_factor }],
  })
  expect(driveOf(putTravel(by('truck', 0.5), tables())).driving).toEqual([900])
  expect(driveOf(putTravel(by('van', 0.8), tables())).driving).toEqual([2250])
  const bicycle = { ...by('bicycle', 1), traffic: { car: [{ from: 0, factor: 0.5 }] } }
  bicycle.vehicles[0]!.profile = 'bicycle'
  const mixed = { ...bicycle, vehicles: [...bicycle.vehicles, { ...problem.vehicles[0]!, id: 2 }] }
  expect(putTravel(mixed, tables())).toMatchObject({ traffic: { car: [{ from: 0, factor: 0.5 }] } })
})

test('where no road is near, a drive is estimated; where none leads, it never is', () => {
  const lost = tables()
  for (const other of [0, 1]) {
    set(lost, other, 2, offRoad)
    set(lost, 2, other, offRoad)
  }
  const estimated = putTravel(problem, lost).matrices!['car']!.durations![0]![1]!
  expect(estimated).toBeGreaterThan(605)
  expect(estimated).toBeLessThan(700)
  const island = tables()
  for (const other of [0, 1]) {
    set(island, other, 2, unreachable)
    set(island, 2, other, unreachable)
  }
  const planned = putTravel(problem, island)
  expect(planned.matrices!['car']!.durations![0]![1]).toBe(unreachableSeconds)
  expect(driveOf(planned).left).toEqual([2])
  const byHand = putTravel(problem, island, { isByHand: true })
  expect(byHand.matrices!['car']!.durations![0]![1]).toBe(estimated)
})

test('a place that the tables lack is estimated', () => {
  const extra = { ...problem, jobs: [...problem.jobs, { id: 3, location: [106.86, -6.17] as [number, number] }] }
  const { durations } = putTravel(extra, tables()).matrices!['car']!
  expect(durations![0]![1]).toBe(600)
  const last = durations!.at(-1)!
  expect([...last].filter((seconds) => seconds > 0)).toHaveLength(3)
})

test('tables come back from their bytes as they were, and nothing is nothing', () => {
  const travel = tables()
  set(travel, 0, 1, unreachable)
  expect(unpackTravel(packTravel(travel).buffer)).toEqual(travel)
  expect(unpackTravel(packTravel(null).buffer)).toBeNull()
  expect(() => unpackTravel(new ArrayBuffer(8))).toThrow('JSON')
})
