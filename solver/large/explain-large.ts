import { apart, type Place, split } from './places.ts'
import { explainAlone, explainUnassigned } from '../explain/explain.ts'
import { Fleet } from './fleet.ts'
import type { LargePlan } from './large-plan.ts'
import { partInput } from './part-input.ts'
import { placeRoutes } from '../route/place-routes.ts'
import type { Problem } from '../model/problem.ts'
import type { Random } from '../math/random.ts'
import { readProblem } from '../route/read-problem.ts'
import { RouteState } from '../route/route-state.ts'
import { Snapshot } from '../route/snapshot.ts'
import { Solution } from '../route/solution.ts'
import type { UnassignedFix, UnassignedReason } from '../json/vroom.ts'

/** How many near jobs are explained at a time. */
const jobsAtOnce = 200
/** The same where only the fleet matters. */
const jobsAlone = 1000
/** How many near routes they are compared with, and how many free vehicles of each kind. */
const nearRoutes = 30
const nearFree = 2

const notLookedAt: UnassignedReason = {
  code: 'stopped_early',
  message: 'The search was stopped before it was known why.',
}

type Explained = { reason: UnassignedReason; fix?: UnassignedFix }

/** Absent jobs that belong together, and what is left out with others like it. */
type Left = { jobs: number[]; place: Place; weight: number }

/**
 * Explains why jobs have no route: first what no vehicle of the whole fleet could ever satisfy, then what fills the routes near
 * them of those vehicles that could. Once late, the rest is not looked at. Each problem with the whole fleet is shown to `inspect`.
 */
export function explainLarge(
  plan: LargePlan,
  absent: readonly number[],
  { random, isLate, inspect }: { random: Random; isLate: () => boolean; inspect: (fleet: Problem) => void },
): ReadonlyMap<number, Explained> {
  const { input, routes, ties, jobList } = plan
  const vehicles = [...input.vehicles.keys()]
  const used = vehicles.filter((v) => routes[v].length > 0)
  const middles = new Map(used.map((v) => [v, plan.middle(routes[v])]))
  const reasons = new Map<number, Explained>()
  /** What nothing rules out, by the vehicles that could serve it alone. */
  const rest = new Map<string, { able: (vehicle: number) => boolean; left: Left[] }>()

  const left = [...Map.groupBy(absent, (job) => ties.ofJob[job]).values()].map((jobs) => ({
    jobs,
    place: plan.middle(jobs),
    weight: jobs.length,
  }))
  for (const [i, near] of batches(left, jobsAlone).entries()) {
    if (i > 0 && isLate()) break
    const jobs = jobsOf(near)
    const own = new Map(jobs.map((job, j) => [job, j]))
    const problem = readProblem(partInput(input, jobs, vehicles, { keepsLocks: false }))
    inspect(problem)
    const why = explainAlone(problem)
    for (const each of near) {
      for (const job of each.jobs) {
        const { pair } = jobList[job]
        const reason = why(own.get(job)!) ?? (pair === undefined ? undefined : why(own.get(pair)!))
        if (reason) reasons.set(job, { reason })
      }
      if (each.jobs.every((job) => reasons.has(job))) continue
      const serves = problem.types.map((type) => each.jobs.every((job) => type.serves[own.get(job)!] === 1))
      const key = serves.map(Number).join('')
      const alike = rest.get(key) ?? { able: (v: number) => serves[problem.typeOf[v]], left: [] }
      alike.left.push(each)
      rest.set(key, alike)
    }
  }
  if (left.length === 0) inspect(readProblem(partInput(input, [], vehicles, { keepsLocks: false })))
  for (const { able, left: alike } of rest.values()) {
    for (const near of batches(alike, jobsAtOnce)) if (!isLate()) explainBeside(near, able)
  }
  for (const job of absent) if (!reasons.has(job)) reasons.set(job, { reason: notLookedAt })
  return reasons

  function explainBeside(near: readonly Left[], able: (vehicle: number) => boolean) {
    const out = jobsOf(near)
    const middle = plan.middle(out)
    const bound = out.flatMap((job) => ties.list[ties.ofJob[job]].vehicles)
    const distance = new Map(used.map((v) => [v, apart(middles.get(v)!, middle)]))
    const closest = used.filter(able).sort((a, b) => distance.get(a)! - distance.get(b)! || a - b)
    const free = new Fleet(input.vehicles, (v) => routes[v].length === 0 && able(v)).near(middle, () => nearFree)
    const found = [...new Set([...bound, ...closest.slice(0, nearRoutes), ...free])]
    // Where no vehicle could serve all that belongs together, any shows that.
    const beside = found.length > 0 ? found : vehicles.slice(0, 1)
    const jobs = [...out, ...beside.flatMap((v) => routes[v])].sort((a, b) => a - b)
    const own = new Map(jobs.map((job, j) => [job, j]))
    const problem = readProblem(partInput(input, jobs, beside))
    const solution = new Solution(problem)
    const state = new RouteState(solution)
    const here = beside.map((v) => routes[v].map((job) => own.get(job)!))
    placeRoutes({ solution, state }, here)
    const explain = explainUnassigned(problem, new Snapshot(solution), out.length, isLate, true)
    for (const job of out) if (!reasons.has(job)) reasons.set(job, explain(own.get(job)!))
  }

  /** Near ones, a few at a time. */
  function batches(of: readonly Left[], size: number): Left[][] {
    const count = of.reduce((sum, { weight }) => sum + weight, 0)
    return split(of, Math.ceil(count / size), random)
  }
}

function jobsOf(near: readonly Left[]): number[] {
  return near.flatMap(({ jobs }) => jobs).sort((a, b) => a - b)
}
