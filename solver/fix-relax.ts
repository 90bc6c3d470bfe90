import { type Judge, makeJudge } from './judge.ts'
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
  /** Makes the draft such, and as it was again. */
  patch?: Patch
}

/** Relaxes something of the draft by an amount; calling what it answers takes that back. */
type Patch = (amount: number) => () => void

/** A copy of the problem in which constraints are relaxed for a moment, and what judges its routes. */
export interface Draft {
  problem: Problem
  draft: Problem
  judge: Judge
  /** Tasks whose windows are not their own alone: an earlier plan promised a time. */
  promised: Set<number>
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

/** Makes the copy: only what is relaxed has arrays of its own. */
export function makeDraft(problem: Problem): Draft {
  const draft: Problem = {
    ...problem,
    types: problem.types.map((type) => ({ ...type })),
    windowFrom: problem.windowFrom.slice(),
    windowTo: problem.windowTo.slice(),
    earliest: problem.earliest.slice(),
    latest: problem.latest.slice(),
  }
  const promises = (problem.input.previous?.routes ?? []).flatMap(({ steps }) =>
    steps.flatMap(({ type, id, promised }) => (promised === undefined ? [] : [`${type} ${id}`])),
  )
  const names = new Set(promises)
  const promised = new Set(problem.tasks.flatMap(({ type, id }, j) => (names.has(`${type} ${id}`) ? [j] : [])))
  return { problem, draft, judge: makeJudge(draft), promised }
}

/** What a route costs beyond its arcs with a relaxation, in search units. */
export function extraWith({ problem, judge }: Draft, v: number, stops: readonly number[], of: Relaxation): number {
  if (!problem.types[problem.typeOf[v]!]!.isJudged) return 0
  const undo = of.patch?.(of.amount)
  const extra = judge(v, stops)
  undo?.()
  return extra
}

/**
 * The least change of a single constraint that lets a vehicle drive these stops, some of which are added to its route;
 * `lacks` is what it lacks wherever they are added. Of several changes the one with the least effort, at most `limit`.
 * `fits` where nothing has to change, nothing where one change is not enough or too much.
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
  if (isInTime(bench, v, stops)) return needed[0] ?? 'fits'
  if (needed.length > 0) return undefined
  return leastTime(bench, v, stops, added, limit)
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
  const count = route.length + added.length
  // Locked steps may have raised the limit for themselves: the vehicle's own is what would have to give way.
  const over = count - (vehicle.max_tasks ?? Infinity)
  if (count > problem.types[problem.typeOf[v]!]!.maxTasks)
    found.push({ constraint: 'max_tasks', amount: over, effort: over * TASK_EFFORT })
  return found
}

function outOfLength(problem: Problem, v: number, stops: readonly number[]) {
  const { input, types, typeOf, point, pointCount, jobCount, locks } = problem
  const found: Relaxation[] = []
  const type = types[typeOf[v]!]!
  if (!type.limited) return found
  const { max_travel_time = 0, max_distance = 0 } = input.vehicles[v]!
  const legs = locks?.routes[v]?.history.legs ?? []
  let [seconds, metres, from] = [0, 0, point[jobCount + 2 * v]!]
  for (const [i, to] of [...stops, point[jobCount + 2 * v + 1]!].entries()) {
    seconds += legs[i] ?? type.durations[from * pointCount + to]!
    if (type.distances) metres += type.distances[from * pointCount + to]!
    from = to
  }
  const add = (constraint: FixConstraint, over: number, hour: number) =>
    found.push({ constraint, amount: over, effort: over / hour })
  if (seconds > type.maxTravel) add('max_travel_time', seconds - max_travel_time, HOUR)
  if (metres > type.maxDistance) add('max_distance', metres - max_distance, HOUR_METRES)
  return found
}

function outOfLoad(
  { input, types, typeOf, dimensions, delivery, pickup }: Problem,
  v: number,
  stops: readonly number[],
) {
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
    if (peak <= capacity[d]!) continue
    const own = input.vehicles[v]!.capacity![d]!
    const effort = (peak - own) / Math.max(1, own * HOUR_LOAD)
    found.push({ constraint: 'capacity', amount: peak - own, effort, quantity: d })
  }
  return found
}

/** Whether a route of the draft keeps its windows, its shift and all that is judged on the route as a whole. */
function isInTime({ draft, judge }: Draft, v: number, stops: readonly number[]): boolean {
  const type = draft.types[draft.typeOf[v]!]!
  if (!(finishOf(draft, v, stops) <= Math.min(type.shiftTo, LAST_MOMENT))) return false
  return !type.isJudged || judge(v, stops) < Infinity
}

/** When a route is over at the earliest, without what is judged; Infinity when a window is missed. */
function finishOf(problem: Problem, v: number, stops: readonly number[]): number {
  const { types, typeOf, point, pointCount, jobCount, travel, locks } = problem
  const type = types[typeOf[v]!]!
  const past = locks?.routes[v]?.history.left ?? []
  let time = type.shiftFrom
  let from = point[jobCount + 2 * v]!
  for (const [i, job] of stops.entries()) {
    if (i < past.length) time = Math.max(type.shiftFrom, past[i]!)
    else {
      const begin = windowAtOrAfter(problem, job, time + type.durations[from * pointCount + job]!)
      if (begin === Infinity) return Infinity
      time = begin + type.service[job]! + (travel.address[from] === travel.address[job] ? 0 : type.setup[job]!)
    }
    from = job
  }
  return time + type.durations[from * pointCount + point[jobCount + 2 * v + 1]!]!
}

/** The shift longer at either end or as a whole, or one window of what is added wider at either end. */
function leastTime(
  bench: Draft,
  v: number,
  stops: readonly number[],
  added: readonly number[],
  limit: number,
): Relaxation | undefined {
  let least: Relaxation | undefined
  let most = Math.min(MOST_SECONDS, Math.floor(limit * HOUR))
  for (const { constraint, patch, room, window } of timePatches(bench, v, added)) {
    const isEnough = (by: number) => {
      const undo = patch(by)
      const is = isInTime(bench, v, stops)
      undo()
      return is
    }
    const amount = leastAmount(isEnough, Math.min(most, room))
    if (amount === undefined || (least && amount >= least.amount)) continue
    least = { constraint, amount, effort: amount / HOUR, patch, ...(window && { window: window(amount) }) }
    most = amount
  }
  return least
}

interface TimePatch {
  constraint: FixConstraint
  patch: Patch
  /** At most so much makes sense. */
  room: number
  window?: (amount: number) => NonNullable<Relaxation['window']>
}

function* timePatches({ problem, draft, promised }: Draft, v: number, added: readonly number[]): Generator<TimePatch> {
  const { input, windowStart, windowFrom, windowTo, locks } = problem
  const { time_window, max_shift } = input.vehicles[v]!
  const type = draft.types[draft.typeOf[v]!]!
  if (time_window) {
    // Locked steps may have put the end off already.
    yield {
      constraint: 'shift_end',
      patch: (by) => set([type, 'shiftTo', Math.max(type.shiftTo, time_window[1] + by)]),
      room: Infinity,
    }
    if (!locks?.routes[v]?.done)
      yield {
        constraint: 'shift_start',
        patch: (by) => set([type, 'shiftFrom', time_window[0] - by]),
        room: time_window[0],
      }
  }
  if (max_shift !== undefined)
    yield {
      constraint: 'max_shift',
      patch: (by) => set([type, 'maxShift', Math.max(type.maxShift, max_shift + by)]),
      room: Infinity,
    }
  for (const task of added) {
    if (!problem.tasks[task]!.time_windows || promised.has(task)) continue
    const [first, last] = [windowStart[task]!, windowStart[task + 1]! - 1]
    for (let w = first; w <= last; w++) {
      const [from, to] = [windowFrom[w]!, windowTo[w]!]
      const index = w - first
      const opens: Patch = (by) =>
        set([draft.windowFrom, w, from - by], ...(w === first ? [[draft.earliest, task, from - by] as const] : []))
      const closes: Patch = (by) =>
        set([draft.windowTo, w, to + by], ...(w === last ? [[draft.latest, task, to + by] as const] : []))
      // A window grows into the gap beside it; behind the gap its neighbour is nearer.
      const before = from - (w > first ? windowTo[w - 1]! + 1 : 0)
      const after = w < last ? windowFrom[w + 1]! - 1 - to : Infinity
      const shape = { constraint: 'time_window' } as const
      yield { ...shape, patch: opens, room: before, window: (by) => ({ task, index, time_window: [from - by, to] }) }
      yield { ...shape, patch: closes, room: after, window: (by) => ({ task, index, time_window: [from, to + by] }) }
    }
  }
}

type Entry = readonly [of: object, key: string | number, value: number]

/** Sets numbers, and answers how to set them back. */
function set(...entries: Entry[]): () => void {
  const before = entries.map(([of, key]) => (of as Record<string | number, number>)[key]!)
  for (const [of, key, value] of entries) (of as Record<string | number, number>)[key] = value
  return () => entries.forEach(([of, key], i) => ((of as Record<string | number, number>)[key] = before[i]!))
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
