import { sql } from 'kysely'
import { z } from 'zod'
import type { LearnedKind, LearnedState } from '#domain/address/learned-kinds.ts'
import { entranceWithinM, isSame, mostVisits, visitsLastDays } from '#domain/address/learn-place.ts'
import type { AddressInFile } from '#domain/address/book-file.ts'
import { AppError } from '#domain/errors.ts'
import type { LearnedPlace, Sighting, UsedLearned } from '#domain/schema/learned-place.ts'
import { metersBetween } from '#domain/road/meters.ts'
import type { Location } from '#domain/geo.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'
import { placeOf, type BookEntry, type VisitRow } from './rules.ts'

const learnedColumns = [
  'l.id',
  'l.kind',
  'l.address',
  'l.address_key',
  'l.lat',
  'l.lng',
  'l.minutes',
  'l.spread',
  'l.seen',
  'l.days',
  'l.pinned',
  'l.first_at',
  'l.last_at',
  'l.flags',
  'l.state',
  'l.decision',
  'l.decided_at',
  'l.decided_by_name',
  'l.version',
  'a.id as address_id',
  'a.label',
  'a.lat as pin_lat',
  'a.lng as pin_lng',
  'a.entrance_lat',
  'a.entrance_lng',
  'a.parking_lat',
  'a.parking_lng',
  'a.service_minutes',
] as const

function learnedOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('learned_places as l')
    .leftJoin('address_spellings as s', (join) =>
      join.onRef('s.workspace_id', '=', 'l.workspace_id').onRef('s.key', '=', 'l.address_key'),
    )
    .leftJoin('addresses as a', 'a.id', 's.address_id')
    .where('l.workspace_id', '=', workspaceId)
}

type Row = Awaited<ReturnType<typeof readRows>>[number]
const readRows = (trx: Trx, workspaceId: string) => learnedOf(trx, workspaceId).select(learnedColumns).execute()

function toLearned(row: Row): LearnedPlace {
  const { lat, lng, pin_lat, pin_lng, entrance_lat, entrance_lng, parking_lat, parking_lng, ...rest } = row
  const { service_minutes, address_key: _, ...learned } = rest
  const book = {
    pin: placeOf(pin_lat, pin_lng),
    entrance: placeOf(entrance_lat, entrance_lng),
    parking: placeOf(parking_lat, parking_lng),
    service: null,
  }
  return {
    ...learned,
    location: placeOf(lat, lng),
    book: { location: book[row.kind], minutes: row.kind === 'service' ? service_minutes : null },
  }
}

type Asked = {
  q?: string | undefined
  state?: LearnedState | undefined
  kind?: LearnedKind | undefined
  cursor?: string | undefined
  limit: number
}

/** What was learned, by address. */
export async function listLearned(trx: Trx, workspaceId: string, { q, state, kind, cursor, limit }: Asked) {
  let found = learnedOf(trx, workspaceId)
  if (state) found = found.where('l.state', '=', state)
  if (kind) found = found.where('l.kind', '=', kind)
  const searched = sql`lower(concat_ws(' ', a.label, l.address))`
  for (const condition of containsWords(searched, q ?? '')) found = found.where(condition)
  const sort = {
    name: 'address',
    order: 'asc' as const,
    by: sql`lower(l.address)`,
    values: textValues,
    tie: sql`l.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(learnedColumns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { suggested } = await trx
    .selectFrom('learned_places')
    .select((eb) => eb.fn.countAll<number>().as('suggested'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'suggested')
    .executeTakeFirstOrThrow()
  return { data: rows.map(toLearned), next_cursor, total, suggested }
}

/**
 * Something learned.
 * @throws AppError `learned_not_found`
 */
export async function getLearned(trx: Trx, workspaceId: string, id: string): Promise<LearnedPlace> {
  const row = await learnedOf(trx, workspaceId).select(learnedColumns).where('l.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('learned_not_found')
  return toLearned(row)
}

/** The entries of the address book for some addresses, with all of their spellings, the main one first. */
export async function readEntries(trx: Trx, workspaceId: string, keys: string[]): Promise<BookEntry[]> {
  if (!keys.length) return []
  const { rows } = await sql<BookEntry>`
    select a.id, a.lat, a.lng, a.entrance_lat, a.entrance_lng, a.parking_lat, a.parking_lng, a.service_minutes, a.address,
      array(select s.key from address_spellings s where s.address_id = a.id order by s.position) as keys
    from addresses a where a.workspace_id = ${workspaceId} and a.id in (
      select s.address_id from address_spellings s where s.workspace_id = ${workspaceId} and s.key = any(${keys}::text[]))
    `.execute(trx)
  return rows
}

/** The last visits of each of these addresses, the newest first. */
export async function readVisits(trx: Trx, workspaceId: string, keys: string[], now: Date): Promise<VisitRow[]> {
  const since = new Date(now.getTime() - visitsLastDays * 86_400_000)
  const { rows } = await sql<VisitRow>`
    select v.* from unnest(${keys}::text[]) as k (key) cross join lateral (
      select address_key, address, day::text as day, at, lat, lng, pinned_lat, pinned_lng, door_lat, door_lng,
        door_accuracy_m, parking_lat, parking_lng, service_minutes
      from address_visits where workspace_id = ${workspaceId} and address_key = k.key and at > ${since}
      order by at desc limit ${mostVisits}) v order by v.at desc`.execute(trx)
  return rows
}

/** The visits that something was learned from, the newest first. */
export async function listSightings(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Sighting[]> {
  const { kind, address_key, pin } = await readKey(trx, workspaceId, id)
  const [entry] = await readEntries(trx, workspaceId, [address_key])
  const visits = await readVisits(trx, workspaceId, entry?.keys ?? [address_key], now)
  return visits.slice(0, mostVisits).flatMap((visit): Sighting[] => {
    const nothing = { day: visit.day, location: null, minutes: null, accuracy_m: null }
    if (kind === 'service') {
      const minutes = visit.service_minutes
      return minutes === null ? [] : [{ ...nothing, minutes, by: 'times' }]
    }
    const parking = placeOf(visit.parking_lat, visit.parking_lng)
    if (kind === 'parking') return parking ? [{ ...nothing, location: parking, by: 'track' }] : []
    const pinned = kind === 'pin' ? placeOf(visit.pinned_lat, visit.pinned_lng) : null
    if (pinned) return [{ ...nothing, location: pinned, by: 'pin' }]
    const door = placeOf(visit.door_lat, visit.door_lng)
    const isEntrance = door && pin && metersBetween(door, pin) <= entranceWithinM
    if (!door || Boolean(isEntrance) !== (kind === 'entrance')) return []
    return [{ ...nothing, location: door, accuracy_m: visit.door_accuracy_m, by: 'proof' }]
  })
}

async function readKey(trx: Trx, workspaceId: string, id: string) {
  const row = await learnedOf(trx, workspaceId)
    .select(['l.kind', 'l.address_key', 'a.lat', 'a.lng'])
    .where('l.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('learned_not_found')
  return { ...row, pin: placeOf(row.lat, row.lng) }
}

/** What a delivery uses of what was learned and accepted about its address. */
export async function listUsedLearned(trx: Trx, workspaceId: string, deliveryId: string): Promise<UsedLearned[]> {
  const delivery = await trx
    .selectFrom('deliveries')
    .select(['address_key', 'service_minutes', 'lat', 'lng'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!delivery) throw new AppError('delivery_not_found')
  const [entry] = await readEntries(trx, workspaceId, [delivery.address_key])
  const rows = await trx
    .selectFrom('learned_places')
    .select(['kind', 'decided_lat', 'decided_lng', 'decided_minutes', 'seen', 'last_at'])
    .where('workspace_id', '=', workspaceId)
    .where('decision', '=', 'accepted')
    .where('state', '=', 'accepted')
    .where('address_key', 'in', entry?.keys ?? [delivery.address_key])
    .orderBy('kind')
    .execute()
  return rows.flatMap(({ kind, decided_lat, decided_lng, decided_minutes, ...seen }) => {
    const value = { location: placeOf(decided_lat, decided_lng), minutes: decided_minutes }
    const own: Partial<Record<LearnedKind, { location: Location | null; minutes: number | null }>> = {
      service: { location: null, minutes: delivery.service_minutes },
      pin: { location: placeOf(delivery.lat, delivery.lng), minutes: null },
    }
    return own[kind] && !isSame(own[kind], value) ? [] : [{ kind, ...value, ...seen }]
  })
}

/** Deliveries that ended some time ago and were not learned from, and addresses that have lost visits, by workspace. */
export async function placesToLearn(db: Db, now: Date, most: number) {
  const { rows } = await sql<{ workspace_id: string; delivery_ids: string[]; keys: string[] }>`
    select * from places_to_learn(${now}, ${most})`.execute(inOneStatement(db))
  return rows
}

/** The address book with what was learned, and addresses that only visits know, by address. */
export async function readBook(trx: Trx, workspaceId: string): Promise<AddressInFile[]> {
  const learned = Map.groupBy(await readRows(trx, workspaceId), ({ address_id, address }) => address_id ?? address)
  const { rows } = await sql<BookRow>`
    select a.id, a.address, a.label, a.lat, a.lng, a.entrance_lat, a.entrance_lng, a.parking_lat, a.parking_lng,
      a.gate_code, a.service_minutes, a.notes, array(select s.spelling from address_spellings s
        where s.address_id = a.id and s.position > 0 order by s.position) as aliases
    from addresses a where a.workspace_id = ${workspaceId}`.execute(trx)
  const inBook = rows.map(({ id, lat, lng, entrance_lat, entrance_lng, parking_lat, parking_lng, ...entry }) => ({
    ...entry,
    location: placeOf(lat, lng),
    entrance: placeOf(entrance_lat, entrance_lng),
    parking: placeOf(parking_lat, parking_lng),
    learned: (learned.get(id) ?? []).map(toLearned),
  }))
  const others = [...learned.values()].filter(([first]) => first!.address_id === null)
  const onlySeen = others.map((each) => ({ ...nothingKnown, address: each[0]!.address, learned: each.map(toLearned) }))
  return [...inBook, ...onlySeen].toSorted((a, b) => a.address.localeCompare(b.address, 'en'))
}

type BookRow = Omit<BookEntry, 'keys'> & Pick<AddressInFile, 'label' | 'gate_code' | 'notes' | 'aliases'>

const nothingKnown = {
  label: null,
  aliases: [],
  location: null,
  entrance: null,
  parking: null,
  gate_code: null,
  service_minutes: null,
  notes: null,
}
