import { expect, test } from 'vitest'
import { compareRanks, rank } from './rank.ts'
import { solve } from '../solve.ts'
import type { VroomInput } from './vroom.ts'

const place = (x: number): [number, number] => [x / 100, 0]
const depot = { start: place(0), end: place(0) }

/** Room for one job only, so that something is always left out. */
const oneOf = (jobs: VroomInput['jobs'], shipments?: VroomInput['shipments']): VroomInput => ({
  vehicles: [{ id: 1, ...depot, max_tasks: 1 }],
  jobs,
  ...(shipments && { shipments }),
})

test('unassigned jobs count by priority, then by number, then by cost', () => {
  const problem = oneOf([
    { id: 1, location: place(1), priority: 7 },
    { id: 2, location: place(2), priority: 3 },
    { id: 3, location: place(3) },
  ])
  const plan = solve(problem, { iterationLimit: 100 })
  expect(rank(problem, plan)).toEqual([3, 2, plan.summary.cost])
  const ranks = [
    [3, 2, 50],
    [0, 9, 9],
    [3, 1, 99],
    [3, 2, 40],
  ]
  expect(ranks.toSorted(compareRanks)).toEqual([
    [0, 9, 9],
    [3, 1, 99],
    [3, 2, 40],
    [3, 2, 50],
  ])
  expect(compareRanks([1, 2, 3], [1, 2, 3])).toBe(0)
})

test('an unassigned shipment counts once, even without jobs', () => {
  const shipment = {
    pickup: { id: 8, location: place(1) },
    delivery: { id: 9, location: place(2) },
    priority: 5,
  }
  const { jobs: _, ...problem } = oneOf([], [shipment])
  const plan = solve(problem as VroomInput, { iterationLimit: 100 })
  expect(plan.unassigned).toHaveLength(2)
  expect(rank(problem as VroomInput, plan)).toEqual([5, 1, 0])
})

test('a missed prize is a cost, not an unassigned job', () => {
  const problem = oneOf([{ id: 1, location: place(50), prize: 4 }])
  const plan = solve(problem, { iterationLimit: 100 })
  expect(plan.unassigned).toHaveLength(1)
  expect(rank(problem, plan)).toEqual([0, 0, 4])
})
