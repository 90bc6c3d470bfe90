import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { openOn, type Span } from '#domain/kitchen/opening.ts'
import { slotsIn } from '#domain/kitchen/pickup-slots.ts'
import type { SlotRefusal } from '#domain/schema/slots.ts'
import type { HeldOrder } from '#domain/slots/held-order.ts'
import type { Trx } from '../../db/connect.ts'
import type { PickupSaid } from '../../db/tables/pickup-places.ts'
import { clockOf, findPickup, wantedOf, type SlotPlace, type StoredPreparation } from './rules.ts'

/** These places, whoever asks. */
export async function readSlotPlaces(trx: Trx, ids: readonly string[]): Promise<Map<string, SlotPlace>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Omit<SlotPlace, 'location'> & { lat: number; lng: number }>`
    select * from pickup_places_of(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ lat, lng, ...row }) => [row.id, { ...row, location: { lat, lng } }]))
}

/** The active places that each of these addresses means. */
export async function placesMeant(
  trx: Trx,
  addresses: readonly string[],
): Promise<Map<string, { id: string; client_id: string | null }[]>> {
  if (!addresses.length) return new Map()
  const { rows } = await sql<{ address: string; id: string; client_id: string | null }>`
    select * from places_of_pickups(${[...new Set(addresses)]}::text[])`.execute(trx)
  return Map.groupBy(rows, ({ address }) => address)
}

/** What was settled for these deliveries, with their status. */
export async function readPreparations(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, StoredPreparation>> {
  if (!ids.length) return new Map()
  const rows = await trx
    .selectFrom('preparations')
    .innerJoin('deliveries', 'deliveries.id', 'preparations.delivery_id')
    .select([
      'delivery_id',
      'deliveries.status',
      'preparations.pickup_place_id',
      'state',
      'ordered_at',
      'usual_minutes',
    ])
    .select(['planned_ready_at', 'ready_at', 'slot_at', 'slot_ends_at', 'asked', 'derived'])
    .where('preparations.workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.delivery_id, row]))
}

/** How many orders have each slot of a place between two instants, without those of some deliveries and holds. */
export async function readTaken(
  trx: Trx,
  place: string,
  { from, until, without, now }: { from: number; until: number; without: readonly string[]; now: Date },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ slot_at: string; orders: number }>`
    select * from pickup_slots_taken(${place}, ${new Date(from)}, ${new Date(until)}, ${without}::uuid[], ${now})`.execute(
    trx,
  )
  return new Map(rows.map(({ slot_at, orders }) => [Date.parse(slot_at), orders]))
}

/** The time zone and speed by which orders are fitted in. */
export function readPace(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('workspaces')
    .select(['time_zone', 'speed_kmh'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/** The slots of a place on a day, with how many orders each has. */
export async function slotsOfDay(
  trx: Trx,
  place: Pick<SlotPlace, 'id' | 'week' | 'slot_minutes'>,
  { day, zone, now, without = [] }: { day: string; zone: string; now: Date; without?: readonly string[] },
) {
  const open = openOn(place.week, day, zone)
  const slots = place.slot_minutes === null ? [] : slotsIn(open, place.slot_minutes)
  const [first, last] = [slots[0], slots.at(-1)]
  const taken = first
    ? await readTaken(trx, place.id, { from: first.from, until: last!.until, without, now })
    : new Map<number, number>()
  return { open, slots, taken }
}

/** When an order of a pickup place is picked up for a delivery window, or why it is not. */
export type WindowPickup = {
  why?: Extract<SlotRefusal, 'kitchen_full' | 'kitchen_closed' | 'not_ready'>
  /** What a hold keeps of it. */
  held?: Pick<HeldOrder, 'pickup_slot_at' | 'pickup_slot' | 'ready_time'>
}

const whyNot = { full: 'kitchen_full', closed: 'kitchen_closed', too_late: 'not_ready' } as const

type Window = { day: string; start: string; end: string }
type HeldPickup = Pick<HeldOrder, 'location' | 'pickup_place_id' | 'preparation_minutes'>

/**
 * When an order that is no delivery yet would be picked up for each of these windows, by day, start and end. Nothing if it names no
 * pickup place.
 * @throws AppError `pickup_place_not_found`, `pickup_place_inactive`
 */
export async function pickupsFor(
  trx: Trx,
  workspaceId: string,
  { location, pickup_place_id: id, preparation_minutes }: HeldPickup,
  windows: readonly Window[],
  now: Date,
): Promise<Map<string, WindowPickup>> {
  const found = new Map<string, WindowPickup>()
  if (!id) return found
  const place = (await readSlotPlaces(trx, [id])).get(id)
  if (!place) throw new AppError('pickup_place_not_found')
  if (!place.active) throw new AppError('pickup_place_inactive')
  const { time_zone: zone, speed_kmh } = await readPace(trx, workspaceId)
  const days = new Map<string, Awaited<ReturnType<typeof slotsOfDay>>>()
  for (const { day, start, end } of windows) {
    const read = days.get(day) ?? (await slotsOfDay(trx, place, { day, zone, now }))
    days.set(day, read)
    const minutes = preparation_minutes ?? place.preparation_minutes
    const asked = { ...nothingSaid, day, minutes, location, windows: [{ start, end }] }
    const wanted = wantedOf(asked, place, { open: read.open, zone, speed_kmh, orderedAt: now.getTime(), now })
    const hasRoom = ({ from }: Span) => (read.taken.get(from) ?? 0) < (place.slot_orders ?? 0)
    const answer = findPickup(place, wanted, { ...read, hasRoom })
    const key = `${day} ${start} ${end}`
    if ('none' in answer) found.set(key, { why: whyNot[answer.none] })
    else {
      const ready_time = clockOf(day, wanted.ready, zone)
      const slot = 'slot' in answer ? answer.slot.from : null
      const pickup_slot_at = slot === null ? null : new Date(slot).toISOString()
      found.set(key, {
        held: { ready_time, pickup_slot_at, pickup_slot: slot === null ? null : clockOf(day, slot, zone) },
      })
    }
  }
  return found
}

/** An order that says nothing about its pickup itself. */
const nothingSaid: PickupSaid = {
  ready_time: null,
  pickup_window_start: null,
  pickup_window_end: null,
  pickup_service_minutes: null,
  pickup_name: null,
  pickup_phone: null,
}
