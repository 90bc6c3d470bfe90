import type { Event } from '#domain/events/event.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import { inWorkspace } from '../../db/connect.ts'
import { isPassing } from '../../db/passing.ts'
import { readWatched } from '../../db/tracked-stops.ts'
import type { Estimates } from '../../events/etas.ts'
import type { Parts } from '../people.ts'
import { Followed, type Listener } from './followed.ts'
import { concernOf } from './rules.ts'

/** Vans move, and what changed is read, at most this often. */
const everyMs = 1000
/** So many deliveries are read at once. */
const mostTogether = 500

type Around = Parts & { report: (error: unknown, what: string) => void }

/**
 * The deliveries of one workspace that recipients follow through this server. Each is worked out once, however many look
 * at it, and all that changed within a second together. Where a van is comes with its fix, and costs no reading.
 */
export class WorkspaceTracking {
  readonly #workspaceId: string
  readonly #around: Around
  readonly #followed = new Map<string, Followed>()
  /** What has to be read again. */
  readonly #stale = new Set<string>()
  readonly #moved = new Map<string, LivePosition>()
  #timer: NodeJS.Timeout | undefined
  #isReading = false

  constructor(workspaceId: string, around: Around) {
    this.#workspaceId = workspaceId
    this.#around = around
  }

  get isEmpty(): boolean {
    return this.#followed.size === 0
  }

  /** Call what it returns to leave. */
  join(deliveryId: string, listener: Listener): () => void {
    const followed = this.#followed.get(deliveryId) ?? new Followed()
    followed.add(listener)
    this.#followed.set(deliveryId, followed)
    this.#stale.add(deliveryId)
    this.#wake()
    return () => {
      followed.remove(listener)
      if (followed.isEmpty && this.#followed.get(deliveryId) === followed) this.#followed.delete(deliveryId)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#followed.clear()
  }

  /** What happened in the workspace; undefined when some of it was missed. */
  hear(events: Event[] | undefined): void {
    if (!events) return this.#beginAnew()
    const { deliveryIds, revokedIds, routeIds, driverIds, isForAll } = concernOf(events)
    for (const id of revokedIds) this.#followed.get(id)?.recheck()
    for (const id of deliveryIds) {
      if (!this.#followed.has(id)) continue
      this.#stale.add(id)
      this.#followed.get(id)!.tellChanged()
    }
    this.#wake()
    if (isForAll) this.#mark(() => true)
    else if (routeIds.size || driverIds.size)
      this.#mark(({ routeId, driverId }) => isOneOf(routeIds, routeId) || isOneOf(driverIds, driverId))
  }

  #beginAnew(): void {
    for (const followed of this.#followed.values()) {
      followed.recheck()
      followed.tellChanged()
    }
    this.#mark(() => true)
  }

  /** When drivers are expected was worked out again. */
  hearEtas({ routes }: Estimates): void {
    const now = this.#around.now()
    const byRoute = new Map(
      routes.map(({ route_id, etas }) => [route_id, new Map(etas.map((eta) => [eta.stop_id, eta]))]),
    )
    this.#mark((followed) => {
      const etas = byRoute.get(followed.routeId ?? '')
      return etas !== undefined && followed.expect(etas, now)
    })
  }

  hearPosition(position: LivePosition): void {
    this.#moved.set(position.driver_id, position)
    this.#wake()
  }

  #mark(isMeant: (followed: Followed) => boolean): void {
    for (const [id, followed] of this.#followed) if (isMeant(followed)) this.#stale.add(id)
    this.#wake()
  }

  /** What comes after a pause is done at once. */
  #wake(): void {
    this.#timer ??= setTimeout(() => this.#turn(), 0).unref()
  }

  #turn(): void {
    const isIdle = !this.#moved.size && !this.#stale.size
    this.#timer = isIdle ? undefined : setTimeout(() => this.#turn(), everyMs).unref()
    this.#moveVans()
    if (this.#stale.size && !this.#isReading) void this.#readStale()
  }

  #moveVans(): void {
    if (!this.#moved.size) return
    const now = this.#around.now()
    for (const followed of this.#followed.values()) {
      const position = this.#moved.get(followed.driverId ?? '')
      if (position) followed.moveVan(position, now)
    }
    this.#moved.clear()
  }

  async #readStale(): Promise<void> {
    const { db, lane, now, report } = this.#around
    const ids = [...this.#stale].slice(0, mostTogether)
    for (const id of ids) this.#stale.delete(id)
    this.#isReading = true
    try {
      const read = () => inWorkspace(db, this.#workspaceId, (trx) => readWatched(trx, this.#workspaceId, ids, now()))
      const found = await lane(read, 'later')
      for (const [id, watched] of found) this.#followed.get(id)?.update(watched, now())
    } catch (error) {
      if (isPassing(error)) for (const id of ids) this.#stale.add(id)
      else report(error, 'following deliveries')
    }
    this.#isReading = false
    if (this.#stale.size && ids.length === mostTogether) void this.#readStale()
  }
}

const isOneOf = (ids: ReadonlySet<string>, id: string | undefined) => id !== undefined && ids.has(id)
