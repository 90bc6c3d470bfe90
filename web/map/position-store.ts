import type { LivePosition } from '#domain/schema/position.ts'
import { toWorld } from './fit-view.ts'

/** The newest position of a driver, and how their mark gets there from where it was. */
export type Track = {
  readonly position: LivePosition
  /** When it was recorded, in milliseconds. */
  readonly at: number
  /** Where the mark is now. The whole world is 1 wide. */
  x: number
  y: number
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
  /** When the mark left, and how long it takes. */
  readonly leftAt: number
  readonly lasts: number
}

/** A mark takes no longer than this, so that it is never far behind. */
const longestGlideMs = 10_000
/** Fixes farther apart in time say nothing about the way between them. */
const longestGapMs = 60_000
/** A share of the world: about 2 km at the equator. Marks do not race across the map. */
const longestWay = 5e-5

type Clock = { now: () => number; onNextFrame: (act: () => void) => void; glides: () => boolean }

const ofBrowser: Clock = {
  now: () => performance.now(),
  onNextFrame: (act) => requestAnimationFrame(act),
  glides: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
}

export type PositionStore = ReturnType<typeof positionStore>

/** Where drivers are, outside of React: fixes come many times a second. What is older than what is known counts for nothing. */
export function positionStore({ now, onNextFrame, glides } = ofBrowser) {
  const tracks = new Map<string, Track>()
  const listeners = new Set<() => void>()
  let isDue = false

  function notify(): void {
    if (isDue) return
    isDue = true
    onNextFrame(() => {
      isDue = false
      for (const listener of listeners) listener()
    })
  }

  return {
    /** Takes in positions, of any drivers in any order. */
    put(positions: readonly LivePosition[]): void {
      const time = now()
      const isGliding = glides()
      for (const position of positions) {
        const before = tracks.get(position.driver_id)
        const at = Date.parse(position.recorded_at)
        if (Number.isNaN(at) || (before && at < before.at)) continue
        tracks.set(position.driver_id, trackTo(position, at, isGliding ? before : undefined, time))
      }
      notify()
    },
    get: (driverId: string): Track | undefined => tracks.get(driverId),
    all: (): ReadonlyMap<string, Track> => tracks,
    /** Forgets everybody else. */
    keep(driverIds: ReadonlySet<string>): void {
      for (const id of tracks.keys()) if (!driverIds.has(id)) tracks.delete(id)
      notify()
    },
    /** Moves all marks to where they are by now. Returns whether any is still on its way. */
    advance(): boolean {
      const time = now()
      let isMoving = false
      for (const track of tracks.values()) if (glide(track, time)) isMoving = true
      return isMoving
    },
    /** Calls back after changes, once a frame at most. Returns a function that ends it. */
    onFrame(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function trackTo(position: LivePosition, at: number, before: Track | undefined, time: number): Track {
  const world = toWorld(position)
  const [toX, toY] = [world.x / 256, world.y / 256]
  if (before) glide(before, time)
  const gap = before ? at - before.at : Infinity
  const isFar = !before || Math.hypot(toX - before.x, toY - before.y) > longestWay
  const isAtOnce = isFar || gap <= 0 || gap > longestGapMs
  const [fromX, fromY] = isAtOnce ? [toX, toY] : [before.x, before.y]
  const lasts = isAtOnce ? 0 : Math.min(gap, longestGlideMs)
  return { position, at, x: fromX, y: fromY, fromX, fromY, toX, toY, leftAt: time, lasts }
}

function glide(track: Track, time: number): boolean {
  const done = track.lasts === 0 ? 1 : Math.min(1, Math.max(0, (time - track.leftAt) / track.lasts))
  track.x = track.fromX + (track.toX - track.fromX) * done
  track.y = track.fromY + (track.toY - track.fromY) * done
  return done < 1
}
