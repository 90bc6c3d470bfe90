import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { KitchenBoard, KitchenOrder, PickupPlace, PickupWaits } from '#domain/schema/pickup-place.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { containsWords } from '../../db/search.ts'
import { readPace, slotsOfDay } from '../pickup-slots/queries.ts'
import { preparationColumns } from '../preparations/queries.ts'
import { boardOf, waitsOf } from './rules.ts'

const columns = [
  'id',
  'client_id',
  'name',
  'address',
  'aliases',
  'lat',
  'lng',
  'week',
  'preparation_minutes',
  'slot_minutes',
  'slot_orders',
  'service_minutes',
  'parking',
  'contact_name',
  'contact_phone',
  'active',
  'created_at',
  'updated_at',
  'version',
] as const

type Filter = { q?: string | undefined; active?: 'true' | 'false' | undefined }

/** Pickup places by name. */
export async function listPickupPlaces(
  trx: Trx,
  workspaceId: string,
  { q, active, cursor, limit }: Filter & { cursor?: string | undefined; limit: number },
) {
  let found = trx.selectFrom('pickup_places').where('workspace_id', '=', workspaceId)
  if (active) found = found.where('active', '=', active === 'true')
  for (const condition of containsWords(sql`lower(concat_ws(' ', name, address))`, q ?? '')) {
    found = found.where(condition)
  }
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(name)`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns), sort, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toPlace), next_cursor, total }
}

/**
 * One pickup place.
 * @throws AppError `pickup_place_not_found`
 */
export async function getPickupPlace(trx: Trx, workspaceId: string, id: string): Promise<PickupPlace> {
  const row = await trx
    .selectFrom('pickup_places')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('pickup_place_not_found')
  return toPlace(row)
}

const toPlace = ({ lat, lng, ...row }: Omit<PickupPlace, 'location'> & { lat: number; lng: number }): PickupPlace => ({
  ...row,
  location: { lat, lng },
})

/** How many deliveries are still to be picked up at a place. */
export async function countOpenAt(trx: Trx, workspaceId: string, id: string): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('pickup_place_id', '=', id)
    .where('status', 'in', ['pending', 'planned', 'dispatched'])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The orders of a place on a day, by slot, with who picks them up and when.
 * @throws AppError `pickup_place_not_found`
 */
export async function getKitchenBoard(
  trx: Trx,
  workspaceId: string,
  id: string,
  asked: { day?: string | undefined },
  now: Date,
): Promise<KitchenBoard> {
  const place = await getPickupPlace(trx, workspaceId, id)
  const { time_zone: zone } = await readPace(trx, workspaceId)
  const day = asked.day ?? dayOf(now, zone)
  const rows = await ordersAt(trx, workspaceId)
    .where('d.pickup_place_id', '=', id)
    .where('d.scheduled_date', '=', day)
    .where('d.status', '!=', 'cancelled')
    .orderBy(sql`coalesce(n.slot_at, n.ready_at)`)
    .orderBy('n.ready_at')
    .orderBy('d.number')
    .execute()
  const arrivals = await readArrivals(
    trx,
    rows.map(({ delivery_id }) => delivery_id),
  )
  const orders = rows.map((row): KitchenOrder => {
    const { done_at, ...arrival } = arrivals.get(row.delivery_id) ?? nobody
    const isGone = row.picked_up_at === null && done_at !== null
    return { ...row, ...arrival, ...(isGone && { state: 'picked_up' as const, picked_up_at: done_at }) }
  })
  const { open, slots, taken } = await slotsOfDay(trx, place, { day, zone, now })
  return boardOf({ place, day, now, open, slots, taken, orders })
}

const nobody = { driver_name: null, arrival_at: null, arrived_at: null, done_at: null }

function ordersAt(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('preparations as n')
    .innerJoin('deliveries as d', 'd.id', 'n.delivery_id')
    .select(preparationColumns.map((column) => `n.${column}` as const))
    .select(['d.number', 'd.reference', 'd.status', 'd.units', 'd.pickup_notes as notes'])
    .where('n.workspace_id', '=', workspaceId)
    .where('d.deleted_at', 'is', null)
}

type Arrival = {
  driver_name: string | null
  arrival_at: string | null
  arrived_at: string | null
  done_at: string | null
}

/** Who picks these deliveries up, and when. */
async function readArrivals(trx: Trx, ids: string[]): Promise<Map<string, Arrival>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Arrival & { delivery_id: string }>`
    select * from kitchen_arrivals(${ids}::uuid[])`.execute(trx)
  return new Map(rows.map(({ delivery_id, ...arrival }) => [delivery_id, arrival]))
}

/** So many of the newest pickups are listed. */
const mostListed = 200

/**
 * How long drivers waited at a place, from what was recorded.
 * @throws AppError `pickup_place_not_found`
 */
export async function getPickupWaits(
  trx: Trx,
  workspaceId: string,
  id: string,
  { days }: { days: number },
  now: Date,
): Promise<PickupWaits> {
  await getPickupPlace(trx, workspaceId, id)
  const since = new Date(now.getTime() - days * 86_400_000)
  const rows = await ordersAt(trx, workspaceId)
    .where('d.pickup_place_id', '=', id)
    .where('n.planned_ready_at', '>=', since.toISOString())
    .orderBy('n.planned_ready_at', 'desc')
    .execute()
  const arrivals = await readArrivals(
    trx,
    rows.map(({ delivery_id }) => delivery_id),
  )
  const picked = rows.flatMap((row) => {
    const { arrived_at, done_at } = arrivals.get(row.delivery_id) ?? nobody
    const picked_up_at = row.picked_up_at ?? done_at
    return picked_up_at === null ? [] : [{ ...row, arrived_at, picked_up_at }]
  })
  return waitsOf(picked, mostListed)
}
