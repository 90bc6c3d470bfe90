import type { LivePosition } from '#domain/schema/position.ts'
import type { PositionStore, Track } from '#web/map/position-store.ts'
import type { ReplayClock } from './replay-clock.ts'
import { placeAt, type ReplayPlace, type ReplayTrack } from './replay-tracks.ts'

type Shown = { track: Track & { position: LivePosition }; place: ReplayPlace }

/** What the canvas of the live map draws from, filled from a day's tracks at the moment of a clock. */
export type ReplayStore = Pick<PositionStore, 'get' | 'advance' | 'onFrame'> & {
  placeOf: (driverId: string) => ReplayPlace | undefined
}

export function replayStore(tracks: ReadonlyMap<string, ReplayTrack>, clock: ReplayClock): ReplayStore {
  const shown = new Map<string, Shown>()

  function advance(): boolean {
    const { at, isPlaying } = clock.now()
    for (const [id, track] of tracks) {
      const before = shown.get(id)
      const place = placeAt(track, at, before?.place.index)
      if (!place) {
        shown.delete(id)
        continue
      }
      if (!before) shown.set(id, { track: standingAt(id, place), place })
      else {
        before.place = place
        before.track.x = place.x
        before.track.y = place.y
        // Who stands looks the way they came.
        if (place.heading !== null) before.track.position.heading = place.heading
      }
    }
    return isPlaying
  }
  advance()

  return {
    get: (id) => shown.get(id)?.track,
    placeOf: (id) => shown.get(id)?.place,
    advance,
    onFrame: clock.onFrame,
  }
}

function standingAt(driver_id: string, { x, y, heading }: ReplayPlace): Shown['track'] {
  const nothing = { accuracy_m: null, speed_mps: null, battery_percent: null, charging: null, near: null }
  const position: LivePosition = {
    driver_id,
    lat: 0,
    lng: 0,
    recorded_at: '',
    heading,
    source: 'app',
    standing_since: null,
    off_route_m: null,
    ...nothing,
  }
  return { position, at: 0, x, y, fromX: x, fromY: y, toX: x, toY: y, leftAt: 0, lasts: 0 }
}
