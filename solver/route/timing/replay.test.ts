import { expect, test } from 'vitest'
import { buildProblem } from '../../model/build-problem.ts'
import { makeJudge } from '../judge.ts'
import { mixTimes } from '../../testing/random-mix.ts'
import { breakSome } from '../../testing/random-rules.ts'
import { randomProblem, randomTimes } from '../../testing/random-problem.ts'
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

const kinds: [string, (seed: number) => VroomInput][] = [
  ['breaks with windows', (seed) => breakSome(randomProblem(seed, 30, 4))],
  ['lateness, overtime and breaks', earlyIsBest],
  ['everything about time', (seed) => randomTimes(seed, 14, 4, false)],
  ['speeds by the hour', (seed) => randomTimes(seed, 14, 4, true)],
  ['everything about time and rules on the plan', (seed) => mixTimes(seed, 14, 4, false)],
]

test.each(kinds)('with %s, a position costs what judging the whole route says', (_, make) => {
  let [allowed, refused] = [0, 0]
  for (let seed = 0; seed < 12; seed++) {
    const problem = buildProblem(make(seed))
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
        const { isJudged, reload } = problem.types[problem.typeOf[v]]
        if (!isJudged || reload) continue
        for (let after = solution.startNode(v); after !== solution.endNode(v); after = solution.next[after]) {
          if (!state.fitsInTime(job, after, solution.next[after], v)) continue
          const added = { job, after }
          const whole = judge(v, state.jobsWith(v, added)) - judge(v, solution.jobsOf(v))
          const extra = whole === Infinity ? Infinity : state.extraWith(v, added)
          if (problem.offMiddleCost === 0) expect(extra).toBe(whole)
          const limit = 1 + random.below(5) * 1000
          const limited = state.extraWith(v, added, limit)
          if (extra < limit) expect(limited).toBe(extra)
          else expect(limited).toBeGreaterThanOrEqual(limit)
          if (extra < Infinity) allowed++
          else refused++
        }
      }
    }
  }
  expect(allowed).toBeGreaterThan(50)
  expect(refused).toBeGreaterThan(0)
})
