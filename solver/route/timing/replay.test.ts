import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { makeJudge } from '../judge.ts'
import { mixTimes } from '../../testing/random-mix.ts'
import { breakSome } from '../../testing/random-rules.ts'
import { randomProblem, randomTimes } from '../../testing/random-problem.ts'
import { Random } from '../../math/random.ts'
import { searchParts } from '../../testing/search-parts.ts'
import type { VroomInput } from '../../json/vroom.ts'

/** What makes an early departure the best one: lateness and overtime, and breaks of both kinds. */
function earlyIsBest(seed: number): VroomInput {
  const problem = randomTimes(seed, 14, 4, false)
  if (seed % 2 === 0) delete problem.same_address_service
  for (const job of problem.jobs) delete job.soft_time_window?.cost_per_hour_early
  for (const vehicle of problem.vehicles) {
    delete vehicle.costs?.per_waiting_hour
    if (seed % 3 > 0) delete vehicle.max_shift
    if (seed % 4 > 0) vehicle.overtime = [{ from: 40, cost_per_hour: 900 }, { from: 70, cost_per_hour: 3600 }] // prettier-ignore
  }
  return problem
}

/** What makes a later departure worth it: prices for being early and for waiting. */
function laterIsBetter(seed: number): VroomInput {
  const problem = randomTimes(seed, 14, 4, false)
  delete problem.same_address_service
  for (const { time_windows } of stepsOf(problem)) time_windows?.splice(1)
  for (const vehicle of problem.vehicles) {
    delete vehicle.breaks
    delete vehicle.max_shift
    vehicle.time_window ??= [0, 120]
    if (seed % 3 > 0) vehicle.overtime = [{ from: 40, cost_per_hour: 900 }, { from: 70, cost_per_hour: 3600 }] // prettier-ignore
  }
  return problem
}

/** The same with speeds by the hour, and two minutes for each second, so that rounding matters less. */
function byTheHour(seed: number): VroomInput {
  const problem = laterIsBetter(seed)
  const random = new Random(seed)
  for (const step of stepsOf(problem)) {
    if (step.service) step.service *= 120
    if (step.setup) step.setup *= 120
    step.time_windows = step.time_windows?.map(([from, to]) => [120 * from, 120 * to])
    const soft = step.soft_time_window
    if (soft) soft.window = [120 * soft.window[0], 120 * soft.window[1]]
  }
  for (const vehicle of problem.vehicles) {
    delete vehicle.max_travel_time
    vehicle.time_window = [120 * vehicle.time_window![0], 120 * vehicle.time_window![1]]
    for (const step of vehicle.overtime ?? []) step.from *= 120
  }
  const { durations, distances } = problem.matrices!.car
  const car = { durations: durations!.map((row) => row.map((seconds) => 127 * seconds)), distances: distances! }
  const steps = [0, 1800, 4800, 6600, 9600].map((from) => ({ from, factor: [0.5, 0.75, 1, 1.25, 2][random.below(5)] }))
  return { ...problem, matrices: { car }, traffic: { car: steps } }
}

function stepsOf({ jobs, shipments = [] }: VroomInput) {
  return [...jobs, ...shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])]
}

const kinds: [string, (seed: number) => VroomInput][] = [
  ['breaks with windows', (seed) => breakSome(randomProblem(seed, 30, 4))],
  ['lateness, overtime and breaks', earlyIsBest],
  ['everything about time', (seed) => randomTimes(seed, 14, 4, false)],
  ['prices for being early and for waiting', laterIsBetter],
  ['speeds by the hour', byTheHour],
  ['everything about time and rules on the plan', (seed) => mixTimes(seed, 14, 4, false)],
]

/** By how many seconds the timing of a route with speeds by the hour may be off. */
const secondsOff = 5

test.each(kinds)('with %s, a position costs what judging the whole route says', (_, make) => {
  let allowed = 0
  for (let seed = 0; seed < 12; seed++) {
    const problem = buildProblem(make(seed))
    const isByTheHour = problem.types.some(({ traffic }) => traffic)
    const softCost = Math.max(...problem.earlyCost, ...problem.lateCost)
    const judge = makeJudge(problem)
    const { solution, state, journal, random, ruin, recreate } = searchParts(problem, seed)
    for (let i = 0; i < 10; i++) {
      journal.begin()
      ruin()
      if (i % 2 === 0) recreate()
      if (i % 3 === 0) journal.rollback()
      const job = random.below(problem.jobCount)
      if (solution.routeOf[job] >= 0 || problem.pair[job] >= 0) continue
      for (let v = 0; v < problem.vehicleCount; v++) {
        const { isJudged, reload, drivingCost, waitingCost } = problem.types[problem.typeOf[v]]
        if (!isJudged || reload) continue
        for (let after = solution.startNode(v); after !== solution.endNode(v); after = solution.next[after]) {
          if (!state.fitsInTime(job, after, solution.next[after], v)) continue
          const added = { job, after }
          const whole = judge(v, state.jobsWith(v, added)) - judge(v, solution.jobsOf(v))
          const extra = state.extraWith(v, added)
          if (whole === Infinity) {
            expect(extra).toBe(Infinity)
            continue
          }
          allowed++
          if (isByTheHour)
            expect(Math.abs(extra - whole)).toBeLessThanOrEqual(2 * secondsOff * (drivingCost + waitingCost + softCost))
          else if (problem.offMiddleCost === 0) expect(extra).toBe(whole)
          const limit = 1 + random.below(5) * 1000
          const limited = state.extraWith(v, added, limit)
          if (extra < limit) expect(limited).toBe(extra)
          else expect(limited).toBeGreaterThanOrEqual(limit)
        }
      }
    }
  }
  expect(allowed).toBeGreaterThan(50)
})
