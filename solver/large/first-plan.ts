import { construct, takeSavings } from '../search/construct.ts'
import { exactCost, type LargePlan } from './large-plan.ts'
import { Fleet } from './fleet.ts'
import type { Limits } from '../search/limits.ts'
import type { PlannedRoute } from '../json/options.ts'
import type { Random } from '../math/random.ts'
import { firstPlanGraceSeconds, firstPlanShare } from '../search/search.ts'
import { savingsStart } from '../search/savings/savings.ts'
import type { SearchParts } from '../search/assemble.ts'
import { Snapshot } from '../route/snapshot.ts'
import { split } from './places.ts'
import { tiesOf } from './ties.ts'

/** A region may choose from this many times its share of the free vehicles of each kind, and a few. */
const choice = 1.5
const fewMore = 2

type Making = {
  given: readonly PlannedRoute[]
  jobsPerRegion: number
  random: Random
  limits: Limits
}

/**
 * Plans region by region: what is given and still fits, then every other job, by savings where they know every constraint. A
 * region gets no more vehicles than its share of those that are left: otherwise none would be left for the last one.
 */
export function makeFirstPlan(plan: LargePlan, { given, jobsPerRegion, random, limits }: Making): void {
  const { input, jobList } = plan
  const ties = tiesOf(input, jobList, given)
  const things = ties.list.map(({ jobs, vehicles }) => ({
    jobs,
    vehicles,
    place: plan.middle(jobs),
    weight: jobs.length,
  }))
  const fleet = new Fleet(input.vehicles, (v) => ties.ofVehicle[v] < 0 && plan.routes[v].length === 0)
  let jobsLeft = jobList.length
  for (const region of split(things, Math.ceil(jobList.length / jobsPerRegion), random)) {
    const jobs = region.flatMap((thing) => thing.jobs).sort((a, b) => a - b)
    const own = region.flatMap((thing) => thing.vehicles)
    const share = jobs.length / jobsLeft
    jobsLeft -= jobs.length
    const most = Math.ceil(fleet.count() * share)
    const offered = fleet.near(plan.middle(jobs), (free) => Math.ceil(free * share * choice) + fewMore)
    const vehicles = [...own, ...offered]
    if (vehicles.length === 0) continue
    const { parts, take } = plan.model({ jobs, vehicles }, random, () => limits.isOver())
    const here = new Set(own.map((v) => input.vehicles[v].id))
    const first = construct(
      parts,
      given.filter(({ vehicle }) => here.has(vehicle)),
      limits.within(firstPlanShare, firstPlanGraceSeconds),
    )
    if (given.length === 0 && limits.spent(0) < 1 && savingsStart(parts.solution.problem)) takeSavings(parts, first)
    first.restore(parts.solution, parts.state)
    giveUpShortest(parts, own.length, most)
    take(new Snapshot(parts.solution))
    plan.cost += exactCost(parts.solution.problem, parts.solution.cost)
  }
}

/** Keeps the longest `most` routes of the offered vehicles, which come after its own ones, and empties the others. */
function giveUpShortest({ solution, state }: SearchParts, ownCount: number, most: number) {
  const offered = [...solution.used.items.subarray(0, solution.used.length)].filter((v) => v >= ownCount)
  offered.sort((a, b) => solution.size[b] - solution.size[a] || a - b)
  for (const v of offered.slice(most)) {
    for (const job of solution.jobsOf(v)) solution.remove(job)
    state.refresh(v)
  }
}
