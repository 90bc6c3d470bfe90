import { expect, test } from 'vitest'
import { solve, type VroomInput } from '#solver/index.ts'
import type { PlanChoices } from '#domain/schema/revision.ts'
import { withChoices } from '#domain/problem/choices.ts'
import { tokenCostPerHour, usualCostPerHour } from '#domain/problem/costs.ts'

/** Four stops on either side of the depot, which one vehicle can do as well as three. */
const problem: VroomInput = {
  speed_kmh: 30,
  vehicles: [1, 2, 3].map((id) => ({ id, start: [106.8, -6.2], end: [106.8, -6.2], time_window: [0, 36_000] })),
  jobs: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({
    id,
    location: [106.8 + (id % 2 ? 0.03 : -0.03) + id / 1000, -6.2],
    service: 1800,
  })),
}
const routesWith = (choices: PlanChoices) =>
  solve(withChoices(problem, choices), { iterationLimit: 2000, seed: 1 }).routes.map(({ steps }) => ({
    stops: steps.filter(({ type }) => type === 'job').length,
    ends: steps.at(-1)!.arrival,
  }))

test('choices decide how many vehicles drive, and how alike their routes are', () => {
  const dear: VroomInput = { ...problem, vehicles: problem.vehicles.map((each) => ({ ...each, max_tasks: 5 })) }
  expect(solve(withChoices(dear, { fewest_vehicles: true }), { iterationLimit: 2000, seed: 1 }).routes).toHaveLength(2)
  expect(routesWith({ fewest_vehicles: true })).toHaveLength(1)
  expect(routesWith({})).toHaveLength(1)
  expect(Math.max(...routesWith({ balance: 'tasks' }).map(({ stops }) => stops))).toBeLessThan(5)
  const last = (choices: PlanChoices) => Math.max(...routesWith(choices).map(({ ends }) => ends))
  expect(routesWith({ finish_early: true })).toHaveLength(3)
  expect(last({ finish_early: true })).toBeLessThan(last({}))
})

test('another vehicle weighs as much where drivers are paid by the kilometer, by stop or by parcel', () => {
  const fixedWith = (costs: NonNullable<VroomInput['vehicles'][0]['costs']>) =>
    withChoices({ ...problem, vehicles: [{ ...problem.vehicles[0]!, costs }] }, { fewest_vehicles: true }).vehicles[0]!
      .costs!.fixed
  expect(fixedWith({ per_hour: 2000 })).toBe(24 * 2000)
  expect(fixedWith({ per_hour: 0, per_km: 30 })).toBe(24 * 40 * 30)
  expect(fixedWith({ per_hour: tokenCostPerHour, per_stop: 180 })).toBe(24 * usualCostPerHour)
})

test('a stronger balance of the workspace stays', () => {
  const strong = { ...problem, balance: { of: 'time' as const, strength: 9000 } }
  expect(withChoices(strong, { balance: 'time' }).balance).toEqual(strong.balance)
  expect(withChoices(strong, { balance: 'tasks' }).balance?.of).toBe('tasks')
})
