import { expect, test } from 'vitest'
import { assemble } from '../assemble.ts'
import { buildProblem } from '../../model/build-problem.ts'
import { construct } from '../construct.ts'
import { findNeighbors } from '../../model/neighbors.ts'
import { insertionsCost } from './give-up.ts'
import { Random } from '../../math/random.ts'
import type { VroomInput } from '../../json/vroom.ts'

const isKnown = (input: VroomInput) => {
  const problem = buildProblem(input)
  return insertionsCost(problem, findNeighbors(problem, 10))
}

/** How many jobs are out after a plan without them cost `most` already. */
function leftOut(input: VroomInput, most: number): number {
  const parts = assemble(buildProblem(input), new Random(1), () => false)
  construct(parts, [], () => false)
  expect(parts.solution.absent.length).toBe(0)
  parts.journal.begin()
  parts.ruin()
  const removed = parts.solution.absent.length
  expect(removed).toBeGreaterThan(0)
  parts.recreate(undefined, undefined, most)
  return parts.solution.absent.length / removed
}

/** Thirty jobs and a depot, with this matrix. */
function withMatrix(between: (a: number, b: number) => number): VroomInput {
  const durations = Array.from({ length: 31 }, (_, a) => Array.from({ length: 31 }, (_, b) => between(a, b)))
  return {
    jobs: Array.from({ length: 30 }, (_, i) => ({ id: i + 1, location_index: i + 1, delivery: [1] })),
    vehicles: Array.from({ length: 5 }, (_, v) => ({ id: v + 1, start_index: 0, end_index: 0, capacity: [8] })),
    matrices: { car: { durations } },
  }
}

const onGrid = withMatrix(
  (a, b) => 10 * (Math.abs((a % 6) - (b % 6)) + Math.abs(Math.floor(a / 6) - Math.floor(b / 6))),
)
const withShortcuts = withMatrix((a, b) => (a === b ? 0 : (a + b) % 5 === 0 ? 1 : 99))

test('a plan is given up once it costs too much, although jobs are still out', () => {
  expect(leftOut(onGrid, 0)).toBe(1)
  expect(leftOut(onGrid, Infinity)).toBe(0)
})

test('plans that insertions may make cheaper are not given up', () => {
  expect(isKnown(onGrid)).toBe(true)
  expect(isKnown({ ...onGrid, jobs: onGrid.jobs.map((job) => ({ ...job, prize: 1e6 })) })).toBe(false)
  const breaks = [{ id: 1, time_windows: [[0, 100]] as [number, number][], service: 10 }]
  expect(isKnown({ ...onGrid, vehicles: onGrid.vehicles.map((vehicle) => ({ ...vehicle, breaks })) })).toBe(false)
  expect(isKnown(withShortcuts)).toBe(false)
  expect(leftOut(withShortcuts, 0)).toBe(0)
})
