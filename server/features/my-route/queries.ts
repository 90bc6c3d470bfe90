import { sql } from 'kysely'
import type { MyRoute } from '#domain/schema/my-route.ts'
import type { StopKind } from '#domain/schema/plan.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readWorkspace } from '../workspace/queries.ts'

/** The name of a driver's record that is active. */
export function findOwnDriver(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The routes of dispatched plans that belong to the transaction's driver and are not over since an earlier day. */
export async function listOwnRoutes(trx: Trx, workspaceId: string, now: Date): Promise<MyRoute[]> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  const routes = await trx
    .selectFrom('routes')
    .select(['id', 'vehicle_code', 'starts_at', 'ends_at', 'distance_km'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any((select own_routes())::uuid[])`)
    .where(sql<boolean>`(ends_at at time zone ${time_zone})::date >= ${today}::date`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return withStops(trx, workspaceId, routes, time_zone)
}

/** One route, as its driver sees it. */
export async function readRouteToDrive(trx: Trx, workspaceId: string, id: string, zone: string): Promise<MyRoute> {
  const route = await trx
    .selectFrom('routes')
    .select(['id', 'vehicle_code', 'starts_at', 'ends_at', 'distance_km'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [shown] = await withStops(trx, workspaceId, [route], zone)
  return shown!
}

type RouteRow = Omit<MyRoute, 'day' | 'stops'>

async function withStops(trx: Trx, workspaceId: string, routes: RouteRow[], zone: string): Promise<MyRoute[]> {
  if (!routes.length) return []
  const ids = routes.map(({ id }) => id)
  const stops = await trx
    .selectFrom('stops as s')
    .leftJoin('deliveries as d', 'd.id', 's.delivery_id')
    .select(['s.id', 's.route_id', 's.kind', 's.sequence', 's.name', 's.address', 's.lat', 's.lng'])
    .select(['s.arrival_at', 's.departure_at', 'd.id as delivery_id', 'd.number', 'd.status'])
    .select(['d.recipient_name', 'd.recipient_phone', 'd.window_start', 'd.window_end', 'd.notes'])
    .select('d.place_name')
    .select(['d.kind as delivery_kind', 'd.pickup_name', 'd.pickup_phone', 'd.pickup_notes'])
    .select(['d.pickup_window_start', 'd.pickup_window_end'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.route_id', 'in', ids)
    .orderBy('s.position')
    .execute()
  const stopsOf = Map.groupBy(stops, (stop) => stop.route_id)
  return routes.map((route) => ({
    ...route,
    day: dayOf(new Date(route.starts_at), zone),
    stops: (stopsOf.get(route.id) ?? []).map(toStop),
  }))
}

type StopRow = {
  id: string
  kind: StopKind
  sequence: number
  name: string
  address: string
  lat: number | null
  lng: number | null
  arrival_at: string
  departure_at: string
  delivery_id: string | null
  number: number | null
  status: string | null
  recipient_name: string | null
  recipient_phone: string | null
  window_start: string | null
  window_end: string | null
  notes: string | null
  place_name: string | null
  delivery_kind: string | null
  pickup_name: string | null
  pickup_phone: string | null
  pickup_notes: string | null
  pickup_window_start: string | null
  pickup_window_end: string | null
}

function doorOf({ recipient_name, recipient_phone, window_start, window_end, notes }: StopRow) {
  return { recipient_name, recipient_phone, window_start, window_end, notes }
}

function handoverOf(row: StopRow) {
  return {
    recipient_name: row.pickup_name,
    recipient_phone: row.pickup_phone,
    window_start: row.pickup_window_start,
    window_end: row.pickup_window_end,
    notes: row.pickup_notes,
  }
}

function toStop(row: StopRow): MyRoute['stops'][number] {
  const { id, kind, sequence, name, address, arrival_at, departure_at, delivery_id } = row
  const { number, status } = row
  // A return is picked up at the recipient's; anything else from whoever hands it over.
  const isHandover = kind === 'pickup' && row.delivery_kind !== 'return'
  const details = isHandover ? handoverOf(row) : doorOf(row)
  return {
    id,
    kind,
    sequence,
    name,
    address,
    place_name: isHandover ? null : row.place_name,
    location: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    arrival_at,
    departure_at,
    delivery: delivery_id === null ? null : { id: delivery_id, number: number!, status: status as never, ...details },
  }
}
