import { AppError } from '#domain/errors.ts'
import type { Event } from '#domain/events/event.ts'
import { eventTypeNames } from '#domain/events/types.ts'
import { catalogueOf } from '../db/api/read-catalogue.ts'
import { inWorkspace } from '../db/connect.ts'
import { isPassing } from '../db/passing.ts'
import { readEvents, type After, type EventPage } from '../events/read.ts'
import { prepareChanges, type Subscriber } from './changes/subscribers.ts'
import { prepareEvents, tellProgress, tellStart, type EventChannel } from './events/channels.ts'
import type { Parts } from './people.ts'

const eventsAtOnce = 200
/** How long to wait before trying again when the database is away. */
const retryMs = 500

/** What one channel wants to know of a workspace. */
export type Interest = {
  events: EventChannel | undefined
  rows: Subscriber | undefined
  /** Hears every event; undefined when some were missed. */
  hear?: (events: Event[] | undefined) => void
}

export type Around = Parts & {
  report: (error: unknown, what: string) => void
  /** Looks again at who may hear what, if the events changed that, before anybody is told of them. */
  checkAccess: (workspaceId: string, events: Event[]) => Promise<void>
  /** Looks again at who may hear anything at all: the log is not where it was, so the workspace may be gone. */
  checkEverybody: (workspaceId: string) => Promise<void>
}

/**
 * Follows the event log of one workspace for all channels of this server that want to know of it, with one reading for all
 * of them. Whoever joins hears everything after the place that it is told.
 */
export class WorkspaceFeed {
  readonly #workspaceId: string
  readonly #around: Around
  /** Who has joined, or is about to. */
  readonly #interests = new Set<Interest>()
  /** Who has been told where they begin. */
  readonly #begun = new Set<Interest>()
  #cursor: string | undefined
  /** Those who have begun are being told of a page, after which the cursor stands behind it. */
  #isTelling = false
  #turn: Promise<unknown> = Promise.resolve()
  #isWoken = false
  #isClosed = false

  constructor(workspaceId: string, around: Around) {
    this.#workspaceId = workspaceId
    this.#around = around
  }

  get isEmpty(): boolean {
    return this.#interests.size === 0
  }

  /** Rejects while the database is away. */
  async join(interest: Interest): Promise<void> {
    this.#interests.add(interest)
    // While a page is read, it is not yet settled who will be told of it. So nobody waits for that.
    if (this.#cursor !== undefined && !this.#isTelling) return this.#begin(interest, this.#cursor)
    try {
      await this.#inTurn(async () => {
        this.#cursor ??= (await this.#read('now')).cursor
        if (this.#interests.has(interest)) this.#begin(interest, this.#cursor)
      })
    } catch (error) {
      this.leave(interest)
      throw error
    }
  }

  #begin(interest: Interest, cursor: string): void {
    this.#begun.add(interest)
    if (interest.events) tellStart(interest.events, cursor)
  }

  leave(interest: Interest): void {
    this.#interests.delete(interest)
    this.#begun.delete(interest)
  }

  close(): void {
    this.#isClosed = true
  }

  /** How far the calculation of a plan is. */
  tellProgress(payload: string): void {
    for (const { events } of this.#begun) if (events) tellProgress(events, payload)
  }

  /** There may be something to read. */
  wake(): void {
    if (this.#isWoken || this.#isClosed) return
    this.#isWoken = true
    void this.#inTurn(async () => {
      this.#isWoken = false
      if (this.#isClosed || this.#cursor === undefined) return
      try {
        if (await this.#readOn(this.#cursor)) this.wake()
      } catch (error) {
        await this.#mend(error)
      }
    })
  }

  /** Reads and tells one page. Whether there is more. */
  async #readOn(cursor: string): Promise<boolean> {
    const page = await this.#read({ cursor }, 'later')
    this.#isTelling = true
    try {
      await this.#tell(page)
      this.#cursor = page.cursor
    } finally {
      this.#isTelling = false
    }
    return page.has_more
  }

  async #tell({ events, has_more: hasMore }: EventPage): Promise<void> {
    await this.#around.checkAccess(this.#workspaceId, events)
    const interests = [...this.#begun]
    const channels = interests.flatMap((interest) => interest.events ?? [])
    const subscribers = interests.flatMap((interest) => interest.rows ?? [])
    const prepared = [
      ...(await prepareChanges(this.#around, () => catalogueOf(this.#around.db), subscribers, events)),
      ...(await prepareEvents(this.#around, channels, events, !hasMore)),
    ]
    for (const say of prepared) say()
    for (const { hear } of interests) hear?.(events)
  }

  /** Tries again soon, or begins anew where reading on is not possible: everybody then looks again at what they show. */
  async #mend(error: unknown): Promise<void> {
    const { report } = this.#around
    if (!isPassing(error)) {
      if (!(error instanceof AppError)) report(error, 'following an event log')
      try {
        await this.#around.checkEverybody(this.#workspaceId)
        const { cursor } = await this.#read('now')
        this.#cursor = cursor
        for (const { events, hear } of this.#begun) {
          if (events) tellStart(events, cursor)
          hear?.(undefined)
        }
        return
      } catch (second) {
        if (!isPassing(second)) report(second, 'following an event log')
      }
    }
    setTimeout(() => this.wake(), retryMs).unref()
  }

  #read(after: After, when?: 'later'): Promise<EventPage> {
    const { db, lane } = this.#around
    const ask = { workspaceId: this.#workspaceId, after, limit: eventsAtOnce, types: eventTypeNames }
    return lane(() => inWorkspace(db, this.#workspaceId, (trx) => readEvents(trx, ask)), when)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}
