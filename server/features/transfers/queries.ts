import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import type { Location } from '#domain/geo.ts'
import type { Parcel } from '#domain/schema/order.ts'
import type { Transfer, TransferItem, TransferState } from '#domain/schema/transfer.ts'
import type { Leg } from '#domain/transfers/goods.ts'
import { instantOf, dayAfter } from '#domain/time.ts'
import { type Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { readLocale } from '../../db/workspace.ts'
import { allTerritories } from '../territories/queries.ts'
import { codesOn, groupsOf, type Movable } from './rules.ts'

const readyAt = sql<string>`coalesce(t.arrived_at, t.expected_at) + make_interval(mins => t.handling_minutes)`

function transfersOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('transfers as t')
    .where('t.workspace_id', '=', workspaceId)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('transfer_deliveries as i')
          .whereRef('i.transfer_id', '=', 't.id')
          .select([
            sql<number>`count(*)::int`.as('deliveries'),
            sql<number>`coalesce(sum(i.parcels), 0)::int`.as('parcels'),
            sql<number>`coalesce(round(sum(i.weight_kg)::numeric, 3), 0)::float8`.as('weight_kg'),
            sql<number>`coalesce(round(sum(i.volume_l)::numeric, 3), 0)::float8`.as('volume_l'),
            sql<number>`coalesce(sum(i.units), 0)::int`.as('units'),
            sql<number | null>`sum(i.loaded)::int`.as('loaded'),
            sql<number | null>`sum(i.received)::int`.as('received'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
}

const columns = [
  't.id',
  't.number',
  't.state',
  't.day',
  't.from_depot_id',
  't.from_depot_name',
  't.to_depot_id',
  't.to_depot_name',
  't.carrier',
  't.driver_id',
  't.driver_name',
  't.vehicle_id',
  't.vehicle_code',
  't.departs_at',
  't.arrives_at',
  't.expected_at',
  't.departed_at',
  't.arrived_at',
  't.canceled_at',
  't.handling_minutes',
  't.note',
  't.created_by',
  't.created_at',
  't.updated_at',
  't.version',
  'sums.deliveries',
  'sums.parcels',
  'sums.weight_kg',
  'sums.volume_l',
  'sums.units',
  'sums.loaded',
  'sums.received',
] as const

type Filter = {
  day?: string | undefined
  state?: TransferState | undefined
  from_depot_id?: string | undefined
  to_depot_id?: string | undefined
  driver_id?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Transfers, those that leave first first. */
export async function listTransfers(trx: Trx, workspaceId: string, { cursor, limit, day, ...filter }: Filter) {
  let found = transfersOf(trx, workspaceId)
  for (const field of ['state', 'from_depot_id', 'to_depot_id', 'driver_id'] as const) {
    const value = filter[field]
    if (value) found = found.where(`t.${field}`, '=', value)
  }
  if (day) {
    const { timeZone } = await readLocale(trx, workspaceId)
    const [from, to] = [instantOf(day, '00:00', timeZone), instantOf(dayAfter(day), '00:00', timeZone)]
    found = found.where(
      sql<boolean>`least(t.departs_at, t.departed_at) < ${to} and coalesce(t.arrived_at, t.expected_at) >= ${from}`,
    )
  }
  const sort = {
    name: 'departs',
    order: 'asc' as const,
    by: sql`t.departs_at`,
    values: z.iso.datetime({ offset: true }),
    tie: sql`t.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(columns).select(readyAt.as('ready_at')), sort, {
    cursor,
    limit,
  })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows as Transfer[], next_cursor, total }
}

/** @throws AppError `transfer_not_found` */
export async function getTransfer(trx: Trx, workspaceId: string, id: string): Promise<Transfer> {
  const row = await transfersOf(trx, workspaceId)
    .select(columns)
    .select(readyAt.as('ready_at'))
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('transfer_not_found')
  return row
}

/** The next number of a transfer. The workspace is locked. */
export async function nextNumber(trx: Trx, workspaceId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('transfers')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

type Coded = { number: number; codes_of: Parcel[] }

function itemsOf(trx: Trx, workspaceId: string, transferId: string) {
  return trx
    .selectFrom('transfer_deliveries as i')
    .innerJoin('deliveries as d', 'd.id', 'i.delivery_id')
    .leftJoin('clients as c', 'c.id', 'd.client_id')
    .leftJoin('depots as o', 'o.id', 'd.depot_id')
    .innerJoin('transfers as t', 't.id', 'i.transfer_id')
    .where('i.workspace_id', '=', workspaceId)
    .where('i.transfer_id', '=', transferId)
    .select([
      'i.delivery_id',
      'i.number',
      'i.parcels',
      'i.weight_kg',
      'i.volume_l',
      'i.units',
      'i.loaded',
      'i.received',
      'd.reference',
      'd.status',
      'd.delivery_address',
      'd.recipient_name',
      'd.parcels as codes_of',
      'c.name as client_name',
      sql<string | null>`case when d.depot_id <> t.to_depot_id then o.name end`.as('goes_on_to'),
    ])
}

const toItem = <R extends Coded>({ codes_of, ...row }: R) => ({ ...row, codes: codesOn(row.number, codes_of) })

/** The deliveries of a transfer, by number. */
export async function listItems(
  trx: Trx,
  workspaceId: string,
  { transferId, cursor, limit }: { transferId: string; cursor?: string | undefined; limit: number },
) {
  const sort = {
    name: 'number',
    order: 'asc' as const,
    by: sql`i.number`,
    values: z.int32(),
    tie: sql`i.delivery_id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(itemsOf(trx, workspaceId, transferId), sort, { cursor, limit })
  const { total } = await trx
    .selectFrom('transfer_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  return { data: rows.map(toItem) as TransferItem[], next_cursor, total }
}

/** All deliveries of a transfer, by number. */
export async function allItems(trx: Trx, workspaceId: string, transferId: string): Promise<TransferItem[]> {
  return (await itemsOf(trx, workspaceId, transferId).orderBy('i.number').execute()).map(toItem)
}

/** The transfers of these deliveries. */
export async function legsOf(trx: Trx, workspaceId: string, deliveryIds: string[]): Promise<Map<string, Leg[]>> {
  const rows = await trx
    .selectFrom('transfer_deliveries as i')
    .innerJoin('transfers as t', 't.id', 'i.transfer_id')
    .select([
      'i.delivery_id',
      'i.transfer_id',
      't.state',
      't.from_depot_id as from_id',
      't.from_depot_name as from_name',
      't.to_depot_id as to_id',
      't.to_depot_name as to_name',
      't.departs_at',
      readyAt.as('ready_at'),
      'i.parcels',
      'i.received',
    ])
    .where('i.workspace_id', '=', workspaceId)
    .where(sql<boolean>`i.delivery_id = any(${deliveryIds}::uuid[])`)
    .execute()
  return Map.groupBy(rows, ({ delivery_id }) => delivery_id)
}

type Ready = { id: string; name: string; location: Location }

/** The active depots that goods can come from and go to. */
async function activeDepots(trx: Trx, workspaceId: string): Promise<Ready[]> {
  const rows = await trx
    .selectFrom('depots')
    .select(['id', 'name', 'lat', 'lng'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ lat, lng, ...depot }) => ({ ...depot, location: { lat, lng } }))
}

/** So many deliveries of a day are looked at. */
const mostMovable = 20_000

/** What is at one depot and has to be at another on a day, or would better be. */
export async function listGroups(trx: Trx, workspaceId: string, day: string, depotIds: string[] | null) {
  const rows = await trx
    .selectFrom('deliveries as d')
    .select([
      'd.id',
      'd.kind',
      'd.status',
      'd.pickup_address',
      'd.pickup_depot_id',
      'd.depot_id',
      'd.lat',
      'd.lng',
      'd.weight_kg',
      'd.volume_l',
      'd.units',
      sql<number>`greatest(1, jsonb_array_length(d.parcels))`.as('parcels'),
    ])
    .where('d.workspace_id', '=', workspaceId)
    .where('d.scheduled_date', '=', day)
    .where('d.status', '=', 'pending')
    .where('d.kind', '<>', 'return')
    .where('d.deleted_at', 'is', null)
    .orderBy('d.number')
    .limit(mostMovable)
    .execute()
  const legs = await legsOf(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const vehicles = await trx
    .selectFrom('vehicles')
    .select(['id', 'code', 'capacity_kg', 'capacity_l', 'capacity_units'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .orderBy(sql`capacity_kg nulls last, code`)
    .execute()
  const drivers = await trx
    .selectFrom('drivers')
    .select(['id', 'depot_id'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .execute()
  const movable = rows.map(({ lat, lng, ...row }): Movable => ({
    ...row,
    location: lat === null || lng === null ? null : { lat, lng },
    legs: legs.get(row.id) ?? [],
  }))
  const groups = groupsOf(movable, {
    depots: await activeDepots(trx, workspaceId),
    territories: await allTerritories(trx, workspaceId),
    depotOfDriver: new Map(drivers.map(({ id, depot_id }) => [id, depot_id])),
    vehicles,
  })
  return groups.filter(({ from_depot_id: from }) => depotIds === null || depotIds.includes(from))
}

export type StoredItem = {
  delivery_id: string
  number: number
  parcels: number
  loaded: number | null
  received: number | null
  moved_depot: boolean
  status: DeliveryState
  deleted_at: string | null
}

/** What is on a transfer, with the state of each delivery. */
export async function readItems(trx: Trx, workspaceId: string, transferId: string): Promise<StoredItem[]> {
  return trx
    .selectFrom('transfer_deliveries as i')
    .innerJoin('deliveries as d', 'd.id', 'i.delivery_id')
    .select(['i.delivery_id', 'i.number', 'i.parcels', 'i.loaded', 'i.received', 'i.moved_depot'])
    .select(['d.status', 'd.deleted_at'])
    .where('i.workspace_id', '=', workspaceId)
    .where('i.transfer_id', '=', transferId)
    .orderBy('i.number')
    .execute()
}

/** A route that loads goods of a transfer before they are there. */
export type RouteTooEarly = {
  route_id: string
  driver_id: string
  driver_name: string
  plan_id: string
  deliveries: number
  loads_at: string
  /** Null if nobody knows. */
  ready_at: string | null
}

/** The accepted routes that load goods of these deliveries before they are at the depot. */
export async function routesTooEarly(trx: Trx, workspaceId: string, deliveryIds: string[]): Promise<RouteTooEarly[]> {
  const { rows } = await sql<RouteTooEarly>`
    select r.id as route_id, r.driver_id, r.driver_name, r.plan_id, count(distinct d.id)::int as deliveries,
      min(l.departure_at) as loads_at,
      case when bool_or(d.goods ->> 'ready_at' is null) then null
        else max((d.goods ->> 'ready_at')::timestamptz) end as ready_at
    from deliveries d join routes r on r.id = d.route_id and r.workspace_id = d.workspace_id
      join stops s on s.route_id = r.id and s.delivery_id = d.id and s.kind = 'delivery'
      cross join lateral (select b.departure_at from stops b where b.route_id = r.id and b.position < s.position
        and b.kind in ('start', 'reload') order by b.position desc limit 1) l
    where d.workspace_id = ${workspaceId} and d.id = any(${deliveryIds}::uuid[]) and d.status in ('planned', 'dispatched')
      and d.goods is not null and d.goods ->> 'state' <> 'at_hub'
      and (d.goods ->> 'ready_at' is null or (d.goods ->> 'ready_at')::timestamptz > l.departure_at)
    group by r.id, r.driver_id, r.driver_name, r.plan_id`.execute(trx)
  return rows
}

/** The alerts of a transfer that are not over, by what each is about. */
export async function openAlertsOf(trx: Trx, workspaceId: string, transferId: string) {
  const rows = await trx
    .selectFrom('alerts')
    .select(['key', 'sentence'])
    .where('workspace_id', '=', workspaceId)
    .where('settled_at', 'is', null)
    .where('key', 'like', `transfer:${transferId}:%`)
    .execute()
  return new Map(rows.map(({ key, sentence }) => [key, sentence]))
}

/** The name and code of who drives, and with what; both have to be active. */
export async function readCrew(
  trx: Trx,
  workspaceId: string,
  { driver_id, vehicle_id }: { driver_id: string | null; vehicle_id: string | null },
): Promise<{ driver_name: string | null; vehicle_code: string | null }> {
  const driver = driver_id
    ? await trx
        .selectFrom('drivers')
        .select(['name', 'active'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', driver_id)
        .executeTakeFirst()
    : undefined
  if (driver_id && !driver) throw new AppError('driver_not_found')
  if (driver?.active === false) throw new AppError('driver_inactive')
  const vehicle = vehicle_id
    ? await trx
        .selectFrom('vehicles')
        .select(['code', 'active'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', vehicle_id)
        .executeTakeFirst()
    : undefined
  if (vehicle_id && !vehicle) throw new AppError('vehicle_not_found')
  if (vehicle?.active === false) throw new AppError('vehicle_inactive')
  return { driver_name: driver?.name ?? null, vehicle_code: vehicle?.code ?? null }
}

type Drive = Pick<Transfer, 'from_depot_id' | 'departs_at' | 'expected_at' | 'departed_at'>

/**
 * Another transfer that somebody drives at the same time. Two that leave together are one drive with two ends. The driver stays
 * locked, so that two transfers that come at once see each other.
 */
export async function findOverlapping(
  trx: Trx,
  workspaceId: string,
  { id, driver_id, ...drive }: Drive & { id: string | null; driver_id: string },
) {
  await trx.selectFrom('drivers').select('id').where('id', '=', driver_id).forNoKeyUpdate().execute()
  return trx
    .selectFrom('transfers')
    .select(['number', 'driver_name', 'from_depot_name', 'to_depot_name', 'departs_at', 'expected_at'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driver_id)
    .where('state', 'in', ['planned', 'departed'])
    .$if(id !== null, (found) => found.where('id', '<>', id!))
    .where((eb) => eb(eb.fn.coalesce('departed_at', 'departs_at'), '<', drive.expected_at))
    .where('expected_at', '>', drive.departed_at ?? drive.departs_at)
    .where((eb) =>
      eb.not(eb.and([eb('from_depot_id', '=', drive.from_depot_id), eb('departs_at', '=', drive.departs_at)])),
    )
    .orderBy('departs_at')
    .limit(1)
    .executeTakeFirst()
}

/** The transfers that a driver is to drive, and those that arrived within a day. */
export async function listOwnTransfers(
  trx: Trx,
  workspaceId: string,
  driverId: string,
  now: Date,
): Promise<Transfer[]> {
  const since = new Date(now.getTime() - 24 * 3_600_000)
  return transfersOf(trx, workspaceId)
    .select(columns)
    .select(readyAt.as('ready_at'))
    .where('t.driver_id', '=', driverId)
    .where('t.state', '<>', 'canceled')
    .where((eb) => eb.or([eb('t.arrived_at', 'is', null), eb('t.arrived_at', '>', since.toISOString())]))
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .limit(50)
    .execute()
}
