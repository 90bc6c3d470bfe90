import type { PlanRules } from '../plan.ts'
import { checkShares, overtimeOf, type Shares } from '../time.ts'
import { takeBreak } from './break-step.ts'
import { passEnd } from './end-step.ts'
import { serve } from './job-step.ts'
import { checkLimits } from './limits.ts'
import { reload } from './reload-step.ts'
import { servedOn } from './stops.ts'
import { checkLoad, exists, overload, type RouteContext, same, startWalk, type Walk } from './walk.ts'

/** Follows a route step by step and reports what it breaks; returns its cost, and what timing contributes. */
export function checkRoute(
  context: RouteContext,
  seen: Set<string>,
  rules: PlanRules,
): { cost: number; shares: Shares } {
  const { route, jobs, say } = context
  const served = servedOn(route, jobs, seen, say)
  const walk: Walk = { ...context, ...startWalk(context) }
  for (const job of served) job.delivery?.forEach((amount, d) => (walk.delivered[d] += amount))
  checkBeginning(walk, served.length)
  for (const step of route.steps) {
    const job = jobs.get(`${step.type} ${step.id}`)
    if (step.type === 'break') takeBreak(walk, step)
    else if (step.type === 'reload') reload(walk, step)
    else if (step.type === 'start' || step.type === 'end') passEnd(walk, step)
    else if (job) serve(walk, step, job)
  }
  checkLimits(walk, served.length)
  return { cost: checkFigures(walk, rules), shares: walk.shares }
}

function checkBeginning(walk: Walk, served: number): void {
  const { say, route, trips, vehicle } = walk
  if (served === 0) say('has a route without jobs')
  if (exists(walk.start) !== (route.steps[0]?.type === 'start')) say('start step is missing or not wanted')
  if (exists(walk.end) !== (route.steps.at(-1)?.type === 'end')) say('end step is missing or not wanted')
  if (route.steps[0].arrival < trips[0].release)
    say(`begins at ${route.steps[0].arrival} with what is at the depot from ${trips[0].release} on`)
  if (trips.length > 1 && !vehicle.reload) say('reloads, but may not')
  if (trips.length > (vehicle.reload?.max_trips ?? Infinity)) say(`makes ${trips.length} trips`)
  checkLoad(walk)
  if (!exists(walk.start) && walk.doneLeft === 0) walk.violations.push(...overload(walk))
}

/** Compares the figures of a route with the sums over its steps; returns its cost. */
function checkFigures(walk: Walk, rules: PlanRules): number {
  const { say, route, vehicle, sums, shares } = walk
  const working = (sums.planned * (vehicle.costs?.per_task_hour ?? 0)) / 3600
  shares.waiting = (sums.waiting * (vehicle.costs?.per_waiting_hour ?? 0)) / 3600
  shares.overtime = overtimeOf(vehicle, walk.leftAt ?? 0)
  shares.compactness = rules.compactnessOf(route)
  const shared = Object.values(shares).reduce((total, share) => total + share, 0)
  const cost = (vehicle.costs?.fixed ?? 0) + walk.priced + working + shared + rules.extraCost(route)
  checkShares(route, shares, say)
  if (!(Math.abs(route.cost - cost) <= 0.51)) say(`cost is ${route.cost}, but should be ${cost}`)
  same(walk, 'duration', route.duration, walk.seconds)
  if (route.distance !== undefined || walk.meters !== undefined) same(walk, 'distance', route.distance, walk.meters)
  same(walk, 'setup', route.setup, sums.setup)
  same(walk, 'service', route.service, sums.service + walk.rested)
  same(walk, 'waiting_time', route.waiting_time, sums.waiting)
  same(walk, 'priority', route.priority, sums.priority)
  same(walk, 'delivery', route.delivery, walk.delivered)
  same(walk, 'pickup', route.pickup, walk.collected)
  return cost
}
