import type { Selectable } from 'kysely'
import { areaOnlyUpTo, isConfirmed, originOf, type Origin } from '#domain/address/position.ts'
import { flagsOf } from '#domain/address/red-flags.ts'
import { canonicalJson, isSameJson, type Json } from '#domain/chain/canonical-json.ts'
import { misfit, type Misfit } from '#domain/chain/misfit.ts'
import { actorSeal, type ActorValue } from '#domain/chain/seal.ts'
import { verifyChain, type AnyEntry, type Witnesses } from '#domain/chain/verify.ts'
import { fieldsThatDiffer, isSealed, type ChainedDelivery } from '#domain/delivery-chain.ts'
import { checkOrder, type CheckedOrder } from '#domain/orders/check-order.ts'
import { noPickupPlace, orderDefaults, orderFieldNames } from '#domain/orders/order-defaults.ts'
import { totalsAfter, totalsOf } from '#domain/orders/totals.ts'
import { changeOf } from '#domain/orders/on-route.ts'
import { isEditable, type DeliveryState } from '#domain/delivery-state.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import type { Delivery, DeliveryChange, DeliveryRow, NewDelivery } from '#domain/schema/delivery.ts'
import { usualMinimumAge } from '#domain/schema/order.ts'
import { dayOf, timeOf } from '#domain/time.ts'
import type { DeliveryEventTable } from '../../db/tables/deliveries.ts'

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
  'client_id',
  'depot_id',
  ...orderFieldNames,
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

/** The same about the pickup, and the depot that its address means. */
export const pickupFields = [
  'pickup_depot_id',
  'pickup_location_source',
  'pickup_location_confidence',
  'pickup_location_provider',
  'pickup_location_kind',
  'pickup_located_at',
  'pickup_location_search',
] as const
export type StoredPickup = Pick<Delivery, (typeof pickupFields)[number]>
export type Located = Given & StoredOrigin & StoredPickup

/** What the workspace knows about an address: its entry in the address book, or an earlier delivery. */
export type KnownPlace = Origin & { location: Location; service_minutes: number | null }

/** Whether a change of these fields needs its route to be timed again, and no more than that. */
export function changesRoute({ status }: { status: DeliveryState }, changed: Differences): boolean {
  const kinds = Object.keys(changed).map((field) => changeOf(status, field))
  // A pickup that had no pin, or gets none, has no stop.
  const isPickup = !changed.pickup_location || Boolean(changed.pickup_location.from && changed.pickup_location.to)
  return isPickup && kinds.includes('with route') && !kinds.includes('fixed')
}

const fixedOnRoute = (changed: Differences) =>
  Object.keys(changed).filter((field) => changeOf('planned', field) !== 'free')

/**
 * What a change of many deliveries does to one that is on a route: its route is timed again, or does not depend on what is
 * changed, or it is refused. What is delivered stays.
 */
export function onRouteChange(
  before: { status: DeliveryState; route_id: string | null },
  changed: Differences,
): 'timed' | 'untimed' | 'refused' {
  if (before.status === 'delivered') return 'refused'
  if (!fixedOnRoute(changed).length) return 'untimed'
  return before.route_id !== null && changesRoute(before, changed) ? 'timed' : 'refused'
}

/** What a change of the plan has to remember in order to give it back: the fields, and where the positions came from. */
export function replacedBy(before: Located & { id: string }, changed: Differences): ReplacedFields {
  const fields = Object.entries(before).filter(([field]) => field in changed)
  return { id: before.id, ...Object.fromEntries(fields), ...originIn(before), ...pickupIn(before) }
}

/** Fields that a delivery had before. */
export type ReplacedFields = { id: string } & Record<string, unknown>

/** A delivery as its sender gave it, with the client and the depot that it named. */
export type Scoped<D extends object = NewDelivery> = Omit<D, 'client' | 'client_id' | 'depot' | 'depot_id'> &
  Pick<Delivery, 'client_id' | 'depot_id'>

/** Fills in missing fields: the day from the requested time, a window around it, and the service time. */
export function complete(delivery: Scoped, workspace: { time_zone: string; service_minutes: number }): Given {
  const time = delivery.scheduled_time === null ? null : new Date(delivery.scheduled_time)
  const isWindowGiven = delivery.window_start !== null || delivery.window_end !== null
  const { weight_kg, volume_l, units } = { ...totalsOf(delivery.parcels ?? []), ...givenTotals(delivery) }
  return {
    ...orderDefaults,
    ...withoutMissing(delivery),
    ...minimumAge(delivery),
    weight_kg,
    volume_l,
    units,
    ...(time && !isWindowGiven && windowAround(time, workspace.time_zone)),
    scheduled_date: delivery.scheduled_date ?? (time && dayOf(time, workspace.time_zone)),
    scheduled_time: time?.toISOString() ?? null,
    service_minutes: delivery.service_minutes ?? workspace.service_minutes,
    wanted_driver_id: delivery.wanted_driver_id ?? null,
  }
}

const givenTotals = ({ weight_kg, volume_l, units }: Scoped) => withoutMissing({ weight_kg, volume_l, units })

function minimumAge({ requirements = [], minimum_age }: Partial<Pick<Delivery, 'requirements' | 'minimum_age'>>) {
  return { minimum_age: requirements.includes('age') ? (minimum_age ?? usualMinimumAge) : null }
}

type Present<T extends object> = { [K in keyof T]: Exclude<T[K], undefined> }

function withoutMissing<T extends object>(given: T): Present<T> {
  const present: Partial<T> = {}
  for (const field in given) if (given[field] !== undefined) present[field] = given[field]
  return present as Present<T>
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

/** A row of an import on top of the stored delivery: a file that has no column for part of an order keeps it. */
export function ordered<D extends Partial<Given>>(before: Given, row: D): D {
  const { pickup_location: _, units, ...stored } = before
  const kept = Object.fromEntries(orderFieldNames.map((field) => [field, (stored as Given)[field]]))
  const isSummed = units === before.parcels.length
  return { ...withoutMissing(kept), ...(!isSummed && { units }), ...withoutMissing(row) } as D
}

/** A stored delivery as a row of an import that changes only the fields that it gives. Positions are told where they are given. */
export function merged(before: Given, row: Omit<DeliveryRow, 'client' | 'client_id' | 'depot' | 'depot_id'>) {
  const {
    delivery_location: _,
    pickup_location: __,
    client_id: ___,
    depot_id: ____,
    ...stored
  } = Object.fromEntries(givenFields.map((field) => [field, before[field]])) as Given
  const { delivery_location = null, ...given } = row
  return { ...stored, ...withConsequences(before, given), delivery_location }
}

/** Why a row of an import is refused, because of the state of the delivery that it would change. */
export function whyNotImported({ number, status }: { number: number; status: DeliveryState }): string {
  if (status === 'delivered') return `Delivery ${number} is delivered already, so the row changes nothing.`
  if (status === 'planned') return `Delivery ${number} is on a planned route. Take it off the route first.`
  if (status === 'dispatched') return `Delivery ${number} was dispatched already. Take it off its route first.`
  return `The driver is on the way to delivery ${number} already, or there. Tell them what is different.`
}

export const lostOnRoute = ({ number }: { number: number }) =>
  `Delivery ${number} is on a route, and nobody knows where its new address is. Give the row a position, or change it by hand with a pin.`

export const withoutDriver = ({ number }: { number: number }) =>
  `The driver of delivery ${number}’s route is inactive. Give the route to another driver first.`

/** What a change of some fields changes in others: totals of parcels, the age to check, what an exchange collects. */
export function withConsequences<C extends Partial<Given>>(before: Given, change: C): C {
  const { kind = before.kind, requirements = before.requirements } = change
  const hasMinimumAge = 'minimum_age' in change && change.minimum_age !== undefined
  const minimum_age = hasMinimumAge ? change.minimum_age : before.minimum_age
  return {
    ...(change.parcels && totalsAfter(before, change.parcels)),
    ...(change.requirements && !hasMinimumAge && minimumAge({ requirements, minimum_age })),
    ...(kind !== 'exchange' && before.kind === 'exchange' && collectsNothing),
    ...(change.order_reference === null && { order_step: null }),
    ...withoutMissing(change),
  }
}

const collectsNothing = { return_weight_kg: null, return_volume_l: null, return_units: null }

/** The position of a new delivery: the given one, or what the workspace knows about the address. */
export function locate(
  given: Given,
  said: Pick<NewDelivery, 'location_source' | 'location_confidence'>,
  { known, isMember, now }: { known: KnownPlace | undefined; isMember: boolean; now: Date },
): Given & StoredOrigin {
  const origin = given.delivery_location
    ? originOf(said.location_source ?? (isMember ? 'dispatcher' : 'given'), said.location_confidence)
    : known
  const delivery_location = given.delivery_location ?? known?.location ?? null
  return { ...given, delivery_location, ...storedOrigin(delivery_location, origin, now) }
}

/** What the workspace knows about a pickup address: it means a depot, or where it is. */
export type PickupPlace = { depot_id: string } | KnownPlace

/** Where the pickup is. One at a depot has no position of its own: the depot's is the one that counts. */
export function locatePickup(
  given: Pick<Given, 'pickup_address' | 'pickup_location'>,
  said: Pick<NewDelivery, 'pickup_location_source' | 'pickup_location_confidence'>,
  { known, isMember, now }: { known: PickupPlace | undefined; isMember: boolean; now: Date },
): StoredPickup & Pick<Given, 'pickup_location'> {
  if (given.pickup_address === null) return { ...noPickupPlace, pickup_location: null }
  if (known && 'depot_id' in known) return { ...noPickupPlace, pickup_location: null, pickup_depot_id: known.depot_id }
  const origin = given.pickup_location
    ? originOf(said.pickup_location_source ?? (isMember ? 'dispatcher' : 'given'), said.pickup_location_confidence)
    : known
  const pickup_location = given.pickup_location ?? known?.location ?? null
  return { pickup_depot_id: null, pickup_location, ...pickupOrigin(storedOrigin(pickup_location, origin, now)) }
}

/** The columns of a position as those of the pickup's. */
export function pickupOrigin(origin: StoredOrigin): Omit<StoredPickup, 'pickup_depot_id'> {
  return {
    pickup_location_source: origin.location_source,
    pickup_location_confidence: origin.location_confidence,
    pickup_location_provider: origin.location_provider,
    pickup_location_kind: origin.location_kind,
    pickup_located_at: origin.located_at,
    pickup_location_search: origin.location_search,
  }
}

/** The pickup after a change: placed anew if its address or its position is another one, otherwise as it was. */
export function relocatePickup(
  before: Located,
  change: Omit<DeliveryChange, 'client' | 'depot'>,
  found: { isOtherAddress: boolean; known: PickupPlace | undefined; isMember: boolean; now: Date },
): StoredPickup & Pick<Given, 'pickup_location'> {
  const isGiven = change.pickup_location !== undefined
  if (!isGiven && !found.isOtherAddress) return { ...pickupIn(before), pickup_location: before.pickup_location }
  const isSame = isGiven && canonicalJson(change.pickup_location ?? null) === canonicalJson(before.pickup_location)
  if (isSame && !found.isOtherAddress && (!change.pickup_location_source || !before.pickup_location)) {
    return { ...pickupIn(before), pickup_location: before.pickup_location }
  }
  const { pickup_address } = { ...before, ...change }
  const isDepot = found.known !== undefined && 'depot_id' in found.known
  const known = isGiven && !isDepot ? undefined : found.known
  const given = { pickup_address, pickup_location: change.pickup_location ?? null }
  return locatePickup(given, change, { ...found, known })
}

/** The stored pickup alone, of a row that has more. */
export function pickupIn(row: StoredPickup): StoredPickup {
  return Object.fromEntries(pickupFields.map((field) => [field, row[field]])) as StoredPickup
}

/**
 * The position after a change. A new position counts as its sender says; a new address without one is looked up again;
 * otherwise the position stays.
 */
export function relocate(
  before: Located,
  change: Omit<DeliveryChange, 'client' | 'depot'>,
  {
    isOtherAddress,
    ...found
  }: { isOtherAddress: boolean; known: KnownPlace | undefined; isMember: boolean; now: Date },
): Given & StoredOrigin {
  const { location_source, location_confidence, ...rest } = change
  const { pickup_location_source: _, pickup_location_confidence: __, ...fields } = rest
  const after = { ...before, ...fields }
  const isGiven = change.delivery_location !== undefined
  if (!isGiven && !isOtherAddress) return after
  const isSame = isGiven && canonicalJson(change.delivery_location ?? null) === canonicalJson(before.delivery_location)
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
export function withSource(
  changed: Differences,
  before: Omit<StoredOrigin & StoredPickup, 'pickup_depot_id'>,
  after: Omit<StoredOrigin & StoredPickup, 'pickup_depot_id'>,
): Differences {
  const all = { ...changed }
  for (const field of ['location_source', 'pickup_location_source'] as const) {
    const [from, to] = [before[field], after[field]]
    if (from !== to) all[field] = { from, to }
  }
  return all
}

export type Differences = Record<string, { from: unknown; to: unknown }>

/** The fields that `to` changes, as `{field: {from, to}}`. Fields missing in `to` stay. */
export function differences(from: Partial<Given>, to: Partial<Given>): Differences {
  const found: Differences = {}
  for (const field of givenFields) {
    const value = to[field]
    if (value === undefined || isSameJson(value as Json, from[field] as Json)) continue
    found[field] = { from: from[field], to: value }
  }
  return found
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
 * @throws AppError `delivery_on_route`, `delivery_state`
 */
export function checkChange(before: { number: number; status: DeliveryState }, changed: Differences): void {
  if (isEditable(before.status)) return
  const fields = fixedOnRoute(changed)
  if (fields.length) throw whyFixed(before, fields)
}

/** The error for a delivery whose route is no longer to be timed again. */
export function whyFixed({ number, status }: { number: number; status: DeliveryState }, fields: string[]): AppError {
  const numbers = [number]
  if (status === 'delivered') {
    return new AppError('delivery_state', { detail: `Delivery ${number} is delivered already.`, numbers, fields })
  }
  if (status === 'in_transit' || status === 'arrived') {
    const detail = `The driver is on the way to delivery ${number} already, or there. Tell them what is different.`
    return new AppError('delivery_on_route', { detail, numbers, fields })
  }
  return onRoute(numbers, fields)
}

/**
 * Checks a changed delivery as a whole: a change may contain only one half of what must fit together.
 * @throws AppError `validation_failed`
 */
export function checkWhole(after: CheckedOrder): void {
  const errors = checkOrder(after)
  if (errors.length) throw new AppError('validation_failed', { errors })
}

/**
 * Checks that the deliveries of an order are for one day and one client.
 * @throws AppError `validation_failed`
 */
export function checkOneOrder(deliveries: Pick<Given, 'scheduled_date' | 'client_id'>[]): void {
  const [first] = deliveries
  const errors = deliveries.flatMap(({ scheduled_date, client_id }, index) => {
    const say = (field: string, what: string) => ({
      path: `deliveries.${index}.${field}`,
      message: `All deliveries of an order are ${what}.`,
    })
    if (scheduled_date !== first!.scheduled_date) return say('scheduled_date', 'on the same day')
    return client_id === first!.client_id ? [] : say('client_id', 'for the same client')
  })
  if (errors.length) throw new AppError('validation_failed', { errors })
}

/** What a client may not say about their own deliveries. */
const notForClients = ['client_id', 'client', 'depot_id', 'depot', 'wanted_driver_id'] as const

/** A client changes their own deliveries only until they are planned. */
export function checkClientsChange(before: { status: DeliveryState }, change: DeliveryChange): void {
  const wrong = notForClients.filter((field) => change[field] !== undefined)
  if (wrong.length) {
    const errors = wrong.map((path) => ({ path, message: 'Only those who deliver it can choose this.' }))
    throw new AppError('validation_failed', { errors })
  }
  if (!isEditable(before.status)) throw new AppError('client_too_late')
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

/** Rows that repeat an earlier row's key, mapped to the earlier row; both are numbered from 0. */
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

/** An entry of a delivery's chain, with its id for the API. */
export type StoredEntry = AnyEntry & { id: string }

/** A row of `delivery_events` as an entry of its chain. */
export function toEntry(row: Selectable<DeliveryEventTable>): StoredEntry {
  const { id, delivery_id: subject_id, sequence, kind, at, detail, previous_hash, hash } = row
  if (row.format === 1) {
    return { id, format: 1, subject_id, sequence, kind, at, actor_name: row.actor_name!, detail, previous_hash, hash }
  }
  const { workspace_id, changes, sealed } = row
  const opened = { ...row.opened }
  const actor = opened[actorSeal]
  // The column is what queries find a person's entries by, so it has to be the one that was sealed.
  if (actor) opened[actorSeal] = { ...actor, value: { ...(actor.value as ActorValue), id: row.actor_id } }
  const said = { changes, sealed, detail: detail ?? {}, opened, previous_hash, hash }
  return { id, format: 2, workspace_id, subject: 'delivery', subject_id, sequence, kind, at, ...said }
}

/** The first thing that does not fit: in the chain, or between it and the delivery's row. */
export function wrongInHistory(row: ChainedDelivery, entries: AnyEntry[], witnesses: Witnesses): Misfit | undefined {
  const wrong = verifyChain(entries, { ...witnesses, begins: 'created' })
  if (wrong) return wrong
  const fields = fieldsThatDiffer(entries, row)
  return fields.length ? misfit('fields_differ', { fields }) : undefined
}

/** Splits changes into those that enter the chain as they are and those that enter it as salted hashes. */
export function sealing(all: Record<string, Json>): { changes: Record<string, Json>; personal: Record<string, Json> } {
  const [changes, personal]: Record<string, Json>[] = [{}, {}]
  for (const [field, value] of Object.entries(all)) (isSealed(field, value) ? personal : changes)![field] = value
  return { changes: changes!, personal: personal! }
}
