import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { check, solve } from '#solver/index.ts'
import { readSolomon } from './readers.ts'
import { readCvrp } from './vrplib.ts'

const instance = (name: string) => readFileSync(path.join(import.meta.dirname, 'instances', name), 'utf8')

test.each([
  ['cvrp-x/X-n110-k13.vrp', readCvrp, 14_971, 3],
  ['vrptw-solomon/R102.txt', readSolomon, 1466.6, 1.5],
  ['vrptw-solomon/RC201.txt', readSolomon, 1261.8, 2.5],
])('%s comes close to the best known plan', (name, read, best, gapPercent) => {
  const { problem, scale } = read(instance(name))
  const plan = solve(problem, { iterationLimit: 20_000, seed: 1 })
  expect(check(problem, plan).errors).toEqual([])
  expect(plan.unassigned).toEqual([])
  const cost = plan.summary.cost / scale
  expect(cost).toBeLessThan(best * (1 + gapPercent / 100))
  // A negative gap means that the reader or the cost is wrong.
  expect(cost).toBeGreaterThanOrEqual(best)
})

test('the readers follow the conventions of the sets', () => {
  const { problem } = readCvrp(instance('cvrp-x/X-n110-k13.vrp'))
  expect(problem.jobs).toHaveLength(109)
  expect(problem.vehicles[0].capacity).toEqual([66])
  // From (500, 500) to (740, 442): 246.9, rounded.
  expect(problem.matrices!['car'].durations![0][1]).toBe(247)

  const windows = readSolomon(instance('vrptw-solomon/R102.txt')).problem
  expect(windows.jobs).toHaveLength(100)
  expect(windows.vehicles[0]).toMatchObject({ capacity: [200], time_window: [0, 2300] })
  expect(windows.jobs[1]).toEqual({ id: 2, location_index: 2, delivery: [7], service: 100, time_windows: [[0, 2020]] })
  // From (35, 35) to (41, 49): 15.23, truncated to tenths.
  expect(windows.matrices!['car'].durations![0][1]).toBe(152)
})
