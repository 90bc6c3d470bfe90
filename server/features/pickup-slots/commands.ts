import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Span } from '#domain/kitchen/opening.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import type { PickupAsked, PickupSaid } from '../../db/tables/pickup-places.ts'
import { placesMeant, readPace, readPreparations, readSlotPlaces, slotsOfDay } from './queries.ts'
import {
  askedOf,
  derivedOf,
  findPickup,
  isAskedBefore,
  isStillRight,
  problemOf,
  wantedOf,
  type AtPickup,
  type PickupProblem,
  type SlotPlace,
  type StoredPreparation,
} from './rules.ts'

export { clockOf, type PickupProblem } from './rules.ts'

/** Where a delivery is picked up, as far as a pickup place decides it. */
type Pickup = Pick<
  Delivery,
  | 'kind'
  | 'client_id'
  | 'pickup_address'
  | 'pickup_location'
  | 'pickup_place_id'
  | 'pickup_depot_id'
  | 'pickup_location_source'
  | 'pickup_location_confidence'
  | 'pickup_location_provider'
  | 'pickup_location_kind'
  | 'pickup_located_at'
  | 'pickup_location_search'
>

/**
 * Deliveries at the pickup places that they name, or that their pickup addresses mean. A client's place is meant by orders of that
 * client alone; a depot of the same name comes first.
 */
export async function atPickupPlaces<D extends Pickup>(trx: Trx, rows: D[], now: Date): Promise<D[]> {
  const unnamed = rows.filter((row) => row.pickup_place_id === null && row.kind === 'delivery' && !row.pickup_depot_id)
  const meant = await placesMeant(
    trx,
    unnamed.flatMap(({ pickup_address }) => pickup_address ?? []),
  )
  const idOf = (row: D) => {
    if (row.pickup_place_id !== null || !unnamed.includes(row)) return row.pickup_place_id
    const found = meant.get(row.pickup_address ?? '') ?? []
    const own = found.find(({ client_id }) => client_id !== null && client_id === row.client_id)
    return (own ?? found.find(({ client_id }) => client_id === null))?.id ?? null
  }
  const ids = rows.map(idOf)
  const places = await readSlotPlaces(trx, [...new Set(ids.filter((id) => id !== null))])
  return rows.map((row, index) => {
    const place = places.get(ids[index] ?? '')
    if (!place) return row
    const { lat, lng } = place.location
    const isThere = row.pickup_location?.lat === lat && row.pickup_location.lng === lng
    return {
      ...row,
      pickup_place_id: place.id,
      pickup_address: row.pickup_place_id === null ? row.pickup_address : place.address,
      pickup_depot_id: null,
      ...(!isThere && {
        pickup_location: place.location,
        pickup_location_source: 'book' as const,
        pickup_location_confidence: 1,
        pickup_location_provider: null,
        pickup_location_kind: null,
        pickup_located_at: now.toISOString(),
        pickup_location_search: null,
      }),
    }
  })
}

type Row<D> = {
  id: string
  given: D
  /** It is not stored yet. */
  isNew?: boolean
}

/** An order with its pickup time, and what is to be stored about its preparation. */
export type Slotted<D> = Row<D> & { preparation: NewPreparation | 'as it is' | null }

type NewPreparation = {
  pickup_place_id: string
  ordered_at: string
  usual_minutes: number
  planned_ready_at: string
  ready_at: string
  slot_at: string | null
  slot_ends_at: string | null
  asked: PickupAsked
  derived: PickupSaid
  /** It is another order for the kitchen: another place, or another day. */
  isNew: boolean
}

/** Whoever takes pickup slots of a workspace waits for the one before. */
export const lockPickupSlots = (trx: Trx, workspaceId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('karta pickup slots'), hashtext(${workspaceId}))`.execute(trx)

type Finding = {
  now: Date
  /** Leaves orders without a slot if there is none, rather than refuse them: what has been sold must not be lost. */
  isKept?: boolean
  /** They had given their slots up. */
  isReturning?: boolean
}

/**
 * Gives each order of a pickup place the first slot in which it is ready, or says why there is none. Slots are counted under a lock of
 * the workspace until the transaction ends, so a slot is never given to more orders than it takes. An order that asks for the
 * same as before keeps its slot.
 */
export async function findPickupSlots<D extends AtPickup>(
  trx: Trx,
  workspaceId: string,
  rows: Row<D>[],
  { now, isKept = false, isReturning = false }: Finding,
): Promise<(Slotted<D> | { problem: PickupProblem })[]> {
  const ids = [...new Set(rows.flatMap(({ given }) => given.pickup_place_id ?? []))]
  const own = rows.flatMap(({ id, isNew }) => (isNew ? [] : id))
  const earlier = await readPreparations(trx, workspaceId, own)
  if (!ids.length) return rows.map((row) => withoutPlace(row, earlier.get(row.id)))
  await lockPickupSlots(trx, workspaceId)
  const places = await readSlotPlaces(trx, ids)
  // Somebody else may have changed them before the lock.
  const stored = await readPreparations(trx, workspaceId, own)
  const { time_zone: zone, speed_kmh } = await readPace(trx, workspaceId)
  const today = dayOf(now, zone)
  const days = dayReader(trx, { zone, now, without: rows.map(({ id }) => id) })

  /** Slots that are kept count before any is given away. */
  const settled: (Slotted<D> | { problem: PickupProblem } | undefined)[] = []
  const open: {
    index: number
    row: Row<D>
    place: SlotPlace
    before: StoredPreparation | undefined
    asked: PickupAsked
  }[] = []
  for (const [index, row] of rows.entries()) {
    const { given } = row
    const place = places.get(given.pickup_place_id ?? '')
    const previous = stored.get(row.id)
    if (!place || given.scheduled_date === null) {
      settled[index] = withoutPlace(row, previous)
      continue
    }
    const isOther =
      previous && (isReturning || previous.pickup_place_id !== place.id || previous.asked.day !== given.scheduled_date)
    const before = isOther ? undefined : previous
    // What an earlier place or day filled in, the order has not said.
    const asked = askedOf(isOther ? { ...given, ...withoutFilledIn(given, previous) } : given, place, before)
    const isOver = previous && !['pending', 'planned', 'dispatched'].includes(previous.status)
    const problem = isKept ? undefined : misfitOf(given, place)
    if (problem) settled[index] = { problem }
    else if (isOver || (given.scheduled_date < today && !before)) settled[index] = { ...row, preparation: 'as it is' }
    else if (isAskedBefore(asked, before)) {
      settled[index] = { id: row.id, given: { ...given, ...before!.derived }, preparation: 'as it is' }
      if (before!.slot_at) (await days(place, asked.day)).take(Date.parse(before!.slot_at))
    } else open.push({ index, row, place, before, asked })
  }

  const waiting = []
  for (const each of open) {
    const { place, before, asked } = each
    const day = await days(place, asked.day)
    const orderedAt = before ? Date.parse(before.ordered_at) : now.getTime()
    const wanted = wantedOf(asked, place, { open: day.open, zone, speed_kmh, orderedAt, now })
    const start = asked.pickup_window_start
    const startAt = start === null ? null : instantOf(asked.day, start, zone).getTime()
    const kept =
      before?.slot_at && place.slot_minutes !== null && isStillRight(wanted, Date.parse(before.slot_at), startAt)
        ? { from: Date.parse(before.slot_at), until: Date.parse(before.slot_ends_at!) }
        : undefined
    if (kept) day.take(kept.from)
    waiting.push({ ...each, wanted, day, kept })
  }
  for (const { index, row, place, before, asked, wanted, day, kept } of waiting) {
    const hasRoom = (slot: Span) => day.count(slot.from) < place.slot_orders!
    const answer = kept ? { slot: kept } : findPickup(place, wanted, { ...day, hasRoom })
    if ('none' in answer && !isKept) {
      settled[index] = { problem: problemOf(answer, { asked, place, wanted, open: day.open, zone }) }
      continue
    }
    const slot = 'slot' in answer ? answer.slot : null
    const pickup = 'any' in answer ? answer.any : slot
    if (slot && !kept) day.take(slot.from)
    const derived = derivedOf(asked, place, { ready: wanted.ready, pickup, zone, before })
    const ready_at = new Date(wanted.ready).toISOString()
    settled[index] = {
      id: row.id,
      given: { ...row.given, ...derived },
      preparation: {
        pickup_place_id: place.id,
        ordered_at: before?.ordered_at ?? now.toISOString(),
        usual_minutes: before?.usual_minutes ?? place.preparation_minutes,
        planned_ready_at: before?.planned_ready_at ?? ready_at,
        ready_at,
        slot_at: slot && new Date(slot.from).toISOString(),
        slot_ends_at: slot && new Date(slot.until).toISOString(),
        asked,
        derived,
        isNew: before === undefined,
      },
    }
  }
  return settled as (Slotted<D> | { problem: PickupProblem })[]
}

/** An order that is picked up at no place, or on no day yet, says only what it said itself. */
const withoutPlace = <D extends AtPickup>(
  { id, given }: Row<D>,
  before: StoredPreparation | undefined,
): Slotted<D> => ({
  id,
  given: before ? { ...given, ...withoutFilledIn(given, before) } : given,
  preparation: null,
})

/** Deliveries as they said themselves, without what their pickup places filled in, to be copied. */
export async function asAskedAtPickup<D extends AtPickup & { id: string }>(
  trx: Trx,
  workspaceId: string,
  rows: D[],
): Promise<D[]> {
  const ids = rows.filter(({ pickup_place_id }) => pickup_place_id !== null).map(({ id }) => id)
  const stored = await readPreparations(trx, workspaceId, ids)
  return rows.map((row) => {
    const before = stored.get(row.id)
    return before ? { ...row, ...withoutFilledIn(row, before) } : row
  })
}

/** What a place filled in before is not said for another one. */
function withoutFilledIn(given: AtPickup, { asked, derived }: StoredPreparation): PickupSaid {
  const fields = Object.keys(derived) as (keyof PickupSaid)[]
  return Object.fromEntries(
    fields.map((field) => [field, given[field] === derived[field] ? asked[field] : given[field]]),
  ) as PickupSaid
}

function misfitOf({ kind, client_id }: AtPickup, place: SlotPlace): PickupProblem | undefined {
  if (kind !== 'delivery') return { code: 'pickup_place_kind', detail: {} }
  const isOthers = place.client_id !== null && place.client_id !== client_id
  return isOthers ? { code: 'pickup_place_of_other_client', detail: {} } : undefined
}

/** The slots of places by day, each read once. Days that share a night share its slots. */
function dayReader(trx: Trx, { zone, now, without }: { zone: string; now: Date; without: string[] }) {
  const read = new Map<string, { open: Span[]; slots: Span[] }>()
  const counts = new Map<string, Map<number, number>>()
  return async (place: SlotPlace, day: string) => {
    const taken = counts.get(place.id) ?? new Map<number, number>()
    counts.set(place.id, taken)
    const key = `${place.id} ${day}`
    const known = read.get(key)
    const found = known ?? (await slotsOfDay(trx, place, { day, zone, now, without }))
    if (!known) {
      read.set(key, found)
      const stored = (found as Awaited<ReturnType<typeof slotsOfDay>>).taken
      for (const { from } of found.slots) if (!taken.has(from)) taken.set(from, stored.get(from) ?? 0)
    }
    return {
      open: found.open,
      slots: found.slots,
      count: (from: number) => taken.get(from) ?? 0,
      take: (from: number) => taken.set(from, (taken.get(from) ?? 0) + 1),
    }
  }
}

/**
 * The same for orders that are to be stored.
 * @throws AppError `pickup_slots_full`, `pickup_place_closed`, `preparation_too_late`, `pickup_place_kind`,
 * `pickup_place_of_other_client`
 */
export async function takePickupSlots<D extends AtPickup>(
  trx: Trx,
  workspaceId: string,
  rows: Row<D>[],
  finding: Finding,
): Promise<Slotted<D>[]> {
  const found = await findPickupSlots(trx, workspaceId, rows, finding)
  return found.map((each) => {
    if ('problem' in each) throw new AppError(each.problem.code, each.problem.detail)
    return each
  })
}

/** Stores what was settled, once the deliveries are there. */
export async function keepPreparations(trx: Trx, workspaceId: string, slotted: Slotted<unknown>[]): Promise<void> {
  const gone = slotted.flatMap(({ id, preparation }) => (preparation === null ? [id] : []))
  if (gone.length) {
    await trx
      .deleteFrom('preparations')
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`delivery_id = any(${gone}::uuid[])`)
      .execute()
  }
  const rows = slotted.flatMap(({ id, preparation }) => {
    if (preparation === null || preparation === 'as it is') return []
    const { isNew: _, asked, derived, ...settled } = preparation
    const json = { asked: JSON.stringify(asked), derived: JSON.stringify(derived) }
    return [{ ...settled, ...json, delivery_id: id, workspace_id: workspaceId }]
  })
  const afresh = slotted.flatMap(({ id, preparation }) =>
    preparation !== null && preparation !== 'as it is' && preparation.isNew ? [id] : [],
  )
  for (let from = 0; from < rows.length; from += 500) {
    await trx
      .insertInto('preparations')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) =>
        conflict.column('delivery_id').doUpdateSet((eb) => ({
          pickup_place_id: eb.ref('excluded.pickup_place_id'),
          ordered_at: eb.ref('excluded.ordered_at'),
          usual_minutes: eb.ref('excluded.usual_minutes'),
          planned_ready_at: eb.ref('excluded.planned_ready_at'),
          ready_at: eb.ref('excluded.ready_at'),
          slot_at: eb.ref('excluded.slot_at'),
          slot_ends_at: eb.ref('excluded.slot_ends_at'),
          asked: eb.ref('excluded.asked'),
          derived: eb.ref('excluded.derived'),
        })),
      )
      .execute()
  }
  if (!afresh.length) return
  await trx
    .updateTable('preparations')
    .set({ state: 'new', accepted_at: null, preparing_at: null, made_ready_at: null, picked_up_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('state', '!=', 'new')
    .where(sql<boolean>`delivery_id = any(${afresh}::uuid[])`)
    .execute()
}
