import { expect, test } from 'vitest'
import { check, solve } from '#solver/index.ts'
import { valueOf } from './instance.ts'
import { readMixedFleet, readPrizes, readSeveralDepots, readSeveralTrips } from './vrplib.ts'

const head = 'NAME : small\nEDGE_WEIGHT_TYPE : EUC_2D\n'
const places = 'NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 10\n'
const demands = 'DEMAND_SECTION\n1 0\n2 5\n3 7\n'
const depot = 'DEPOT_SECTION\n1\n-1\nEOF\n'

test('a mixed fleet keeps the fixed cost and the cost per distance of each vehicle, to the thousandth', () => {
  const instance = readMixedFleet(
    `${head}${places}${demands}CAPACITY_SECTION\n1 6\n2 12\nVEHICLES_FIXED_COST_SECTION\n1 1000\n2 250\nVEHICLES_UNIT_DISTANCE_COST_SECTION\n1 58\n2 147\n${depot}`,
  )
  const plan = solve(instance.problem, { iterationLimit: 200 })
  expect(check(instance.problem, plan).errors).toEqual([])
  // Only the second vehicle can take 7; the tour of 5, 6.708 and 10 costs it 1.47 per unit and 2.50 to use.
  expect(plan.routes.map(({ vehicle }) => vehicle)).toEqual([2])
  expect(valueOf(instance, plan)).toBeCloseTo(2.5 + 1.47 * 21.708, 3)
})

test('prizes count in tenths, and missed ones are part of the value', () => {
  const windows = 'TIME_WINDOW_SECTION\n1 0 100\n2 0 100\n3 0 100\n'
  const instance = readPrizes(
    `${head}VEHICLES : 1\nCAPACITY : 12\nSERVICE_TIME : 2\n${places}${demands}${windows}PRIZE_SECTION\n1 0\n2 30.07\n3 1\n${depot}`,
  )
  const plan = solve(instance.problem, { iterationLimit: 200 })
  expect(check(instance.problem, plan).errors).toEqual([])
  expect(plan.unassigned.map(({ id }) => id)).toEqual([3])
  expect(instance.problem.jobs[0]).toMatchObject({ service: 20, time_windows: [[0, 1000]], prize: 300 })
  expect(valueOf(instance, plan)).toBe(50 + 50 + 10)
})

test('several depots come first among the places; distances are rounded to thousandths', () => {
  const { problem } = readSeveralDepots(
    `${head}CAPACITY: 9\nVEHICLES_MAX_DURATION: 45\n${places}DEMAND_SECTION\n1 0\n2 0\n3 7\nSERVICE_TIME_SECTION\n1 0\n2 0\n3 4\nTIME_WINDOW_SECTION\n1 0 90\n2 0 80\n3 5 60\nVEHICLES_DEPOT_SECTION\n1 1\n2 2\nDEPOT_SECTION\n1\n2\nEOF\n`,
  )
  expect(problem.jobs).toEqual([
    { id: 3, location_index: 2, delivery: [7], service: 4000, time_windows: [[5000, 60_000]] },
  ])
  expect(problem.vehicles[1]).toEqual({
    id: 2,
    start_index: 1,
    end_index: 1,
    capacity: [9],
    time_window: [0, 80_000],
    max_shift: 45_000,
  })
  // From (3, 4) to (0, 10): 6.7082.
  expect(problem.matrices!['car'].durations![1][2]).toBe(6708)
})

test('several trips have releases in tenths, and vehicles reload at the depot', () => {
  const instance = readSeveralTrips(
    `${head}CAPACITY : 8\nSERVICE_TIME : 2\n${places}${demands}TIME_WINDOW_SECTION\n1 0 200\n2 0 20\n3 0 100\nRELEASE_TIME_SECTION\n1 0\n2 0\n3 40\nVEHICLES_RELOAD_DEPOT_SECTION\n1 1\n${depot}`,
  )
  const plan = solve(instance.problem, { iterationLimit: 200 })
  expect(check(instance.problem, plan).errors).toEqual([])
  expect(plan.routes[0].steps.map(({ type }) => type)).toEqual(['start', 'job', 'reload', 'job', 'end'])
  expect(plan.routes[0].steps[2]).toMatchObject({ arrival: 270, waiting_time: 130 })
  expect(valueOf(instance, plan)).toBe(50 + 50 + 100 + 100)
})
