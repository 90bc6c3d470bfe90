import { eventsWithShownCustom } from '../../db/custom-fields.ts'
import { eventForClient } from '#domain/client-view.ts'
import type { Event } from '#domain/events/event.ts'
import { mostEventsAtOnce, type ProgressMessage } from '#domain/live.ts'
import { seesAll } from '../../http/callers/actor.ts'
import type { WorkspaceActor } from '../../http/callers/wire.ts'
import { readConcerned, readVisible, rightsKey, typesOf } from '../audience.ts'
import { asActor, type Parts } from '../people.ts'

/** A channel that hears events: a workspace's, or those that concern one driver or one member. */
export type EventChannel = {
  actor: WorkspaceActor
  /** Whose topic it is; null for the workspace's. */
  driverId: string | null
  memberId: string | null
  /** Up to where the channel has been told everything that it may know. */
  at: string
  /** What is to become one message. */
  gathered?: Gathered | undefined
  /** @param payload JSON text */
  push(event: 'broadcast', payload: string): void
}

type Gathered = { cursor: string; count: number; kinds: Set<string> }

/** While changes go on and on, listeners hear something after so many. */
const mostGathered = 2000

/**
 * Prepares what channels of one workspace are told of a page of events. Nothing is sent before everything was read, so that
 * a failure sends nothing twice.
 * @param isLast whether nothing follows for now, so that what was gathered is said
 */
export async function prepareEvents(
  parts: Parts,
  channels: Iterable<EventChannel>,
  events: Event[],
  isLast: boolean,
): Promise<(() => void)[]> {
  const text = memo<Event, string>(JSON.stringify)
  const audiences = Map.groupBy(
    channels,
    (channel) => `${rightsKey(channel.actor)} ${channel.driverId} ${channel.memberId}`,
  )
  const concerned = await concernedDrivers(parts, [...audiences.values()], events)
  const prepared: (() => void)[] = []
  for (const audience of audiences.values()) {
    const heard = await eventsFor(parts, audience[0]!, events, concerned)
    for (const channel of audience) {
      prepared.push(() => {
        tell(channel, heard, text)
        if (channel.gathered && (isLast || channel.gathered.count >= mostGathered)) tellMany(channel)
      })
    }
  }
  return prepared
}

function tell(channel: EventChannel, events: Event[], text: (event: Event) => string): void {
  if (!events.length) return
  if (channel.gathered || events.length > mostEventsAtOnce) return gather(channel, events)
  for (const event of events) {
    const { cursor } = event
    say(channel, 'event', `{"after":"${channel.at}","cursor":"${cursor}","event":${text(event)}}`)
    channel.at = cursor
  }
}

function gather(channel: EventChannel, events: Event[]): void {
  const { count, kinds } = channel.gathered ?? { count: 0, kinds: new Set() }
  for (const { subject } of events) kinds.add(subject.kind)
  channel.gathered = { cursor: events.at(-1)!.cursor, count: count + events.length, kinds }
}

function tellMany(channel: EventChannel): void {
  const { cursor, count, kinds } = channel.gathered!
  say(channel, 'many', JSON.stringify({ after: channel.at, cursor, count, kinds: [...kinds] }))
  channel.at = cursor
  channel.gathered = undefined
}

/** The channel hears everything after this place. Whatever it knows may be old. */
export function tellStart(channel: EventChannel, cursor: string): void {
  channel.at = cursor
  channel.gathered = undefined
  say(channel, 'start', JSON.stringify({ cursor }))
}

/** Plans are everybody's business who may read them, within their own depots, but not a topic's of one driver or member. */
export function tellProgress(channel: EventChannel, payload: string): void {
  const { actor, driverId, memberId } = channel
  if (driverId !== null || memberId !== null || !typesOf(actor).has('plan.drafted')) return
  if (seesAll(actor) || isOfDepots(payload, actor.depotIds)) say(channel, 'progress', payload)
}

function isOfDepots(payload: string, depotIds: string[] | null): boolean {
  const { depot_id: depot } = JSON.parse(payload) as ProgressMessage
  return depot !== null && (depotIds ?? []).includes(depot)
}

const say = (channel: EventChannel, event: string, payload: string) =>
  channel.push('broadcast', `{"type":"broadcast","event":"${event}","payload":${payload}}`)

/** Which of the drivers that somebody listens for have to do with any of the events. */
async function concernedDrivers(parts: Parts, audiences: EventChannel[][], events: Event[]): Promise<Set<string>> {
  const drivers = audiences.flatMap(([channel]) => driverOf(channel!) ?? [])
  if (!drivers.length || !events.length) return new Set()
  const [[first]] = audiences as [[EventChannel]]
  return readConcerned(parts, first.actor.workspaceId, events, drivers)
}

const driverOf = ({ actor, driverId, memberId }: EventChannel) => (memberId === null ? driverId : actor.driverId)

async function eventsFor(
  parts: Parts,
  channel: EventChannel,
  events: Event[],
  concerned: Set<string>,
): Promise<Event[]> {
  const { actor, driverId } = channel
  if (channel.memberId !== null) return eventsForMember(parts, channel, events, concerned)
  // A driver's own events need no further permission. Whoever else listens hears what their role may read.
  const isOwn = driverId !== null && driverId === actor.driverId
  const types = typesOf(actor)
  const allowed = isOwn ? events : events.filter(({ type }) => types.has(type))
  if (driverId === null && seesAll(actor)) return allowed
  if (!allowed.length || (driverId !== null && !concerned.has(driverId))) return []
  const visible = await asActor(parts, actor, (trx) => readVisible(trx, allowed, driverId ?? undefined))
  const seen = allowed.filter(({ id }) => visible.has(id))
  return actor.role === 'driver' ? asActor(parts, actor, (trx) => eventsWithShownCustom(trx, seen)) : seen
}

/** What is about their own membership or their own driver, and what else the member may see. */
async function eventsForMember(
  parts: Parts,
  { actor, memberId }: EventChannel,
  events: Event[],
  concerned: Set<string>,
): Promise<Event[]> {
  const { driverId } = actor
  const types = typesOf(actor)
  const shared = events.filter(({ type }) => types.has(type))
  const see = async (some: Event[], driver?: string) =>
    some.length ? await asActor(parts, actor, (trx) => readVisible(trx, some, driver)) : new Set<string>()
  const ofDriver = await see(driverId !== null && concerned.has(driverId) ? events : [], driverId ?? undefined)
  const visible = await see(shared)
  const isOwn = ({ subject }: Event) => subject.kind === 'member' && subject.id === memberId
  const heard = events.filter((event) => isOwn(event) || ofDriver.has(event.id) || visible.has(event.id))
  if (actor.role !== 'client' && actor.role !== 'driver') return heard
  const shown = await asActor(parts, actor, (trx) => eventsWithShownCustom(trx, heard))
  return actor.role === 'client' ? shown.map((event) => eventForClient(event, actor.userId)) : shown
}

function memo<K, V>(write: (value: K) => V): (value: K) => V {
  const known = new Map<K, V>()
  return (value) => {
    if (!known.has(value)) known.set(value, write(value))
    return known.get(value)!
  }
}
