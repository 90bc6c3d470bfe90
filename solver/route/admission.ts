import { isMoved } from '../model/previous.ts'
import type { Solution } from './solution.ts'

/** What keeps a job off a vehicle wherever on its route, if anything does. */
export type Refusal = (vehicle: number, job: number) => 'group' | 'max_moved' | undefined

/** Groups that have to stay apart, and how many jobs may be on another vehicle than before. Nothing without such rules. */
export function makeRefusal(solution: Solution): Refusal | undefined {
  const { groups, previous, locks, jobCount } = solution.problem
  const apart = groups?.apart ?? []
  const maxMoved = previous?.maxMoved ?? Infinity
  if (apart.length === 0 && maxMoved === Infinity && !groups?.bundles.length) return undefined
  const { next, routeOf } = solution
  return (vehicle, job) => {
    if (maxMoved < Infinity && solution.moved >= maxMoved && isMoved(previous!, job, vehicle)) return 'max_moved'
    const bundle = groups?.bundleOf[job] ?? -1
    // Its bundle may be on the way already, where an order comes late.
    if (bundle >= 0 && groups!.bundles[bundle].some((other) => routeOf[other] >= 0 && routeOf[other] !== vehicle))
      return 'group'
    for (const groupOf of apart) {
      const group = groupOf[job]
      if (group < 0) continue
      for (let node = next[solution.startNode(vehicle)]; node < jobCount; node = next[node]) {
        if (groupOf[node] < 0 || groupOf[node] === group) continue
        // What is locked side by side stays so.
        if (!(locks?.isLocked[job] && locks.isLocked[node])) return 'group'
      }
    }
    return undefined
  }
}
