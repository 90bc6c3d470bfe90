import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { DeliveryFilter, deliverySorts, listDeliveries as listEndpoint } from '#domain/api/deliveries.ts'
import { flagsOf } from '#domain/address/red-flags.ts'
import { originOf } from '#domain/address/position.ts'
import { deliveryStates, isEnd } from '#domain/delivery-state.ts'
import { misfitSentence } from '#domain/chain/misfit.ts'
import { deliveryForClient, historyForClient, somebodyElse } from '#domain/client-view.ts'
import { actorId, actorName, shownEntries } from '#domain/delivery-chain.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import { readRanges } from '#domain/number-ranges.ts'
import { DeliveryPriority, type Delivery, type DeliveryHistory, type OrderOfDelivery } from '#domain/schema/delivery.ts'
import { Day } from '#domain/time.ts'
import { lowRating } from '#domain/low-rating.ts'
import type { Trx } from '../../db/connect.ts'
import { readHeads } from '../../db/chains.ts'
import { readCustomFields, withShownCustom } from '../../db/custom-fields.ts'
import { readPage, textValues, type Sort } from '../../db/keyset.ts'
import { readStored as readCount } from '../../db/quotas.ts'
import { containsWords } from '../../db/search.ts'
import type { Author } from '../../events/append.ts'
import type { Conflict } from '../../http/if-match.ts'
import { isReusable, toEntry, wrongInHistory, type KnownPlace, type PickupPlace, type StoredEntry } from './rules.ts'

const columns = [
  'deliveries.id',
  'deliveries.number',
  'deliveries.source',
  'deliveries.status',
  'deliveries.status_at',
  'deliveries.failure_reason',
  'deliveries.status_note',
  'deliveries.missing_proofs',
  'deliveries.wishes',
  'deliveries.rating',
  'deliveries.rating_comment',
  'deliveries.rated_at',
  'deliveries.has_prescription',
  'deliveries.reference',
  'deliveries.pickup_address',
  'deliveries.delivery_address',
  'deliveries.lat',
  'deliveries.lng',
  'deliveries.location_source',
  'deliveries.location_confidence',
  'deliveries.location_provider',
  'deliveries.location_kind',
  'deliveries.located_at',
  'deliveries.location_search',
  'deliveries.recipient_name',
  'deliveries.recipient_phone',
  'deliveries.recipient_email',
  'deliveries.scheduled_date',
  'deliveries.scheduled_time',
  'deliveries.window_start',
  'deliveries.window_end',
  'deliveries.service_minutes',
  'deliveries.weight_kg',
  'deliveries.volume_l',
  'deliveries.priority',
  'deliveries.skills',
  'deliveries.notes',
  'deliveries.wanted_driver_id',
  'deliveries.estimated_arrival',
  'deliveries.driver_id',
  'deliveries.client_id',
  'deliveries.depot_id',
  'deliveries.created_at',
  'deliveries.updated_at',
  'deliveries.version',
  'deliveries.erased_at',
  'deliveries.kind',
  'deliveries.pickup_depot_id',
  'deliveries.pickup_lat',
  'deliveries.pickup_lng',
  'deliveries.pickup_location_source',
  'deliveries.pickup_location_confidence',
  'deliveries.pickup_location_provider',
  'deliveries.pickup_location_kind',
  'deliveries.pickup_located_at',
  'deliveries.pickup_location_search',
  'deliveries.pickup_name',
  'deliveries.pickup_phone',
  'deliveries.pickup_notes',
  'deliveries.pickup_window_start',
  'deliveries.pickup_window_end',
  'deliveries.pickup_service_minutes',
  'deliveries.pickup_place_id',
  'deliveries.preparation_minutes',
  'deliveries.more_windows',
  'deliveries.place_name',
  'deliveries.other_places',
  'deliveries.preferred_start',
  'deliveries.preferred_end',
  'deliveries.ready_time',
  'deliveries.setup_minutes',
  'deliveries.max_ride_minutes',
  'deliveries.max_detour_minutes',
  'deliveries.units',
  'deliveries.return_weight_kg',
  'deliveries.return_volume_l',
  'deliveries.return_units',
  'deliveries.parcels',
  'deliveries.requirements',
  'deliveries.minimum_age',
  'deliveries.cash_amount',
  'deliveries.temperature_min_c',
  'deliveries.temperature_max_c',
  'deliveries.tags',
  'deliveries.custom',
  'deliveries.order_reference',
  'deliveries.order_step',
  'deliveries.worth',
  'deliveries.earliest_date',
  'deliveries.latest_date',
  'deliveries.recipient_language',
  'deliveries.is_confidential',
  'deliveries.goods',
] as const

const int = z.int32()
const sorts: Record<(typeof deliverySorts)[number], { by: RawBuilder<unknown> } & Pick<Sort, 'values' | 'nullable'>> = {
  number: { by: sql`deliveries.number`, values: int },
  scheduled_date: { by: sql`deliveries.scheduled_date`, values: Day, nullable: true },
  recipient_name: { by: sql`lower(deliveries.recipient_name)`, values: textValues, nullable: true },
  delivery_address: { by: sql`lower(deliveries.delivery_address)`, values: textValues },
  status: { by: sql`deliveries.status`, values: textValues },
  priority: { by: sql`deliveries.priority`, values: DeliveryPriority },
}

/** Deliveries that were not deleted. */
function deliveriesOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('deliveries')
    .where('deliveries.workspace_id', '=', workspaceId)
    .where('deliveries.deleted_at', 'is', null)
}

function withDriver(query: ReturnType<typeof deliveriesOf>, workspaceId: string) {
  return query
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.id', '=', 'deliveries.driver_id').on('drivers.workspace_id', '=', workspaceId),
    )
    .leftJoin('drivers as wanted', (join) =>
      join.onRef('wanted.id', '=', 'deliveries.wanted_driver_id').on('wanted.workspace_id', '=', workspaceId),
    )
    .select([...columns, 'drivers.name as driver_name', 'wanted.name as wanted_driver_name'])
}

type ListQuery = z.output<typeof listEndpoint.query>

export type Filter = z.output<typeof DeliveryFilter>

/** Deliveries that match the filter, whether or not they have the wanted state and a position. */
function searched(trx: Trx, workspaceId: string, filter: Filter) {
  const { q, day, date_from, date_to, numbers, client_id, depot_id, kind, tag, order_reference, proof, rating } = filter
  const { failure_reason: reason } = filter
  let found = deliveriesOf(trx, workspaceId)
  if (client_id) {
    found =
      client_id === 'none'
        ? found.where('deliveries.client_id', 'is', null)
        : found.where('deliveries.client_id', '=', client_id)
  }
  if (depot_id) found = found.where('deliveries.depot_id', '=', depot_id)
  if (kind) found = found.where('deliveries.kind', '=', kind)
  if (tag) found = found.where(sql<boolean>`deliveries.tags @> array[${tag}]::text[]`)
  if (rating) found = found.where('deliveries.rating', '<=', rating === 'low' ? lowRating : 5)
  if (reason) found = found.where('deliveries.status', '=', 'failed').where('deliveries.failure_reason', '=', reason)
  if (proof) {
    found = found.where('deliveries.status', '=', 'delivered')
    found = found.where(sql<boolean>`(deliveries.missing_proofs <> '{}') = ${proof === 'missing'}`)
  }
  if (order_reference) found = found.where('deliveries.order_reference', '=', order_reference)
  if (day)
    found =
      day === 'none'
        ? found.where('deliveries.scheduled_date', 'is', null)
        : found.where('deliveries.scheduled_date', '=', day)
  if (date_from) found = found.where('deliveries.scheduled_date', '>=', date_from)
  if (date_to) found = found.where('deliveries.scheduled_date', '<=', date_to)
  const ranges = numbers && readRanges(numbers)
  if (ranges) {
    found = found.where(({ or, between }) =>
      or(ranges.map(([first, last]) => between('deliveries.number', first, last))),
    )
  }
  for (const condition of containsWords(sql`deliveries.search`, q ?? '')) found = found.where(condition)
  return found
}

/** Deliveries that match the filter. */
export function matching(trx: Trx, workspaceId: string, filter: Filter) {
  let found = searched(trx, workspaceId, filter)
  if (filter.status?.length) found = found.where('deliveries.status', 'in', filter.status)
  if (filter.has_location) {
    found = found.where('deliveries.lat', filter.has_location === 'true' ? 'is not' : 'is', null)
  }
  return found
}

/** The IDs of deliveries that match the filter, `limit` at most. */
export async function findDeliveryIds(trx: Trx, workspaceId: string, filter: Filter, limit: number): Promise<string[]> {
  const rows = await matching(trx, workspaceId, filter).select('deliveries.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

const openStates = deliveryStates.filter((state) => !isEnd(state))

/** More than these take a while to count, and nobody minds if the triggers that count are wrong by one. */
const mostCounted = 10_000

const isUnfiltered = ({ sort: _, order: __, cursor: ___, limit: ____, ...filter }: ListQuery) =>
  Object.values(filter).every((value) => value === undefined || value === '')

const countOf = async (found: ReturnType<typeof matching>) =>
  (await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total

/** One page of deliveries, with search, filters and sorting. */
export async function listDeliveries(trx: Trx, workspaceId: string, query: ListQuery, isWhole: boolean) {
  const found = matching(trx, workspaceId, query)
  const sort: Sort = {
    ...sorts[query.sort],
    name: query.sort,
    order: query.order,
    tie: sql`deliveries.number`,
    ties: int,
  }
  const { rows, next_cursor } = await readPage(withDriver(found, workspaceId), sort, query)
  const kept = isWhole && isUnfiltered(query) ? await readCount(trx, workspaceId, 'deliveries') : 0
  const total = kept > mostCounted ? kept : await countOf(found)
  const depots = await serviceArea(trx, workspaceId)
  return { data: rows.map((row) => withFlags(toDelivery(row), depots)), next_cursor, total }
}

/**
 * One delivery.
 * @throws AppError `delivery_not_found`
 */
export async function getDelivery(trx: Trx, workspaceId: string, id: string): Promise<Delivery> {
  const row = await withDriver(deliveriesOf(trx, workspaceId), workspaceId)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('delivery_not_found')
  return withFlags(toDelivery(row), await serviceArea(trx, workspaceId))
}

/** The other deliveries of the same order: those of its client and its day with its reference. */
export async function readOrder(trx: Trx, workspaceId: string, delivery: Delivery): Promise<OrderOfDelivery | null> {
  const { order_reference: reference } = delivery
  if (reference === null) return null
  const deliveries = await orderOf(trx, workspaceId, delivery)
    .select(['id', 'number', 'kind', 'status', 'order_step', 'delivery_address', 'recipient_name'])
    .where('id', '<>', delivery.id)
    .orderBy(sql`order_step nulls first`)
    .orderBy('number')
    .execute()
  return { reference, deliveries }
}

type OrderKey = Pick<Delivery, 'order_reference' | 'scheduled_date' | 'client_id'>

function orderOf(trx: Trx, workspaceId: string, { order_reference, scheduled_date, client_id }: OrderKey) {
  return trx
    .selectFrom('deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('order_reference', '=', order_reference)
    .where(sql<boolean>`scheduled_date is not distinct from ${scheduled_date}`)
    .where(sql<boolean>`client_id is not distinct from ${client_id}`)
    .where('deleted_at', 'is', null)
}

/** The IDs of an order's deliveries that are still to be made, but for those given. */
export async function openInOrder(trx: Trx, workspaceId: string, order: OrderKey, except: string[]): Promise<string[]> {
  const rows = await orderOf(trx, workspaceId, order)
    .select('id')
    .where('status', 'not in', deliveryStates.filter(isEnd))
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The other deliveries of the orders that these belong to, as far as they are still to be made. */
export async function restOfOrders(trx: Trx, workspaceId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from deliveries d join deliveries o on o.workspace_id = d.workspace_id
      and o.order_reference = d.order_reference and o.scheduled_date is not distinct from d.scheduled_date
      and o.client_id is not distinct from d.client_id
    where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[]) and d.order_reference is not null
      and o.deleted_at is null and o.status <> all(${deliveryStates.filter(isEnd)}::text[])
      and o.id <> all(${ids}::uuid[])`.execute(trx)
  return rows.map(({ id }) => id)
}

/** How many deliveries the orders with these references have, but for cancelled ones. */
export async function orderSizes(trx: Trx, workspaceId: string, references: string[]) {
  return trx
    .selectFrom('deliveries')
    .select(['order_reference', 'scheduled_date', 'client_id'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`order_reference = any(${references}::text[])`)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'cancelled')
    .groupBy(['order_reference', 'scheduled_date', 'client_id'])
    .execute()
}

/** The delivery as it is for somebody who saw it earlier, with who changed it last. */
export async function latestDelivery(
  trx: Trx,
  { workspaceId, role }: Pick<Author, 'workspaceId' | 'role'>,
  id: string,
): Promise<Conflict<Delivery>> {
  const last = await trx
    .selectFrom('delivery_events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const delivery = await getDelivery(trx, workspaceId, id)
  const isClient = role === 'client'
  const current = isClient ? deliveryForClient((await withShownCustom(trx, [delivery]))[0]!) : delivery
  return {
    current,
    ...(last && { changed_by: isClient ? somebodyElse : actorName(toEntry(last)), changed_at: last.at }),
  }
}

/**
 * The history of a delivery, deleted or not, and whether its chain fits.
 * @throws AppError `delivery_not_found`
 */
export async function listDeliveryEvents(
  trx: Trx,
  { workspaceId, role, userId }: Pick<Author, 'workspaceId' | 'role' | 'userId'>,
  id: string,
): Promise<DeliveryHistory> {
  const [row] = await readStored(trx, workspaceId, [id])
  if (!row) throw new AppError('delivery_not_found')
  const entries = await readChains(trx, workspaceId, [id])
  const head = (await readHeads(trx, { workspaceId, subject: 'delivery' }, [id])).get(id)
  const signed = await lastSigned(trx, workspaceId, id)
  const found = wrongInHistory(row, entries, { head, signed })
  const history: DeliveryHistory = {
    data: shownEntries(entries).map(({ entry, shown }) => ({ ...shown, id: entry.id })),
    chain_intact: !found,
    chain: {
      length: entries.length,
      misfit: found ? { ...found, say: misfitSentence(found) } : null,
      signed_on: signed?.day ?? null,
      signed_length: signed?.length ?? null,
      erased_at: row.erased_at,
    },
  }
  if (role !== 'client') return history
  const own = new Set(entries.filter((entry) => actorId(entry) === userId).map((entry) => entry.id))
  const shown = new Set((await readCustomFields(trx)).map(({ key }) => key))
  return historyForClient(history, (entry) => own.has(entry), shown)
}

/** The entry of the daily log that last covered this delivery. */
function lastSigned(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('custody_leaves')
    .innerJoin('custody_log', (join) =>
      join
        .onRef('custody_log.number', '=', 'custody_leaves.number')
        .onRef('custody_log.workspace_id', '=', 'custody_leaves.workspace_id'),
    )
    .select(['custody_leaves.length', 'custody_leaves.hash', 'custody_log.day'])
    .where('custody_leaves.workspace_id', '=', workspaceId)
    .where('subject', '=', 'delivery')
    .where('subject_id', '=', id)
    .orderBy('custody_leaves.number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the history of a delivery says that the driver once had it. */
export async function wasDriversOwn(trx: Trx, workspaceId: string, deliveryId: string, driverId: string) {
  const found = await trx
    .selectFrom('delivery_events')
    .select('delivery_id')
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where(sql<boolean>`changes ->> 'driver_id' = ${driverId}`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deliveries whose chains do not say every field, since they are from Karta 0.1.0. */
export async function unrecordedDeliveries(trx: Trx, workspaceId: string, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('chain_heads')
    .select('subject_id')
    .where('workspace_id', '=', workspaceId)
    .where('subject', '=', 'delivery')
    .where('is_whole', '=', sql.lit(false))
    .orderBy('subject_id')
    .limit(most)
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

/** The entries of these deliveries' chains, each chain in its order. */
export async function readChains(trx: Trx, workspaceId: string, ids: string[]): Promise<StoredEntry[]> {
  if (!ids.length) return []
  const rows = await trx
    .selectFrom('delivery_events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .orderBy('delivery_id')
    .orderBy('sequence')
    .execute()
  return rows.map(toEntry)
}

/**
 * How many deliveries match, in total and by state and day. The counts by state and without a position are those of the
 * filter's other conditions, so that each choice shows what it would find.
 */
export async function countDeliveries(trx: Trx, workspaceId: string, filter: Filter & { open?: 'true' | undefined }) {
  let found = searched(trx, workspaceId, filter)
  if (filter.open) found = found.where('deliveries.status', 'in', openStates)
  const groups = await found
    .select(['scheduled_date as day', 'status'])
    .select(sql<boolean>`lat is not null`.as('isLocated'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('window_end').as('deadline')])
    .groupBy(['scheduled_date', 'status', sql`lat is not null`])
    .orderBy('scheduled_date')
    .execute()

  const by_status: Record<string, number> = Object.fromEntries(deliveryStates.map((state) => [state, 0]))
  const days = new Map<string, DayCounts & { open: number }>()
  let total = 0
  let without_location = 0
  let without_day = 0
  for (const { day, status, isLocated, count, deadline } of groups) {
    const hasState = !filter.status?.length || filter.status.includes(status)
    const hasLocation = filter.has_location === undefined || (filter.has_location === 'true') === isLocated
    if (hasLocation) by_status[status]! += count
    if (hasState && !isLocated) without_location += count
    if (!hasState || !hasLocation) continue
    total += count
    if (day === null) {
      without_day += count
      continue
    }
    const known = days.get(day) ?? { day, pending: 0, total: 0, first_deadline: null, open: 0 }
    known.total += count
    if (status === 'pending') {
      known.pending += count
      if (deadline && (!known.first_deadline || deadline < known.first_deadline)) known.first_deadline = deadline
    }
    if (!isEnd(status)) known.open += count
    days.set(day, known)
  }
  const by_day = [...days.values()].filter(({ open }) => open).map(({ open: _, ...counts }) => counts)
  return { total, by_status, without_location, without_day, by_day }
}

type DayCounts = { day: string; pending: number; total: number; first_deadline: string | null }

/** Where the workspace delivers: around its depots. */
export async function serviceArea(trx: Trx, workspaceId: string): Promise<Location[]> {
  return trx
    .selectFrom('depots')
    .select(['lat', 'lng'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .execute()
}

/** Adds what is suspicious about a delivery's position. */
export function withFlags<D extends Pick<Delivery, 'delivery_location' | 'location_source'>>(
  delivery: D,
  depots: Location[],
) {
  const { delivery_location: location, location_source: source } = delivery
  return { ...delivery, location_flags: flagsOf({ location, source }, depots) }
}

/** Stored deliveries as the API shows them. */
export async function inApi(trx: Trx, workspaceId: string, rows: StoredDelivery[]): Promise<Delivery[]> {
  return rows.length ? rows.map(await apiView(trx, workspaceId, rows)) : []
}

/** Shows each of these stored deliveries as the API does. */
export async function apiView(
  trx: Trx,
  workspaceId: string,
  rows: readonly StoredDelivery[],
): Promise<(row: StoredDelivery) => Delivery> {
  const drivers = await findDrivers(
    trx,
    workspaceId,
    rows.flatMap(({ driver_id, wanted_driver_id }) => [driver_id, wanted_driver_id]),
  )
  const nameOf = (id: string | null) => drivers.get(id ?? '')?.name ?? null
  const depots = await serviceArea(trx, workspaceId)
  return ({ route_id: _, deleted_at: __, ...row }) => ({
    ...withFlags(row, depots),
    driver_name: nameOf(row.driver_id),
    wanted_driver_name: nameOf(row.wanted_driver_id),
  })
}

type Sought = { delivery_address: string; delivery_location?: Location | null; service_minutes?: number }

/**
 * What the workspace knows about deliveries' addresses: from the address book, else from earlier deliveries. One whose
 * position is given is only looked up in the address book, which knows how long a stop takes, and only if nobody says so.
 */
export async function knownPlaces(
  trx: Trx,
  workspaceId: string,
  deliveries: readonly Sought[],
): Promise<Map<string, KnownPlace>> {
  const isPlaced = ({ delivery_location }: Sought) => Boolean(delivery_location)
  const unplaced = new Set(deliveries.flatMap((each) => (isPlaced(each) ? [] : each.delivery_address)))
  const untimed = deliveries.filter((each) => isPlaced(each) && each.service_minutes === undefined)
  const isBookUsed = untimed.length > 0 && (await hasAddressBook(trx, workspaceId))
  const addresses = new Set([...unplaced, ...(isBookUsed ? untimed.map((each) => each.delivery_address) : [])])
  if (!addresses.size) return new Map()
  const { rows: wanted } = await sql<{ address: string; key: string }>`
    select address, address_key(address) as key from unnest(${[...addresses]}::text[]) as address`.execute(trx)
  const keysOf = (rows: typeof wanted) => [...new Set(rows.map(({ key }) => key))]
  const places = new Map([
    ...(await earlierPlaces(trx, workspaceId, keysOf(wanted.filter(({ address }) => unplaced.has(address))))),
    ...(await bookedPlaces(trx, workspaceId, keysOf(wanted))),
  ])
  return new Map(
    wanted.flatMap(({ address, key }) => {
      const place = places.get(key)
      return place ? [[address, place]] : []
    }),
  )
}

async function hasAddressBook(trx: Trx, workspaceId: string): Promise<boolean> {
  const one = trx.selectFrom('addresses').select('id').where('workspace_id', '=', workspaceId).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

async function bookedPlaces(trx: Trx, workspaceId: string, keys: string[]): Promise<[string, KnownPlace][]> {
  const rows = await trx
    .selectFrom('address_spellings')
    .innerJoin('addresses', 'addresses.id', 'address_spellings.address_id')
    .select(['address_spellings.key', 'addresses.lat', 'addresses.lng', 'addresses.service_minutes'])
    .where('address_spellings.workspace_id', '=', workspaceId)
    .where('addresses.workspace_id', '=', workspaceId)
    .where(sql<boolean>`address_spellings.key = any(${keys}::text[])`)
    .execute()
  return rows.map(({ key, lat, lng, service_minutes }) => [
    key,
    { ...originOf('book'), location: { lat, lng }, service_minutes },
  ])
}

/**
 * The position of the last delivery to each address, before others one that a person confirmed. What a geocoder found is
 * not among them, because geocoders' answers expire, and neither is what the address book said then.
 */
async function earlierPlaces(trx: Trx, workspaceId: string, keys: string[]): Promise<[string, KnownPlace][]> {
  if (!keys.length) return []
  // One scan for all keys. For a lookup per key, the query planner may miss the index on a table that was just filled.
  const known = await trx
    .selectFrom('deliveries')
    .distinctOn('address_key')
    .select(['address_key', 'lat', 'lng', 'location_confidence', 'location_provider', 'location_kind'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('lat', 'is not', null)
    .where('location_source', 'in', ['given', 'earlier', 'dispatcher', 'driver', 'recipient'])
    .where(sql<boolean>`address_key = any(${keys}::text[])`)
    .orderBy('address_key')
    .orderBy(sql`location_source in ('dispatcher', 'driver', 'recipient')`, 'desc')
    .orderBy('number', 'desc')
    .execute()
  if (!known.length) return []
  const depots = await serviceArea(trx, workspaceId)
  return known.flatMap(({ address_key, lat, lng, location_confidence, location_provider, location_kind }) => {
    const place: KnownPlace = {
      source: 'earlier',
      confidence: location_confidence!,
      provider: location_provider,
      kind: location_kind,
      location: { lat: lat!, lng: lng! },
      service_minutes: null,
    }
    return isReusable(place, depots) ? [[address_key, place]] : []
  })
}

/**
 * What the workspace knows about each pickup address: the depot that it means, else its entry in the address book, else
 * where earlier deliveries were picked up.
 */
export async function pickupPlaces(
  trx: Trx,
  workspaceId: string,
  deliveries: { pickup_address?: string | null }[],
): Promise<Map<string, PickupPlace>> {
  const addresses = [...new Set(deliveries.flatMap(({ pickup_address }) => pickup_address ?? []))]
  if (!addresses.length) return new Map()
  const { rows } = await sql<{ address: string; key: string; depot_id: string | null }>`
    select * from depots_of_pickups(${addresses}::text[])`.execute(trx)
  const elsewhere = rows.filter(({ depot_id }) => depot_id === null)
  const keys = [...new Set(elsewhere.map(({ key }) => key))]
  const places = new Map<string, KnownPlace>()
  if (keys.length) {
    for (const [key, place] of await earlierPickups(trx, workspaceId, keys)) places.set(key, place)
    for (const [key, place] of await bookedPlaces(trx, workspaceId, keys)) places.set(key, place)
  }
  return new Map(
    rows.flatMap(({ address, key, depot_id }): [string, PickupPlace][] => {
      const place = depot_id ? { depot_id } : places.get(key)
      return place ? [[address, place]] : []
    }),
  )
}

/** Open deliveries of the workspace that have parcels with these codes. */
export async function openParcels(trx: Trx, codes: string[]) {
  const { rows } = await sql<{ code: string; id: string; number: number }>`
    select * from open_parcels(${codes}::text[])`.execute(trx)
  return rows
}

/** Pending deliveries that are picked up at one of these addresses, however it is written. */
export async function pendingPickups(trx: Trx, workspaceId: string, addresses: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where workspace_id = ${workspaceId} and status = 'pending' and deleted_at is null
      and pickup_key in (select address_key(name) from unnest(${addresses}::text[]) as name)`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Pending deliveries of a pickup place. */
export async function pendingAtPlace(trx: Trx, workspaceId: string, placeId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('pickup_place_id', '=', placeId)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function earlierPickups(trx: Trx, workspaceId: string, keys: string[]): Promise<[string, KnownPlace][]> {
  const known = await trx
    .selectFrom('deliveries')
    .distinctOn('pickup_key')
    .select(['pickup_key', 'pickup_lat', 'pickup_lng', 'pickup_location_confidence'])
    .select(['pickup_location_provider', 'pickup_location_kind'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('pickup_lat', 'is not', null)
    .where('pickup_location_source', 'in', ['given', 'earlier', 'dispatcher', 'driver', 'recipient'])
    .where(sql<boolean>`pickup_key = any(${keys}::text[])`)
    .orderBy('pickup_key')
    .orderBy(sql`pickup_location_source in ('dispatcher', 'driver', 'recipient')`, 'desc')
    .orderBy('number', 'desc')
    .execute()
  if (!known.length) return []
  const depots = await serviceArea(trx, workspaceId)
  return known.flatMap((row) => {
    const place: KnownPlace = {
      source: 'earlier',
      confidence: row.pickup_location_confidence!,
      provider: row.pickup_location_provider,
      kind: row.pickup_location_kind,
      location: { lat: row.pickup_lat!, lng: row.pickup_lng! },
      service_minutes: null,
    }
    return isReusable(place, depots) ? [[row.pickup_key!, place]] : []
  })
}

/** Whether two addresses are written so much alike that they are one. */
export async function isSameAddress(trx: Trx, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await sql<{ same: boolean }>`
    select address_key(${one}) = address_key(${other}) as same`.execute(trx)
  return rows[0]!.same
}

/** Those of these drivers that belong to the workspace, by ID. */
export async function findDrivers(
  trx: Trx,
  workspaceId: string,
  ids: (string | null | undefined)[],
): Promise<Map<string, { name: string; active: boolean }>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (!wanted.length) return new Map()
  const rows = await trx
    .selectFrom('drivers')
    .select(['id', 'name', 'active'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${wanted}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...driver }) => [id, driver]))
}

/** Stored deliveries in the API's form, locked until the transaction ends, always in the same order. */
export async function lockDeliveries(
  trx: Trx,
  workspaceId: string,
  which: { ids: string[] } | { source: Delivery['source']; references: string[] },
) {
  let found = trx
    .selectFrom('deliveries')
    .select([...columns, 'route_id', 'deleted_at'])
    .where('workspace_id', '=', workspaceId)
  found =
    'ids' in which
      ? found.where(sql<boolean>`id = any(${which.ids}::uuid[])`)
      : found
          .where('source', '=', which.source)
          .where(sql<boolean>`reference = any(${which.references}::text[])`)
          .where('deleted_at', 'is', null)
  const rows = await found.orderBy('id').forNoKeyUpdate().execute()
  return rows.map(toDelivery)
}

/** Stored deliveries, deleted or not, as `lockDeliveries` returns them. */
export async function readStored(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await trx
    .selectFrom('deliveries')
    .select([...columns, 'route_id', 'deleted_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  return rows.map(toDelivery)
}
export type StoredDelivery = Awaited<ReturnType<typeof lockDeliveries>>[number]

type Places = Record<'lat' | 'lng' | 'pickup_lat' | 'pickup_lng', number | null>

function toDelivery<R extends Places>({ lat, lng, pickup_lat, pickup_lng, ...row }: R) {
  const place = (lat: number | null, lng: number | null) => (lat === null || lng === null ? null : { lat, lng })
  // Positions of drivers are not recorded yet.
  return {
    ...row,
    delivery_location: place(lat, lng),
    pickup_location: place(pickup_lat, pickup_lng),
    current_location: null,
  }
}

/** Accepted routes whose driver is inactive by now, so that nobody can drive them. */
export async function routesWithoutDriver(trx: Trx, workspaceId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('routes')
    .innerJoin('plans', 'plans.id', 'routes.plan_id')
    .innerJoin('drivers', 'drivers.id', 'routes.driver_id')
    .select('routes.id')
    .where('routes.workspace_id', '=', workspaceId)
    .where('plans.state', 'in', ['approved', 'dispatched'])
    .where('drivers.active', '=', false)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
