import { countDistricts } from '../../model/districts.ts'
import { Limits } from '../../search/limits.ts'
import { normalize } from '../../json/normalize.ts'
import type { PlannedRoute } from '../../json/options.ts'
import type { Problem } from '../../model/problem.ts'
import { Random } from '../../math/random.ts'
import { readProblem } from '../../route/read-problem.ts'
import { search } from '../../search/search.ts'
import type { Snapshot } from '../../route/snapshot.ts'
import { timetable } from '../../route/timing/timetable.ts'
import type { VroomInput } from '../../json/vroom.ts'
import type { Candidate } from './change.ts'

/** A short search: so many iterations per job, but no more than that. */
const iterationsPerJob = 10
const mostIterations = 2_000

/** How a short search from the plan went after a change. */
export type Attempt = {
  /** How many more jobs it planned. */
  fits: number
  problem: Problem
  best: Snapshot
}

/** Searches a little from a plan, for as many planned jobs as possible. It leaves out `left` jobs so far. */
export function attempt(input: VroomInput, initial: PlannedRoute[], left: number, isOver: () => boolean): Attempt {
  const problem = readProblem(normalize(input))
  const iterationLimit = Math.min(mostIterations, iterationsPerJob * problem.jobCount)
  const limits = new Limits({ iterationLimit, isCancelled: isOver }, problem.jobCount)
  const { best } = search(problem, new Random(0), limits, { initial }, () => {})
  let planned = 0
  for (let v = 0; v < problem.vehicleCount; v++) planned += best.route(v).length
  return { fits: left - (problem.jobCount - planned), problem, best }
}

/** What a successful attempt really needed of its change: how much at most, and on which vehicles. */
export function needOf(
  { problem, best }: Attempt,
  before: VroomInput,
  jobs: ReadonlySet<number>,
  { constraint, quantity = 0, vehicle }: Candidate,
): { amount: number; vehicles: number[] } {
  const needs = new Map<number, number>()
  for (let v = 0; v < problem.vehicleCount; v++) {
    const route = best.route(v)
    if (route.length === 0) continue
    const old = before.vehicles[v]
    const need = constraint === 'vehicles' ? (old ? 0 : 1) : needOn(v, route)
    if (need > 0) needs.set(problem.input.vehicles[v].id, need)
  }
  const all = [...needs.values()]
  if (constraint === 'vehicles') return { amount: all.length, vehicles: [vehicle!.id] }
  return { amount: constraint === 'skills' ? 1 : Math.max(0, ...all), vehicles: [...needs.keys()] }

  function needOn(v: number, route: number[]): number {
    const { time_window = [0, Infinity], capacity, id, max_districts = Infinity } = before.vehicles[v]
    const times = timetable(problem, v, route)
    switch (constraint) {
      case 'shift_end':
        return times.finish - time_window[1]
      case 'shift_start':
        return time_window[0] - times.departure
      case 'capacity':
        return route.reduce((sum, j) => sum + (problem.jobList[j].delivery?.[quantity] ?? 0), 0) - capacity![quantity]
      case 'max_districts':
        return countDistricts(problem.districts, route) - max_districts
      case 'skills':
        return id === vehicle!.id ? 1 : 0
      default:
        return Math.max(...route.map((j, i) => outside(j, times.arrivals[i] + times.waitings[i])))
    }
  }

  function outside(j: number, begin: number): number {
    const { id } = problem.jobList[j]
    const [from, to] = before.jobs.find((job) => job.id === id)!.time_windows?.[0] ?? [0, Infinity]
    return jobs.has(id) ? Math.max(from - begin, begin - to) : 0
  }
}
