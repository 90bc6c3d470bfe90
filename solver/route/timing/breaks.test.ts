import { expect, test } from 'vitest'
import { check, solve, type VroomBreak, type VroomInput } from '../../index.ts'
import { line } from '../../testing/line.ts'
import { randomShipments } from '../../testing/random-problem.ts'
import { breakSome } from '../../testing/random-rules.ts'

const quick = { iterationLimit: 2000 }

test('breaks are taken in order, within their windows and max_load, where they cost least', () => {
  const rest = (id: number, from: number, to: number, more = {}) => {
    return { id, time_windows: [[from, to]] as [number, number][], service: 10, ...more }
  }
  const route = (breaks: VroomBreak[], vehicle = {}) => {
    const problem: VroomInput = {
      vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [2], breaks, ...vehicle }],
      jobs: [
        { id: 1, location_index: 5, delivery: [1], time_windows: [[0, 6]] },
        { id: 2, location_index: 8, delivery: [1], time_windows: [[30, 40]] },
      ],
      matrices: line(9),
    }
    const plan = solve(problem, quick)
    expect(check(problem, plan).errors).toEqual([])
    return plan.routes[0]?.steps.map(({ type, id, arrival }) => `${type} ${id ?? ''} ${arrival}`)
  }
  const there = ['start  0', 'job 1 5', 'break 1 5', 'job 2 18', 'end  38']
  expect(route([rest(1, 0, 100)])!.filter((step) => step.startsWith('break'))).toHaveLength(1)
  expect(route([rest(1, 5, 10)])).toEqual(there)
  expect(route([rest(1, 0, 100, { max_load: [0] })])).toContain('break 1 30')
  expect(route([rest(1, 50, 60), rest(2, 41, 45)])!.filter((step) => step.startsWith('break'))).toHaveLength(2)
  expect(route([rest(1, 50, 60)], { time_window: [0, 40] })).toBeUndefined()
})

test('random problems with breaks and shipments have feasible plans', () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = breakSome(randomShipments(seed, 30, 6))
    const plan = solve(problem, { iterationLimit: 200, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(plan.routes.length).toBeGreaterThan(0)
  }
})
