import { readTopic, type KnownTopic } from '#domain/live-topics.ts'
import { catalogueOf } from '../db/api/read-catalogue.ts'
import type { WorkspaceActor } from '../http/callers/wire.ts'
import type { RealtimeCaller } from '../realtime/callers.ts'
import type { Binding, SourceChannel } from '../realtime/source.ts'
import { bind, type Bound } from './changes/bindings.ts'
import { SubscriptionError } from './changes/filter.ts'
import type { EventChannel } from './events/channels.ts'
import type { Feeds } from './feeds.ts'
import { asCaller, type Parts } from './people.ts'
import type { Places } from './rules.ts'
import type { Links } from './tracking/links.ts'
import type { Tracking } from './tracking/tracking.ts'
import type { Interest } from './workspace-feed.ts'

export type Around = Parts & {
  feeds: Feeds
  places: Places
  links: Links
  tracking: Tracking
  report: (error: unknown, what: string) => void
}

/** What the product says on one joined channel: events, and changes of the rows that it asked for. */
export class LiveChannel {
  readonly #around: Around
  readonly #channel: SourceChannel
  readonly #topic: KnownTopic | undefined
  readonly #bindings: { id: number; binding: Binding }[]
  readonly #interest: Interest = { events: undefined, rows: undefined }
  #caller: RealtimeCaller
  #actor: WorkspaceActor | undefined
  #leave: (() => void) | undefined
  /** What is to be said once the join has been answered. */
  #early: [event: string, payload: string][] | undefined = []
  #isClosed = false

  constructor(around: Around, channel: SourceChannel, bindings: { id: number; binding: Binding }[]) {
    this.#around = around
    this.#channel = channel
    this.#topic = channel.isPrivate ? readTopic(channel.topic) : undefined
    this.#bindings = bindings
    this.#caller = channel.caller
  }

  get caller(): RealtimeCaller {
    return this.#caller
  }

  /** The workspace that the channel has to do with, if any. */
  get workspaceId(): string | undefined {
    return this.#actor?.workspaceId
  }

  /** The caller may have another role now, or none. Rejects while the database is away. */
  async recheck(): Promise<void> {
    this.#channel.recheck()
    await this.#refresh()
  }

  /** Rejects while the database is away. */
  async open(): Promise<void> {
    const actor = (this.#actor = await this.#findActor(this.#channel.workspaceId ?? null))
    if (this.#bindings.length) await this.#bind(actor)
    if (this.#topic?.kind === 'tracking') return this.#follow(this.#topic.deliveryId!)
    if (!actor || this.#isClosed) return
    if (this.#topic && hearsEvents(this.#topic)) {
      const { driverId, memberId } = this.#topic
      const push: EventChannel['push'] = (event, payload) => this.#push(event, payload)
      this.#interest.events = { actor, driverId, memberId, at: '', push }
    }
    // Also without an interest in events: they tell when somebody has to go.
    const leave = await this.#around.feeds.join(actor.workspaceId, this.#interest)
    if (this.#isClosed) leave()
    else this.#leave = leave
  }

  /** A delivery, for whoever has the link to its page. */
  async #follow(deliveryId: string): Promise<void> {
    const { links, tracking } = this.#around
    const workspaceId = links.workspaceOf(this.#caller)
    if (workspaceId === undefined || this.#isClosed) return
    const leave = await tracking.follow(workspaceId, deliveryId, {
      push: (event, payload) => this.#push(event, payload),
      recheck: () => this.#channel.recheck(),
    })
    if (this.#isClosed) leave()
    else this.#leave = leave
  }

  start(): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const [event, payload] of early) this.#channel.push(event, payload)
  }

  renew(caller: RealtimeCaller): void {
    this.#caller = caller
    // If it fails, what was known counts on: the service asks again every few minutes.
    this.#refresh().catch((error: unknown) => this.#around.report(error, 'rights on a channel'))
  }

  close(): void {
    this.#isClosed = true
    this.#leave?.()
    this.#leave = undefined
  }

  /** Who the caller is in the channel's workspace, or in `workspaceId` where the topic says none. */
  async #findActor(workspaceId: string | null): Promise<WorkspaceActor | undefined> {
    const { places } = this.#around
    if (this.#topic?.kind === 'tracking') return undefined
    if (this.#topic) return (await places.find(this.#caller, this.#topic))?.actor
    if (!this.#bindings.length) return undefined
    return asCaller(this.#around, this.#caller, workspaceId, async (_, actor) => actor)
  }

  async #bind(actor: WorkspaceActor | undefined): Promise<void> {
    try {
      if (!actor) throw new SubscriptionError('whoever asks is signed in to no workspace')
      const bounds = await this.#readBindings(actor)
      this.#interest.rows = {
        actor,
        bounds,
        push: (event, payload) => this.#push(event, payload),
        drop: (broken) => this.#drop(broken),
      }
      this.#say('ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      if (!(error instanceof SubscriptionError)) throw error
      this.#sayUnable(error.message)
    }
  }

  async #readBindings(actor: WorkspaceActor): Promise<Bound[]> {
    const catalogue = await catalogueOf(this.#around.db)
    const bounds: Bound[] = []
    for (const each of this.#bindings) bounds.push(await bind(this.#around, actor, catalogue, each))
    return bounds
  }

  #drop(broken: Bound[]): void {
    const { rows } = this.#interest
    if (!rows) return
    rows.bounds = rows.bounds.filter((bound) => !broken.includes(bound))
    this.#sayUnable('a filter takes too long, or fails on some rows')
  }

  /** Whether the caller may stay on a private channel is the service's business; here, nothing more is told. */
  async #refresh(): Promise<void> {
    if (!this.#actor) return
    const actor = await this.#findActor(this.#actor.workspaceId)
    if (this.#isClosed) return
    const { events, rows } = this.#interest
    if (actor) {
      this.#actor = actor
      if (events) events.actor = actor
      if (rows) rows.actor = actor
      return
    }
    this.#leave?.()
    this.#leave = undefined
    if (rows)
      this.#say('error', `You no longer have permission to read from this Channel topic: ${this.#channel.topic}`)
  }

  #sayUnable(why: string): void {
    const asked = this.#bindings.map(({ binding }) =>
      Object.entries(binding)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', '),
    )
    this.#say(
      'error',
      `Unable to subscribe to changes with given parameters: ${why}. Asked for: [${asked.join('], [')}]`,
    )
  }

  #say(status: 'ok' | 'error', message: string): void {
    const { topic: channel } = this.#channel
    this.#push('system', JSON.stringify({ extension: 'postgres_changes', status, message, channel }))
  }

  #push(event: string, payload: string): void {
    if (this.#isClosed) return
    if (this.#early) this.#early.push([event, payload])
    else this.#channel.push(event, payload)
  }
}

const hearsEvents = ({ kind }: KnownTopic) => ['workspace', 'member', 'driver'].includes(kind)
