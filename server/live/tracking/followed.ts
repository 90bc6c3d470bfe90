import { progressOf, type TrackedStop } from '#domain/tracking/progress.ts'
import type { EtasMessage } from '#domain/live.ts'
import type { TrackingMessages } from '#domain/tracking/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import type { Watched } from '../../db/tracked-stops.ts'

/** A channel of somebody who has the link. */
export type Listener = {
  /** @param payload JSON text */
  push(event: 'broadcast', payload: string): void
  /** Asks whether the link still opens the page. */
  recheck(): void
}

/** Progress does not say how often a delivery failed: that is read with the rest. */
const underWay = { attempts: 0, mostAttempts: 1 }

/** What a driver does is an event, but for setting out for where something is picked up: so it is read now and then. */
const readAgainMs = 60_000

/** When a driver is expected at a stop. */
export type Expected = EtasMessage['routes'][number]['etas'][number]

/** A delivery that somebody on this server follows, and what they have been told. */
export class Followed {
  readonly #listeners = new Set<Listener>()
  /** Those who have been told nothing yet. */
  #fresh: Listener[] = []
  #watched: Watched | undefined
  #said: string | undefined
  #readAt = 0

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  get routeId(): string | undefined {
    return this.#watched?.stop?.route_id
  }

  get driverId(): string | undefined {
    return this.#watched?.stop?.driver_id
  }

  add(listener: Listener): void {
    this.#listeners.add(listener)
    this.#fresh.push(listener)
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    this.#fresh = this.#fresh.filter((each) => each !== listener)
  }

  recheck(): void {
    for (const { recheck } of this.#listeners) recheck()
  }

  tellChanged(): void {
    this.#tell(this.#listeners, said('changed', {}))
  }

  /** What was read of it just now. */
  update(watched: Watched, now: Date): void {
    this.#watched = watched
    this.#readAt = now.getTime()
    const progress = this.#progress(now)
    const fresh = this.#fresh
    this.#fresh = []
    this.#tell(fresh, said('start', { version: watched.version }))
    const told = progress === this.#said ? fresh : this.#listeners
    this.#said = progress
    if (progress !== undefined) this.#tell(told, progress)
  }

  /**
   * Arrivals on its route were worked out again.
   * @returns whether it is time to read it again
   */
  expect(etas: ReadonlyMap<string, Expected>, now: Date): boolean {
    const stop = this.#watched?.stop
    const eta = stop && etas.get(stop.stop_id)
    if (eta) this.#change({ p10_at: eta.p10_at, p90_at: eta.p90_at }, now)
    return !eta || now.getTime() - this.#readAt > readAgainMs
  }

  /** The driver has moved. It says nothing where the van was not shown: only the database knows whether it may be. */
  moveVan({ lat, lng, recorded_at: at }: LivePosition, now: Date): void {
    const stop = this.#watched?.stop
    if (!stop?.van_at || Date.parse(at) <= Date.parse(stop.van_at)) return
    this.#change({ van_lat: lat, van_lng: lng, van_at: at }, now)
  }

  #change(change: Partial<TrackedStop>, now: Date): void {
    const watched = this.#watched!
    this.#watched = { ...watched, stop: { ...watched.stop!, ...change } }
    const progress = this.#progress(now)
    if (progress === this.#said || progress === undefined) return
    this.#said = progress
    this.#tell(this.#listeners, progress)
  }

  /** Undefined where the delivery is not under way: its page then reads the whole. */
  #progress(now: Date): string | undefined {
    const { version, status, stop } = this.#watched!
    if (!stop || !['dispatched', 'in_transit', 'arrived'].includes(status)) return undefined
    return said('progress', { version, ...progressOf({ status }, stop, underWay, now) })
  }

  #tell(listeners: Iterable<Listener>, payload: string): void {
    for (const listener of listeners) listener.push('broadcast', payload)
  }
}

const said = <Name extends keyof TrackingMessages>(event: Name, payload: TrackingMessages[Name]): string =>
  `{"type":"broadcast","event":"${event}","payload":${JSON.stringify(payload)}}`
