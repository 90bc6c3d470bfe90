import { type Judge, makeJudge } from '../route/judge.ts'
import { type Problem, windowAtOrAfter } from '../model/problem.ts'
import type { FixConstraint, TimeWindow } from '../json/vroom.ts'

/** Effort is measured in hours. */
export const secondsPerHour = 3600
/** Every route finishes by then, except one that misses a window: it never does. */
const lastMoment = Number.MAX_VALUE

/** One constraint, and how far it would have to be relaxed. */
export type Relaxation = {
  constraint: FixConstraint
  amount: number
  effort: number
  quantity?: number
  skills?: number[]
  window?: { job: number; index: number; time_window: TimeWindow }
  /** Applies the relaxation to the draft, and undoes it. */
  patch?: Patch
}

/** Relaxes part of the draft by an amount; the function it returns undoes that. */
export type Patch = (amount: number) => () => void

/** A copy of the problem whose constraints are relaxed for a moment, with a judge for its routes. */
export type Draft = {
  problem: Problem
  draft: Problem
  judge: Judge
  /** Jobs whose windows also come from a time that an earlier plan promised. */
  promised: Set<number>
  /** What is not to be relaxed. */
  fixed: ReadonlySet<FixConstraint>
}

/** Copies the problem; only what gets relaxed has arrays of its own. */
export function makeDraft(problem: Problem, fixed: ReadonlySet<FixConstraint> = new Set()): Draft {
  const draft: Problem = {
    ...problem,
    // Elsewhere the longest shift is checked from caches; here routes are scheduled for it.
    types: problem.types.map((type) => ({
      ...type,
      ...(type.limitsShift && { hasTiming: true, isJudged: true }),
      ...(problem.hasRides && { maxRide: type.maxRide.slice() }),
    })),
    windowFrom: problem.windowFrom.slice(),
    windowTo: problem.windowTo.slice(),
    earliest: problem.earliest.slice(),
    latest: problem.latest.slice(),
  }
  const promises = (problem.input.previous?.routes ?? []).flatMap(({ steps }) =>
    steps.flatMap(({ type, id, promised }) => (promised === undefined ? [] : [`${type} ${id}`])),
  )
  const names = new Set(promises)
  const promised = new Set(problem.jobList.flatMap(({ type, id }, j) => (names.has(`${type} ${id}`) ? [j] : [])))
  return { problem, draft, judge: makeJudge(draft), promised, fixed }
}

/** What a relaxed route costs beyond its arcs, in search units. */
export function extraWith({ draft, judge }: Draft, v: number, stops: readonly number[], of: Relaxation): number {
  if (!draft.types[draft.typeOf[v]].isJudged) return 0
  const undo = of.patch?.(of.amount)
  const extra = judge(v, stops)
  undo?.()
  return extra
}

/** Whether a route of the draft keeps its windows, its shift and everything that is judged on the whole route. */
export function isInTime({ draft, judge }: Draft, v: number, stops: readonly number[]): boolean {
  const type = draft.types[draft.typeOf[v]]
  if (!(finishOf(draft, v, stops) <= Math.min(type.shiftTo, lastMoment))) return false
  return !type.isJudged || judge(v, stops) < Infinity
}

/** The earliest finish of a route, ignoring what is judged; Infinity when it misses a window. */
function finishOf(problem: Problem, v: number, stops: readonly number[]): number {
  const { types, typeOf, point, pointCount, jobCount, travel, locks } = problem
  const type = types[typeOf[v]]
  const past = locks?.routes[v]?.history.left ?? []
  let time = type.shiftFrom
  let from = point[jobCount + 2 * v]
  for (const [i, job] of stops.entries()) {
    if (i < past.length) time = Math.max(type.shiftFrom, past[i])
    else {
      const begin = windowAtOrAfter(problem, job, time + type.durations[from * pointCount + job])
      if (begin === Infinity) return Infinity
      time = begin + type.service[job] + (travel.address[from] === travel.address[job] ? 0 : type.setup[job])
    }
    from = job
  }
  return time + type.durations[from * pointCount + point[jobCount + 2 * v + 1]]
}
