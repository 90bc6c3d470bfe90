import { expect, test } from 'vitest'
import { solve, type VroomJob, type VroomVehicle } from '../index.ts'
import { smallProblem } from '../testing/line.ts'

function reasons(vehicles: Partial<VroomVehicle>[], jobs: Partial<VroomJob>[]) {
  return solve(smallProblem(vehicles, jobs), { iterationLimit: 500 }).unassigned.map(({ reason }) => reason)
}

test('explains skills that no vehicle has, alone or in combination', () => {
  expect(reasons([{ skills: [1] }], [{ skills: [2, 1] }])).toEqual([
    { code: 'skills', message: 'No vehicle has skill 2.' },
  ])
  expect(reasons([{ skills: [1] }, { skills: [2] }], [{ skills: [1, 2] }])).toEqual([
    { code: 'skills', message: 'No single vehicle has skills 1, 2 together.' },
  ])
})

test('names the closest vehicle for a job that is too large for all', () => {
  expect(reasons([{ capacity: [4] }, { capacity: [7] }], [{ delivery: [9] }])).toEqual([
    { code: 'capacity', message: 'The job is 9; vehicle 11, the closest to it, carries 7.', vehicle: 11 },
  ])
})

test('says by how much a window closes too early for every vehicle', () => {
  const [reason] = reasons(
    [{ time_window: [32_400, 61_200] }],
    [{ location_index: 2, time_windows: [[30_000, 33_000]] }],
  )
  expect(reason).toMatchObject({ code: 'time_window', vehicle: 10 })
  expect(reason!.message).toContain('arrives at 09:20; the last window closes at 09:10, 10 min earlier')
})

test('explains work that does not fit into a shift', () => {
  const [reason] = reasons([{ time_window: [32_400, 36_000] }], [{ service: 3000 }])
  expect(reason).toMatchObject({ code: 'shift', vehicle: 10 })
  expect(reason!.message).toContain('ends at 10:00')
})

test('explains limits on driving and on the number of jobs', () => {
  expect(reasons([{ max_travel_time: 3600 }], [{ location_index: 4 }])).toEqual([
    {
      code: 'max_travel_time',
      message: 'There and back takes vehicle 10 80 min of driving; its limit is 60 min.',
      vehicle: 10,
    },
  ])
  expect(reasons([{ max_distance: 12_000 }], [{ location_index: 2 }])).toEqual([
    { code: 'max_distance', message: 'There and back is 24 km for vehicle 10; its limit is 12 km.', vehicle: 10 },
  ])
  expect(reasons([{ max_tasks: 0 }], [{}])[0].code).toBe('max_tasks')
  expect(reasons([{ max_tasks: 1 }], [{}, {}])[0].message).toContain('max_tasks allows (1)')
})

test('explains limits on districts, on all vehicles and on most of them', () => {
  const north = { district: 'north', priority: 1 }
  const [left] = reasons([{ max_districts: 1 }], [north, { location_index: 2, district: 'south' }])
  const closed = 'it serves as many districts as max_districts allows (1).'
  expect(left).toEqual({
    code: 'max_districts',
    message: `Every vehicle that could take it is closed to it: ${closed}`,
  })
  const others = ['north', 'east', 'west'].map((district, i) => ({ location_index: i + 1, district, priority: 1 }))
  const vehicles = [{ max_districts: 1 }, { max_districts: 1 }, { max_tasks: 1 }]
  const [other] = reasons(vehicles, [...others, { location_index: 4, district: 'south' }])
  expect(other).toEqual({
    code: 'max_districts',
    message: `2 of the 3 vehicles that may take it are closed to it: ${closed}`,
  })
})

test('says how much room full routes have left', () => {
  const [reason] = reasons([{ capacity: [5] }], [{ delivery: [3], priority: 1 }, { delivery: [3] }])
  expect(reason).toEqual({
    code: 'capacity',
    message: 'The one vehicle that may take it is full; the job is 3, the most room left is 2 on vehicle 10.',
    vehicle: 10,
  })
})

test('explains two jobs at the same moment in different places', () => {
  const jobs = [
    { location_index: 1, time_windows: [[3600, 3600]] as [number, number][] },
    { location_index: 4, time_windows: [[3600, 3600]] as [number, number][] },
  ]
  expect(reasons([{}], jobs)).toMatchObject([{ code: 'time_window' }])
})

test('explains a shift that is used up', () => {
  const [reason] = reasons([{ time_window: [0, 7200] }], [{ service: 4000, priority: 1 }, { service: 4000 }])
  expect(reason!.code).toBe('shift')
  expect(reason!.message).toContain('67 min of work')
})

test('does not call an optional job too expensive when there is no room for it', () => {
  const jobs = [{ delivery: [2] }, { delivery: [2], prize: 5000 }]
  expect(reasons([{ capacity: [3] }], jobs)).toMatchObject([{ code: 'capacity' }])
  expect(reasons([{ capacity: [4] }], [jobs[0], { delivery: [2], prize: 5, location_index: 3 }])).toMatchObject([
    { code: 'not_worth' },
  ])
})
