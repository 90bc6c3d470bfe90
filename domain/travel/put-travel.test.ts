import { expect, test } from 'vitest'
import type { VroomInput } from '#solver/json/vroom.ts'
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
/** Seconds from the depot, the last place that a problem names, to the first job. */
const firstDrive = (input: VroomInput) => {
  const [{ start_index, profile, speed_factor = 1 }] = input.vehicles as [VroomInput['vehicles'][number]]
  const { durations } = input.matrices![profile!]!
  return durations![start_index!]![input.jobs[0]!.location_index!]! / speed_factor
}

test('a place is a number that says where it is, to a meter', () => {
  for (const place of [...places, [-180, -90], [180, 90], [0, 0], [-0.00001, 51.47788]] as [number, number][]) {
    expect(placeOfKey(placeKey(place))).toEqual(place)
  }
  expect(placeKey([106.8460001, -6.157])).toBe(placeKey(depot))
})

test('without tables, a problem stays what it is', () => {
  expect(putTravel(problem, null)).toBe(problem)
})

test('vehicles drive as the tables say, trucks as theirs do, whatever the workspace says of their speed', () => {
  const driven = putTravel(problem, tables())
  expect(firstDrive(driven)).toBe(600)
  expect(driven).not.toHaveProperty('speed_kmh')
  const by = (type: string, speed_factor: number): VroomInput => ({
    ...problem,
    vehicles: [{ ...problem.vehicles[0]!, type, speed_factor }],
  })
  expect(firstDrive(putTravel(by('truck', 0.5), tables()))).toBe(300)
  // A slow driver of a truck is slow.
  expect(firstDrive(putTravel(by('truck', 0.25), tables()))).toBe(600)
  expect(firstDrive(putTravel(by('van', 0.8), tables()))).toBe(750)
})

test('trucks are in the traffic of cars, and bicycles pass it', () => {
  const traffic = { car: [{ from: 0, factor: 0.5 }] }
  const vehicle = problem.vehicles[0]!
  const vehicles = [
    vehicle,
    { ...vehicle, id: 2, type: 'truck' },
    { ...vehicle, id: 3, type: 'bicycle', profile: 'bicycle' },
  ]
  const driven = putTravel({ ...problem, vehicles, traffic }, tables())
  expect(driven.traffic).toEqual({ car: traffic.car, truck: traffic.car })
  expect(driven.vehicles.map(({ profile }) => profile)).toEqual(['car', 'truck', 'bicycle'])
  const alone = putTravel({ ...problem, vehicles: [vehicles[2]!], traffic }, tables())
  expect(alone).not.toHaveProperty('traffic')
})

test('trucks are in the zones of cars, where every place still says where it is', () => {
  const zones = [{ area: [depot, near, far], speeds: [{ from: 0, factor: 0.5 }] }]
  const vehicle = problem.vehicles[0]!
  const vehicles = [
    vehicle,
    { ...vehicle, id: 2, type: 'truck' },
    { ...vehicle, id: 3, type: 'bicycle', profile: 'bicycle' },
  ]
  const driven = putTravel({ ...problem, vehicles, speed_zones: { car: zones } }, tables())
  expect(driven.speed_zones).toEqual({ car: zones, truck: zones })
  expect(driven.jobs.map(({ location }) => location)).toEqual([near, far])
  expect(driven.vehicles[0]).toMatchObject({ start: depot, end: depot })
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
  expect(planned.matrices!['car']!.durations![0]![2]).toBe(600)
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
