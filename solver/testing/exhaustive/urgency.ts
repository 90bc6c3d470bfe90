import type { Stop } from './orders.ts'
import type { VroomVehicleStep } from '../../json/vroom.ts'

/**
 * Whether the open part of a route serves the most urgent stops first. Where locked stops were given in another order, they may
 * stay in it.
 */
export function servesUrgentFirst(
  stops: readonly Stop[],
  given: readonly Stop[],
  locks: ReadonlyMap<string, VroomVehicleStep>,
): boolean {
  const place = (stop: Stop) => given.findIndex(({ name }) => name === stop.name)
  const open = stops.filter(({ name }) => !['done', 'position'].includes(locks.get(name)?.lock ?? ''))
  return open.every((late, i) =>
    open.slice(0, i).every((early) => {
      if ((early.urgency ?? 0) >= (late.urgency ?? 0)) return true
      return place(early) >= 0 && place(early) < place(late)
    }),
  )
}
