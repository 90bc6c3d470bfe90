import { driveWithBreaks } from './breaks.ts'
import { type Problem, windowAtOrAfter } from './problem.ts'
import type { FixConstraint, TimeWindow } from './vroom.ts'

/** One constraint and by how much it would have to give way. */
export interface Relaxation {
  constraint: FixConstraint
  amount: number
  effort: number
  quantity?: number
  skills?: number[]
  window?: { task: number; index: number; time_window: TimeWindow }
}

const HOUR = 3600
/** What is as much to ask for as an hour of shift or window. */
const HOUR_METRES = 40_000
const HOUR_LOAD = 0.1
const TASK_EFFORT = 0.5
const SKILL_EFFORT = 2
export const VEHICLE_EFFORT = 8
/** A job that is more than a week off has another problem. */
const MOST_SECONDS = 7 * 86_400
/** A route that misses a window never finishes; all others finish by then. */
const LAST_MOMENT = Number.MAX_VALUE

/**
 * The problem with shifts that end when they like, in arrays of its own: what is relaxed for a moment is changed there.
 */
export function makeDraft(problem: Problem): Problem {
  return {
    ...problem,
    types: problem.types.map((type) => ({ ...type, shiftTo: Infinity })),
    windowFrom: problem.windowFrom.slice(),
    windowTo: problem.windowTo.slice(),
  }
}

/**
 * The least change of a single constraint that lets a vehicle drive these stops, some of which are added to its route;
 * `lacks` is what it lacks wherever they are added. Of several changes the one with the least effort, at most `limit`.
 * `fits` where nothing has to change, nothing where one change is not enough or too much.
 */
export function leastRelaxation(
  problem: Problem,
  draft: Problem,
  v: number,
  stops: readonly number[],
  added: readonly number[],
  lacks: readonly Relaxation[],
  limit: number,
): Relaxation | 'fits' | undefined {
  const needed = [...lacks, ...outOfLength(problem, v, stops)]
  if (problem.hasPickup) needed.push(...outOfLoad(problem, v, stops))
  if (needed.length > 1 || (needed[0] && needed[0].effort > limit)) return undefined
  const { shiftTo } = problem.types[problem.typeOf[v]!]!
  const finish = finishOf(draft, v, stops)
  if (finish <= Math.min(shiftTo, LAST_MOMENT)) return needed[0] ?? 'fits'
  if (needed.length > 0) return undefined
  return leastTime(problem, draft, v, stops, added, finish, limit)
}

/** What a vehicle lacks at every position of its route alike: skills, tasks, and room where nothing is picked up. */
export function lacking(problem: Problem, v: number, route: readonly number[], added: readonly number[]): Relaxation[] {
  const { input, tasks, hasPickup } = problem
  const vehicle = input.vehicles[v]!
  const found: Relaxation[] = hasPickup ? [] : outOfLoad(problem, v, [...route, ...added])
  const skills = (tasks[added[0]!]!.skills ?? []).filter(
    (skill, i, all) => !vehicle.skills?.includes(skill) && all.indexOf(skill) === i,
  )
  if (skills.length > 0)
    found.push({ constraint: 'skills', amount: skills.length, effort: skills.length * SKILL_EFFORT, skills })
  const over = route.length + added.length - (vehicle.max_tasks ?? Infinity)
  if (over > 0) found.push({ constraint: 'max_tasks', amount: over, effort: over * TASK_EFFORT })
  return found
}

function outOfLength({ types, typeOf, point, pointCount, jobCount }: Problem, v: number, stops: readonly number[]) {
  const found: Relaxation[] = []
  const type = types[typeOf[v]!]!
  if (!type.limited) return found
  let [seconds, metres, from] = [0, 0, point[jobCount + 2 * v]!]
  for (const to of [...stops, point[jobCount + 2 * v + 1]!]) {
    seconds += type.durations[from * pointCount + to]!
    if (type.distances) metres += type.distances[from * pointCount + to]!
    from = to
  }
  const [overTime, overDistance] = [seconds - type.maxTravel, metres - type.maxDistance]
  if (overTime > 0) found.push({ constraint: 'max_travel_time', amount: overTime, effort: overTime / HOUR })
  if (overDistance > 0)
    found.push({ constraint: 'max_distance', amount: overDistance, effort: overDistance / HOUR_METRES })
  return found
}

function outOfLoad({ types, typeOf, dimensions, delivery, pickup }: Problem, v: number, stops: readonly number[]) {
  const found: Relaxation[] = []
  const { capacity } = types[typeOf[v]!]!
  for (let d = 0; d < dimensions; d++) {
    let load = 0
    for (const job of stops) load += delivery[job * dimensions + d]!
    let peak = load
    for (const job of stops) {
      load += pickup[job * dimensions + d]! - delivery[job * dimensions + d]!
      if (load > peak) peak = load
    }
    const over = peak - capacity[d]!
    if (over > 0)
      found.push({
        constraint: 'capacity',
        amount: over,
        effort: over / Math.max(1, capacity[d]! * HOUR_LOAD),
        quantity: d,
      })
  }
  return found
}

/** When a route is over at the earliest; Infinity when a window is missed. */
function finishOf(problem: Problem, v: number, stops: readonly number[]): number {
  const { types, typeOf, point, pointCount, jobCount, travel } = problem
  const type = types[typeOf[v]!]!
  if (type.hasBreaks) return driveWithBreaks(problem, v, stops, type.shiftFrom)?.finish ?? Infinity
  let time = type.shiftFrom
  let from = point[jobCount + 2 * v]!
  for (const job of stops) {
    const begin = windowAtOrAfter(problem, job, time + type.durations[from * pointCount + job]!)
    if (begin === Infinity) return Infinity
    time = begin + type.service[job]! + (travel.address[from] === travel.address[job] ? 0 : type.setup[job]!)
    from = job
  }
  return time + type.durations[from * pointCount + point[jobCount + 2 * v + 1]!]!
}

/** The shift longer at either end, or one window of what is added wider at either end. */
function leastTime(
  problem: Problem,
  draft: Problem,
  v: number,
  stops: readonly number[],
  added: readonly number[],
  finish: number,
  limit: number,
): Relaxation | undefined {
  const { input, types, typeOf, windowStart, windowFrom, windowTo } = problem
  const type = types[typeOf[v]!]!
  let least: Relaxation | undefined
  let most = Math.min(MOST_SECONDS, Math.floor(limit * HOUR))
  const keep = (amount: number | undefined, of: Omit<Relaxation, 'amount' | 'effort'>) => {
    if (amount === undefined || (least && amount >= least.amount)) return
    least = { ...of, amount, effort: amount / HOUR }
    most = amount
  }
  /** Whether the route is in time with another number in the draft. */
  const drives = <Of extends Record<Key, number>, Key extends keyof Of>(of: Of, key: Key, value: Of[Key]) => {
    const was = of[key]
    of[key] = value
    const isInTime = finishOf(draft, v, stops) <= Math.min(type.shiftTo, LAST_MOMENT)
    of[key] = was
    return isInTime
  }
  if (input.vehicles[v]!.time_window) {
    if (finish - type.shiftTo <= most) keep(finish - type.shiftTo, { constraint: 'shift_end' })
    const loose = draft.types[typeOf[v]!]!
    const early = (by: number) => drives(loose, 'shiftFrom', type.shiftFrom - by)
    keep(leastAmount(early, Math.min(most, type.shiftFrom)), { constraint: 'shift_start' })
  }
  for (const task of added) {
    const [first, last] = [windowStart[task]!, windowStart[task + 1]! - 1]
    for (let w = first; w <= last && problem.tasks[task]!.time_windows; w++) {
      const [from, to] = [windowFrom[w]!, windowTo[w]!]
      // A window grows into the gap beside it; behind the gap its neighbour is nearer.
      const before = from - (w > first ? windowTo[w - 1]! + 1 : 0)
      const after = w < last ? windowFrom[w + 1]! - 1 - to : Infinity
      const opened = (by: number) => drives(draft.windowFrom, w, from - by)
      const closed = (by: number) => drives(draft.windowTo, w, to + by)
      const index = w - first
      const open = leastAmount(opened, Math.min(most, before))
      const window = { task, index, time_window: [from - (open ?? 0), to] satisfies TimeWindow }
      keep(open, { constraint: 'time_window', window })
      const close = leastAmount(closed, Math.min(most, after))
      keep(close, { constraint: 'time_window', window: { task, index, time_window: [from, to + (close ?? 0)] } })
    }
  }
  return least
}

/** The least amount from 1 to `most` that is enough, by halving; nothing when none is. */
function leastAmount(isEnough: (amount: number) => boolean, most: number): number | undefined {
  if (most < 1 || !isEnough(most)) return undefined
  let [low, high] = [0, most]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
