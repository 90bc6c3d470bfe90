import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { CarriedDelivery, DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import type { DoorReceiver } from '#domain/schema/prescription.ts'
import { dayOf } from '#domain/time.ts'
import { readCustomFields } from '../../db/custom-fields.ts'
import type { Deps } from '../../deps.ts'
import type { Trx } from '../../db/connect.ts'
import { readOwnCash } from '../cash/queries.ts'
import { readDoors } from '../prescriptions/queries.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

type Whose = { workspaceId: string; driverId: string }

/**
 * All that a driver's phone needs for the day.
 * @throws AppError `no_driver_record`
 */
export async function readDriverDay(
  trx: Trx,
  { workspaceId, driverId }: Whose,
  { sealer, now }: { sealer: Deps['sealer']; now: Date },
): Promise<DriverDay> {
  const driver = await trx
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', driverId)
    .executeTakeFirst()
  if (!driver) throw new AppError('no_driver_record')
  const workspace = await readWorkspace(trx, workspaceId)
  const settings = await readRoadSettings(trx, workspaceId)
  const { id, name, time_zone, currency, language } = workspace
  return {
    now: now.toISOString(),
    workspace: { id, name, time_zone, currency, language, phone: settings.phone },
    driver,
    shift: await openShift(trx, workspaceId, driverId),
    routes: await readRoutes(trx, { workspaceId, driverId }, { zone: time_zone, now, settings, sealer }),
    vehicles: await readVehicles(trx, workspaceId),
    depots: await readDepots(trx, workspaceId),
    colleagues: await readColleagues(trx, workspaceId, driverId),
    cash: await readOwnCash(trx, workspaceId, driverId, now),
    messages_last: await lastMessage(trx, workspaceId, driverId),
    settings,
  }
}

/** The position of a driver's newest message; 0 if there is nothing. */
async function lastMessage(trx: Trx, workspaceId: string, driverId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('driver_messages')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`0`).as('last'))
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .executeTakeFirstOrThrow()
  return last
}

/** The shift that a driver is on, if any. */
export async function openShift(trx: Trx, workspaceId: string, driverId: string) {
  const shift = await trx
    .selectFrom('shifts')
    .select(['id', 'started_at', 'vehicle_id', 'on_break_since'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('ended_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return shift ?? null
}

type Asked = { zone: string; now: Date; settings: DriverDay['settings']; sealer: Deps['sealer'] }

async function readRoutes(trx: Trx, { workspaceId, driverId }: Whose, { zone, now, settings, sealer }: Asked) {
  const today = dayOf(now, zone)
  const routes = await trx
    .selectFrom('routes as r')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .select(['r.id', 'r.plan_id', 'r.vehicle_id', 'r.vehicle_code', 'r.starts_at', 'r.ends_at', 'r.distance_km'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.driver_id', '=', driverId)
    .where('p.state', '=', 'dispatched')
    .where(sql<boolean>`(r.ends_at at time zone ${zone})::date >= ${today}::date`)
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
  const ids = routes.map((route) => route.id)
  const stops = [...(await readStops(trx, workspaceId, ids)), ...(await readUnplaced(trx, workspaceId, driverId, ids))]
  const deliveries = await readCarried(
    trx,
    workspaceId,
    stops.flatMap(({ delivery_id }) => delivery_id ?? []),
  )
  const doors = await readDoors(trx, sealer, workspaceId, [...deliveries.keys()])
  const fields = deliveries.size ? (await readCustomFields(trx)).filter(isForDrivers) : []
  const stopsOf = Map.groupBy(stops, ({ route_id }) => route_id)
  return routes.map((route) => ({
    ...route,
    day: dayOf(new Date(route.starts_at), zone),
    stops: inPlace(stopsOf.get(route.id) ?? []).map(({ route_id: _, lat, lng, delivery_id, ...stop }): DrivenStop => {
      const delivery = deliveries.get(delivery_id ?? '')
      return {
        ...stop,
        location: placeOf(lat, lng),
        delivery: delivery ? carried(delivery, stop.kind, { fields, settings, doors }) : null,
      }
    }),
  }))
}

/** What has no number yet comes after all that has one, and before the end of the route. */
function inPlace<Each extends { kind: DrivenStop['kind']; sequence: number; id: string; delivery_id: string | null }>(
  stops: Each[],
): Each[] {
  const isAdded = ({ id, delivery_id }: Each) => id === delivery_id
  const added = stops.filter(isAdded)
  if (!added.length) return stops
  const planned = stops.filter((stop) => !isAdded(stop))
  const last = Math.max(0, ...planned.map(({ sequence }) => sequence ?? 0))
  const end = planned.findIndex(({ kind }) => kind === 'end')
  const numbered = added.map((stop, index) => ({ ...stop, sequence: last + index + 1 }))
  return planned.toSpliced(end < 0 ? planned.length : end, 0, ...numbered)
}

function readStops(trx: Trx, workspaceId: string, routeIds: string[]) {
  if (!routeIds.length) return Promise.resolve([])
  return trx
    .selectFrom('stops as s')
    .leftJoin('stop_progress as g', (join) =>
      join.onRef('g.workspace_id', '=', 's.workspace_id').onRef('g.stop_id', '=', 's.id'),
    )
    .select(['s.id', 's.route_id', 's.kind', 's.sequence', 's.name', 's.address', 's.lat', 's.lng', 's.delivery_id'])
    .select(['s.arrival_at', 's.departure_at', 's.promised_at', 's.locked'])
    .select(['g.departed_at', 'g.arrived_at', 'g.done_at', 'g.skipped_at'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.route_id', 'in', routeIds)
    .orderBy('s.position')
    .execute()
}

/**
 * Deliveries that the driver added and that nobody knows the place of yet, as stops of the routes they were added for. Their
 * ids are the deliveries', as on the phone.
 */
async function readUnplaced(trx: Trx, workspaceId: string, driverId: string, routeIds: string[]) {
  if (!routeIds.length) return []
  const routeId = sql<string>`(e.data ->> 'route_id')`
  const rows = await trx
    .selectFrom('deliveries as d')
    .innerJoin('road_entries as e', (join) =>
      join.onRef('e.workspace_id', '=', 'd.workspace_id').onRef('e.delivery_id', '=', 'd.id'),
    )
    .select(['d.id', 'd.recipient_name as name', 'd.delivery_address as address', 'e.happened_at'])
    .select(routeId.as('route_id'))
    .where('d.workspace_id', '=', workspaceId)
    .where('d.source', '=', 'driver')
    .where('d.route_id', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('d.status', '=', 'pending')
    .where('e.driver_id', '=', driverId)
    .where('e.kind', '=', 'stop_added')
    .where('e.outcome', '<>', 'refused')
    .where(sql<boolean>`${routeId} = any(${routeIds}::text[])`)
    .orderBy('e.happened_at')
    .orderBy('d.id')
    .execute()
  return rows.map(({ id, name, address, happened_at, route_id }) => ({
    id,
    route_id,
    kind: 'delivery' as const,
    sequence: 0,
    name: name ?? '',
    address,
    lat: null,
    lng: null,
    delivery_id: id,
    arrival_at: happened_at,
    departure_at: happened_at,
    promised_at: null,
    locked: false,
    departed_at: null,
    arrived_at: null,
    done_at: null,
    skipped_at: null,
  }))
}

/** Deliveries with how far their parcels are, by id. */
async function readCarried(trx: Trx, workspaceId: string, ids: string[]) {
  if (!ids.length) return new Map<string, never>()
  const rows = await trx
    .selectFrom('deliveries')
    .select(['id', 'number', 'version', 'kind', 'status', 'reference', 'notes', 'parcels', 'units', 'weight_kg'])
    .select(['recipient_name', 'recipient_phone', 'window_start', 'window_end', 'more_windows', 'skills', 'tags'])
    .select(['pickup_name', 'pickup_phone', 'pickup_notes', 'pickup_window_start', 'pickup_window_end'])
    .select(['requirements', 'minimum_age', 'cash_amount', 'temperature_min_c', 'temperature_max_c', 'custom'])
    .select(['failure_reason', 'wishes', 'place_name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const progress = await trx
    .selectFrom('parcel_progress')
    .select(['delivery_id', 'index', 'loaded', 'ended as end'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .orderBy('index')
    .execute()
  const progressOf = Map.groupBy(progress, ({ delivery_id }) => delivery_id)
  const places = await readPlaces(trx, workspaceId, ids)
  const kitchens = await readKitchens(trx, workspaceId, ids)
  const of = (id: string) => (progressOf.get(id) ?? []).map(({ delivery_id: _, ...each }) => each)
  return new Map(
    rows.map((row) => {
      const place = places.get(row.id) ?? null
      return [row.id, { ...row, progress: of(row.id), place, kitchen: kitchens.get(row.id) ?? null }]
    }),
  )
}

/** What the address book says about where these deliveries go, by delivery. */
async function readPlaces(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, CarriedDelivery['place']>> {
  const rows = await trx
    .selectFrom('deliveries as d')
    .innerJoin('address_spellings as s', (join) =>
      join.onRef('s.workspace_id', '=', 'd.workspace_id').onRef('s.key', '=', 'd.address_key'),
    )
    .innerJoin('addresses as a', 'a.id', 's.address_id')
    .select(['d.id', 'a.entrance_lat', 'a.entrance_lng', 'a.parking_lat', 'a.parking_lng', 'a.gate_code', 'a.notes'])
    .where('d.workspace_id', '=', workspaceId)
    .where(sql<boolean>`d.id = any(${ids}::uuid[])`)
    .where(sql<boolean>`num_nonnulls(a.entrance_lat, a.parking_lat, a.gate_code, a.notes) > 0`)
    .execute()
  return new Map(
    rows.map(({ id, entrance_lat, entrance_lng, parking_lat, parking_lng, ...said }) => [
      id,
      { entrance: placeOf(entrance_lat, entrance_lng), parking: placeOf(parking_lat, parking_lng), ...said },
    ]),
  )
}

/** How far kitchens are with what the driver picks up, by delivery. */
async function readKitchens(trx: Trx, workspaceId: string, ids: string[]) {
  const rows = await trx
    .selectFrom('preparations as n')
    .innerJoin('pickup_places as p', 'p.id', 'n.pickup_place_id')
    .select(['n.delivery_id', 'n.state', 'n.ready_at', 'n.made_ready_at', 'p.name', 'p.parking'])
    .where('n.workspace_id', '=', workspaceId)
    .where(sql<boolean>`n.delivery_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ delivery_id, ...kitchen }) => [delivery_id, kitchen]))
}

type Carried = Awaited<ReturnType<typeof readCarried>> extends Map<string, infer Row> ? Row : never

type Shown = { fields: CustomField[]; settings: DriverDay['settings']; doors: Map<string, DoorReceiver> }

/** As the driver sees it: at a pickup, of whoever hands it over. A return is picked up at the recipient's. */
function carried(row: Carried, stop: DrivenStop['kind'], { fields, settings, doors }: Shown): CarriedDelivery {
  const { recipient_name, recipient_phone, notes, window_start, window_end, custom, kitchen, ...rest } = row
  const { pickup_name, pickup_phone, pickup_notes, pickup_window_start, pickup_window_end, ...delivery } = rest
  const isHandover = stop === 'pickup' && row.kind !== 'return'
  const at = isHandover
    ? {
        // A driver looks for the place, and asks for whoever hands it over there.
        name: kitchen?.name ?? pickup_name,
        kitchen: kitchen && atCounter(kitchen, pickup_name),
        phone: pickup_phone,
        notes: pickup_notes,
        window_start: pickup_window_start,
        window_end: pickup_window_end,
        more_windows: [],
        place: null,
        place_name: null,
      }
    : { name: recipient_name, phone: recipient_phone, notes, window_start, window_end, kitchen: null }
  return {
    ...delivery,
    ...at,
    requirements: isHandover ? [] : [...new Set([...settings.requirements, ...row.requirements])],
    custom: shownFields(custom, fields),
    wishes: isHandover ? null : row.wishes,
    handed_to: isHandover ? null : (doors.get(row.id) ?? null),
    pin_check: null,
    has_proofs: [],
  }
}

function atCounter({ name, ...kitchen }: NonNullable<Carried['kitchen']>, contact: string | null) {
  return { ...kitchen, contact_name: contact === name ? null : contact }
}

const isForDrivers = ({ visible_to, archived }: CustomField) => visible_to.includes('driver') && !archived

function shownFields(values: CustomValues, fields: CustomField[]) {
  return fields.flatMap(({ key, label }) => {
    const value = values[key]
    return value === undefined || value === null ? [] : [{ label, value: String(value) }]
  })
}

const placeOf = (lat: number | null, lng: number | null) => (lat === null || lng === null ? null : { lat, lng })

async function readVehicles(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('vehicles as v')
    .select(['v.id', 'v.code', 'v.plate'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('vehicle_checks as c')
            .select('c.id')
            .whereRef('c.workspace_id', '=', 'v.workspace_id')
            .whereRef('c.vehicle_id', '=', 'v.id')
            .where('c.is_blocking', '=', true)
            .where('c.mended_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('blocked'),
    )
    .where('v.workspace_id', '=', workspaceId)
    .where('v.active', '=', true)
    .orderBy('v.code')
    .limit(1000)
    .execute()
}

async function readDepots(trx: Trx, workspaceId: string) {
  const rows = await trx
    .selectFrom('depots')
    .select(['id', 'name', 'address', 'lat', 'lng'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .orderBy('name')
    .limit(200)
    .execute()
  return rows.map(({ lat, lng, ...depot }) => ({ ...depot, location: { lat, lng } }))
}

/** Other drivers who are on shift: whom parcels can be given to. */
function readColleagues(trx: Trx, workspaceId: string, driverId: string) {
  return trx
    .selectFrom('drivers as d')
    .select(['d.id', 'd.name'])
    .where('d.workspace_id', '=', workspaceId)
    .where('d.id', '!=', driverId)
    .where('d.active', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shifts as s')
          .select('s.id')
          .whereRef('s.workspace_id', '=', 'd.workspace_id')
          .whereRef('s.driver_id', '=', 'd.id')
          .where('s.ended_at', 'is', null),
      ),
    )
    .orderBy('d.name')
    .limit(500)
    .execute()
}
