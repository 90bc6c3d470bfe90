import { type Draft, secondsPerHour, isInTime, type Relaxation } from './fix-draft.ts'
import { leastTime } from './fix-time.ts'
import { countDistricts } from '../model/districts.ts'
import type { Problem } from '../model/problem.ts'
import { isStacked } from '../model/stack.ts'
import { isUrgentFirst } from '../model/urgency.ts'
import type { FixConstraint } from '../json/vroom.ts'

/** Each of these is as much to ask for as one hour of shift or window. */
const hourMeters = 40_000
export const hourLoad = 0.1
const taskEffort = 0.5
export const skillEffort = 2
const ruleEffort = 2
export const vehicleEffort = 8
export const districtEffort = 1

/**
 * The smallest change of a single constraint that lets a vehicle drive these stops, some of which are new on its
 * route. `lacks` is what the vehicle lacks at every position. Returns the change with the least effort, at most
 * `limit`; `fits` when nothing has to change; nothing when one change is not enough or too much.
 */
export function leastRelaxation(
  bench: Draft,
  v: number,
  stops: readonly number[],
  added: readonly number[],
  lacks: readonly Relaxation[],
  limit: number,
): Relaxation | 'fits' | undefined {
  const { problem } = bench
  const needed = [...lacks, ...outOfLength(problem, v, stops)]
  if (problem.hasPickup) needed.push(...outOfLoad(problem, v, stops))
  if (needed.length > 1 || (needed[0] && needed[0].effort > limit)) return undefined
  if (!isStacked(problem.jobList, problem.types[problem.typeOf[v]], stops))
    return needed.length > 0 || ruleEffort > limit ? undefined : inAnyOrder(bench, v, stops, 'last_in_first_out')
  if (!isUrgentFirst(problem, problem.types[problem.typeOf[v]], stops))
    return needed.length > 0 || ruleEffort > limit ? undefined : inAnyOrder(bench, v, stops, 'urgent_first')
  if (isInTime(bench, v, stops)) return needed[0] ?? 'fits'
  if (needed.length > 0) return undefined
  return leastTime(bench, v, stops, added, limit)
}

const orderRules = { last_in_first_out: 'lastInFirstOut', urgent_first: 'urgentFirst' } as const

/** Lets a vehicle serve its stops without a rule on their order, if nothing else is in the way. */
function inAnyOrder(
  bench: Draft,
  v: number,
  stops: readonly number[],
  constraint: keyof typeof orderRules,
): Relaxation | undefined {
  const type = bench.draft.types[bench.draft.typeOf[v]]
  const rule = orderRules[constraint]
  const patch = () => {
    type[rule] = false
    return () => (type[rule] = true)
  }
  const undo = patch()
  const fits = isInTime(bench, v, stops)
  undo()
  return fits ? { constraint, amount: 1, effort: ruleEffort, patch } : undefined
}

/**
 * What a vehicle lacks at every position of its route: skills, a place for another job or district, and room if nothing is
 * picked up.
 */
export function lacking(problem: Problem, v: number, route: readonly number[], added: readonly number[]): Relaxation[] {
  const { input, jobList, hasPickup } = problem
  const vehicle = input.vehicles[v]
  const found: Relaxation[] = hasPickup ? [] : outOfLoad(problem, v, [...route, ...added])
  const skills = (jobList[added[0]].skills ?? []).filter(
    (skill, i, all) => !vehicle.skills?.includes(skill) && all.indexOf(skill) === i,
  )
  if (skills.length > 0)
    found.push({ constraint: 'skills', amount: skills.length, effort: skills.length * skillEffort, skills })
  const count = route.length + added.length
  // Locked steps may have raised the limit, so compare with the vehicle's own.
  const over = count - (vehicle.max_tasks ?? Infinity)
  if (count > problem.types[problem.typeOf[v]].maxTasks)
    found.push({ constraint: 'max_tasks', amount: over, effort: over * taskEffort })
  const districts = districtsOver(problem, v, route, added)
  if (districts > 0) found.push({ constraint: 'max_districts', amount: districts, effort: districts * districtEffort })
  return found
}

/** How many districts more than its own limit a vehicle would serve, if that is more than it may. */
function districtsOver(problem: Problem, v: number, route: readonly number[], added: readonly number[]): number {
  const { districts, types, typeOf, input } = problem
  const count = countDistricts(districts, [...route, ...added])
  const isNew = count > countDistricts(districts, route)
  return isNew && count > types[typeOf[v]].maxDistricts ? count - input.vehicles[v].max_districts! : 0
}

function outOfLength(problem: Problem, v: number, stops: readonly number[]) {
  const { input, types, typeOf, point, pointCount, jobCount, locks } = problem
  const found: Relaxation[] = []
  const type = types[typeOf[v]]
  if (!type.limited) return found
  const { max_travel_time = 0, max_distance = 0 } = input.vehicles[v]
  const legs = locks?.routes[v]?.history.legs ?? []
  let [seconds, meters, from] = [0, 0, point[jobCount + 2 * v]]
  for (const [i, to] of [...stops, point[jobCount + 2 * v + 1]].entries()) {
    seconds += legs[i] ?? type.durations[from * pointCount + to]
    if (type.distances) meters += type.distances[from * pointCount + to]
    from = to
  }
  const add = (constraint: FixConstraint, over: number, hour: number) =>
    found.push({ constraint, amount: over, effort: over / hour })
  if (seconds > type.maxTravel) add('max_travel_time', seconds - max_travel_time, secondsPerHour)
  if (meters > type.maxDistance) add('max_distance', meters - max_distance, hourMeters)
  return found
}

function outOfLoad(
  { input, types, typeOf, dimensions, delivery, pickup }: Problem,
  v: number,
  stops: readonly number[],
) {
  const found: Relaxation[] = []
  const { capacity } = types[typeOf[v]]
  for (let d = 0; d < dimensions; d++) {
    let load = 0
    for (const job of stops) load += delivery[job * dimensions + d]
    let peak = load
    for (const job of stops) {
      load += pickup[job * dimensions + d] - delivery[job * dimensions + d]
      if (load > peak) peak = load
    }
    if (peak <= capacity[d]) continue
    const own = input.vehicles[v].capacity![d]
    const effort = (peak - own) / Math.max(1, own * hourLoad)
    found.push({ constraint: 'capacity', amount: peak - own, effort, quantity: d })
  }
  return found
}
