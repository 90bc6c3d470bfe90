import { sql, type Selectable } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { atPlace } from '#domain/problem/at-place.ts'
import { toDayDelivery } from '#domain/plan/day-delivery.ts'
import type { LateOrders } from '#domain/schema/plan-change.ts'
import type { PlanProblem } from '#domain/schema/plan-problem.ts'
import type { PlanSummary, Unassigned, UnassignedGroup } from '#domain/schema/plan.ts'
import { placesOf } from '#domain/travel/places-in.ts'
import { asTimed } from '#domain/travel/timed-with.ts'
import type { Trx } from '../../db/connect.ts'
import type { RouteTable, StopTable } from '../../db/tables/plans.ts'
import {
  acceptedRoutes,
  pendingOn,
  plannedColumns,
  readDepots,
  readDrivers,
  readSettings,
  readVehicles,
  summaryColumns,
} from '../planning/queries.ts'
import { readPlanTravel } from '../travel/queries.ts'
import {
  planProblem,
  possibleRoutes,
  type ChangedDelivery,
  type DayToChange,
  type Named,
  type WholeRoute,
} from './rules.ts'

// What other features need of this one's rules.
export {
  asExpected,
  crewOf,
  deliveryIn,
  driverIn,
  editable,
  factsOf,
  idsFrom,
  isEstimated,
  judged,
  lateSeconds,
  longRides,
  midnightOf,
  namedIn,
  nameOf,
  possibleRoutes,
  problemOf,
  secondsAt,
  storedStops,
  timed,
  timeRoute,
  timesOf,
  warned,
  type ChangedDelivery,
  type DayToChange,
  type Named,
  type RouteRow,
  type StopRow,
  type WholeRoute,
} from './rules.ts'

/** A plan that may be changed, with everything around it. */
export type PlanToChange = DayToChange & {
  plan: PlanSummary
  unassigned: Unassigned[]
  groups: UnassignedGroup[] | null
}

/**
 * Reads a plan in order to change it.
 * @throws AppError `plan_not_found`, `plan_is_revision`, `plan_running`, `plan_not_changeable`, `no_depot`
 */
export async function readPlanToChange(
  trx: Trx,
  workspaceId: string,
  planId: string,
  named: Named,
  now: Date,
): Promise<PlanToChange> {
  const found = await trx
    .selectFrom('plans')
    .select([...summaryColumns, 'unassigned', 'unassigned_groups', 'timed_with', 'estimated_routes'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!found) throw new AppError('plan_not_found')
  if (found.revises !== null || found.what_if !== null) throw new AppError('plan_is_revision')
  const { unassigned, unassigned_groups: groups, timed_with, estimated_routes: estimated, ...plan } = found
  if (plan.state === 'queued' || plan.state === 'optimizing') throw new AppError('plan_running')
  if (plan.state !== 'draft' && plan.state !== 'approved' && plan.state !== 'dispatched') {
    throw new AppError('plan_not_changeable', { state: plan.state })
  }
  const routes = await readRoutes(trx, workspaceId, planId)
  const deliveries = await readDeliveries(trx, workspaceId, planId, named.deliveryIds)
  const driverIds = [...new Set([...routes.map(({ route }) => route.driver_id), ...named.driverIds])]
  const chosen = { day: plan.day, driver_ids: driverIds, depot_id: plan.depot_id }
  const drivers = driverIds.length ? await readDrivers(trx, workspaceId, chosen) : []
  const left = routes.map(({ route }) => route.driver_id).filter((id) => !drivers.some((driver) => driver.id === id))
  const inactive = left.length
    ? await readDrivers(trx, workspaceId, { ...chosen, driver_ids: left }, { isActive: false })
    : []
  const busy = driverIds.length
    ? await acceptedRoutes(trx, workspaceId, plan.day)
        .select(['routes.driver_id', 'routes.starts_at', 'routes.ends_at'])
        .where('routes.plan_id', '!=', planId)
        .where('routes.driver_id', 'in', driverIds)
        .execute()
    : []
  const vehicleIds = [
    ...routes.map(({ route }) => route.vehicle_id),
    ...drivers.map(({ vehicle_id }) => vehicle_id),
    ...named.vehicleIds,
  ]
  const settings = asTimed(await readSettings(trx, workspaceId, plan.day), timed_with)
  return {
    plan,
    unassigned,
    groups,
    day: plan.day,
    settings,
    estimated,
    travel: await readPlanTravel(trx, workspaceId, {
      timedWith: timed_with,
      places: placesOf(deliveries.values(), [...drivers, ...inactive]),
      settings,
    }),
    routes,
    deliveries,
    drivers: new Map(drivers.map((driver) => [driver.id, { ...driver, busy_until: null }])),
    inactive: new Map(inactive.map((driver) => [driver.id, { ...driver, busy_until: null }])),
    etas: plan.state === 'dispatched' ? await readExpected(trx, workspaceId, planId) : new Map(),
    lastSeen: plan.state === 'dispatched' ? await readLastSeen(trx, workspaceId, planId) : new Map(),
    vehicles: await readVehicles(trx, workspaceId, [...new Set(vehicleIds.filter((id) => id !== null))], plan.day),
    busy,
    now,
  }
}

/** When drivers are now expected at the stops ahead of them, in milliseconds. */
async function readExpected(trx: Trx, workspaceId: string, planId: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('stop_etas')
    .innerJoin('routes', 'routes.id', 'stop_etas.route_id')
    .select(['stop_etas.stop_id', 'stop_etas.p50_at'])
    .where('stop_etas.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    .execute()
  return new Map(rows.map(({ stop_id, p50_at }) => [stop_id, Date.parse(p50_at)]))
}

/** Where the drivers of a plan were last, on the shift that they are on. */
async function readLastSeen(trx: Trx, workspaceId: string, planId: string) {
  const { rows } = await sql<{ driver_id: string; lat: number; lng: number; at: string }>`
    select distinct p.driver_id, p.lat, p.lng, p.recorded_at as at from driver_positions p
      join shifts s on s.id = p.shift_id and s.ended_at is null join routes r on r.driver_id = p.driver_id
    where r.workspace_id = ${workspaceId} and r.plan_id = ${planId} and p.recorded_at is not null`.execute(trx)
  return new Map(rows.map(({ driver_id, ...seen }) => [driver_id, seen]))
}

/** The stored routes of a plan, with their stops. */
export async function readRoutes(trx: Trx, workspaceId: string, planId: string): Promise<WholeRoute[]> {
  const routes = await trx
    .selectFrom('routes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', planId)
    .orderBy('position')
    .execute()
  const stops = await trx
    .selectFrom('stops')
    .innerJoin('routes', 'routes.id', 'stops.route_id')
    .selectAll('stops')
    .where('stops.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    .orderBy('stops.position')
    .execute()
  const stopsOf = Map.groupBy(stops, (stop) => stop.route_id)
  return routes.map((route) => wholeOf(route, stopsOf.get(route.id) ?? []))
}

function wholeOf(row: Selectable<RouteTable>, stops: Selectable<StopTable>[]): WholeRoute {
  const { workspace_id: _, plan_id: __, ...route } = row
  return { route, stops: stops.map(({ workspace_id: ___, route_id: ____, ...stop }) => stop) }
}

/** The deliveries of a plan, and those that somebody wants on it. */
export async function readDeliveries(
  trx: Trx,
  workspaceId: string,
  planId: string,
  ids: string[],
): Promise<Map<string, ChangedDelivery>> {
  const rows = await trx
    .selectFrom('deliveries')
    .leftJoin('drivers', (join) =>
      join.onRef('drivers.id', '=', 'deliveries.wanted_driver_id').on('drivers.workspace_id', '=', workspaceId),
    )
    .select(plannedColumns.map((column) => `deliveries.${column}` as const))
    .select(['deliveries.status', 'deliveries.route_id', 'deliveries.version'])
    .select('drivers.name as wanted_driver_name')
    .where('deliveries.workspace_id', '=', workspaceId)
    .where('deliveries.deleted_at', 'is', null)
    .where(
      // One list: with an "or", PostgreSQL would look at every delivery of the workspace.
      sql<boolean>`deliveries.id = any(array(select unnest(${ids}::uuid[]) union
        select s.delivery_id from stops s join routes r on r.id = s.route_id
          where r.plan_id = ${planId} and s.delivery_id is not null))`,
    )
    .execute()
  const depots = await readDepots(trx, workspaceId)
  const chosen = await chosenPlaces(trx, workspaceId, planId)
  return new Map(
    rows.map((row) => {
      const delivery = toDayDelivery(row, depots)
      const place = chosen.get(row.id)
      return [row.id, place !== undefined && row.other_places[place] ? atPlace(delivery, place) : delivery]
    }),
  )
}

/** The places that a draft has chosen for deliveries, among their other ones. */
async function chosenPlaces(trx: Trx, workspaceId: string, planId: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('stops')
    .innerJoin('routes', 'routes.id', 'stops.route_id')
    .select(['stops.delivery_id', 'stops.other_place'])
    .where('stops.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    .where('stops.other_place', 'is not', null)
    .execute()
  return new Map(rows.map(({ delivery_id, other_place }) => [delivery_id!, other_place!]))
}

/** Deliveries that wait for a route on a plan's day and depot, though the plan does not know of them. */
export async function readLateOrders(trx: Trx, workspaceId: string, planId: string): Promise<LateOrders> {
  const plan = await trx
    .selectFrom('plans')
    .select(['day', 'depot_id', 'state', 'unassigned'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  if (plan.state === 'queued' || plan.state === 'optimizing') return { count: 0, delivery_ids: [] }
  const known = plan.unassigned.map(({ delivery_id }) => delivery_id)
  const rows = await pendingOn(trx, workspaceId, plan)
    .select(['deliveries.id', sql<number>`count(*) over ()`.as('count')])
    .where(
      sql<boolean>`deliveries.id <> all(${known}::uuid[]) and not exists (
        select from stops s join routes r on r.id = s.route_id where r.plan_id = ${planId} and s.delivery_id = deliveries.id)`,
    )
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.id')
    .limit(100)
    .execute()
  return { count: rows[0]?.count ?? 0, delivery_ids: rows.map(({ id }) => id) }
}

/**
 * Deliveries that are on no route of a plan: those that it leaves out, and those that came in since.
 * @throws AppError `plan_not_found`
 */
export async function waitingFor(trx: Trx, workspaceId: string, planId: string): Promise<string[]> {
  const late = await readLateOrders(trx, workspaceId, planId)
  const leftOut = await trx
    .selectFrom('plans')
    .select('unassigned')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  return [...leftOut.unassigned.map(({ delivery_id }) => delivery_id), ...late.delivery_ids]
}

/** Active drivers without a route on a plan, of its depot if it is for one. */
export async function driversWithoutRoute(trx: Trx, workspaceId: string, planId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('drivers')
    .innerJoin('plans', 'plans.workspace_id', 'drivers.workspace_id')
    .select('drivers.id')
    .where('plans.id', '=', planId)
    .where('drivers.workspace_id', '=', workspaceId)
    .where('drivers.active', '=', true)
    .where(
      sql<boolean>`(plans.depot_id is null or drivers.depot_id is null or drivers.depot_id = plans.depot_id)
        and not exists (select from routes r where r.plan_id = plans.id and r.driver_id = drivers.id)`,
    )
    .orderBy('drivers.name')
    .limit(mostConsidered)
    .execute()
  return rows.map(({ id }) => id)
}

/** So many idle drivers are asked about. More would hardly be closer. */
const mostConsidered = 50

/**
 * A plan as the solver's problem, with what waits for a route and the drivers who have none, so that a browser works out what
 * changes would do.
 * @throws AppError as `readPlanToChange` does
 */
export async function readPlanProblem(
  trx: Trx,
  workspaceId: string,
  planId: string,
  { newId, now }: { newId: () => string; now: Date },
): Promise<PlanProblem> {
  const driverIds = await driversWithoutRoute(trx, workspaceId, planId)
  const waiting = await waitingFor(trx, workspaceId, planId)
  const named = { deliveryIds: waiting, driverIds, vehicleIds: [] }
  const read = await readPlanToChange(trx, workspaceId, planId, named, now)
  return planProblem(read, read.plan, waiting, possibleRoutes(read, driverIds, newId))
}
