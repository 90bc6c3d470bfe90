import type { Districts } from '../model/districts.ts'
import { isMoved } from '../model/previous.ts'
import type { Solution } from './solution.ts'

/** What keeps a job off a vehicle at any position, if anything does. */
export type Refusal = (vehicle: number, job: number) => 'one_of' | 'group' | 'max_moved' | 'max_districts' | undefined

/**
 * Checks whether another job of a group is planned already, groups kept apart, bundles, how many jobs may change vehicle, and last how many districts a vehicle serves. Nothing
 * without such rules.
 */
export function makeRefusal(solution: Solution): Refusal | undefined {
  const { groups, previous, locks, jobCount, districts } = solution.problem
  const apart = groups?.apart ?? []
  const maxMoved = previous?.maxMoved ?? Infinity
  const choices = groups?.choices
  if (apart.length === 0 && maxMoved === Infinity && !groups?.bundles.length && !choices && !districts) return undefined
  const { next, routeOf } = solution
  const isOneTooMany = districts && makeDistrictLimit(solution, districts)
  return (vehicle, job) => {
    if (choices?.setAside[job].some((other) => routeOf[other] >= 0)) return 'one_of'
    if (maxMoved < Infinity && solution.moved >= maxMoved && isMoved(previous!, job, vehicle)) return 'max_moved'
    const bundle = groups?.bundleOf[job] ?? -1
    // When an order arrives late, its bundle may already be on the way.
    if (bundle >= 0 && groups!.bundles[bundle].some((other) => routeOf[other] >= 0 && routeOf[other] !== vehicle))
      return 'group'
    for (let list = 0; list < apart.length; list++) {
      const groupOf = apart[list]
      const group = groupOf[job]
      if (group < 0) continue
      const mixed = groups!.mixes[list]?.[vehicle]
      for (let node = next[solution.startNode(vehicle)]; node < jobCount; node = next[node]) {
        if (groupOf[node] < 0 || groupOf[node] === group) continue
        if (mixed?.[group] && mixed[groupOf[node]]) continue
        // Jobs that are locked to the same vehicle stay together.
        if (!(locks?.isLocked[job] && locks.isLocked[node])) return 'group'
      }
    }
    return isOneTooMany?.(vehicle, job) ? 'max_districts' : undefined
  }
}

/** Whether a job lies in a district that a vehicle does not serve yet, and one more would be too many. */
function makeDistrictLimit(solution: Solution, { of, count }: Districts) {
  const { problem, next } = solution
  const { types, typeOf, jobCount, locks } = problem
  /** By district: the question in which it was met last. */
  const met = new Int32Array(count)
  let question = 0
  return (vehicle: number, job: number): boolean => {
    const district = of[job]
    const { maxDistricts } = types[typeOf[vehicle]]
    if (district < 0 || maxDistricts === Infinity) return false
    question++
    let served = 0
    const meet = (other: number) => {
      if (of[other] < 0 || met[of[other]] === question) return
      met[of[other]] = question
      served++
    }
    for (let node = next[solution.startNode(vehicle)]; node < jobCount; node = next[node]) {
      if (of[node] === district) return false
      meet(node)
    }
    // Locked jobs keep their districts while they are off the route.
    locks?.routes[vehicle]?.jobs.forEach(meet)
    return met[district] !== question && served >= maxDistricts
  }
}
