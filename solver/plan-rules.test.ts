import { expect, test } from 'vitest'
import { check, solve, type VroomInput, type VroomOutput } from './index.ts'
import { exhaustive } from './testing/exhaustive.ts'
import { randomProblem, randomShipments } from './testing/random-problem.ts'
import { balanceSome, groupSome, lockSome, rememberSome } from './testing/random-rules.ts'

/** What is left out, and what the plan costs with it. */
function outcome(problem: VroomInput, plan: VroomOutput, cost: number) {
  const out = new Set(plan.unassigned.map(({ type, id }) => `${type} ${id}`))
  const errands = [
    ...problem.jobs.map((job) => ({ ...job, name: `job ${job.id}` })),
    ...(problem.shipments ?? []).map((shipment) => ({ ...shipment, name: `pickup ${shipment.pickup.id}` })),
  ]
  const left = errands.filter(({ name, prize }) => out.has(name) && prize === undefined)
  return {
    missedPriority: left.reduce((sum, { priority = 0 }) => sum + priority, 0),
    missed: left.length,
    cost: Math.round(cost + (plan.summary.missed_prizes ?? 0)),
  }
}

const kinds: [string, (problem: VroomInput, seed: number) => VroomInput][] = [
  ['locks', lockSome],
  ['groups', groupSome],
  ['a previous plan', rememberSome],
  ['balance', balanceSome],
  ['all of them', (problem, seed) => balanceSome(rememberSome(groupSome(lockSome(problem, seed), seed), seed), seed)],
]

test.each(kinds)('small problems with %s are solved to the optimum found by trying everything', (_, change) => {
  for (let seed = 0; seed < 40; seed++) {
    const problem = change(seed % 2 === 0 ? randomProblem(seed, 6, 2) : randomShipments(seed, 6, 2), seed)
    const plan = solve(problem, { iterationLimit: 5000 })
    const { errors, cost } = check(problem, plan)
    expect(errors, `seed ${seed}`).toEqual([])
    const best = exhaustive(problem)
    expect({ seed, ...outcome(problem, plan, cost) }).toEqual({ seed, ...best, cost: Math.round(best.cost) })
  }
})

test.each(kinds)('plans with %s are sound, repeatable, and can be continued', (_, change) => {
  for (let seed = 0; seed < 15; seed++) {
    const problem = change(randomShipments(seed, 40, 8), seed)
    const plan = solve(problem, { iterationLimit: 400, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    expect(solve(problem, { iterationLimit: 400, seed })).toEqual(plan)
  }
})

test('locks and breaks go together: what leaves no room for a break says so', () => {
  let missing = 0
  for (let seed = 0; seed < 40; seed++) {
    const problem = lockSome(randomShipments(seed, 30, 6), seed)
    problem.vehicles.forEach((vehicle, v) => {
      const from = 100 + 40 * v
      vehicle.breaks = [{ id: 1, service: 20, time_windows: [[from, from + 100]] }]
      if (v % 2 === 0) vehicle.breaks.push({ id: 2, service: 10, max_load: [2, 2] })
    })
    const plan = solve(problem, { iterationLimit: 200, seed })
    expect(check(problem, plan).errors, `seed ${seed}`).toEqual([])
    if (plan.summary.violations.some(({ cause }) => cause === 'missing_break')) missing++
  }
  expect(missing).toBeGreaterThan(0)
})
