import { costShares } from '../output/cost-shares.ts'
import { cutPlan } from './cut-plan.ts'
import { exactCost, type LargePlan } from './large-plan.ts'
import { explainLarge } from './explain-large.ts'
import { makeJudge } from '../route/judge.ts'
import { partInput } from './part-input.ts'
import { placeOf, writeRoute } from '../output/output.ts'
import type { Problem } from '../model/problem.ts'
import type { Random } from '../math/random.ts'
import { readProblem } from '../route/read-problem.ts'
import { summaryOf } from '../output/summary.ts'
import type { Times } from '../output/cost-shares.ts'
import { units } from '../model/cost.ts'
import type { VroomCostShares, VroomOutput, VroomRoute } from '../json/vroom.ts'

/** Tables of some routes at a time are small. */
const jobsPerPiece = 500

type Writing = {
  random: Random
  isLate: () => boolean
  computing: () => { loading: number; solving: number }
}

/** Writes a plan as VROOM's JSON, piece by piece. */
export function writeLarge(plan: LargePlan, { random, isLate, computing }: Writing): VroomOutput {
  const { input, jobList, home } = plan
  const routes: VroomRoute[] = []
  const shares: VroomCostShares = {}
  let cost = 0
  for (const { jobs, vehicles } of cutPlan(plan, random, jobsPerPiece)) {
    const here = jobs.filter((job) => home[job] >= 0)
    const own = new Map(here.map((job, j) => [job, j]))
    const problem = readProblem(partInput(input, here, vehicles))
    const judge = makeJudge(problem)
    const times: Times[] = []
    vehicles.forEach((vehicle, v) => {
      const written = writeRoute(
        problem,
        judge,
        v,
        plan.routes[vehicle].map((job) => own.get(job)!),
      )
      cost += exactCost(problem, written.cost)
      routes[vehicle] = written.route
      times.push(written.driven)
    })
    addShares(shares, problem, times)
  }
  const absent = plan.absent()
  const inspect = (fleet: Problem) => addShares(shares, fleet, [])
  const reasons = explainLarge(plan, absent, { random, isLate, inspect })
  for (const name of Object.keys(shares) as (keyof VroomCostShares)[]) shares[name] = Math.round(shares[name]! / units)
  const unassigned = absent.map((job) => {
    const { id, type } = jobList[job]
    return { id, type, ...placeOf(jobList[job]), ...reasons.get(job)! }
  })
  const planned = Uint8Array.from(home, (v) => (v >= 0 ? 1 : 0))
  const whole = {
    jobList,
    costScale: units,
    dimensions: input.vehicles[0].capacity?.length ?? 0,
    hasPrizes: jobList.some(({ prize }) => prize !== undefined),
  }
  const driven = routes.filter((route) => route !== undefined)
  const summary = summaryOf(whole, driven, planned, { scaledCost: cost, shares, computing: computing() })
  return { code: 0, summary, unassigned, routes: driven }
}

/** Adds what these routes pay for, in whole fractions of VROOM's cost: what is rounded for each piece would not add up. */
function addShares(shares: VroomCostShares, problem: Problem, times: Times[]) {
  const own = costShares(problem, times, (share) => exactCost(problem, share * problem.costScale))
  for (const name of Object.keys(own) as (keyof VroomCostShares)[]) shares[name] = (shares[name] ?? 0) + own[name]!
}
