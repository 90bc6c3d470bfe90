import type { DriverShift, Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { instantOf } from '#domain/time.ts'
import { isDone } from '../../changes/choices.ts'

/** What the driver makes of a stop on a dispatched day. */
export type Progress = 'open' | 'next' | 'done' | 'failed'

/** A stop on the timeline. Times are seconds since the start of the timeline. */
export type LaneStop = {
  stop: Stop
  from: number
  /** Until the window opens. */
  waitsUntil: number
  /** Parking and walking end, the service begins. */
  servesFrom: number
  to: number
  progress: Progress
}

/** One route on the timeline. */
export type Lane = {
  route: Route
  color: string
  stops: LaneStop[]
  /** How full the vehicle is from one time on, as a share of what limits it most; empty without a limit. */
  load: { from: number; to: number; share: number }[]
  /** When the driver works that day, if it is known. */
  shift: { from: number; to: number } | null
}

/** Where the timeline begins, and what is known of the day. */
export type LaneDay = { originMs: number; shifts: readonly DriverShift[] }

export function laneOf(route: Route, color: string, { originMs, shifts }: LaneDay): Lane {
  const at = (instant: string) => (Date.parse(instant) - originMs) / 1000
  const isUnderWay = route.stops.some((stop) => isDone(stop))
  const nextId = isUnderWay ? route.stops.find((stop) => isVisit(stop) && !isDone(stop))?.id : undefined
  const stops = route.stops.map((stop): LaneStop => {
    const from = at(stop.arrival_at)
    const waitsUntil = from + stop.waiting_seconds
    return {
      stop,
      from,
      waitsUntil,
      servesFrom: waitsUntil + stop.setup_seconds,
      to: at(stop.departure_at),
      progress: progressOf(stop, nextId),
    }
  })
  const works = shifts.find(({ driver_id }) => driver_id === route.driver_id)
  const shift = works ? { from: at(works.starts_at), to: at(works.ends_at) } : null
  return { route, color, stops, load: loadsOf(route, stops), shift }
}

function progressOf(stop: Stop, nextId: string | undefined): Progress {
  if (stop.delivery_status === 'failed') return 'failed'
  if (isDone(stop)) return 'done'
  return stop.id === nextId || stop.delivery_status === 'in_transit' ? 'next' : 'open'
}

/** The load on the way after each stop. */
function loadsOf(route: Route, stops: readonly LaneStop[]): Lane['load'] {
  const limits = [
    [route.capacity_kg, 'load_kg'],
    [route.capacity_l, 'load_l'],
    [route.capacity_units, 'load_units'],
  ] as const
  const known = limits.filter(([capacity]) => capacity !== null && capacity > 0)
  if (known.length === 0) return []
  return stops.slice(0, -1).map(({ stop, to }, place) => ({
    from: to,
    to: stops[place + 1]!.to,
    share: Math.max(...known.map(([capacity, load]) => stop[load] / capacity!)),
  }))
}

/** The load as the path of an area, 100 high where the vehicle is full. */
export function loadPath(load: Lane['load']): string {
  if (load.length === 0) return ''
  const height = (share: number) => 100 - Math.min(share, 1) * 100
  const steps = load.map(({ from, to, share }) => `L${from} ${height(share)}L${to} ${height(share)}`).join('')
  return `M${load[0]!.from} 100${steps}L${load.at(-1)!.to} 100Z`
}

/** The window of a stop, and what was promised to its recipient, in seconds since the start of the timeline. */
export function expectationsAt(
  stop: Stop,
  { day, zone, originMs }: { day: string; zone: string; originMs: number },
): { from: number; to: number; promised: number | null } {
  const at = (time: string | null, otherwise: number) =>
    time === null ? otherwise : (instantOf(day, time, zone).getTime() - originMs) / 1000
  const promised = stop.promised_at === null ? null : (Date.parse(stop.promised_at) - originMs) / 1000
  return { from: at(stop.window_start, -Infinity), to: at(stop.window_end, Infinity), promised }
}
