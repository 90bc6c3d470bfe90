import { isClosed } from '#domain/plan-change/route-locks.ts'
import { sql, type Selectable } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { routeIn, type EditRoute } from '#domain/plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '#domain/plan-change/edit.ts'
import { checkOrder } from '#domain/orders/check-order.ts'
import { placesOf } from '#domain/travel/places-in.ts'
import { replay, type KeptChange, type Replay } from '#domain/plan-change/replay.ts'
import { toDayDelivery } from '#domain/plan/day-delivery.ts'
import { effectOf } from '#domain/plan-change/effect.ts'
import type {
  LateOrders,
  PlanChange,
  PlanEdit,
  PlanPlace,
  PlanPlaces,
  PlanWarning,
} from '#domain/schema/plan-change.ts'
import type { PlanProblem } from '#domain/schema/plan-problem.ts'
import type { PlanSummary, Route, Unassigned, UnassignedGroup } from '#domain/schema/plan.ts'
import type { Trx } from '../../db/connect.ts'
import type { RouteTable, StopTable } from '../../db/tables/plans.ts'
import { planOf } from '../../engine/answer.ts'
import type { Engine } from '../../engine/engine.ts'
import { serviceArea } from '../deliveries/queries.ts'
import { readPlanTravel } from '../travel/queries.ts'
import {
  acceptedRoutes,
  pendingOn,
  plannedColumns,
  readDepots,
  readDrivers,
  readSettings,
  readVehicles,
  summaryColumns,
  toStop,
  trustOf,
} from '../planning/queries.ts'
import {
  asExpected,
  deliveryIn,
  driverIn,
  editable,
  factsOf,
  fingerprintOf,
  idsFrom,
  judged,
  namedIn,
  nameOf,
  orderQuestion,
  placesQuestion,
  planProblem,
  possibleRoutes,
  shortestDetours,
  timeRoute,
  whereabouts,
  worthOf,
  type ChangedDelivery,
  type DayToChange,
  type Named,
  type WholeRoute,
} from './rules.ts'

// What other features need of this one's rules.
export {
  asExpected,
  crewOf,
  idsFrom,
  deliveryIn,
  driverIn,
  editable,
  factsOf,
  judged,
  midnightOf,
  namedIn,
  lateSeconds,
  nameOf,
  placesQuestion,
  possibleRoutes,
  problemOf,
  secondsAt,
  timed,
  timeRoute,
  timesOf,
  warned,
  type ChangedDelivery,
  type DayToChange,
  type Named,
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
  const settings = {
    ...(await readSettings(trx, workspaceId, plan.day)),
    ...(timed_with && { traffic: timed_with.traffic }),
  }
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
    vehicles: await readVehicles(trx, workspaceId, [...new Set(vehicleIds.filter((id) => id !== null))]),
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
      sql<boolean>`(deliveries.id = any(${ids}::uuid[]) or deliveries.id in (
        select s.delivery_id from stops s join routes r on r.id = s.route_id where r.plan_id = ${planId}))`,
    )
    .execute()
  const depots = await readDepots(trx, workspaceId)
  return new Map(rows.map((row) => [row.id, toDayDelivery(row, depots)]))
}

/**
 * Routes as they are or would be, as the API shows them.
 * @param windows those that deliveries would have
 */
export async function showRoutes(
  trx: Trx,
  workspaceId: string,
  planId: string,
  routes: readonly WholeRoute[],
  windows: ReturnType<typeof newWindows> = new Map(),
): Promise<Route[]> {
  const ids = routes.flatMap(({ stops }) => stops.flatMap(({ delivery_id }) => delivery_id ?? []))
  const rows = ids.length
    ? await trx
        .selectFrom('deliveries')
        .select(['id', 'number', 'status', 'kind', 'lat', 'lng', 'address_key'])
        .select(['window_start', 'window_end', 'pickup_window_start', 'pickup_window_end'])
        .select(['location_source', 'location_confidence', 'location_provider', 'location_kind'])
        .where('workspace_id', '=', workspaceId)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute()
    : []
  const deliveries = new Map(rows.map((row) => [row.id, { ...row, ...windows.get(row.id) }]))
  const joined = routes.map(({ stops }) =>
    stops.map((stop) => {
      const delivery = deliveries.get(stop.delivery_id ?? '')
      return {
        ...stop,
        delivery_lat: delivery?.lat ?? null,
        delivery_lng: delivery?.lng ?? null,
        address_key: delivery?.address_key ?? null,
        location_source: delivery?.location_source ?? null,
        location_confidence: delivery?.location_confidence ?? null,
        location_provider: delivery?.location_provider ?? null,
        location_kind: delivery?.location_kind ?? null,
        delivery_number: delivery?.number ?? null,
        delivery_status: delivery?.status ?? null,
        delivery_kind: delivery?.kind ?? null,
        window_start: delivery?.window_start ?? null,
        window_end: delivery?.window_end ?? null,
        pickup_window_start: delivery?.pickup_window_start ?? null,
        pickup_window_end: delivery?.pickup_window_end ?? null,
      }
    }),
  )
  const trust = trustOf(joined.flat(), await serviceArea(trx, workspaceId))
  return routes.map(({ route: { position: _, ...route } }, index) => ({
    ...route,
    plan_id: planId,
    stops: joined[index]!.map((stop) => toStop(stop, trust)),
  }))
}

/** What was changed of a plan, newest first, and what can still be taken back. */
export async function listPlanChanges(
  trx: Trx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  planId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ data: PlanChange[]; next_cursor: string | null; total: number }> {
  const plan = await trx
    .selectFrom('plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  const all = trx
    .selectFrom('plan_changes')
    .where('plan_changes.workspace_id', '=', workspaceId)
    .where('plan_changes.plan_id', '=', planId)
  const before = Number(cursor)
  const rows = await all
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'plan_changes.actor_id')
        .onRef('members.workspace_id', '=', 'plan_changes.workspace_id'),
    )
    .leftJoin('api_keys', 'api_keys.id', 'plan_changes.actor_id')
    .select(['plan_changes.id', 'plan_changes.number', 'plan_changes.at', 'sentence', 'types', 'effect'])
    .select(['route_ids', 'undoes', 'undone_by', 'after', 'plan_changes.actor_kind', 'plan_changes.actor_id'])
    .select(sql<boolean>`plan_changes.replaced is not null`.as('is_kept'))
    .select(['members.name as member_name', 'api_keys.name as key_name'])
    .$if(Number.isInteger(before) && before > 0, (query) => query.where('plan_changes.number', '<', before))
    .orderBy('plan_changes.number', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const now = new Map(
    (await readRoutes(trx, workspaceId, planId)).map((whole) => [whole.route.id, fingerprintOf(whole)]),
  )
  const data = rows.slice(0, limit).map((row): PlanChange => ({
    id: row.id,
    at: row.at,
    by: row.member_name ?? row.key_name ?? (row.actor_kind === 'system' ? 'Karta' : 'Somebody who left'),
    is_yours: row.actor_id === userId,
    sentence: row.sentence,
    types: row.types,
    effect: row.effect,
    route_ids: row.route_ids,
    undoes: row.undoes,
    undone_by: row.undone_by,
    can_undo: row.undone_by === null && row.is_kept && isAsLeft(row.after, now),
  }))
  return { data, next_cursor: rows.length > limit ? String(rows[limit - 1]!.number) : null, total }
}

/** Whether the routes of a change are still as it left them. */
export function isAsLeft(after: Record<string, string | null>, now: Map<string, string>): boolean {
  return Object.entries(after).every(([id, fingerprint]) => (now.get(id) ?? null) === fingerprint)
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

export type Tools = {
  engine: Engine
  newId: () => string
  workspaceId: string
  /** Hears what a dispatcher should know of the places that were found. */
  note?: (warning: PlanWarning) => void
}

/** A place for a delivery: which route, and where among its pickups and deliveries. */
type Place = { route_id: string; position: number; pickup_position?: number }

/**
 * An edit as steps whose places are known. Each step sees the routes as the one before left them.
 * @throws AppError `delivery_not_found`, `delivery_on_route`, `delivery_state`, `no_position`, `fits_nowhere`, `route_not_found`
 */
export async function* settle(
  tools: Tools,
  day: PlanToChange,
  routes: () => readonly EditRoute[],
  edit: PlanEdit,
): AsyncGenerator<SettledEdit> {
  switch (edit.type) {
    case 'insert': {
      const { driver_id, route_id, position, ...insert } = edit
      const delivery = insertable(day, routes(), insert.delivery_id)
      checkWindow(delivery, edit)
      const own = driver_id && routes().find((route) => route.driver_id === driver_id)?.id
      if (driver_id !== undefined && !own) {
        driverIn(day, driver_id)
        yield { type: 'insert', delivery_id: insert.delivery_id, driver_id }
      } else if (position !== undefined && route_id !== undefined) {
        yield { ...insert, route_id, position }
      } else {
        yield { ...insert, ...(await cheapestPlace(tools, day, routes(), delivery, own ?? route_id)) }
      }
      return
    }
    case 'move': {
      const { driver_id, route_id, ...move } = edit
      const own = driver_id && routes().find((route) => route.driver_id === driver_id)?.id
      const to = own || route_id
      if (!to) {
        driverIn(day, driver_id!)
        yield { ...move, driver_id: driver_id! }
        return
      }
      for (const [place, id] of edit.delivery_ids.entries()) {
        const one = { ...move, route_id: to, delivery_ids: [id] }
        if (edit.position !== undefined) {
          yield { ...one, position: edit.position + place }
        } else {
          const facts = factsOf(day, tools.newId)
          const without = applyEdit(routes(), { type: 'remove', delivery_ids: [id] }, facts)
          yield { ...one, ...(await cheapestPlace(tools, day, without, deliveryIn(day, id), to)) }
        }
      }
      return
    }
    case 'improve': {
      const order = await bestOrder(tools, day, routeIn(routes(), edit.route_id))
      if (order) yield { type: 'reorder', route_id: edit.route_id, stop_ids: order }
      return
    }
    case 'spread':
      yield* spread(tools, day, routes, edit.route_id)
      return
    default:
      checkEdit(day, routes(), edit)
      yield edit
  }
}

/**
 * Takes the open deliveries of a route whose vehicle broke down to where they cost least on the others, those with the
 * earliest arrivals first. What fits nowhere in time goes on no route. What the driver has picked up stays on board.
 */
async function* spread(
  tools: Tools,
  day: PlanToChange,
  routes: () => readonly EditRoute[],
  routeId: string,
): AsyncGenerator<SettledEdit> {
  const route = routeIn(routes(), routeId)
  const { stops, driver_id } = route
  const begun = new Set(stops.flatMap((stop) => (stop.isDone ? [stop.delivery_id] : [])))
  const open = [...new Set(stops.flatMap((stop) => (stop.isDone ? [] : [stop.delivery_id])))]
  const moved = open.filter((id) => !begun.has(id))
  const about = { route_id: routeId }
  const name = nameOf(day, driver_id)
  const where = whereabouts(day, route)
  if ((begun.size > 0 || where) && moved.length > 0) {
    const seen = where ? `, last seen ${where}` : ''
    const sentence = `What ${name} has loaded is in that vehicle${seen}. Whoever takes it over has to fetch it there.`
    tools.note?.({ code: 'on_board', sentence, ...about })
  }
  for (const id of open.filter((each) => begun.has(each))) {
    const sentence = `Delivery ${deliveryIn(day, id).number} was picked up and stays with ${name}, who can hand it over to another driver.`
    tools.note?.({ code: 'on_board', sentence, delivery_id: id, ...about })
  }
  for (const id of moved) {
    const others = routes().filter((route) => route.id !== routeId)
    const delivery = deliveryIn(day, id)
    const { places, reason } = await cheapestPlaces(tools, day, others, delivery, 1)
    if (places[0]) {
      const { route_id, position } = places[0]
      yield { type: 'move', delivery_ids: [id], route_id, position: places[0].pickup_position ?? position }
      continue
    }
    const idle = possibleRoutes(day, idleOn(day, routes()), tools.newId)
    const anew = idle.length ? (await cheapestPlaces(tools, day, idle, delivery, 1)).places[0] : undefined
    if (anew) {
      yield { type: 'move', delivery_ids: [id], driver_id: routeIn(idle, anew.route_id).driver_id }
      continue
    }
    const sentence = `Delivery ${delivery.number} fits on no other route. ${reason ?? ''}`.trim()
    tools.note?.({ code: 'fits_nowhere', sentence, delivery_id: id })
    yield { type: 'remove', delivery_ids: [id] }
  }
}

/** Drivers of the workspace who have no route by now. */
const idleOn = ({ drivers }: PlanToChange, routes: readonly EditRoute[]) =>
  [...drivers.keys()].filter((id) => !routes.some(({ driver_id }) => driver_id === id))

/** What edits speak of, and the drivers without a route for those that may use them. */
export async function namedWithIdle(trx: Trx, workspaceId: string, planId: string, edits: readonly PlanEdit[]) {
  const named = namedIn(edits)
  if (!edits.some(({ type }) => type === 'spread')) return named
  return { ...named, driverIds: [...named.driverIds, ...(await driversWithoutRoute(trx, workspaceId, planId))] }
}

/**
 * Whether what an edit names is there and free for it, whatever its place is.
 * @throws AppError as `settle` does, and `driver_not_found`, `vehicle_not_found`
 */
export function checkEdit(day: PlanToChange, routes: readonly EditRoute[], edit: PlanEdit): void {
  if (edit.type === 'arrange') checkArrangeable(day, routes, edit)
  if (edit.type === 'insert') checkWindow(insertable(day, routes, edit.delivery_id), edit)
  if ('driver_id' in edit && edit.driver_id !== undefined) driverIn(day, edit.driver_id)
  const vehicleId = edit.type === 'vehicle' ? edit.vehicle_id : null
  if (vehicleId && !day.vehicles.has(vehicleId)) throw new AppError('vehicle_not_found')
}

/** @throws AppError `validation_failed` */
function checkWindow(delivery: ChangedDelivery, { window }: Extract<PlanEdit, { type: 'insert' }>): void {
  if (!window) return
  const { pickup, ready_time, more_windows } = delivery
  const errors = checkOrder({
    window_start: window.start,
    window_end: window.end,
    more_windows,
    ready_time,
    pickup_window_start: pickup?.window_start,
    pickup_window_end: pickup?.window_end,
  })
  if (errors.length) throw new AppError('validation_failed', { errors })
}

/** The windows that deliveries get when they are inserted, by their ids. */
export const newWindows = (edits: readonly PlanEdit[]) =>
  new Map(
    edits.flatMap((edit) =>
      edit.type === 'insert' && edit.window
        ? [[edit.delivery_id, { window_start: edit.window.start, window_end: edit.window.end }] as const]
        : [],
    ),
  )

/** The plan with the windows that edits give to deliveries. */
export function withWindows(day: PlanToChange, edits: readonly PlanEdit[]): PlanToChange {
  const windows = newWindows(edits)
  if (!windows.size) return day
  const deliveries = new Map(day.deliveries)
  for (const [id, fields] of windows) {
    const delivery = deliveries.get(id)
    if (delivery) deliveries.set(id, { ...delivery, ...fields })
  }
  return { ...day, deliveries }
}

/** Makes changes that were kept once more, on a plan as it is by now. */
export function replayOn(day: PlanToChange, changes: readonly KeptChange[]): Replay {
  return replay(editable(day), changes, {
    factsOf: (changeId, step) => factsOf(day, idsFrom(`${changeId} ${step}`)),
    check: (routes, edit) => checkEdit(day, routes, edit),
    isGone: (routes, id) => {
      const isHere = routes.some(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
      return !isHere && day.deliveries.get(id)?.status !== 'pending'
    },
  })
}

/** Whoever comes onto the plan waits for a route, and whoever gets a route works for the workspace. */
function checkArrangeable(
  day: PlanToChange,
  routes: readonly EditRoute[],
  { routes: named }: Extract<PlanEdit, { type: 'arrange' }>,
): void {
  const here = new Set(routes.flatMap(({ stops }) => stops.map(({ delivery_id }) => delivery_id)))
  for (const { driver_id, stops } of named) {
    if (driver_id) driverIn(day, driver_id)
    for (const { delivery_id } of stops) if (!here.has(delivery_id)) insertable(day, routes, delivery_id)
  }
}

/** A delivery that waits for a route. */
function insertable(day: PlanToChange, routes: readonly EditRoute[], id: string): ChangedDelivery {
  const delivery = deliveryIn(day, id)
  const { number, status } = delivery
  const isHere = routes.some(({ stops }) => stops.some(({ delivery_id }) => delivery_id === id))
  // An edit before this one may have taken it off.
  const wasHere = day.routes.some(({ route }) => route.id === delivery.route_id)
  const isTaken = status === 'planned' || status === 'dispatched'
  if (isHere || (isTaken && !wasHere)) {
    throw new AppError('delivery_on_route', { detail: `On a route: ${number}.`, numbers: [number] })
  }
  if (status !== 'pending' && !isTaken) {
    throw new AppError('delivery_state', { detail: `Delivery ${number} is ${status}.`, numbers: [number] })
  }
  if (!delivery.location) throw new AppError('no_position', { numbers: [number] })
  return delivery
}

/** The cheapest place in one route, or in all. In one route, there always is one, however late it makes the route. */
async function cheapestPlace(
  tools: Tools,
  day: PlanToChange,
  routes: readonly EditRoute[],
  delivery: ChangedDelivery,
  routeId: string | undefined,
): Promise<Place> {
  const among = routeId ? [routeIn(routes, routeId)] : routes.filter((route) => !isClosed(route))
  const { places, reason } = await cheapestPlaces(tools, day, among, delivery, 1)
  if (places[0]) return places[0]
  if (!routeId) throw new AppError('fits_nowhere', { ...(reason && { detail: reason }) })
  return leastBad(tools, day, among[0]!, delivery)
}

/** Of the places with the shortest detours, the one that makes the route least late. */
function leastBad(tools: Tools, day: PlanToChange, route: EditRoute, delivery: ChangedDelivery): Place {
  const facts = factsOf(day, tools.newId)
  const [best] = shortestDetours(day, route, delivery, 8)
    .map((position) => {
      const edit = { type: 'insert' as const, delivery_id: delivery.id, route_id: route.id, position }
      const [after] = applyEdit([route], edit, facts)
      return { position, worth: worthOf(day, timeRoute(day, after!, tools.newId)) }
    })
    .toSorted((a, b) => a.worth[0] - b.worth[0] || a.worth[1] - b.worth[1])
  return { route_id: route.id, position: best!.position }
}

/** The engine's cheapest places for a delivery, or why there is none. */
export async function cheapestPlaces(
  { engine, workspaceId }: Tools,
  day: PlanToChange,
  routes: readonly EditRoute[],
  delivery: ChangedDelivery,
  most: number,
): Promise<{ places: Place[]; reason: string | null }> {
  const asked = placesQuestion(day, routes, delivery)
  if ('why' in asked) return { places: [], reason: asked.why }
  const { routeOf, sayWhy, ...question } = asked
  if (!question.problem.vehicles.length) return { places: [], reason: 'No driver of this plan can take it.' }
  const answer = await engine.places({ ...question, count: most }, workspaceId)
  if (answer.kind === 'refused') throw new AppError('plan_outdated', { detail: answer.message })
  return {
    reason: answer.reason ? sayWhy(answer.reason) : null,
    places: answer.places.map(({ vehicle, positions }) => ({
      route_id: routeOf.get(vehicle)!,
      position: positions.at(-1)! + 1,
      ...(positions.length > 1 && { pickup_position: positions[0]! + 1 }),
    })),
  }
}

const isVisitStep = ({ type }: { type: string }) => type === 'job' || type === 'pickup' || type === 'delivery'

/** The best order of a route's open stops, by their ids, or undefined if it is no better than what it has. */
async function bestOrder({ engine, newId }: Tools, day: PlanToChange, route: EditRoute): Promise<string[] | undefined> {
  const current = worthOf(day, timeRoute(day, route, newId))
  for (const isSoft of [false, true]) {
    const { problem, open, stopOf } = orderQuestion(day, route, isSoft)
    if (open.length < 2) return undefined
    const answer = planOf(await engine.solve({ problem, timeLimitSeconds: 1, untilSettled: true, seed: 1 }))
    if (answer.unassigned.length) continue
    const order = answer.routes[0]!.steps.flatMap((step) => (isVisitStep(step) ? (stopOf(step) ?? []) : []))
    let next = 0
    const stops = route.stops.map((stop) => (open.includes(stop) ? order[next++]! : stop))
    const worth = worthOf(day, timeRoute(day, { ...route, stops }, newId))
    const isBetter = worth[0] < current[0] || (worth[0] === current[0] && worth[1] < current[1])
    return isBetter ? stops.map(({ id }) => id) : undefined
  }
  return undefined
}

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
 * The cheapest places for one more delivery, each with what it changes: on routes, and on a new one of these drivers.
 * @throws AppError `delivery_not_found`, `delivery_on_route`, `delivery_state`, `no_position`
 */
export async function findPlaces(
  tools: Tools,
  day: PlanToChange,
  deliveryId: string,
  idleIds: readonly string[],
): Promise<PlanPlaces> {
  const routes = editable(day)
  const delivery = insertable(day, routes, deliveryId)
  const { places, reason } = await cheapestPlaces(tools, day, routes, delivery, 3)
  const possible = possibleRoutes(day, idleIds, tools.newId)
  const begun = possible.length ? (await cheapestPlaces(tools, day, possible, delivery, 1)).places : []
  const on = (place: Place) => placeAfter(tools, day, { type: 'insert', delivery_id: deliveryId, ...place })
  const anew = ({ route_id }: Place) => {
    const { driver_id } = routeIn(possible, route_id)
    return placeAfter(tools, day, { type: 'insert', delivery_id: deliveryId, driver_id })
  }
  return { reason, places: [...places.map(on), ...begun.map(anew)] }
}

/** A place for a delivery, with what putting it there changes. */
function placeAfter(tools: Tools, day: PlanToChange, edit: SettledEdit & { type: 'insert' }): PlanPlace {
  const facts = factsOf(day, tools.newId)
  const edited = applyEdit(editable(day), edit, facts).find(({ stops }) =>
    stops.some(({ delivery_id }) => delivery_id === edit.delivery_id),
  )!
  const after = timeRoute(day, edited, tools.newId)
  const before = day.routes.filter(({ route }) => route.id === edited.id).map((whole) => asExpected(day, whole))
  const judge = (whole: WholeRoute) => judged(day, whole)
  const stop = after.stops.find(({ delivery_id }) => delivery_id === edit.delivery_id)!
  return {
    route_id: edit.route_id ?? null,
    driver_id: edited.driver_id,
    driver_name: after.route.driver_name,
    position: edit.position ?? edited.stops.length,
    pickup_position: edit.pickup_position ?? null,
    arrival_at: stop.arrival_at,
    effect: effectOf(before.map(judge), [judge(after)], {
      numberOf: facts.numberOf,
      tolerance: day.settings.promise_tolerance_minutes,
    }),
  }
}
