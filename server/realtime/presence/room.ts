import { randomBytes } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { shared, type SharedFrame } from '../frames/write.ts'
import type { Version } from '../frames/read.ts'
import type { Receiver } from '../hub.ts'
import { PendingDiff, stateOf, type Presence } from './table.ts'

/** What servers tell each other about one room. Every server is the only one that speaks for its own clients. */
type Told =
  | { from: string; seq: number; joins: Presence[]; leaves: string[] }
  /** Everything that a server has, instead of what was known of it. If it asks, everybody else please do the same. */
  | { from: string; seq: number; all: Presence[]; asks: boolean }

/** What is known of the clients of one server. */
type Share = { seq: number; presences: Map<string, Presence>; confirmBy: number | undefined }

export type PresenceParts = {
  bus: Bus
  /** The name of this server, new at each start. */
  server: string
  /** In milliseconds. */
  now: () => number
  /** Runs once, soon: what changes until then is sent together. */
  soon: (work: () => void) => void
}

/** How long another server may take to say that what was known of it still holds. */
const confirmWithinMs = 10_000

/** Who is present in a room, on all servers. Every server comes to the same answer, some time later. */
export class PresenceRoom {
  readonly #parts: PresenceParts
  readonly #topic: string
  readonly #busTopic: string
  readonly #shares = new Map<string, Share>()
  readonly #own: Share = { seq: 0, presences: new Map(), confirmBy: undefined }
  readonly #watchers = new Set<Receiver>()
  readonly #diff = new PendingDiff()
  readonly #stop: () => void
  #isSending = false

  /** @param topic as the frames name it */
  constructor(parts: PresenceParts, room: string, topic: string) {
    this.#parts = parts
    this.#topic = topic
    this.#busTopic = `presence:${room}`
    this.#shares.set(parts.server, this.#own)
    this.#stop = parts.bus.subscribe(this.#busTopic, (text) => this.#hear(JSON.parse(text) as Told))
    this.ask()
  }

  /**
   * Tells everything, and asks all servers for the same, because messages may have been lost in both directions. Whoever
   * cannot hear this now does the same later.
   */
  ask(): void {
    const confirmBy = this.#parts.now() + confirmWithinMs
    for (const share of this.#shares.values()) if (share !== this.#own) share.confirmBy = confirmBy
    this.#tellAll(true)
  }

  /** From now on, the receiver gets every diff. Resolves to the frame with what is known so far. */
  watch(receiver: Receiver): string {
    this.#sendDiff()
    this.#watchers.add(receiver)
    return JSON.stringify(stateOf(this.#all()))
  }

  unwatch(receiver: Receiver): void {
    this.#watchers.delete(receiver)
  }

  /** @param previous what the same client showed until now */
  join(key: string, payload: Record<string, unknown>, previous?: Presence): Presence {
    const { phx_ref: _, phx_ref_prev: __, ...meta } = payload
    const ref = randomBytes(9).toString('base64url')
    const presence = { ref, key, meta: previous ? { ...meta, phx_ref_prev: previous.ref } : meta }
    if (previous) this.#remove(this.#own, previous.ref)
    this.#add(this.#own, presence)
    this.#tellChange([presence], previous ? [previous.ref] : [])
    return presence
  }

  leave({ ref }: Presence): void {
    this.#remove(this.#own, ref)
    this.#tellChange([], [ref])
  }

  /** Forgets the clients of servers that are gone, or that did not answer. */
  sweep(isGone: (server: string) => boolean): void {
    for (const [server, share] of this.#shares) {
      if (share === this.#own) continue
      const isOverdue = share.confirmBy !== undefined && share.confirmBy < this.#parts.now()
      if (!isOverdue && !isGone(server)) continue
      this.#replace(share, [])
      this.#shares.delete(server)
    }
  }

  /** Servers that have clients here. */
  *servers(): Generator<string> {
    for (const [server, { presences }] of this.#shares) if (presences.size > 0) yield server
  }

  close(): void {
    this.#stop()
  }

  *#all(): Generator<Presence> {
    for (const { presences } of this.#shares.values()) yield* presences.values()
  }

  #tellChange(joins: Presence[], leaves: string[]): void {
    this.#tell({ from: this.#parts.server, seq: ++this.#own.seq, joins, leaves })
  }

  #tellAll(asks: boolean): void {
    this.#tell({ from: this.#parts.server, seq: this.#own.seq, all: [...this.#own.presences.values()], asks })
  }

  #tell(told: Told): void {
    this.#parts.bus.publish(this.#busTopic, JSON.stringify(told))
  }

  #hear(told: Told): void {
    const { from } = told
    if (from === this.#parts.server) return
    const share = this.#shares.get(from) ?? { seq: 0, presences: new Map<string, Presence>(), confirmBy: undefined }
    this.#shares.set(from, share)
    if ('all' in told) {
      this.#replace(share, told.all)
      Object.assign(share, { seq: told.seq, confirmBy: undefined })
      if (told.asks) this.#tellAll(false)
    } else if (told.seq === share.seq + 1) {
      share.seq = told.seq
      for (const ref of told.leaves) this.#remove(share, ref)
      for (const presence of told.joins) this.#add(share, presence)
    } else if (told.seq > share.seq) this.ask()
  }

  #replace(share: Share, presences: Presence[]): void {
    const kept = new Set(presences.map(({ ref }) => ref))
    for (const ref of share.presences.keys()) if (!kept.has(ref)) this.#remove(share, ref)
    for (const presence of presences) if (!share.presences.has(presence.ref)) this.#add(share, presence)
  }

  #add(share: Share, presence: Presence): void {
    share.presences.set(presence.ref, presence)
    this.#diff.join(presence)
    this.#sendSoon()
  }

  #remove(share: Share, ref: string): void {
    const presence = share.presences.get(ref)
    if (!presence) return
    share.presences.delete(ref)
    this.#diff.leave(presence)
    this.#sendSoon()
  }

  #sendSoon(): void {
    if (this.#isSending) return
    this.#isSending = true
    this.#parts.soon(() => this.#sendDiff())
  }

  #sendDiff(): void {
    this.#isSending = false
    const diff = this.#diff.take()
    if (!diff) return
    const payload = JSON.stringify(diff)
    const frames: Partial<Record<Version, SharedFrame>> = {}
    for (const receiver of this.#watchers) {
      const { version } = receiver
      receiver.deliver((frames[version] ??= shared(version, { topic: this.#topic, event: 'presence_diff', payload })))
    }
  }
}
