import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { DeliveryFilter, deliverySorts, listDeliveries as listEndpoint } from '#domain/api/deliveries.ts'
import { deliveryStates, type DeliveryState } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import { DeliveryPriority, type Delivery, type DeliveryEvent } from '#domain/schema/delivery.ts'
import { Day } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues, type Sort } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'
import { readChain } from './rules.ts'

const columns = [
  'deliveries.id',
  'deliveries.number',
  'deliveries.source',
  'deliveries.status',
  'deliveries.reference',
  'deliveries.pickup_address',
  'deliveries.delivery_address',
  'deliveries.lat',
  'deliveries.lng',
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
  'deliveries.created_at',
  'deliveries.updated_at',
] as const

const int = z.int32()
const sorts: Record<(typeof deliverySorts)[number], { by: RawBuilder<unknown> } & Pick<Sort, 'values' | 'nullable'>> = {
  number: { by: sql`deliveries.number`, values: int },
  scheduled_date: { by: sql`deliveries.scheduled_date`, values: Day },
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

type Filter = z.output<typeof DeliveryFilter>

/** Deliveries that match the filter, whether or not they have the wanted state and a position. */
function searched(trx: Trx, workspaceId: string, { q, date_from, date_to }: Filter) {
  let found = deliveriesOf(trx, workspaceId)
  if (date_from) found = found.where('deliveries.scheduled_date', '>=', date_from)
  if (date_to) found = found.where('deliveries.scheduled_date', '<=', date_to)
  for (const condition of containsWords(sql`deliveries.search`, q ?? '')) found = found.where(condition)
  return found
}

function matching(trx: Trx, workspaceId: string, filter: Filter) {
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

/** One page of deliveries, with search, filters and sorting. */
export async function listDeliveries(trx: Trx, workspaceId: string, query: ListQuery) {
  const found = matching(trx, workspaceId, query)
  const sort: Sort = {
    ...sorts[query.sort],
    name: query.sort,
    order: query.order,
    tie: sql`deliveries.number`,
    ties: int,
  }
  const { rows, next_cursor } = await readPage(withDriver(found, workspaceId), sort, query)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toDelivery), next_cursor, total }
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
  return toDelivery(row)
}

/**
 * The history of a delivery, deleted or not.
 * @throws AppError `delivery_not_found`
 */
export async function listDeliveryEvents(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ data: DeliveryEvent[]; chain_intact: boolean }> {
  const delivery = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!delivery) throw new AppError('delivery_not_found')
  const events = await trx
    .selectFrom('delivery_events')
    .select(['id', 'delivery_id', 'kind', 'at', 'actor_name', 'detail', 'hash', 'previous_hash'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .orderBy('at')
    .execute()
  const { ordered, isIntact } = readChain(events)
  return { data: ordered.map(toEvent), chain_intact: isIntact }
}

function toEvent(event: DeliveryEvent & { delivery_id: string }): DeliveryEvent {
  const { id, kind, at, actor_name, detail, hash, previous_hash } = event
  return { id, kind, at, actor_name, detail, hash, previous_hash }
}

/** The last hash of each chain, which no other entry names as its previous one. */
export async function lastHashes(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ delivery_id: string; hash: string }>`
    select delivery_id, hash from delivery_events e
    where workspace_id = ${workspaceId} and delivery_id = any(${ids}::uuid[]) and not exists (
      select from delivery_events n where n.workspace_id = ${workspaceId} and n.delivery_id = e.delivery_id and n.previous_hash = e.hash
    )`.execute(trx)
  return new Map(rows.map((row) => [row.delivery_id, row.hash]))
}

/**
 * How many deliveries match, in total and by state and day. The counts by state and without a position are those of the
 * filter's other conditions, so that each choice shows what it would find.
 */
export async function countDeliveries(trx: Trx, workspaceId: string, filter: Filter) {
  const groups = await searched(trx, workspaceId, filter)
    .select(['scheduled_date as day', 'status'])
    .select(sql<boolean>`lat is not null`.as('isLocated'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['scheduled_date', 'status', sql`lat is not null`])
    .orderBy('scheduled_date')
    .execute()

  const by_status: Record<string, number> = Object.fromEntries(deliveryStates.map((state) => [state, 0]))
  const days = new Map<string, { day: string; pending: number; total: number; open: number }>()
  let total = 0
  let without_location = 0
  for (const { day, status, isLocated, count } of groups) {
    const hasState = !filter.status?.length || filter.status.includes(status)
    const hasLocation = filter.has_location === undefined || (filter.has_location === 'true') === isLocated
    if (hasLocation) by_status[status]! += count
    if (hasState && !isLocated) without_location += count
    if (!hasState || !hasLocation) continue
    total += count
    const known = days.get(day) ?? { day, pending: 0, total: 0, open: 0 }
    known.total += count
    if (status === 'pending') known.pending += count
    if (!isEnd(status)) known.open += count
    days.set(day, known)
  }
  const by_day = [...days.values()]
    .filter(({ open }) => open)
    .map(({ day, pending, total }) => ({ day, pending, total }))
  return { total, by_status, without_location, by_day }
}

const isEnd = (status: DeliveryState) => status === 'delivered' || status === 'failed' || status === 'cancelled'

/** The most recent known location of each of these addresses. */
export async function rememberedLocations(
  trx: Trx,
  workspaceId: string,
  addresses: string[],
): Promise<Map<string, { lat: number; lng: number }>> {
  if (!addresses.length) return new Map()
  const { rows: wanted } = await sql<{ address: string; key: string }>`
    select address, address_key(address) as key from unnest(${[...new Set(addresses)]}::text[]) as address`.execute(trx)
  // One scan for all keys. For a lookup per key, the query planner may miss the index on a table that was just filled.
  const known = await trx
    .selectFrom('deliveries')
    .distinctOn('address_key')
    .select(['address_key', 'lat', 'lng'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('lat', 'is not', null)
    .where(sql<boolean>`address_key = any(${[...new Set(wanted.map(({ key }) => key))]}::text[])`)
    .orderBy('address_key')
    .orderBy('number', 'desc')
    .execute()
  const places = new Map(known.map(({ address_key, lat, lng }) => [address_key, { lat: lat!, lng: lng! }]))
  return new Map(
    wanted.flatMap(({ address, key }) => {
      const place = places.get(key)
      return place ? [[address, place]] : []
    }),
  )
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

function toDelivery<R extends { lat: number | null; lng: number | null }>({ lat, lng, ...row }: R) {
  const delivery_location = lat === null || lng === null ? null : { lat, lng }
  // Positions of drivers are not recorded yet.
  return { ...row, delivery_location, current_location: null }
}
