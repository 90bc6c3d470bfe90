import type { Replay, ReplayEta, ReplayStop } from '#domain/schema/replay.ts'
import type { DriverState } from '#web/map/drivers/mark-shapes.ts'
import { initials } from '#web/ui/avatar.tsx'
import type { ReplayPlace } from './replay-tracks.ts'

/** A driver as they were at a moment. */
export type ReplayRow = {
  id: string
  name: string
  initials: string
  active: boolean
  state: DriverState
  isLate: boolean
  done: number
  total: number
  next: ReplayStop | undefined
}

const silentAfterMs = 10 * 60_000
/** Later than planned by more than this, and still not there. */
const lateAfterMs = 15 * 60_000

const time = (at: string | null) => (at === null ? Infinity : Date.parse(at))

/** Everybody as they were, from what happened until then and nothing later. */
export function rowsAt(
  { drivers, stops }: Replay,
  moment: number,
  placeOf: (id: string) => ReplayPlace | undefined,
): ReplayRow[] {
  const stopsOf = Map.groupBy(stops, ({ driver_id }) => driver_id)
  return drivers.map(({ id, name, active, shifts }) => {
    const own = stopsOf.get(id) ?? []
    const isOn = shifts.some(({ started_at, ended_at }) => time(started_at) <= moment && moment < time(ended_at))
    const done = own.filter((stop) => isOver(stop, moment))
    const next = nextOf(own, moment)
    return {
      id,
      name,
      initials: initials(name),
      active,
      state: isOn ? stateOf(next, moment, placeOf(id)) : 'off_shift',
      isLate:
        isOn && next !== undefined && time(next.arrived_at) > moment && time(next.planned_at) + lateAfterMs < moment,
      done: done.length,
      total: own.length,
      next,
    }
  })
}

export const isOver = ({ done_at, skipped_at }: ReplayStop, moment: number): boolean =>
  time(done_at) <= moment || time(skipped_at) <= moment

/** Where the driver is, or else the first stop that is not over. */
export function nextOf(stops: readonly ReplayStop[], moment: number): ReplayStop | undefined {
  const open = stops.filter((stop) => !isOver(stop, moment))
  return open.find(({ arrived_at }) => time(arrived_at) <= moment) ?? open[0]
}

function stateOf(next: ReplayStop | undefined, moment: number, place: ReplayPlace | undefined): DriverState {
  if (!place || place.ageMs > silentAfterMs) return 'silent'
  if (next && time(next.arrived_at) <= moment) return 'at_stop'
  return place.isMoving ? 'driving' : 'standing'
}

/** What had last been said of a stop at a moment. */
export function saidOf(etas: readonly ReplayEta[], stopId: string, moment: number): ReplayEta | undefined {
  return etas.findLast(({ stop_id, said_at }) => stop_id === stopId && time(said_at) <= moment)
}
