import { expect, test } from 'vitest'
import type { VroomInput } from '#solver/json/vroom.ts'
import { scaleCosts } from './scale-costs.ts'

const problem = (perHour: number): VroomInput => ({
  jobs: [
    {
      id: 1,
      location: [0, 0],
      prize: 40_000_000,
      soft_time_window: { window: [0, 1], cost_per_hour_late: 2_000_000, cost_per_hour_early: 4 },
    },
  ],
  vehicles: [
    { id: 1, start: [0, 0], costs: { fixed: 50_000_000, per_hour: perHour, per_km: 350_000, per_waiting_hour: 0 } },
    { id: 2, start: [0, 0], overtime: [{ from: 9, cost_per_hour: 70_000 }] },
  ],
  balance: { of: 'time', strength: 500 },
  compactness: { cost_per_hour: 700 },
})

test('prices in small units of money are divided alike, and what has a price keeps one', () => {
  const large = problem(5_000_000)
  expect(scaleCosts(large)).toBe(10)
  expect(large.vehicles[0]!.costs).toEqual({ fixed: 5_000_000, per_hour: 500_000, per_km: 35_000, per_waiting_hour: 0 })
  expect(large.jobs![0]).toMatchObject({
    prize: 4_000_000,
    soft_time_window: { cost_per_hour_late: 200_000, cost_per_hour_early: 1 },
  })
  expect(large.vehicles[1]!.overtime).toEqual([{ from: 9, cost_per_hour: 7000 }])
  expect(large.compactness).toEqual({ cost_per_hour: 70 })
  expect(large.balance).toEqual({ of: 'time', strength: 50 })
})

test('prices of pieces are divided until those of the largest delivery fit', () => {
  const { jobs, vehicles } = problem(3600)
  const { soft_time_window: _, ...job } = jobs![0]!
  const costs = { fixed: 50_000_000, per_stop: 70_000, per_unit: [0, 250_000] }
  const large: VroomInput = {
    jobs: [{ ...job, delivery: [0, 100_000] }],
    vehicles: [
      { ...vehicles[0]!, costs },
      { id: 2, start: [0, 0] },
    ],
  }
  expect(scaleCosts(large)).toBe(100)
  expect(large.vehicles[0]!.costs).toEqual({ fixed: 500_000, per_stop: 700, per_unit: [0, 2500] })
})

test('prices that fit stay as they are', () => {
  const { jobs, ...usual } = problem(3600)
  const small: VroomInput = { ...usual, jobs: jobs!.map(({ soft_time_window: _, ...job }) => job) }
  const before = structuredClone(small)
  expect(scaleCosts(small)).toBe(1)
  expect(small).toEqual(before)
})
