import { sql } from 'kysely'
import type { z } from 'zod'
import { judgeHit, rankHits, type JudgedHit } from '#domain/address/judge-hit.ts'
import { originOf, type LocationSource } from '#domain/address/position.ts'
import type { searchAddresses } from '#domain/api/addresses.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import type { AddressChange, AddressEntry, NewAddress, PlaceOf } from '#domain/schema/address.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { isSandbox, lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { GeocoderUnavailable } from '../../outside/geocoder/geocoder.ts'
import { setPositions } from '../delivery-positions/commands.ts'
import { tellUpdated, type Reroute, changesRoute, checkChange, replacedBy } from '../deliveries/commands.ts'
import { getDelivery, latestDelivery, lockDeliveries, serviceArea } from '../deliveries/queries.ts'
import { entryFor, getAddress, rememberedHits, suggestFromBook, waitingFor } from './queries.ts'
import { geocoded, hitsLastMs, missesLastMs, suggested } from './rules.ts'

/**
 * Adds an entry to the address book. Pending deliveries to the address get its pin, unless a person placed theirs.
 * @throws AppError `duplicate_address`
 */
export async function createAddress(trx: Trx, author: Author, entry: NewAddress, now: Date): Promise<AddressEntry> {
  await lockWorkspace(trx, author.workspaceId)
  const id = await insertEntry(trx, author, entry, now)
  await tell(trx, author, { type: 'address.created', id }, now)
  await givePin(trx, author, { addressId: id, location: entry.location }, now)
  return getAddress(trx, author.workspaceId, id)
}

/**
 * Changes an entry. Pending deliveries follow its pin, unless a person placed theirs.
 * @throws AppError `address_not_found`, `version_conflict`, `duplicate_address`
 */
export async function changeAddress(
  trx: Trx,
  author: Author,
  id: string,
  change: AddressChange,
  seen: Seen,
  now: Date,
): Promise<AddressEntry> {
  const { workspaceId } = author
  await lockWorkspace(trx, workspaceId)
  const before = await getAddress(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const { aliases, ...fields } = change
  await trx
    .updateTable('addresses')
    .set({ ...toColumns(fields), ...(change.location && confirmedBy(author, now)), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  if (aliases || change.address) {
    await trx.deleteFrom('address_spellings').where('address_id', '=', id).execute()
    await insertSpellings(trx, workspaceId, id, change.address ?? before.address, aliases ?? before.aliases)
  }
  await tell(trx, author, { type: 'address.updated', id, before }, now)
  await givePin(trx, author, { addressId: id, location: change.location ?? before.location }, now)
  return getAddress(trx, workspaceId, id)
}

/**
 * Deletes an entry. Deliveries keep their positions.
 * @throws AppError `address_not_found`, `version_conflict`
 */
export async function deleteAddress(trx: Trx, author: Author, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = author
  await lockWorkspace(trx, workspaceId)
  const before = await getAddress(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  await trx.deleteFrom('addresses').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, author, [{ type: 'address.deleted', id, data: told(before) }], now)
}

/** Deletes entries, and drops what the event log says about them. Returns how many there were. */
export async function eraseAddresses(trx: Trx, author: Author, ids: string[], now: Date): Promise<number> {
  if (!ids.length) return 0
  const { workspaceId } = author
  await lockWorkspace(trx, workspaceId)
  const gone = await trx
    .deleteFrom('addresses')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returning(['id', 'lat', 'lng', 'service_minutes', 'confirmed_by_name', 'confirmed_at', 'created_at'])
    .returning(['updated_at', 'version'])
    .execute()
  const nobody = { label: null, address: 'Erased', aliases: [], entrance: null, parking: null, gate_code: null }
  const drafts = gone.map(({ id, lat, lng, ...entry }): EventDraft => {
    const data = { ...entry, ...nobody, id, notes: null, location: { lat: roughly(lat), lng: roughly(lng) } }
    return { type: 'address.deleted', id, data }
  })
  await appendEvents(trx, author, drafts, now)
  await sql`select drop_told_addresses(${ids}::uuid[])`.execute(trx)
  return gone.length
}

/** To about 10 km. */
const roughly = (degrees: number) => Math.round(degrees * 10) / 10

/**
 * Sets a delivery's position as a person confirmed it. With `remember`, the address book and other pending deliveries to
 * the address get it too. A planned or dispatched route is timed again, as a change of its plan.
 * @throws AppError `delivery_not_found`, `version_conflict`, `delivery_on_route` if the driver is on the way or there,
 * `delivery_state` if it is delivered
 */
export async function setPosition(
  trx: Trx,
  author: Author,
  id: string,
  { location, source, remember, of }: { location: Location; source: LocationSource; remember: boolean; of: PlaceOf },
  seen: Seen,
  now: Date,
  reroute: Reroute,
): Promise<{ delivery: Delivery; others: number }> {
  const { workspaceId } = author
  if (remember) await lockWorkspace(trx, workspaceId)
  const [before] = await lockDeliveries(trx, workspaceId, { ids: [id] })
  if (!before || before.deleted_at) throw new AppError('delivery_not_found')
  await checkSeen(seen, before, () => latestDelivery(trx, author, id))
  const address = of === 'pickup' ? before.pickup_address : before.delivery_address
  const isOurs = before.pickup_depot_id !== null || before.pickup_place_id !== null
  if (address === null || (of === 'pickup' && isOurs)) throw new AppError('no_such_place')
  const field = of === 'pickup' ? 'pickup_location' : 'delivery_location'
  const { lat, lng } = before[field] ?? {}
  const isMoved = lat !== location.lat || lng !== location.lng
  const changed = isMoved ? { [field]: { from: before[field], to: location } } : {}
  const isRouteTimed = before.route_id !== null && changesRoute(before, changed)
  if (!isRouteTimed) checkChange(before, changed)
  await setPositions(trx, author, [{ id, of, location, origin: originOf(source) }], now, { isRouteTimed })
  if (isRouteTimed) await reroute(trx, author, [replacedBy(before, changed)])
  const others = remember ? await rememberPin(trx, author, address, location, now) : 0
  return { delivery: await getDelivery(trx, workspaceId, id), others }
}

/** Puts a pin into the address book, or moves it there, and on pending deliveries. Returns how many got it. */
async function rememberPin(trx: Trx, author: Author, address: string, location: Location, now: Date): Promise<number> {
  const entry = await entryFor(trx, author.workspaceId, address)
  if (entry) {
    await trx
      .updateTable('addresses')
      .set({ ...location, ...confirmedBy(author, now), updated_at: now })
      .where('workspace_id', '=', author.workspaceId)
      .where('id', '=', entry.id)
      .execute()
    await tell(trx, author, { type: 'address.updated', id: entry.id }, now)
    return givePin(trx, author, { addressId: entry.id, location }, now)
  }
  const blank = { label: null, aliases: [], entrance: null, parking: null, gate_code: null, service_minutes: null }
  const addressId = await insertEntry(trx, author, { ...blank, address, location, notes: null }, now)
  await tell(trx, author, { type: 'address.created', id: addressId }, now)
  return givePin(trx, author, { addressId, location }, now)
}

/** An entry without the count of deliveries, which changes without it. */
const told = ({ open_deliveries: _, ...entry }: AddressEntry) => entry

type Telling = { type: 'address.created' | 'address.updated'; id: string; before?: AddressEntry }

async function tell(trx: Trx, author: Author, { type, id, before }: Telling, now: Date): Promise<void> {
  const data = told(await getAddress(trx, author.workspaceId, id))
  await appendEvents(trx, author, [{ type, id, data, before: before && told(before) }], now)
}

async function insertEntry(trx: Trx, author: Author, entry: NewAddress, now: Date): Promise<string> {
  const { aliases, ...fields } = entry
  const { id } = await trx
    .insertInto('addresses')
    .values({
      ...(toColumns(fields) as ReturnType<typeof toColumns> & Location & { address: string }),
      ...confirmedBy(author, now),
      workspace_id: author.workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertSpellings(trx, author.workspaceId, id, entry.address, aliases)
  return id
}

const confirmedBy = ({ userId, name }: Author, now: Date) => ({
  confirmed_by: userId,
  confirmed_by_name: name,
  confirmed_at: now,
})

/** The columns of the given fields; positions become two each. */
function toColumns({ location, entrance, parking, ...fields }: Omit<AddressChange, 'aliases'>) {
  return {
    ...fields,
    ...location,
    ...(entrance !== undefined && { entrance_lat: entrance?.lat ?? null, entrance_lng: entrance?.lng ?? null }),
    ...(parking !== undefined && { parking_lat: parking?.lat ?? null, parking_lng: parking?.lng ?? null }),
  }
}

/** Stores how an entry's address is written. Spellings that mean the same are stored once. */
async function insertSpellings(
  trx: Trx,
  workspaceId: string,
  addressId: string,
  address: string,
  aliases: string[],
): Promise<void> {
  const insert = sql`
    insert into address_spellings (workspace_id, address_id, position, spelling)
    select distinct on (address_key(spelling)) ${workspaceId}, ${addressId}, position - 1, spelling
    from unnest(${[address, ...aliases]}::text[]) with ordinality as given(spelling, position)
    order by address_key(spelling), position`.execute(trx)
  await orConflict({ address_spellings_key: 'duplicate_address' }, insert)
}

/** Gives an entry's pin to the pending deliveries to its address, except those whose position a person confirmed. */
async function givePin(
  trx: Trx,
  author: Author,
  { addressId, location }: { addressId: string; location: Location },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: string; of: PlaceOf }>`
    select d.id, 'delivery' as "of" from deliveries d join address_spellings s on s.key = d.address_key
      where s.address_id = ${addressId} and d.workspace_id = ${author.workspaceId} and d.deleted_at is null
        and d.status = 'pending' and coalesce(d.location_source, '') not in ('dispatcher', 'driver', 'recipient')
    union all
    select d.id, 'pickup' from deliveries d join address_spellings s on s.key = d.pickup_key
      where s.address_id = ${addressId} and d.workspace_id = ${author.workspaceId} and d.deleted_at is null
        and d.status = 'pending' and d.pickup_depot_id is null
        and coalesce(d.pickup_location_source, '') not in ('dispatcher', 'driver', 'recipient')`.execute(trx)
  const positions = rows.map((row) => ({ ...row, location, origin: originOf('book') }))
  return (await setPositions(trx, author, positions, now)).size
}

export type Answer = { key: string; address: string; hits: JudgedHit[]; isNew: boolean }

/** Stores what the geocoder answered, and gives waiting deliveries the best position. */
export async function applyAnswers(
  trx: Trx,
  workspaceId: string,
  { provider, answers, fromDay }: { provider: string; answers: Answer[]; fromDay: string },
  now: Date,
): Promise<void> {
  for (const { address, hits, isNew } of answers) {
    if (isNew) await saveHits(trx, workspaceId, { provider, address, hits }, now)
  }
  const found = new Map(answers.map(({ key, hits }) => [key, hits[0]]))
  const waiting = await waitingFor(trx, workspaceId, [...found.keys()], fromDay)
  const positions = waiting.flatMap(({ id, of, key }) => {
    const hit = found.get(key)
    return hit ? [{ id, of, location: hit.location, origin: geocoded(hit, provider) }] : []
  })
  const geocoder = { workspaceId, userId: null, name: 'Geocoder' }
  await setPositions(trx, geocoder, positions, now)
  const lost = waiting.filter(({ key }) => !found.get(key))
  if (!lost.length) return
  const idsOf = (of: PlaceOf) => lost.filter((place) => place.of === of).map(({ id }) => id)
  await sql`
    update deliveries set updated_at = ${now},
      location_search = case when lat is null and id = any(${idsOf('delivery')}::uuid[]) then 'not_found'
        else location_search end,
      pickup_location_search = case when pickup_lat is null and id = any(${idsOf('pickup')}::uuid[]) then 'not_found'
        else pickup_location_search end
    where workspace_id = ${workspaceId} and id = any(${lost.map(({ id }) => id)}::uuid[])`.execute(trx)
  await tellUpdated(trx, geocoder, [...new Set(lost.map(({ id }) => id))], now)
}

/** Remembers what the geocoder answered for an address. */
export async function saveHits(
  trx: Trx,
  workspaceId: string,
  { provider, address, hits }: { provider: string; address: string; hits: JudgedHit[] },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + (hits.length ? hitsLastMs : missesLastMs))
  await sql`
    insert into geocodes (workspace_id, provider, key, hits, asked_at, expires_at)
    values (${workspaceId}, ${provider}, address_key(${address}), ${JSON.stringify(hits)}, ${now}, ${expiresAt})
    on conflict (workspace_id, provider, key) do update
      set hits = excluded.hits, asked_at = excluded.asked_at, expires_at = excluded.expires_at`.execute(trx)
}

/** Lets addresses be looked up again that the geocoder did not know. Returns the number of deliveries. */
export async function locateAgain(trx: Trx, author: Author, day: string | undefined, now: Date): Promise<number> {
  const { workspaceId } = author
  await trx
    .deleteFrom('geocodes')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`hits = '[]'`)
    .execute()
  let waiting = trx
    .updateTable('deliveries')
    .set({ location_search: null, pickup_location_search: null, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('location_search', 'is not', null), eb('pickup_location_search', 'is not', null)]))
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
  if (day) waiting = waiting.where('scheduled_date', '=', day)
  const changed = await waiting.returning('id').execute()
  await tellUpdated(
    trx,
    author,
    changed.map(({ id }) => id),
    now,
  )
  return changed.length
}

/** Forgets answers of geocoders that are too old. */
export async function forgetGeocodes(db: Db, now: Date): Promise<void> {
  await sql`select forget_geocodes(${now})`.execute(db)
}

type SearchReply = z.input<typeof searchAddresses.reply>

/** How long somebody at a form waits for the geocoder to have time. */
const patienceMs = 2500

/** Places for what somebody typed. The geocoder is asked outside any transaction, and its answer is remembered. */
export async function searchPlaces(
  { db, geocoder, now, report }: Pick<Deps, 'db' | 'geocoder' | 'now' | 'report'>,
  workspaceId: string,
  { q, typing }: { q: string; typing: 'true' | 'false' },
): Promise<SearchReply> {
  const isTyping = typing === 'true'
  const provider = geocoder?.kind ?? ''
  const { book, remembered, near, isClosed } = await inWorkspace(db, workspaceId, async (trx) => ({
    book: await suggestFromBook(trx, workspaceId, q),
    remembered: geocoder && (await rememberedHits(trx, workspaceId, { provider, address: q, now: now() })),
    near: await serviceArea(trx, workspaceId),
    isClosed: await isSandbox(trx, workspaceId),
  }))
  const answer = (geocoderDid: SearchReply['geocoder'], hits: JudgedHit[] = []): SearchReply => ({
    data: [...book, ...hits.map((hit) => suggested(hit, provider))],
    geocoder: geocoderDid,
  })
  if (!geocoder || isClosed) return answer('none')
  if (remembered) return answer('answered', remembered)
  if (isTyping && !geocoder.completesWords) return answer('not_asked')
  try {
    const found = await geocoder.search(q, { near, isTyping, maxWaitMs: patienceMs, whose: workspaceId })
    const expected = { countries: geocoder.countries, near }
    // Half an address fits nothing. Whoever chooses a suggestion takes over its whole address.
    const hits = isTyping ? found.map((hit) => judgeHit(hit.label, hit, expected)) : rankHits(q, found, expected)
    // Half an address is not worth remembering.
    if (!isTyping) {
      await inWorkspace(db, workspaceId, (trx) => saveHits(trx, workspaceId, { provider, address: q, hits }, now()))
    }
    return answer('answered', hits)
  } catch (error) {
    if (!(error instanceof GeocoderUnavailable)) throw error
    if (error.why === 'refused') report(error, 'geocoder')
    return answer(error.why === 'busy' ? 'busy' : 'unavailable')
  }
}
