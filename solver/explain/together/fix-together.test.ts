import { expect, test } from 'vitest'
import { fixTogether, solve, type CommonChange, type VroomInput } from '../../index.ts'
import { candidatesOf, changed } from './change.ts'

/** Jobs in a row, a minute apart; each takes five minutes and weighs 10. */
function row(jobs: number, vehicle: Partial<VroomInput['vehicles'][number]>): VroomInput {
  return {
    jobs: Array.from({ length: jobs }, (_, i) => ({ id: i + 1, location_index: i + 1, service: 300, delivery: [10] })),
    vehicles: [{ id: 7, start_index: 0, end_index: 0, capacity: [1000], time_window: [0, 36_000], ...vehicle }],
    matrices: {
      car: {
        durations: Array.from({ length: jobs + 1 }, (_, a) =>
          Array.from({ length: jobs + 1 }, (_, b) => 60 * Math.abs(a - b)),
        ),
      },
    },
  }
}

const oneMore: CommonChange = { constraint: 'vehicles', step: 1, most: 10 }
const later: CommonChange = { constraint: 'shift_end', step: 900, most: 7200 }
const larger: CommonChange = { constraint: 'capacity', quantity: 0, step: 10, most: 200 }

function fix(problem: VroomInput, changes: CommonChange[], isOver = () => false) {
  const plan = solve(problem, { iterationLimit: 500 })
  const jobs = plan.unassigned.map(({ id }) => id)
  return { jobs, found: fixTogether(problem, plan, jobs, changes, isOver) }
}

test('for jobs that exceed the load together, the fix has room for all of them, not for one', () => {
  const { jobs, found } = fix(row(12, { capacity: [60] }), [larger])
  expect(jobs).toHaveLength(6)
  expect(found).toEqual({ constraint: 'capacity', quantity: 0, amount: 60, vehicles: [7], fits: 6 })
})

test('a little time is asked for before another vehicle, but not where it has room for only a few', () => {
  const short = row(10, { time_window: [0, 3600] })
  expect(fix(short, [oneMore, later]).found).toMatchObject({ constraint: 'shift_end', vehicles: [7], fits: 2 })
  const far = row(24, { time_window: [0, 3600] })
  const { jobs, found } = fix(far, [oneMore, { ...later, most: 1800 }])
  expect(found).toMatchObject({ constraint: 'vehicles', vehicles: [7], fits: jobs.length })
  expect(found!.amount).toBeGreaterThan(1)
})

test('with the fix, the problem really has room for as many', () => {
  for (const change of [oneMore, later, larger]) {
    const problem = row(14, { capacity: [90], time_window: [0, 4000] })
    const { jobs, found } = fix(problem, [change])
    if (!found) continue
    const [candidate] = candidatesOf(change, problem)
    const after = solve(changed(problem, new Set(jobs), candidate!, found.amount), { iterationLimit: 2000 })
    expect(jobs.length - after.summary.unassigned, change.constraint).toBeGreaterThanOrEqual(found.fits)
  }
})

test('skills go to the vehicle that can serve the most with them', () => {
  const problem = row(6, { capacity: [20] })
  for (const job of problem.jobs) job.skills = [1]
  problem.vehicles.push({ ...problem.vehicles[0]!, id: 8, capacity: [50] })
  expect(fix(problem, [{ constraint: 'skills', step: 1, most: 1 }]).found).toMatchObject({ vehicles: [8], fits: 5 })
})

test('one district more makes room for a group', () => {
  const problem = row(6, { max_districts: 1 })
  for (const job of problem.jobs) job.district = job.id < 4 ? 'north' : 'south'
  problem.vehicles.push({ ...problem.vehicles[0]!, id: 8, max_tasks: 0 })
  const { found } = fix(problem, [{ constraint: 'max_districts', step: 1, most: 3 }])
  expect(found).toEqual({ constraint: 'max_districts', amount: 1, vehicles: [7], fits: 3 })
})

test('wider windows count for the group alone', () => {
  const problem = row(6, {})
  for (const job of problem.jobs) job.time_windows = [[0, 400]]
  const { jobs, found } = fix(problem, [{ constraint: 'time_window', step: 300, most: 3600 }])
  expect(found).toMatchObject({ constraint: 'time_window', fits: jobs.length })
  expect(found!.amount).toBeGreaterThan(0)
})

test('where no change helps, or there is no time to try, there is no fix', () => {
  const problem = row(12, { capacity: [60], max_tasks: 6 })
  expect(fix(problem, [larger, later]).found).toBeUndefined()
  expect(fix(row(12, { capacity: [60] }), [larger], () => true).found).toBeUndefined()
})
