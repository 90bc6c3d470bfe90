import { sql } from 'kysely'
import { z } from 'zod'
import { combinationProblems, type VroomRoute } from '#solver/index.ts'
import { AppError } from '#domain/errors.ts'
import type { Undated } from '#domain/problem/several-days.ts'
import { latenessOf } from '#domain/lateness.ts'
import type { DayDelivery, DayDriver, DaySettings } from '#domain/plan/day.ts'
import { obstaclesOf, type Obstacle } from '#domain/plan/obstacles.ts'
import { atEachPlace, atPlace } from '#domain/problem/at-place.ts'
import { toProblem } from '#domain/to-problem.ts'
import { besideTransfers } from '#domain/transfers/beside-transfers.ts'
import { placesOf } from '#domain/travel/places-in.ts'
import { offOf } from '#domain/problem/working-time.ts'
import { whyOff } from '#domain/why/off.ts'
import { toDayDelivery, type DayDepots } from '#domain/plan/day-delivery.ts'
import { isEnd } from '#domain/delivery-state.ts'
import type { RouteRows } from '#domain/plan/to-routes.ts'
import type {
  BlockedRoute,
  DriverShift,
  Plan,
  PlanningDay,
  PlanSummary,
  Route,
  Unassigned,
  UnassignedChange,
} from '#domain/schema/plan.ts'
import type { BestPlan, PlanChoices, PlanScope, WhatIf } from '#domain/schema/revision.ts'
import type { Proposal } from '#domain/plan-change/proposal.ts'
import type { DayProblem } from '#domain/problem/day-problem.ts'
import { workOn } from '#domain/shifts.ts'
import { dayAfter, Instant, instantOf } from '#domain/time.ts'
import type { PlanTravel } from '#domain/schema/travel.ts'
import { zonesWithSpeed } from '#domain/problem/speed-zones.ts'
import { asTimed, type TimedWith } from '#domain/travel/timed-with.ts'
import type { KnownTravel } from '../travel/queries.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { waitsNot } from '../../db/tiers.ts'
import { readLocale } from '../../db/workspace.ts'
import { readCalendar } from '../calendar/queries.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { whyOut } from '../work-orders/queries.ts'
import { readPlanningSettings, readSettingsOf } from '../planning-settings/queries.ts'
import { readPlanTravel } from '../travel/queries.ts'
import { allTerritories } from '../territories/queries.ts'
import { doubtfulStops, groupsByReason, toStop, trustOf } from './rules.ts'

// What other features need of this one's rules.
export { outlinesOf, toStop, trustOf } from './rules.ts'

/** The columns of a PlanSummary. */
export const summaryColumns = [
  'id',
  'day',
  'state',
  'time_limit_seconds',
  'driver_ids',
  'depot_id',
  'progress',
  'totals',
  'failure',
  'by_itself',
  'orders_until',
  'travel',
  'revises',
  'scope',
  'choices',
  'what_if',
  'unpublished',
  'created_at',
  'updated_at',
  'version',
] as const

type ListedPlans = {
  day?: string | undefined
  revises?: string | undefined
  scenarios?: boolean | undefined
  cursor?: string | undefined
  limit: number
}

/** Plans, newest first. */
export async function listPlans(
  trx: Trx,
  workspaceId: string,
  { day, revises, scenarios, cursor, limit }: ListedPlans,
) {
  let found = trx.selectFrom('plans').where('workspace_id', '=', workspaceId)
  if (day) found = found.where('day', '=', day)
  if (revises) found = found.where('revises', '=', revises)
  if (scenarios) found = found.where('what_if', 'is not', null).where('state', '!=', 'discarded')
  if (!revises && !scenarios) found = found.where('revises', 'is', null).where('what_if', 'is', null)
  const newest = {
    name: 'created_at',
    order: 'desc' as const,
    by: sql`plans.created_at`,
    values: Instant,
    tie: sql`plans.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(summaryColumns), newest, { cursor, limit })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/**
 * A plan without its routes.
 * @throws AppError `plan_not_found`
 */
export async function getPlanSummary(trx: Trx, workspaceId: string, id: string): Promise<PlanSummary> {
  const plan = await trx
    .selectFrom('plans')
    .select(summaryColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  return plan.state === 'queued' ? { ...plan, waits_behind: await countAhead(trx, workspaceId, plan) } : plan
}

/**
 * The best routes so far of a plan that is being calculated; none before the first and once it is done.
 * @throws AppError `plan_not_found`
 */
export async function getBestPlan(trx: Trx, workspaceId: string, id: string): Promise<BestPlan> {
  const plan = await trx
    .selectFrom('plans')
    .select('best')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  return plan.best ?? { number: 0, routes: [] }
}

/** How many plans and operations of the workspace wait longer than this one. */
async function countAhead(trx: Trx, workspaceId: string, { id }: { id: string }): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select (select count(*) from plans o where o.workspace_id = p.workspace_id and o.state = 'queued'
        and (o.created_at, o.id) < (p.created_at, p.id))::integer
      + (select count(*) from operations o where o.workspace_id = p.workspace_id and o.status = 'queued'
        and o.created_at < p.created_at)::integer as ahead
    from plans p where p.workspace_id = ${workspaceId} and p.id = ${id}`.execute(trx)
  return rows[0]!.ahead
}

/**
 * A plan with its routes, their stops in driving order, and unassigned deliveries.
 * @throws AppError `plan_not_found`
 */
export async function getPlan(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Plan> {
  const plan = await trx
    .selectFrom('plans')
    .select([...summaryColumns, 'unassigned', 'unassigned_groups', 'unused_drivers'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')

  const whole = {
    ...plan,
    unassigned_groups: plan.unassigned_groups ?? groupsByReason(plan.unassigned),
    routes: await wholeRoutes(trx, workspaceId, { column: 'plan_id', id }),
  }
  const ids = plan.unassigned.map(({ delivery_id }) => delivery_id)
  const unassigned_changes = await changesOf(trx, workspaceId, plan.day, ids)
  const mayStillLeave = plan.state === 'draft' || plan.state === 'approved'
  const doubtful_stops = whole.routes.flatMap((route) => doubtfulStops(route))
  const mayDrive = mayStillLeave || plan.state === 'dispatched'
  const blocked_routes = mayDrive ? await blockedRoutes(trx, workspaceId, plan.day, whole.routes) : []
  const late = mayStillLeave ? latenessOf(whole.routes, now) : null
  const shifts = await shiftsOf(trx, workspaceId, plan.day, whole.routes)
  return { ...whole, doubtful_stops, unassigned_changes, blocked_routes, shifts, late }
}

/** When these routes' drivers work that day. */
async function shiftsOf(trx: Trx, workspaceId: string, day: string, routes: Route[]): Promise<DriverShift[]> {
  if (!routes.length) return []
  const { time_zone: zone } = await trx
    .selectFrom('workspaces')
    .select('time_zone')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const calendar = await readCalendar(trx, workspaceId, day)
  const { byId, usual } = await readDepots(trx, workspaceId)
  const drivers = await trx
    .selectFrom('drivers')
    .select(['id', 'week', 'shift_start', 'shift_end', 'depot_id'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      routes.map(({ driver_id }) => driver_id),
    )
    .execute()
  return drivers.flatMap((driver) => {
    const depot = byId.get(driver.depot_id ?? '') ?? usual
    const work = workOn(driver, day, { ...calendar, depotId: depot?.id ?? null })
    if ('off' in work) return []
    const at = (time: string) => instantOf(day, time, zone).toISOString()
    return { driver_id: driver.id, starts_at: at(work.shift.start), ends_at: at(work.shift.end) }
  })
}

async function blockedRoutes(trx: Trx, workspaceId: string, day: string, routes: Route[]): Promise<BlockedRoute[]> {
  const waiting = routes.filter(({ stops }) => stops.some(({ delivery_status: status }) => status && !isEnd(status)))
  const blocked = await whyOut(
    trx,
    workspaceId,
    waiting.flatMap(({ vehicle_id }) => vehicle_id ?? []),
    day,
  )
  return waiting.flatMap(({ id, driver_name, vehicle_id }) => {
    const sentence = vehicle_id && blocked.get(vehicle_id)
    return sentence ? [{ route_id: id, driver_name, vehicle_id, sentence }] : []
  })
}

/**
 * One route with its stops in driving order.
 * @throws AppError `route_not_found`
 */
export async function getRoute(trx: Trx, workspaceId: string, id: string): Promise<Route> {
  const [route] = await wholeRoutes(trx, workspaceId, { column: 'id', id })
  if (!route) throw new AppError('route_not_found')
  return route
}

async function wholeRoutes(
  trx: Trx,
  workspaceId: string,
  { column, id }: { column: 'id' | 'plan_id'; id: string },
): Promise<Route[]> {
  const routes = await trx
    .selectFrom('routes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(column, '=', id)
    .orderBy('position')
    .execute()
  const stops = await trx
    .selectFrom('stops')
    .innerJoin('routes', 'routes.id', 'stops.route_id')
    .leftJoin('deliveries', 'deliveries.id', 'stops.delivery_id')
    .selectAll('stops')
    .select(['deliveries.number as delivery_number', 'deliveries.status as delivery_status'])
    .select(['deliveries.lat as delivery_lat', 'deliveries.lng as delivery_lng', 'deliveries.address_key'])
    .select(['deliveries.kind as delivery_kind', 'deliveries.window_start', 'deliveries.window_end'])
    .select(['deliveries.pickup_window_start', 'deliveries.pickup_window_end'])
    .select(['deliveries.place_name', 'deliveries.other_places'])
    .select(['deliveries.location_source', 'deliveries.location_confidence'])
    .select(['deliveries.location_provider', 'deliveries.location_kind'])
    .where('stops.workspace_id', '=', workspaceId)
    .where(`routes.${column}`, '=', id)
    .orderBy('stops.position')
    .execute()

  const depots = await serviceArea(trx, workspaceId)
  const trust = trustOf(stops, depots)
  const stopsOf = Map.groupBy(stops, (stop) => stop.route_id)
  return routes.map(({ workspace_id: _, position: __, ...route }) => ({
    ...route,
    stops: (stopsOf.get(route.id) ?? []).map((stop) => toStop(stop, trust)),
  }))
}

/** Those of these deliveries that no longer wait for a route on `day`. */
async function changesOf(trx: Trx, workspaceId: string, day: string, ids: string[]): Promise<UnassignedChange[]> {
  if (!ids.length) return []
  const rows = await trx
    .selectFrom('deliveries')
    .select(['id', 'status', 'scheduled_date', 'deleted_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows
    .filter((row) => row.deleted_at !== null || row.status !== 'pending' || row.scheduled_date !== day)
    .map(({ id, status, scheduled_date, deleted_at }) => ({
      delivery_id: id,
      status: deleted_at === null ? status : null,
      scheduled_date,
    }))
}

/** Whether the workspace has a depot where routes can start. */
export async function hasDepot(trx: Trx, workspaceId: string): Promise<boolean> {
  return Boolean(await defaultDepot(trx, workspaceId))
}

/** The only active depot that whoever asks sees, or null if there are several. */
export async function onlyDepot(trx: Trx, workspaceId: string): Promise<string | null> {
  const [first, second] = await depotsOf(trx, workspaceId).limit(2).execute()
  return first && !second ? first.id : null
}

/** Those of these depots where routes can start. */
export async function activeDepots(trx: Trx, workspaceId: string, ids: string[]): Promise<Set<string>> {
  const rows = await depotsOf(trx, workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Chosen drivers who belong to another depot, or whose member is limited to others. */
export async function driversElsewhere(
  trx: Trx,
  workspaceId: string,
  { driver_ids, depot_id }: { driver_ids: string[]; depot_id: string },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id, d.name from drivers d
      left join depots e on e.id = d.depot_id and e.active
      left join members m on m.workspace_id = d.workspace_id and m.user_id = d.user_id
    where d.workspace_id = ${workspaceId} and d.id = any(${driver_ids}::uuid[])
      and (e.id <> ${depot_id} or ${depot_id} <> all (m.depot_ids)) order by d.name, d.id`.execute(trx)
  return rows
}

function defaultDepot(trx: Trx, workspaceId: string) {
  return depotsOf(trx, workspaceId).orderBy('is_default', 'desc').orderBy('created_at').limit(1).executeTakeFirst()
}

function depotsOf(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('depots')
    .select(['id', 'name', 'address', 'lat', 'lng', 'opens', 'closes'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
}

/** What is planned: a day, for these drivers, of one depot or of all. */
type DayPlan = {
  day: string
  driver_ids: string[]
  depot_id: string | null
  /** Only orders that had come by then. */
  orders_until?: string | null
}

/**
 * Everything needed to calculate a day's routes.
 * @throws AppError `no_depot`
 */
export async function readDay(
  trx: Trx,
  workspaceId: string,
  { day, driver_ids, depot_id, orders_until = null }: DayPlan,
): Promise<{ settings: DaySettings; drivers: DayDriver[]; deliveries: DayDelivery[] }> {
  const settings = await readSettings(trx, workspaceId, day)
  const drivers = await readDrivers(trx, workspaceId, { day, driver_ids, depot_id })
  return { settings, drivers, deliveries: await readDeliveries(trx, workspaceId, { day, depot_id, orders_until }) }
}

/** What a calculation is about. */
export type Question = {
  day: string
  settings: DaySettings
  depot_id: string | null
  time_limit_seconds: number
  choices: PlanChoices
  planned: DayProblem<DayDelivery, DayDriver>
  /** Of a revision: what stays as it is beside what is calculated. */
  rest?: { routes: RouteRows; unassigned: Unassigned[] }
  /** Of a revision: what these routes make of the plan that it revises. */
  proposalOf?: (routes: VroomRoute[]) => Proposal
}

/** A plan that is to be calculated, as it was asked for. */
export type AskedPlan = DayPlan & {
  time_limit_seconds: number
  revises: string | null
  scope: PlanScope | null
  choices: PlanChoices | null
  what_if: WhatIf | null
}

/** How the question of a plan that revises another one is read. */
export type ReadRevision = (
  trx: Trx,
  workspaceId: string,
  plan: AskedPlan & { revises: string },
  now: Date,
) => Promise<RevisionReading>

/** A revision as it was read: what it asks follows once its roads are known. */
type RevisionReading = { known: KnownTravel | null; travel: PlanTravel; timedWith: TimedWith; ask: () => Question }

/** What was read of a plan that is to be calculated. */
export type PlanReading = Question | RevisionReading

/** What is in the way of planning a day with these drivers. */
export function obstaclesIn(day: string, read: Awaited<ReturnType<typeof readDay>>): Obstacle[] {
  const planned = toProblem(day, read.settings, read.drivers, read.deliveries, undefined, { choosesPlaces: true })
  return obstaclesOf(combinationProblems(planned.problem), planned)
}

/** What is known about a day before it is planned. Nothing, as long as there is no depot or no driver. */
export async function getPlanningDay(
  trx: Trx,
  workspaceId: string,
  { day, depot_id }: { day: string; depot_id?: string | undefined },
): Promise<PlanningDay> {
  const active = await trx
    .selectFrom('drivers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .execute()
  if (!active.length || !(await hasDepot(trx, workspaceId))) return { off: [], obstacles: [] }
  const read = await readDay(trx, workspaceId, {
    day,
    driver_ids: active.map(({ id }) => id),
    depot_id: depot_id ?? null,
  })
  const off = read.drivers.flatMap((driver) => {
    const why = offOf(driver)
    return why ? [{ driver_id: driver.id, driver_name: driver.name, ...whyOff(why, day) }] : []
  })
  return { off, obstacles: obstaclesIn(day, read) }
}

/** What all plans of the workspace are made with. */
export async function readSettings(trx: Trx, workspaceId: string, day: string): Promise<DaySettings> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select(['time_zone', 'speed_kmh', 'fuel_l_per_km', 'get_ready_minutes'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const { version: _, ...planning } = await readSettingsOf(trx, workspaceId, day)
  const territories = await allTerritories(trx, workspaceId)
  return { ...workspace, ...planning, territories, speed_zones: zonesWithSpeed(territories) }
}

/** The depots where routes can start. */
export async function readDepots(trx: Trx, workspaceId: string): Promise<DayDepots> {
  const rows = await depotsOf(trx, workspaceId).orderBy('is_default', 'desc').orderBy('created_at').execute()
  const depots = rows.map(({ lat, lng, ...depot }) => ({ ...depot, location: { lat, lng } }))
  const byId = new Map(depots.map((depot) => [depot.id, depot]))
  const { timeZone } = await readLocale(trx, workspaceId)
  return { byId, usual: depots[0], timeZone, parking: await readParking(trx, workspaceId) }
}

/** Where the address book says to park, by the keys of its addresses. */
async function readParking(trx: Trx, workspaceId: string): Promise<DayDepots['parking']> {
  const rows = await trx
    .selectFrom('addresses as a')
    .innerJoin('address_spellings as s', 's.address_id', 'a.id')
    .select(['s.key', 'a.parking_lat', 'a.parking_lng'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.parking_lat', 'is not', null)
    .execute()
  return new Map(rows.map(({ key, parking_lat, parking_lng }) => [key, { lat: parking_lat!, lng: parking_lng! }]))
}

/** The vehicle columns that planning reads. */
const vehicleColumns = [
  'code',
  'type',
  'capacity_kg',
  'capacity_l',
  'capacity_units',
  'cost_fixed',
  'cost_per_km',
  'cost_per_hour',
  'cost_per_service_hour',
  'cost_per_waiting_hour',
  'cost_per_stop',
  'cost_per_parcel',
  'max_distance_km',
  'temperature_min_c',
  'temperature_max_c',
  'compartments',
  'reloads',
  'reload_minutes',
  'max_trips',
  'last_in_first_out',
  'energy',
  'battery_kwh',
  'kwh_per_100_km',
  'reserve_percent',
  'charge_kw',
  'skills',
] as const

/** Vehicles as planning sees them on a day, active or not: routes keep theirs. */
export async function readVehicles(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  day: string,
): Promise<Map<string, NonNullable<DayDriver['vehicle']>>> {
  if (!ids.length) return new Map()
  const rows = await trx
    .selectFrom('vehicles')
    .select('id')
    .select(vehicleColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  const blocked = await whyOut(trx, workspaceId, ids, day)
  return new Map(rows.map(({ id, ...vehicle }) => [id, { ...vehicle, blocked: blocked.get(id) ?? null }]))
}

/** The driver columns that planning reads. */
const driverColumns = [
  'id',
  'name',
  'shift_start',
  'shift_end',
  'week',
  'breaks',
  'max_stops',
  'max_territories',
  'max_shift_minutes',
  'max_driving_minutes',
  'overtime',
  'start_place',
  'end_place',
  'ends_anywhere',
  'speed_factor',
  'skills',
  'depot_id',
] as const

/**
 * The chosen drivers as they work that day, with their vehicles, depots and earlier routes. Without a depot of their own,
 * they start at the plan's, or else at the default one.
 * @throws AppError `no_depot`
 */
export async function readDrivers(
  trx: Trx,
  workspaceId: string,
  { day, driver_ids, depot_id: planned }: DayPlan,
  { isActive = true }: { isActive?: boolean } = {},
): Promise<DayDriver[]> {
  const depots = await readDepots(trx, workspaceId)
  const fallback = depots.byId.get(planned ?? '') ?? depots.usual
  if (!fallback) throw new AppError('no_depot')
  const busy = await busyUntil(trx, workspaceId, day, driver_ids)
  const calendar = await readCalendar(trx, workspaceId, day)
  const usual = await readPlanningSettings(trx, workspaceId)
  const hauls = await readHauls(trx, workspaceId, day, driver_ids)

  const drivers = await trx
    .selectFrom('drivers')
    // A driver with an inactive vehicle has no vehicle.
    .leftJoin('vehicles', (join) =>
      join.onRef('vehicles.id', '=', 'drivers.vehicle_id').on('vehicles.active', '=', true),
    )
    .select(driverColumns.map((column) => `drivers.${column}` as const))
    .select('vehicles.id as vehicle_id')
    .where('drivers.workspace_id', '=', workspaceId)
    .where('drivers.active', '=', isActive)
    .where('drivers.id', 'in', driver_ids)
    .orderBy('drivers.name')
    .orderBy('drivers.id')
    .execute()
  const vehicles = await readVehicles(
    trx,
    workspaceId,
    drivers.flatMap(({ vehicle_id }) => vehicle_id ?? []),
    day,
  )

  return drivers.map(({ depot_id, week, ...driver }) => {
    const depot = depots.byId.get(depot_id ?? '') ?? fallback
    const work = workOn({ ...driver, week }, day, { ...calendar, depotId: depot.id })
    const shift = 'shift' in work ? work.shift : { start: driver.shift_start, end: driver.shift_end }
    const left = besideTransfers(shift, hauls.get(driver.id) ?? [], day, depots.timeZone)
    return {
      ...driver,
      shift_start: left?.start ?? shift.start,
      shift_end: left?.end ?? shift.end,
      // A transfer after the shift leaves no time for more.
      overtime: left && left.end !== shift.end ? [] : (driver.overtime ?? usual.overtime),
      off: 'off' in work ? work.off : left === null ? ({ kind: 'transfer' } as const) : null,
      depot,
      vehicle: vehicles.get(driver.vehicle_id ?? '') ?? null,
      busy_until: busy.get(driver.id) ?? null,
    }
  })
}

/** The transfers that these drivers drive around a day. */
async function readHauls(trx: Trx, workspaceId: string, day: string, driverIds: string[]) {
  const rows = await trx
    .selectFrom('transfers')
    .select(['driver_id', 'departs_at', 'arrives_at', 'expected_at'])
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['planned', 'departed'])
    .where('driver_id', 'in', driverIds)
    .where(sql<boolean>`departs_at < ${day}::date + 3 and expected_at > ${day}::date - 3`)
    .orderBy('departs_at')
    .execute()
  return Map.groupBy(rows, ({ driver_id }) => driver_id!)
}

async function readDeliveries(trx: Trx, workspaceId: string, which: WhichDeliveries) {
  const rows = await pendingOn(trx, workspaceId, which)
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.id', '=', 'deliveries.wanted_driver_id').on('drivers.workspace_id', '=', workspaceId),
    )
    .select(plannedColumns.map((column) => `deliveries.${column}` as const))
    .select('drivers.name as wanted_driver_name')
    .orderBy('number')
    .execute()
  const depots = await readDepots(trx, workspaceId)
  const promises = await readPromises(trx, workspaceId, which.day)
  const places = await standingPlaces(trx, workspaceId, which.day)
  return rows.map((row): DayDelivery => ({
    ...toDayDelivery(row, depots),
    ...promises.get(row.id),
    standing_position: places.get(row.id) ?? null,
  }))
}

/** Where deliveries of this day are on their standing routes. */
export async function standingPlaces(trx: Trx, workspaceId: string, day: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('recurring_days')
    .innerJoin('recurring_orders', 'recurring_orders.id', 'recurring_days.recurring_id')
    .select(['recurring_days.delivery_id', 'recurring_orders.standing_position'])
    .where('recurring_days.workspace_id', '=', workspaceId)
    .where('recurring_days.day', '=', day)
    .where('recurring_orders.standing_route_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ delivery_id, standing_position }) => [delivery_id, standing_position ?? mostPositions]))
}

/** After all that have a place. */
const mostPositions = 1000

/** What recipients were promised when plans of this day were dispatched, the last promise to each. */
async function readPromises(trx: Trx, workspaceId: string, day: string) {
  const rows = await trx
    .selectFrom('stops')
    .innerJoin('routes', 'routes.id', 'stops.route_id')
    .innerJoin('plans', 'plans.id', 'routes.plan_id')
    .select(['stops.delivery_id', 'stops.promised_at', 'routes.driver_id'])
    .where('stops.workspace_id', '=', workspaceId)
    .where('plans.day', '=', day)
    .where('stops.promised_at', 'is not', null)
    .where('stops.delivery_id', 'is not', null)
    .orderBy('plans.created_at')
    .orderBy('stops.position')
    .execute()
  return new Map(
    rows.map(({ delivery_id, promised_at, driver_id }) => [
      delivery_id!,
      { promised_at, promised_driver_id: driver_id },
    ]),
  )
}

/** The delivery columns that planning reads. `toDayDelivery` makes of them what it works with. */
export const plannedColumns = [
  'id',
  'number',
  'kind',
  'delivery_address',
  'address_key',
  'recipient_name',
  'scheduled_date',
  'lat',
  'lng',
  'location_confidence',
  'depot_id',
  'pickup_address',
  'pickup_depot_id',
  'pickup_lat',
  'pickup_lng',
  'pickup_location_confidence',
  'pickup_name',
  'pickup_window_start',
  'pickup_window_end',
  'pickup_service_minutes',
  'window_start',
  'window_end',
  'more_windows',
  'place_name',
  'other_places',
  'preferred_start',
  'preferred_end',
  'ready_time',
  'goods',
  'service_minutes',
  'setup_minutes',
  'max_ride_minutes',
  'max_detour_minutes',
  'weight_kg',
  'volume_l',
  'units',
  'return_weight_kg',
  'return_volume_l',
  'return_units',
  'temperature_min_c',
  'temperature_max_c',
  'priority',
  'worth',
  'skills',
  'tags',
  'client_id',
  'order_reference',
  'order_step',
  'wanted_driver_id',
] as const

/**
 * A day's deliveries without a route, of one depot or of all. Those of an inactive depot leave from the default one, as
 * their drivers do.
 */
export function pendingOn(trx: Trx, workspaceId: string, { day, depot_id: depot, orders_until }: WhichDeliveries) {
  const pending = pendingOf(trx, workspaceId, depot).where('scheduled_date', '=', day)
  return orders_until ? pending.where('deliveries.created_at', '<=', orders_until) : pending
}

type WhichDeliveries = Pick<DayPlan, 'day' | 'depot_id' | 'orders_until'>

function pendingOf(trx: Trx, workspaceId: string, depot: string | null) {
  const pending = trx
    .selectFrom('deliveries')
    .where('deliveries.workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .where(waitsNot(workspaceId))
  if (depot === null) return pending
  return pending.where(sql<boolean>`(deliveries.depot_id = ${depot}
    or (select is_default from depots where id = ${depot}) and (deliveries.depot_id is null
      or deliveries.depot_id in (select id from depots where workspace_id = ${workspaceId} and not active)))`)
}

/** How many of a day's deliveries wait for the next month, because the tier's deliveries are used up. */
export async function countWaiting(trx: Trx, workspaceId: string, day: string): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .where('scheduled_date', '=', day)
    .where(sql<boolean>`not ${waitsNot(workspaceId)}`)
    .executeTakeFirstOrThrow()
  return count
}

/** The drivers of a plan's routes. */
export async function driversOfRoutes(trx: Trx, workspaceId: string, planId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('routes')
    .select('driver_id')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .execute()
  return rows.flatMap(({ driver_id }) => driver_id ?? [])
}

/** Orders without a day, of one depot or of all, oldest first. */
export async function readUndated(
  trx: Trx,
  workspaceId: string,
  depot: string | null,
  most: number,
): Promise<(DayDelivery & Undated)[]> {
  const rows = await pendingOf(trx, workspaceId, depot)
    .where('scheduled_date', 'is', null)
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.id', '=', 'deliveries.wanted_driver_id').on('drivers.workspace_id', '=', workspaceId),
    )
    .select(plannedColumns.map((column) => `deliveries.${column}` as const))
    .select(['drivers.name as wanted_driver_name', 'earliest_date', 'latest_date'])
    .orderBy('number')
    .limit(most)
    .execute()
  const depots = await readDepots(trx, workspaceId)
  return rows.map((row) => ({
    ...toDayDelivery(row, depots),
    earliest_date: row.earliest_date,
    latest_date: row.latest_date,
  }))
}

/** When the drivers' existing routes of that day and the night before end, from approved and dispatched plans. */
async function busyUntil(
  trx: Trx,
  workspaceId: string,
  day: string,
  driverIds: string[],
): Promise<Map<string, string>> {
  const rows = await acceptedRoutes(trx, workspaceId, day)
    .select(({ fn }) => ['routes.driver_id', fn.max('routes.ends_at').as('until')])
    .where('plans.day', '<=', day)
    .where('routes.driver_id', 'in', driverIds)
    .groupBy('routes.driver_id')
    .execute()
  return new Map(rows.map(({ driver_id, until }) => [driver_id, until]))
}

/**
 * A plan that has routes, with all that is needed to find a place for one more delivery in it.
 * @throws AppError `plan_not_found`, `plan_running`, `no_depot`, `delivery_not_found`
 */
export async function readPlanToExtend(
  trx: Trx,
  workspaceId: string,
  { planId, deliveryId }: { planId: string; deliveryId: string },
) {
  const plan = await trx
    .selectFrom('plans')
    .select(['day', 'state', 'driver_ids', 'depot_id', 'timed_with'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  if (plan.state === 'queued' || plan.state === 'optimizing') throw new AppError('plan_running')
  const { timed_with } = plan
  const settings = asTimed(await readSettings(trx, workspaceId, plan.day), timed_with)
  const depots = await readDepots(trx, workspaceId)
  const routes = await trx
    .selectFrom('routes')
    .select(['id', 'driver_id', 'starts_at'])
    .where('plan_id', '=', planId)
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .execute()
  const stops = await trx
    .selectFrom('stops')
    .innerJoin('routes', 'routes.id', 'stops.route_id')
    .innerJoin('deliveries', 'deliveries.id', 'stops.delivery_id')
    .select([
      'stops.route_id',
      'stops.kind as stop_kind',
      'stops.arrival_at',
      'stops.departure_at',
      'stops.other_place as chosen',
      'deliveries.status',
    ])
    .select(plannedColumns.map((column) => `deliveries.${column}` as const))
    .where('stops.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    .orderBy('stops.position')
    .execute()
  const order = await trx
    .selectFrom('deliveries')
    .select(plannedColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deliveryId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!order) throw new AppError('delivery_not_found')
  const others = await acceptedRoutes(trx, workspaceId, plan.day)
    .select(['routes.driver_id', 'routes.ends_at'])
    .where('plans.day', '<=', plan.day)
    .where('routes.plan_id', '!=', planId)
    .execute()
  const drivers = await readDrivers(trx, workspaceId, plan)
  const planned = stops.map(({ chosen, ...stop }) => {
    const delivery = { ...toDayDelivery(stop, depots), wanted_driver_name: null }
    return chosen !== null && stop.other_places[chosen] ? atPlace(delivery, chosen) : delivery
  })
  const wanted = { ...toDayDelivery(order, depots), wanted_driver_name: null }
  const places = placesOf([...planned, ...atEachPlace(wanted)], drivers)
  return {
    day: plan.day,
    settings,
    routes,
    stops: planned,
    order: wanted,
    travel: await readPlanTravel(trx, workspaceId, { timedWith: timed_with, places, settings }),
    // What a driver does before the route in this plan, not the route itself.
    drivers: drivers.map((driver) => {
      const own = routes.find(({ driver_id }) => driver_id === driver.id)
      const before = others.flatMap(({ driver_id, ends_at }) =>
        driver_id === driver.id && (!own || ends_at <= own.starts_at) ? [ends_at] : [],
      )
      return { ...driver, busy_until: before.toSorted().at(-1) ?? null }
    }),
  }
}

/** The routes of approved and dispatched plans of a day, and of the days next to it: routes may go past midnight. */
export function acceptedRoutes(trx: Trx, workspaceId: string, day: string) {
  return trx
    .selectFrom('routes')
    .innerJoin('plans', 'plans.id', 'routes.plan_id')
    .where('routes.workspace_id', '=', workspaceId)
    .where('plans.day', '>=', dayAfter(day, -1))
    .where('plans.day', '<=', dayAfter(day))
    .where('plans.state', 'in', ['approved', 'dispatched'])
}
