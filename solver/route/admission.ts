import { isMoved } from '../model/previous.ts'
import type { Solution } from './solution.ts'

/** What keeps a job off a vehicle at any position, if anything does. */
export type Refusal = (vehicle: number, job: number) => 'group' | 'max_moved' | undefined

/** Checks groups kept apart, bundles, and how many jobs may change vehicle. Nothing without such rules. */
export function makeRefusal(solution: Solution): Refusal | undefined {
  const { groups, previous, locks, jobCount } = solution.problem
  const apart = groups?.apart ?? []
  const maxMoved = previous?.maxMoved ?? Infinity
  if (apart.length === 0 && maxMoved === Infinity && !groups?.bundles.length) return undefined
  const { next, routeOf } = solution
  return (vehicle, job) => {
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
    return undefined
  }
}
