import { expect, test } from 'vitest'
import { check, solve } from '#solver/index.ts'
import { valueOf } from './instance.ts'
import { readMixedFleet, readPrizes } from './vrplib.ts'

const head = 'NAME : small\nEDGE_WEIGHT_TYPE : EUC_2D\n'
const places = 'NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 10\n'
const demands = 'DEMAND_SECTION\n1 0\n2 5\n3 7\n'
const depot = 'DEPOT_SECTION\n1\n-1\nEOF\n'

test('a mixed fleet keeps what each vehicle costs to use and per unit of distance, to the thousandth', () => {
  const instance = readMixedFleet(
    `${head}${places}${demands}CAPACITY_SECTION\n1 6\n2 12\nVEHICLES_FIXED_COST_SECTION\n1 1000\n2 250\nVEHICLES_UNIT_DISTANCE_COST_SECTION\n1 58\n2 147\n${depot}`,
  )
  const plan = solve(instance.problem, { iterationLimit: 200 })
  expect(check(instance.problem, plan).errors).toEqual([])
  // Only the second vehicle can take 7; the round of 5, 6.708 and 10 costs it 1.47 a unit and 2.50 to use.
  expect(plan.routes.map(({ vehicle }) => vehicle)).toEqual([2])
  expect(valueOf(instance, plan)).toBeCloseTo(2.5 + 1.47 * 21.708, 3)
})

test('prizes count in tenths, and those that are missed are part of the value', () => {
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
