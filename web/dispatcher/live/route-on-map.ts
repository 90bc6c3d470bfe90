import type { Route, Stop } from '#domain/schema/plan.ts'
import type { NearStop } from '#domain/schema/position.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { formatTime } from '#web/lib/format.ts'
import type { MapRoute, MapStop } from '#web/map/map-types.ts'

export type StopState = 'done' | 'failed' | 'here' | 'next' | 'left'
export type DrivenStop = { stop: Stop; state: StopState }

const ended: readonly string[] = ['delivered', 'cancelled']

/** The pickups and deliveries of a route with what has become of them. `nextId` is where the driver goes now. */
export function drivenStops(route: Route, nextId: string | undefined, near: NearStop | null): DrivenStop[] {
  const visits = route.stops.filter(isVisit)
  const nextAt = visits.findIndex(({ id }) => id === nextId)
  return visits.map((stop, at) => ({ stop, state: stateOf(stop, at, nextAt, near) }))
}

function stateOf(stop: Stop, at: number, nextAt: number, near: NearStop | null): StopState {
  if (stop.delivery_status === 'failed') return 'failed'
  if (stop.delivery_status && ended.includes(stop.delivery_status)) return 'done'
  if (near?.stop_id === stop.id && near.left_at === null) return 'here'
  if (at === nextAt) return 'next'
  // What was picked up on the way has no end of its own yet.
  return nextAt !== -1 && at < nextAt && stop.kind === 'pickup' ? 'done' : 'left'
}

export const stopStateWords: Record<StopState, string> = {
  done: 'Done',
  failed: 'Failed',
  here: 'There now',
  next: 'Next',
  left: 'To do',
}

const colors = { ahead: '#0b6fb8', failed: '#c02a2a' }

/** The way behind, pale, and the way ahead. */
export function routeLines(route: Route, stops: readonly DrivenStop[]): MapRoute[] {
  const left = new Set(stops.filter(({ state }) => state !== 'done' && state !== 'failed').map(({ stop }) => stop.id))
  const places = route.stops.flatMap((stop) => (stop.location ? [{ stop, location: stop.location }] : []))
  const found = places.findIndex(({ stop }) => left.has(stop.id))
  const turn = found === -1 ? places.length : found
  const path = places.map(({ location }) => location)
  return [
    { id: 'done', color: colors.ahead, path: path.slice(0, turn), muted: true },
    { id: 'ahead', color: colors.ahead, path: path.slice(Math.max(0, turn - 1)) },
  ].filter(({ path: each }) => each.length > 1)
}

/** A mark per stop: what is done is small and pale. */
export function stopMarks(stops: readonly DrivenStop[], zone: string): MapStop[] {
  return stops.flatMap(({ stop, state }) =>
    stop.location
      ? {
          id: stop.id,
          position: stop.location,
          label: state === 'failed' ? '!' : String(stop.sequence),
          color: state === 'failed' ? colors.failed : colors.ahead,
          title: `Stop ${stop.sequence}, ${stopStateWords[state].toLowerCase()}: ${stop.name || stop.address}, ${formatTime(stop.arrival_at, zone)}`,
          muted: state === 'done',
        }
      : [],
  )
}
