import { sql } from 'kysely'
import { z } from 'zod'
import type { JudgedHit } from '#domain/address/judge-hit.ts'
import { isAreaOnly } from '#domain/address/position.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import type { AddressEntry, AddressReview, AddressSuggestion, PlaceOf } from '#domain/schema/address.ts'
import { dayOf } from '#domain/time.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { doubtful, type OpenDelivery } from './rules.ts'

const columns = [
  'addresses.id',
  'addresses.label',
  'addresses.address',
  'addresses.lat',
  'addresses.lng',
  'addresses.entrance_lat',
  'addresses.entrance_lng',
  'addresses.parking_lat',
  'addresses.parking_lng',
  'addresses.gate_code',
  'addresses.service_minutes',
  'addresses.notes',
  'addresses.confirmed_by_name',
  'addresses.confirmed_at',
  'addresses.created_at',
  'addresses.updated_at',
  'addresses.version',
] as const

function entriesOf(trx: Trx, workspaceId: string) {
  return trx.selectFrom('addresses').where('addresses.workspace_id', '=', workspaceId)
}

type Entries = ReturnType<typeof entriesOf>

function withDetails(found: Entries) {
  return found.select(columns).select([
    sql<string[]>`array(
      select s.spelling from address_spellings s
      where s.address_id = addresses.id and s.position > 0 order by s.position)`.as('aliases'),
    sql<number>`(
      select count(distinct o.id) from address_spellings s cross join lateral (
        select d.id from deliveries d where d.address_key = s.key and d.workspace_id = s.workspace_id
          and d.deleted_at is null and d.status not in ('delivered', 'failed', 'cancelled')
        union all
        select d.id from deliveries d where d.pickup_key = s.key and d.workspace_id = s.workspace_id
          and d.pickup_depot_id is null and d.deleted_at is null
          and d.status not in ('delivered', 'failed', 'cancelled')) o
      where s.address_id = addresses.id)`.as('open_deliveries'),
  ])
}

/** Everything about an entry that a search looks at. */
const searched = sql`lower(concat_ws(' ', addresses.label, addresses.address, addresses.notes, (
  select string_agg(s.spelling, ' ') from address_spellings s where s.address_id = addresses.id)))`

/** The address book by address. */
export async function listAddresses(
  trx: Trx,
  workspaceId: string,
  { q, cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
) {
  let found = entriesOf(trx, workspaceId)
  for (const condition of containsWords(searched, q ?? '')) found = found.where(condition)
  const sort = {
    name: 'address',
    order: 'asc' as const,
    by: sql`lower(addresses.address)`,
    values: textValues,
    tie: sql`addresses.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(withDetails(found), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toEntry), next_cursor, total }
}

/**
 * One entry of the address book.
 * @throws AppError `address_not_found`
 */
export async function getAddress(trx: Trx, workspaceId: string, id: string): Promise<AddressEntry> {
  const row = await withDetails(entriesOf(trx, workspaceId)).where('addresses.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('address_not_found')
  return toEntry(row)
}

type Row = Omit<AddressEntry, 'location' | 'entrance' | 'parking'> &
  Record<'lat' | 'lng', number> &
  Record<'entrance_lat' | 'entrance_lng' | 'parking_lat' | 'parking_lng', number | null>

function toEntry({ lat, lng, entrance_lat, entrance_lng, parking_lat, parking_lng, ...row }: Row): AddressEntry {
  const place = (lat: number | null, lng: number | null) => (lat === null || lng === null ? null : { lat, lng })
  return {
    ...row,
    location: { lat, lng },
    entrance: place(entrance_lat, entrance_lng),
    parking: place(parking_lat, parking_lng),
  }
}

/** The entry of the address book for an address, if there is one. */
export async function entryFor(trx: Trx, workspaceId: string, address: string): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('address_spellings')
    .select('address_id as id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`key = address_key(${address})`)
    .executeTakeFirst()
}

/** Entries of the address book that contain these words, the ones with most words at the beginning first. */
export async function suggestFromBook(trx: Trx, workspaceId: string, q: string): Promise<AddressSuggestion[]> {
  let found = entriesOf(trx, workspaceId)
  for (const condition of containsWords(searched, q)) found = found.where(condition)
  const rows = await found
    .select(['addresses.id', 'addresses.label', 'addresses.address', 'addresses.lat', 'addresses.lng'])
    .orderBy(sql`lower(addresses.address)`)
    .limit(5)
    .execute()
  return rows.map(({ id, label, address, lat, lng }) => ({
    source: 'book',
    label: address,
    name: label,
    location: { lat, lng },
    confidence: 1,
    provider: null,
    kind: null,
    address_id: id,
  }))
}

/** Open deliveries with a missing or doubtful position, the riskiest first. */
export async function reviewAddresses(
  trx: Trx,
  workspaceId: string,
  { day, limit }: { day?: string | undefined; limit: number },
  now: Date,
): Promise<AddressReview> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const open = await openPlaces(trx, workspaceId, day ?? { from: dayOf(now, time_zone) })
  const depots = await serviceArea(trx, workspaceId)
  const book = await pinsOf(trx, workspaceId, [...new Set(open.map(({ address_key }) => address_key))])
  const found = doubtful(open, { depots, book })
  return {
    data: found.slice(0, limit),
    total: found.length,
    without_location: found.filter((delivery) => !delivery.delivery_location).length,
    not_planned: found.filter((delivery) => delivery.delivery_location && isAreaOnly(delivery)).length,
    looking_up: found.filter((delivery) => !delivery.delivery_location && !delivery.location_search).length,
  }
}

/** The places of open deliveries. A pickup at a depot is none: the depot has the position. */
async function openPlaces(trx: Trx, workspaceId: string, on: string | { from: string }): Promise<OpenDelivery[]> {
  const deliveries = await openDeliveries(trx, workspaceId, on)
    .select(['delivery_address', 'address_key', 'lat', 'lng', 'location_source', 'location_confidence'])
    .select(['location_provider', 'location_kind', 'located_at', 'location_search'])
    .select(['recipient_name', 'window_start', 'window_end'])
    .execute()
  const pickups = await openDeliveries(trx, workspaceId, on)
    .select([
      'pickup_address as delivery_address',
      'pickup_key as address_key',
      'pickup_lat as lat',
      'pickup_lng as lng',
    ])
    .select(['pickup_location_source as location_source', 'pickup_location_confidence as location_confidence'])
    .select(['pickup_location_provider as location_provider', 'pickup_location_kind as location_kind'])
    .select(['pickup_located_at as located_at', 'pickup_location_search as location_search'])
    .select(['pickup_name as recipient_name', 'pickup_window_start as window_start', 'pickup_window_end as window_end'])
    .where('pickup_address', 'is not', null)
    .where('pickup_depot_id', 'is', null)
    .$narrowType<{ delivery_address: string; address_key: string }>()
    .execute()
  const all = [
    ...deliveries.map((row) => ({ ...row, of: 'delivery' as const })),
    ...pickups.map((row) => ({ ...row, of: 'pickup' as const })),
  ]
  return all.map(({ lat, lng, ...row }) => ({
    ...row,
    delivery_location: lat === null || lng === null ? null : { lat, lng },
  }))
}

function openDeliveries(trx: Trx, workspaceId: string, on: string | { from: string }) {
  return trx
    .selectFrom('deliveries')
    .select(['id', 'number', 'version', 'status', 'scheduled_date', 'priority'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['pending', 'planned'])
    .where(({ eb, or }) =>
      typeof on === 'string'
        ? eb('scheduled_date', '=', on)
        : or([eb('scheduled_date', '>=', on.from), eb('scheduled_date', 'is', null)]),
    )
}

async function pinsOf(trx: Trx, workspaceId: string, keys: string[]) {
  const rows = await trx
    .selectFrom('address_spellings')
    .innerJoin('addresses', 'addresses.id', 'address_spellings.address_id')
    .select(['address_spellings.key', 'addresses.id', 'addresses.lat', 'addresses.lng'])
    .where('address_spellings.workspace_id', '=', workspaceId)
    .where(sql<boolean>`address_spellings.key = any(${keys}::text[])`)
    .execute()
  return new Map(rows.map(({ key, id, lat, lng }) => [key, { address_id: id, location: { lat, lng } }]))
}

/** What the geocoder answered for an address, if that is still believed. */
export async function rememberedHits(
  trx: Trx,
  workspaceId: string,
  { provider, address, now }: { provider: string; address: string; now: Date },
): Promise<JudgedHit[] | undefined> {
  const row = await trx
    .selectFrom('geocodes')
    .select('hits')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where(sql<boolean>`key = address_key(${address})`)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.hits
}

export type AddressToLocate = { key: string; address: string; hits: JudgedHit[] | null }

/** Deliveries from this day on, and without one, that have no position there and whose address was not looked up yet. */
const waitingPlaces = (workspaceId: string, fromDay: string) => sql`
  from (
    select id, 'delivery' as place, address_key as key, delivery_address as address, scheduled_date, priority
      from deliveries where workspace_id = ${workspaceId} and lat is null and location_search is null
        and deleted_at is null and status = 'pending' and (scheduled_date >= ${fromDay} or scheduled_date is null)
    union all
    select id, 'pickup', pickup_key, pickup_address, scheduled_date, priority
      from deliveries where workspace_id = ${workspaceId} and pickup_lat is null and pickup_location_search is null
        and pickup_key is not null and pickup_depot_id is null
        and deleted_at is null and status = 'pending' and (scheduled_date >= ${fromDay} or scheduled_date is null)) w`

/** The next addresses to look up, those of the soonest day first, with what is still known about them. */
export async function nextToLocate(
  trx: Trx,
  workspaceId: string,
  { provider, fromDay, now, most }: { provider: string; fromDay: string; now: Date; most: number },
): Promise<{ addresses: AddressToLocate[]; depots: Location[] }> {
  const { rows: addresses } = await sql<AddressToLocate>`
    select w.key, min(w.address) as address, g.hits ${waitingPlaces(workspaceId, fromDay)}
      left join geocodes g on g.workspace_id = ${workspaceId} and g.provider = ${provider} and g.key = w.key
        and g.expires_at > ${now}
    group by w.key, g.hits order by min(w.scheduled_date) nulls last, min(w.priority), w.key limit ${most}`.execute(trx)
  return { addresses, depots: await serviceArea(trx, workspaceId) }
}

/** The places that still wait for the position of one of these addresses, locked so that nobody gives them one now. */
export async function waitingFor(trx: Trx, workspaceId: string, keys: string[], fromDay: string) {
  const waiting = sql<{ id: string; of: PlaceOf; key: string }>`
    select w.id, w.place as "of", w.key ${waitingPlaces(workspaceId, fromDay)} where w.key = any(${keys}::text[])`
  const ids = (await waiting.execute(trx)).rows.map(({ id }) => id)
  if (!ids.length) return []
  await sql`select from deliveries where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(trx)
  // Somebody may have given one a position while this waited for the lock.
  return (await waiting.execute(trx)).rows
}

/** Workspaces with addresses to look up. */
export async function workspacesToLocate(db: Db, fromDay: string): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`select * from workspaces_to_locate(${fromDay})`.execute(db)
  return rows.map(({ workspace_id }) => workspace_id)
}
