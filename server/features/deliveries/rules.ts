import { createHash } from 'node:crypto'
import { areaOnlyUpTo, isConfirmed, originOf, type Origin } from '#domain/address/position.ts'
import { flagsOf } from '#domain/address/red-flags.ts'
import { isEditable, type DeliveryState } from '#domain/delivery-state.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import type { Delivery, DeliveryChange, DeliveryEvent, NewDelivery } from '#domain/schema/delivery.ts'
import { dayOf, timeOf } from '#domain/time.ts'

/** The fields of a delivery that its sender sets. */
const givenFields = [
  'reference',
  'pickup_address',
  'delivery_address',
  'delivery_location',
  'recipient_name',
  'recipient_phone',
  'recipient_email',
  'scheduled_date',
  'scheduled_time',
  'window_start',
  'window_end',
  'service_minutes',
  'weight_kg',
  'volume_l',
  'priority',
  'skills',
  'notes',
  'wanted_driver_id',
] as const
export type Given = Pick<Delivery, (typeof givenFields)[number]>

/** The columns that tell where a position came from. */
const originFields = [
  'location_source',
  'location_confidence',
  'location_provider',
  'location_kind',
  'located_at',
  'location_search',
] as const
export type StoredOrigin = Pick<Delivery, (typeof originFields)[number]>
export type Located = Given & StoredOrigin

/** What the workspace knows about an address: its entry in the address book, or an earlier delivery. */
export type KnownPlace = Origin & { location: Location; service_minutes: number | null }

/** Fields that may change while the delivery is on a route, because the route does not depend on them. */
const changeableOnRoute = ['recipient_name', 'recipient_phone', 'recipient_email', 'notes']

/** Fills in missing fields: the day from the requested time, a window around it, and the service time. */
export function complete(delivery: NewDelivery, workspace: { time_zone: string; service_minutes: number }): Given {
  const time = delivery.scheduled_time === null ? null : new Date(delivery.scheduled_time)
  const isWindowGiven = delivery.window_start !== null || delivery.window_end !== null
  return {
    ...delivery,
    ...(time && !isWindowGiven && windowAround(time, workspace.time_zone)),
    scheduled_date: delivery.scheduled_date ?? dayOf(time!, workspace.time_zone),
    scheduled_time: time?.toISOString() ?? null,
    service_minutes: delivery.service_minutes ?? workspace.service_minutes,
    wanted_driver_id: delivery.wanted_driver_id ?? null,
  }
}

const halfAnHour = 30 * 60_000

/** Half an hour before and after, cut off at midnight because a window belongs to one day. */
function windowAround(time: Date, zone: string): { window_start: string | null; window_end: string | null } {
  const day = dayOf(time, zone)
  const from = new Date(time.getTime() - halfAnHour)
  const to = new Date(time.getTime() + halfAnHour)
  const window_start = dayOf(from, zone) === day ? timeOf(from, zone) : '00:00'
  const window_end = dayOf(to, zone) === day ? timeOf(to, zone) : '23:59'
  // A repeated hour can reverse a window.
  return window_start < window_end ? { window_start, window_end } : { window_start: null, window_end: null }
}

/** The columns of a position. */
export function storedOrigin(location: Location | null, origin: Origin | undefined, now: Date): StoredOrigin {
  if (!location || !origin) return nowhere
  return {
    location_source: origin.source,
    // Where empty fields end up. Nobody is sure of that, except a person who was asked.
    location_confidence: isZero(location) && !isConfirmed(origin.source) ? 0 : origin.confidence,
    location_provider: origin.provider,
    location_kind: origin.kind,
    located_at: now.toISOString(),
    location_search: null,
  }
}

const nowhere: StoredOrigin = {
  location_source: null,
  location_confidence: null,
  location_provider: null,
  location_kind: null,
  located_at: null,
  location_search: null,
}

const isZero = (location: Location) => flagsOf({ location, source: 'given' }, []).includes('zero')

/** The stored origin alone, of a row that has more. */
export function originIn(row: StoredOrigin): StoredOrigin {
  return Object.fromEntries(originFields.map((field) => [field, row[field]])) as StoredOrigin
}

/** The position of a new delivery: the given one, or what the workspace knows about the address. */
export function locate(
  given: Given,
  said: Pick<NewDelivery, 'location_source' | 'location_confidence'>,
  { known, isMember, now }: { known: KnownPlace | undefined; isMember: boolean; now: Date },
): Located {
  const origin = given.delivery_location
    ? originOf(said.location_source ?? (isMember ? 'dispatcher' : 'given'), said.location_confidence)
    : known
  const delivery_location = given.delivery_location ?? known?.location ?? null
  return { ...given, delivery_location, ...storedOrigin(delivery_location, origin, now) }
}

/**
 * The position after a change. A new position counts as its sender says; a new address without one is looked up again;
 * otherwise the position stays.
 */
export function relocate(
  before: Located,
  change: DeliveryChange,
  {
    isOtherAddress,
    ...found
  }: { isOtherAddress: boolean; known: KnownPlace | undefined; isMember: boolean; now: Date },
): Located {
  const { location_source, location_confidence, ...fields } = change
  const after = { ...before, ...fields }
  const isGiven = change.delivery_location !== undefined
  if (!isGiven && !isOtherAddress) return after
  const isSame = isGiven && canonicalJson(change.delivery_location) === canonicalJson(before.delivery_location)
  if (isSame && (!location_source || !before.delivery_location)) return after
  const delivery_location = isGiven ? change.delivery_location! : null
  // Whoever takes a position away wants it looked up afresh, not the same one again.
  const known = isGiven ? undefined : found.known
  return locate({ ...after, delivery_location }, change, { ...found, known })
}

/** Whether an import may replace a stored position: not what a person confirmed at the same address. */
export function mayReplacePosition(before: Located, address: string): boolean {
  return !isConfirmed(before.location_source) || before.delivery_address !== address
}

/** Whether an earlier delivery's position may be used again for the same address. */
export function isReusable(place: KnownPlace, depots: Location[]): boolean {
  return place.confidence > areaOnlyUpTo && flagsOf(place, depots).length === 0
}

/** Adds to a change of the position where it came from, so that the history says who vouched for it. */
export function withSource(changed: Differences, before: StoredOrigin, after: StoredOrigin): Differences {
  const [from, to] = [before.location_source, after.location_source]
  return from === to ? changed : { ...changed, location_source: { from, to } }
}

export type Differences = Record<string, { from: unknown; to: unknown }>

/** The fields that `to` changes, as `{field: {from, to}}`. Fields missing in `to` stay. */
export function differences(from: Given, to: Partial<Given>): Differences {
  const found: Differences = {}
  for (const field of givenFields) {
    const value = to[field]
    if (value === undefined || canonicalJson(value) === canonicalJson(from[field])) continue
    found[field] = { from: from[field], to: value }
  }
  return found
}

/** Adds names to a change of the wanted driver, so that the history is readable without lookups. */
export function withDriverNames(changed: Differences, names: Map<string, string>): Differences {
  const { wanted_driver_id: ids } = changed
  if (!ids) return changed
  const nameOf = (id: unknown) => names.get(id as string) ?? null
  return { ...changed, wanted_driver_name: { from: nameOf(ids.from), to: nameOf(ids.to) } }
}

/**
 * Why a driver cannot be wanted for a delivery, or undefined.
 * @param driver undefined if the workspace has no such driver
 */
export function refusedDriver(driver: { active: boolean } | undefined): ErrorCode | undefined {
  if (!driver) return 'driver_not_found'
  return driver.active ? undefined : 'driver_inactive'
}

/**
 * Checks that these fields may change while the delivery is in this state.
 * @throws AppError `delivery_on_route`
 */
export function checkChange(before: { number: number; status: DeliveryState }, changed: Differences): void {
  if (isEditable(before.status)) return
  const fixed = Object.keys(changed).filter((field) => !changeableOnRoute.includes(field))
  if (fixed.length) throw onRoute([before.number], fixed)
}

/**
 * Checks a window of which a change may contain only one half; the other half is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkWindow(before: Given, change: DeliveryChange): void {
  const { window_start, window_end } = { ...before, ...change }
  if (!window_start || !window_end || window_start < window_end) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'window_end', message: 'The time window ends before it starts.' }],
  })
}

/** The error for deliveries that are on a route, with their numbers. */
export function onRoute(numbers: number[], fields?: string[]): AppError {
  const named = numbers.slice(0, 20).join(', ') + (numbers.length > 20 ? ' and others' : '')
  return new AppError('delivery_on_route', {
    detail: `On a route: ${named}.`,
    numbers,
    ...(fields && { fields }),
  })
}

/** Rows that repeat an earlier row's reference, mapped to the earlier row; both are numbered from 0. */
export function repeats(references: (string | null)[]): Map<number, number> {
  const first = new Map<string, number>()
  const found = new Map<number, number>()
  for (const [index, reference] of references.entries()) {
    if (reference === null) continue
    const earlier = first.get(reference)
    if (earlier === undefined) first.set(reference, index)
    else found.set(index, earlier)
  }
  return found
}

/** What an event's hash covers, besides the previous event's hash. */
export type EventContent = {
  delivery_id: string
  kind: DeliveryEvent['kind']
  at: string
  actor_name: string
  detail: Record<string, unknown>
}

/** SHA-256 over the previous hash (empty for the first event) and the event as canonical JSON. */
export function eventHash(previousHash: string | null, event: EventContent): string {
  const { delivery_id, kind, at, actor_name, detail } = event
  return createHash('sha256')
    .update(previousHash ?? '')
    .update(canonicalJson({ delivery_id, kind, at, actor_name, detail }))
    .digest('hex')
}

type Linked = EventContent & { hash: string; previous_hash: string | null }

/** Sorts events by their chain and tells whether it is intact. Events off the chain come last. */
export function readChain<E extends Linked>(events: E[]): { ordered: E[]; isIntact: boolean } {
  const next = new Map(events.map((event) => [event.previous_hash, event]))
  const ordered: E[] = []
  const seen = new Set<E>()
  let isIntact = true
  for (let event = next.get(null); event && !seen.has(event); event = next.get(event.hash)) {
    ordered.push(event)
    seen.add(event)
    isIntact &&= event.hash === eventHash(event.previous_hash, event)
  }
  const others = events.filter((event) => !seen.has(event))
  return { ordered: [...ordered, ...others], isIntact: isIntact && others.length === 0 }
}

/** JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
