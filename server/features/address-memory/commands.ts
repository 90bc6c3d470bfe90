import { sql } from 'kysely'
import { learnedKinds, type LearnedKind } from '#domain/address/learned-kinds.ts'
import { isSame, judgeLearned, mostVisits, type Decision } from '#domain/address/learn-place.ts'
import { readParking, type VisitFix } from '#domain/address/read-visit.ts'
import { AppError } from '#domain/errors.ts'
import type { Location } from '#domain/geo.ts'
import type { LearnedNote, LearnedPlace } from '#domain/schema/learned-place.ts'
import { dayOf } from '#domain/time.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import type { BookBefore } from '../../db/tables/address-memory.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import { anySeen, checkSeen, type Seen } from '../../http/if-match.ts'
import { changeAddress, createAddress, deleteAddress } from '../addresses/commands.ts'
import { setServiceMinutes } from '../delivery-positions/commands.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { readPlanningSettings } from '../planning-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { getLearned, readEntries, readVisits } from './queries.ts'
import { bookFieldOf, bookValue, learnedFlagsOf, placeOf, toVisit, type BookEntry, type VisitRow } from './rules.ts'

const itself = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Address memory' })

/** Proofs by phones that are less exact say nothing about a door. */
const mostInaccurateM = 50
/** The drive there and away are within so many minutes of the visit. */
const aroundMinutes = 15

type Ended = {
  id: string
  address_key: string
  address: string
  status_at: string
  lat: number | null
  lng: number | null
  location_source: string | null
  driver_id: string | null
  arrived_at: string | null
  done_at: string | null
  seconds: number | null
  door_lat: number | null
  door_lng: number | null
  door_accuracy_m: number | null
}

/** Reads what some deliveries that ended say about their addresses, and learns from it. */
export async function learnFromDeliveries(trx: Trx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const ended = await readEnded(trx, workspaceId, ids)
  const rows = []
  for (const each of ended) {
    const parking = await parkingOf(trx, workspaceId, each)
    const isPinned = each.location_source === 'recipient' || each.location_source === 'driver'
    rows.push({
      workspace_id: workspaceId,
      delivery_id: each.id,
      address_key: each.address_key,
      address: each.address,
      day: dayOf(new Date(each.status_at), time_zone),
      at: each.status_at,
      lat: each.lat,
      lng: each.lng,
      pinned_lat: isPinned ? each.lat : null,
      pinned_lng: isPinned ? each.lng : null,
      door_lat: each.door_lat,
      door_lng: each.door_lng,
      door_accuracy_m: each.door_accuracy_m,
      parking_lat: parking?.lat ?? null,
      parking_lng: parking?.lng ?? null,
      service_minutes: each.seconds === null ? null : each.seconds / 60,
    })
  }
  if (!rows.length) return
  await trx
    .insertInto('address_visits')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await renew(trx, workspaceId, [...new Set(ended.map(({ address_key }) => address_key))], now)
}

/** Deliveries with what their drivers' phones said at the door. */
async function readEnded(trx: Trx, workspaceId: string, ids: string[]): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select d.id, d.address_key, d.delivery_address as address, d.status_at, d.lat, d.lng, d.location_source,
      g.driver_id, g.arrived_at, g.done_at, o.actual_seconds as seconds,
      p.lat as door_lat, p.lng as door_lng, p.accuracy_m as door_accuracy_m
    from deliveries d
      left join lateral (select g.* from stop_progress g left join stops s on s.id = g.stop_id
        where g.workspace_id = d.workspace_id and g.delivery_id = d.id and g.done_at is not null
          and (d.kind = 'return' or coalesce(s.kind, 'delivery') = 'delivery')
        order by g.done_at desc limit 1) g on true
      left join eta_observations o on o.workspace_id = d.workspace_id and o.stop_id = g.stop_id and o.kind = 'service'
      left join lateral (select p.lat, p.lng, p.accuracy_m from proofs p
        where p.workspace_id = d.workspace_id and p.delivery_id = d.id and p.lat is not null
          and p.stop_id is not distinct from g.stop_id and coalesce(p.accuracy_m, 0) <= ${mostInaccurateM}
        order by p.accuracy_m nulls last, p.taken_at limit 1) p on true
    where d.workspace_id = ${workspaceId} and d.id = any(${ids}::uuid[]) and d.erased_at is null
      and d.status_at is not null
    order by d.status_at, d.id`.execute(trx)
  return rows
}

/** Where the driver's vehicle stood, by the track of the phone. */
async function parkingOf(trx: Trx, workspaceId: string, ended: Ended): Promise<Location | null> {
  const { driver_id, arrived_at, done_at } = ended
  if (!driver_id || !done_at) return null
  const { rows } = await sql<Omit<VisitFix, 'at'> & { recorded_at: string }>`
    select lat, lng, accuracy_m, speed_mps, recorded_at from positions
    where workspace_id = ${workspaceId} and driver_id = ${driver_id} and hidden is null
      and recorded_at between ${arrived_at ?? done_at}::timestamptz - make_interval(mins => ${aroundMinutes})
        and ${done_at}::timestamptz + make_interval(mins => ${aroundMinutes})
    order by recorded_at limit 5000`.execute(trx)
  const fixes = rows.map(({ recorded_at, ...fix }) => ({ ...fix, at: Date.parse(recorded_at) }))
  return readParking(fixes, placeOf(ended.lat, ended.lng), Date.parse(done_at))
}

/**
 * Works out anew what is known of some addresses. Spellings of one entry are one address.
 * @param decides whether what the workspace wants used by itself is
 */
export async function renew(
  trx: Trx,
  workspaceId: string,
  keys: string[],
  now: Date,
  { decides = true }: { decides?: boolean } = {},
): Promise<void> {
  if (!keys.length) return
  const entries = await readEntries(trx, workspaceId, keys)
  const entryOf = new Map(entries.flatMap((entry) => entry.keys.map((key) => [key, entry] as const)))
  const groups = new Map(keys.map((key) => [entryOf.get(key)?.keys[0] ?? key, entryOf.get(key)]))
  const all = [...new Set([...groups].flatMap(([key, entry]) => entry?.keys ?? [key]))]
  const visits = Map.groupBy(
    await readVisits(trx, workspaceId, all, now),
    ({ address_key }) => entryOf.get(address_key)?.keys[0] ?? address_key,
  )
  const [depots, settings] = [await serviceArea(trx, workspaceId), await readPlanningSettings(trx, workspaceId)]
  const known = Map.groupBy(await readKnown(trx, workspaceId, all), ({ address_key }) => address_key)
  for (const [key, entry] of groups) {
    // What was learned of a spelling before it became an entry's belongs to the entry.
    for (const spelling of entry?.keys.slice(1) ?? []) await drop(trx, workspaceId, known.get(spelling) ?? [])
    const own = visits.get(key)?.slice(0, mostVisits) ?? []
    for (const kind of learnedKinds) {
      const row = known.get(key)?.find((each) => each.kind === kind)
      const learned = await renewOne(trx, workspaceId, { key, kind, entry, visits: own, depots, row, now })
      const isReady =
        decides &&
        learned?.state === 'suggested' &&
        settings.learned_by_itself.includes(kind) &&
        learned.seen >= settings.learned_after_visits &&
        !learned.flags.length
      if (isReady) await decideLearned(trx, itself(workspaceId), learned.id, 'accepted', anySeen(), now)
    }
  }
}

const knownColumns = [
  'id',
  'kind',
  'address_key',
  'state',
  'decision',
  'decided_at',
  'decided_lat',
  'decided_lng',
  'decided_minutes',
  'before',
] as const

function readKnown(trx: Trx, workspaceId: string, keys: string[]) {
  return trx
    .selectFrom('learned_places')
    .select(knownColumns)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`address_key = any(${keys}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Known = Awaited<ReturnType<typeof readKnown>>[number]

async function drop(trx: Trx, workspaceId: string, rows: Known[]): Promise<void> {
  if (!rows.length) return
  await trx
    .deleteFrom('learned_places')
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

type About = {
  key: string
  kind: LearnedKind
  entry: BookEntry | undefined
  visits: VisitRow[]
  depots: Location[]
  row: Known | undefined
  now: Date
}

/** One kind of one address. What no visit says any more goes, also from the address book if it came from there. */
async function renewOne(trx: Trx, workspaceId: string, about: About): Promise<LearnedPlace | undefined> {
  const { key, kind, entry, visits, depots, row, now } = about
  const decided = row ? decisionOf(row) : null
  const pin = entry ? { lat: entry.lat, lng: entry.lng } : null
  const inBook = bookValue(kind, entry)
  // A door or a place to park at the pin itself is nothing new.
  const book = kind === 'service' ? inBook : { ...inBook, location: inBook.location ?? pin }
  // Doors led to a pin that was accepted, so they go on counting for it.
  const isLed = kind === 'pin' && decided?.decision === 'accepted'
  const shown = judgeLearned(kind, visits.map(toVisit), { book, pin: isLed ? null : pin, decided })
  if (!shown) {
    if (decided?.decision === 'accepted' && entry && kind !== 'pin' && isSame(inBook, decided)) {
      await changeAddress(trx, itself(workspaceId), entry.id, emptied(kind), anySeen(), now)
    }
    if (row) await drop(trx, workspaceId, [row])
    return undefined
  }
  const latest = visits[0]!
  const reference = pin ?? placeOf(latest.lat, latest.lng)
  const { location, minutes, ...seen } = shown
  const flags = learnedFlagsOf(location, reference, depots)
  const values = { lat: location?.lat ?? null, lng: location?.lng ?? null, minutes, ...seen, flags }
  const { id } = await trx
    .insertInto('learned_places')
    .values({ workspace_id: workspaceId, address_key: key, address: entry?.address ?? latest.address, kind, ...values })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'address_key', 'kind']).doUpdateSet((eb) => ({
        ...values,
        address: entry?.address ?? latest.address,
        is_stale: false,
        // Whoever decided about another state has not seen this one.
        version: sql`learned_places.version + (learned_places.state <> ${eb.ref('excluded.state')})::int`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const learned = await getLearned(trx, workspaceId, id)
  if (row?.state !== learned.state && (learned.state === 'suggested' || row?.state === 'suggested')) {
    await tell(trx, itself(workspaceId), learned, now)
  }
  return learned
}

const emptied = (kind: Exclude<LearnedKind, 'pin'>) =>
  kind === 'service' ? { service_minutes: null } : { [kind]: null }

function decisionOf({ decision, decided_at, decided_lat, decided_lng, decided_minutes }: Known): Decision | null {
  if (!decision || !decided_at) return null
  return { decision, decided_at, location: placeOf(decided_lat, decided_lng), minutes: decided_minutes }
}

const tell = (trx: Trx, author: Author, learned: LearnedPlace, now: Date) =>
  appendEvents(trx, author, [{ type: 'learned_place.updated', id: learned.id, data: noteOf(learned) }], now)

const noteOf = ({ id, kind, state, decision, seen, days, version }: LearnedPlace): LearnedNote => ({
  id,
  kind,
  state,
  decision,
  seen,
  days,
  version,
})

/**
 * Puts something learned into the address book, refuses it, or takes the decision back, which also puts the address book
 * back to what it said before. Pending deliveries follow the pin, and those that nobody said a time for follow the minutes.
 * @throws AppError `learned_not_found`, `version_conflict`, `learned_needs_pin`
 */
export async function decideLearned(
  trx: Trx,
  author: Author,
  id: string,
  decision: 'accepted' | 'refused' | null,
  seen: Seen,
  now: Date,
): Promise<LearnedPlace> {
  const { workspaceId } = author
  await lockWorkspace(trx, workspaceId)
  const before = await getLearned(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  if (before.decision === decision) return before
  const { address_key, before: bookBefore } = await trx
    .selectFrom('learned_places')
    .select(['address_key', 'before'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (before.decision === 'accepted') await takeBack(trx, author, before, bookBefore, now)
  const kept = decision === 'accepted' ? await accept(trx, author, before, address_key, now) : null
  const value = decision
    ? {
        decided_lat: before.location?.lat ?? null,
        decided_lng: before.location?.lng ?? null,
        decided_minutes: before.minutes,
      }
    : { decided_lat: null, decided_lng: null, decided_minutes: null }
  await trx
    .updateTable('learned_places')
    .set({ decision, state: decision ?? 'gathering', before: kept && JSON.stringify(kept), ...value })
    .set((eb) => ({
      decided_at: decision && now,
      decided_by_name: decision && author.name,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  if (!decision || before.decision) await renew(trx, workspaceId, [address_key], now, { decides: false })
  const learned = await getLearned(trx, workspaceId, id)
  await tell(trx, author, learned, now)
  return learned
}

/** Writes a learned value into the address book, as an entry of its own if there is none. Returns what it said before. */
async function accept(trx: Trx, author: Author, learned: LearnedPlace, key: string, now: Date): Promise<BookBefore> {
  const { workspaceId } = author
  const [entry] = await readEntries(trx, workspaceId, [key])
  const field = bookFieldOf(learned.kind, learned)
  if (entry) await changeAddress(trx, author, entry.id, field ?? {}, anySeen(), now)
  const made = entry ? null : await makeEntry(trx, author, learned, key, now)
  if (learned.kind === 'service')
    await setMinutes(trx, author, entry?.keys ?? [key], entry?.service_minutes ?? null, learned.minutes!, now)
  return { made_entry: made, ...bookValue(learned.kind, entry) }
}

async function makeEntry(trx: Trx, author: Author, learned: LearnedPlace, key: string, now: Date): Promise<string> {
  const [visit] = await readVisits(trx, author.workspaceId, [key], now)
  const location =
    learned.kind === 'pin' ? learned.location : ((visit && placeOf(visit.lat, visit.lng)) ?? learned.location)
  if (!location) throw new AppError('learned_needs_pin')
  const nothing = {
    label: null,
    aliases: [],
    entrance: null,
    parking: null,
    gate_code: null,
    service_minutes: null,
    notes: null,
  }
  const made = { ...nothing, address: learned.address, location, ...bookFieldOf(learned.kind, learned) }
  return (await createAddress(trx, author, made, now)).id
}

async function takeBack(
  trx: Trx,
  author: Author,
  learned: LearnedPlace,
  before: BookBefore | null,
  now: Date,
): Promise<void> {
  if (!before || !learned.address_id) return
  // Whatever somebody wrote there since stays.
  if (!isSame(learned.book, learned)) return
  const isAlone = before.made_entry === learned.address_id && (await isOnlyDecision(trx, learned))
  if (isAlone) await deleteAddress(trx, author, learned.address_id, anySeen(), now)
  else {
    const field = bookFieldOf(learned.kind, before)
    if (field) await changeAddress(trx, author, learned.address_id, field, anySeen(), now)
  }
}

async function isOnlyDecision(trx: Trx, { id, address_id }: LearnedPlace): Promise<boolean> {
  const other = await trx
    .selectFrom('learned_places as l')
    .innerJoin('address_spellings as s', (join) =>
      join.onRef('s.workspace_id', '=', 'l.workspace_id').onRef('s.key', '=', 'l.address_key'),
    )
    .select('l.id')
    .where('s.address_id', '=', address_id)
    .where('l.id', '!=', id)
    .where('l.decision', '=', 'accepted')
    .executeTakeFirst()
  return !other
}

/** Gives pending deliveries the learned minutes, if theirs are those of before: nobody said a time of their own. */
async function setMinutes(
  trx: Trx,
  author: Author,
  keys: string[],
  before: number | null,
  minutes: number,
  now: Date,
): Promise<void> {
  const { service_minutes } = await readWorkspace(trx, author.workspaceId)
  const rows = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', author.workspaceId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'pending')
    .where('service_minutes', '=', before ?? service_minutes)
    .where(sql<boolean>`address_key = any(${keys}::text[])`)
    .execute()
  await setServiceMinutes(
    trx,
    author,
    rows.map(({ id }) => id),
    minutes,
    now,
  )
}

/** Forgets visits that are too old to learn from. Returns how many. */
export async function forgetVisits(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select forget_address_visits(${before}, ${most}) as gone`.execute(
    inOneStatement(db),
  )
  return rows[0]!.gone
}
