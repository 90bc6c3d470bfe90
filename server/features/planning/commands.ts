import { sql, type Selectable, type UpdateObject } from 'kysely'
import { areaOnlyUpTo } from '#domain/address/position.ts'
import { tierInForce } from '#domain/tiers.ts'
import { AppError } from '#domain/errors.ts'
import type { Goods } from '#domain/schema/goods.ts'
import type { EventType } from '#domain/events/types.ts'
import { formatsIn } from '#domain/formats.ts'
import { keepTo, tooMany } from '#domain/keep-to-limit.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { workingTime } from '#domain/problem/working-time.ts'
import { toDayDelivery, type DayDepots } from '#domain/plan/day-delivery.ts'
import { chosenPlace } from '#domain/problem/at-place.ts'
import { isPlannedFrom, plannedFrom } from '#domain/plan/planned-from.ts'
import type { RouteRows } from '#domain/plan/to-routes.ts'
import { totalsOf } from '#domain/plan/totals.ts'
import type {
  NewPlan,
  PlanProgress,
  PlanState,
  PlanSummary,
  RouteOutline,
  Unassigned,
  UnassignedGroup,
  UnusedDriver,
} from '#domain/schema/plan.ts'
import type { PlanTravel } from '#domain/schema/travel.ts'
import type { TimedWith } from '#domain/travel/timed-with.ts'
import type { BestPlan, WhatIf } from '#domain/schema/revision.ts'
import type { Proposal } from '#domain/plan-change/proposal.ts'
import { driversOf, startLater } from '#domain/problem/what-if.ts'
import { toProblem } from '#domain/to-problem.ts'
import { limitOf, type QuotaLimits } from '#domain/quotas.ts'
import { planLimits } from '#domain/search-limits.ts'
import { earliestDeparture, earliestStart, isOver } from '#domain/start-of-day.ts'
import type { Trx } from '../../db/connect.ts'
import { readScope } from '../../db/delivery-scopes.ts'
import { checkQuota, type Quotas } from '../../db/quotas.ts'
import type { Tables } from '../../db/tables.ts'
import {
  beginTierMonth,
  checkFeature,
  checkLicensed,
  checkPlanningPaid,
  waiting as waitingError,
} from '../../db/tiers.ts'
import type { StopTable } from '../../db/tables/plans.ts'
import { currentTraceparent } from '../../observability/spans.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import type { Turn } from '../../queue/turns.ts'
import { secondsUntilOneEnds } from '../../queue/until-one-ends.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { moveToPlaces, setDeliveryStates } from '../deliveries/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import {
  acceptedRoutes,
  countWaiting,
  driversOfRoutes,
  activeDepots,
  driversElsewhere,
  hasDepot,
  obstaclesIn,
  onlyDepot,
  pendingOn,
  plannedColumns,
  readDay,
  readDepots,
  readDrivers,
  summaryColumns,
  type PlanReading,
  type ReadRevision,
} from './queries.ts'
import { outlinesOf } from './rules.ts'

/** States in which the plan is being calculated, or should be. */
const running: PlanState[] = ['queued', 'optimizing']
/** States in which its routes may be changed. */
const changeable: PlanState[] = ['draft', 'approved', 'dispatched']

/**
 * Creates a plan for a day, which then waits for its turn.
 * @param wave of a plan that is made by itself: it has only orders that had come by then, if it says when
 * @throws AppError `over_tier_limit`, `too_many_plans`, `day_over`, `nothing_to_plan`, `no_drivers`, `driver_not_found`,
 * `payment_overdue`, `not_in_tier`, `driver_over_licenses`, `deliveries_wait`, `no_depot`, `shifts_over`, `quota_reached`, `cannot_combine`, `driver_of_other_depot`, `depot_not_found`, `depot_inactive`, `not_your_depot`
 */
export async function createPlan(
  trx: Trx,
  actor: Author,
  { day, driver_ids, time_limit_seconds, revises, scope, choices, what_if, ...named }: NewPlan,
  { limits, now }: Quotas,
  wave?: { orders_until: string | null },
): Promise<PlanSummary> {
  const { workspaceId } = actor
  // Serialize concurrent calls, so that each is counted.
  await lockWorkspace(trx, workspaceId)
  await checkRoom(trx, workspaceId, time_limit_seconds, now)
  await checkPlanningPaid(trx, workspaceId, now)
  await beginTierMonth(trx, workspaceId, now)
  if (what_if) await checkFeature(trx, workspaceId, 'scenarios', now)
  const base = revises
    ? await readRevised(trx, workspaceId, revises, { day, without: what_if?.without_drivers })
    : undefined
  const wanted = [...new Set((driver_ids ?? base?.driver_ids ?? []).map((id) => id.toLowerCase()))]
  await checkDrivers(trx, workspaceId, wanted)
  // Whoever has a route of the plan keeps it.
  await checkLicensed(
    trx,
    workspaceId,
    wanted.filter((id) => !base?.driver_ids.includes(id)),
    now,
  )
  if (!(await hasDepot(trx, workspaceId))) throw new AppError('no_depot')
  const depot_id = base ? base.depot_id : await depotOf(trx, actor, named)
  await checkDay(trx, workspaceId, { day, driver_ids: wanted, depot_id }, now)
  await checkHome(trx, workspaceId, { driver_ids: wanted, depot_id })
  const which = { day, depot_id, orders_until: wave?.orders_until ?? null }
  const beside = { ...which, beside: revises }
  const waiting = await pendingBeside(trx, workspaceId, beside).select('id').limit(1).executeTakeFirst()
  if (!waiting && (!base?.stops || scope === 'unassigned')) throw await nothingToPlan(trx, workspaceId, day)
  if (!base) await checkShifts(trx, workspaceId, { day, driver_ids: wanted, depot_id }, now)
  await checkStops(trx, workspaceId, { ...beside, planned: base?.stops ?? 0 }, limits)
  await checkCombinations(trx, workspaceId, { ...which, driver_ids: wanted })

  const plan = await trx
    .insertInto('plans')
    .values({
      workspace_id: workspaceId,
      day,
      driver_ids: wanted,
      depot_id,
      time_limit_seconds,
      failure: null,
      by_itself: wave !== undefined,
      orders_until: which.orders_until,
      revises: revises ?? null,
      scope: revises ? JSON.stringify(scope ?? 'day') : null,
      choices: choices && JSON.stringify(choices),
      what_if: what_if && JSON.stringify(what_if),
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
      traceparent: currentTraceparent(),
    })
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
  await appendEvents(trx, actor, [{ type: 'plan.created', id: plan.id, data: plan }], now)
  return plan
}

async function nothingToPlan(trx: Trx, workspaceId: string, day: string): Promise<AppError> {
  const count = await countWaiting(trx, workspaceId, day)
  return count ? waitingError(trx, workspaceId, { day, count }) : new AppError('nothing_to_plan', { day })
}

/**
 * The plan that a revision is of: its depot, how many stops it has, and its drivers who are still active.
 * @throws AppError `plan_not_found`, `plan_other_day`, `plan_is_revision`, `plan_running`, `plan_not_changeable`, `route_has_begun`
 */
async function readRevised(
  trx: Trx,
  workspaceId: string,
  id: string,
  { day, without = [] }: { day: string; without: string[] | undefined },
) {
  const plan = await trx
    .selectFrom('plans')
    .select(['day', 'state', 'depot_id', 'revises', 'what_if'])
    .select(
      sql<string[]>`array(select d.id from drivers d where d.workspace_id = plans.workspace_id and d.active
        and (d.id = any(plans.driver_ids) or d.id in (select driver_id from routes where plan_id = plans.id)) order by d.id)`.as(
        'driver_ids',
      ),
    )
    .select(
      sql<number>`(select count(*)::integer from stops s join routes r on r.id = s.route_id
        where r.plan_id = plans.id and s.delivery_id is not null)`.as('stops'),
    )
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  if (plan.revises || plan.what_if) throw new AppError('plan_is_revision')
  if (running.includes(plan.state)) throw new AppError('plan_running')
  if (!changeable.includes(plan.state)) throw new AppError('plan_not_changeable', { state: plan.state })
  if (plan.day !== day) throw new AppError('plan_other_day')
  if (without.length) await checkNotBegun(trx, workspaceId, id, without)
  return plan
}

/** @throws AppError `route_has_begun` naming them */
async function checkNotBegun(trx: Trx, workspaceId: string, planId: string, driverIds: string[]): Promise<void> {
  const begun = await trx
    .selectFrom('routes')
    .innerJoin('stops', 'stops.route_id', 'routes.id')
    .innerJoin('deliveries', 'deliveries.id', 'stops.delivery_id')
    .select('routes.driver_name')
    .distinct()
    .where('routes.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    .where(sql<boolean>`routes.driver_id = any(${driverIds}::uuid[])`)
    .where('deliveries.status', 'in', ['in_transit', 'arrived', 'delivered', 'failed'])
    .orderBy('routes.driver_name')
    .execute()
  if (!begun.length) return
  throw new AppError('route_has_begun', { detail: `On the road: ${begun.map((each) => each.driver_name).join(', ')}.` })
}

/**
 * The depot of a new plan. Without one, it plans for all, unless there is but one, or the member is limited to some.
 * @throws AppError `depot_not_found`, `depot_inactive`, `not_your_depot`, `validation_failed`
 */
async function depotOf(
  trx: Trx,
  { workspaceId, depotIds }: Author,
  named: Pick<NewPlan, 'depot' | 'depot_id'>,
): Promise<string | null> {
  const { depot_id: chosen } = await readScope(trx, workspaceId, { ...named, depot_id: named.depot_id ?? undefined })
  const depot = chosen ?? (await onlyDepot(trx, workspaceId))
  if (depot === null && depotIds) {
    throw new AppError('validation_failed', { errors: [{ path: 'depot_id', message: 'Choose one of your depots.' }] })
  }
  return depot
}

/** @throws AppError `driver_of_other_depot` naming them */
async function checkHome(
  trx: Trx,
  workspaceId: string,
  { driver_ids, depot_id }: { driver_ids: string[]; depot_id: string | null },
): Promise<void> {
  if (depot_id === null) return
  const others = await driversElsewhere(trx, workspaceId, { driver_ids, depot_id })
  if (others.length) {
    throw new AppError('driver_of_other_depot', {
      detail: `Of another depot: ${others.map(({ name }) => name).join(', ')}.`,
      driver_ids: others.map(({ id }) => id),
    })
  }
}

/** @throws AppError `cannot_combine`, which would otherwise fail only once the plan's turn has come */
async function checkCombinations(
  trx: Trx,
  workspaceId: string,
  chosen: { day: string; driver_ids: string[]; depot_id: string | null; orders_until: string | null },
): Promise<void> {
  const obstacles = obstaclesIn(chosen.day, await readDay(trx, workspaceId, chosen))
  if (obstacles.length) {
    throw new AppError('cannot_combine', { detail: obstacles.map(({ sentence }) => sentence).join(' '), obstacles })
  }
}

/** Checks that the workspace's tier allows this time limit, and one more plan. */
async function checkRoom(trx: Trx, workspaceId: string, seconds: number, now: Date): Promise<void> {
  const tier = tierInForce(await readWorkspace(trx, workspaceId), now)
  keepTo(planLimits, tier, 'seconds', seconds)
  const own = await trx
    .selectFrom('plans')
    .select(['started_at', 'time_limit_seconds'])
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', running)
    .execute()
  if (own.length >= planLimits[tier].plans) throw tooMany(planLimits, tier, 'plans', secondsUntilOneEnds(own, now))
}

/** A day that is over cannot be planned, unless a chosen driver still works the night after it. */
async function checkDay(
  trx: Trx,
  workspaceId: string,
  chosen: { day: string; driver_ids: string[]; depot_id: string | null },
  now: Date,
): Promise<void> {
  const { day } = chosen
  const { time_zone: zone, get_ready_minutes } = await readWorkspace(trx, workspaceId)
  if (!isOver(day, now, zone)) return
  const start = earliestStart(day, earliestDeparture(now, get_ready_minutes), zone)
  const drivers = await readDrivers(trx, workspaceId, chosen)
  if (!drivers.some((driver) => workingTime(driver, day, zone, start))) throw new AppError('day_over', { day })
}

/** The plan of a day that is over cannot be approved, unless a route of it goes on into the next day. */
async function checkNotOver(trx: Trx, workspaceId: string, { id, day }: PlanSummary, now: Date): Promise<void> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  if (!isOver(day, now, time_zone)) return
  const route = await trx
    .selectFrom('routes')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', id)
    .where('ends_at', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  if (!route) throw new AppError('day_over', { day })
}

/** Refuses a plan of today if every chosen driver worked that day, but no longer does. */
async function checkShifts(
  trx: Trx,
  workspaceId: string,
  chosen: { day: string; driver_ids: string[]; depot_id: string | null },
  now: Date,
): Promise<void> {
  const { time_zone: zone, get_ready_minutes } = await readWorkspace(trx, workspaceId)
  const start = earliestStart(chosen.day, earliestDeparture(now, get_ready_minutes), zone)
  if (start === 0) return
  const drivers = await readDrivers(trx, workspaceId, chosen)
  const works = (earliest: number) => drivers.some((driver) => workingTime(driver, chosen.day, zone, earliest))
  if (works(0) && !works(start)) throw new AppError('shifts_over', { day: chosen.day })
}

type Beside = { day: string; depot_id: string | null; orders_until: string | null; beside: string | undefined }

/** A day's deliveries without a route, also on no route of this draft. */
function pendingBeside(trx: Trx, workspaceId: string, { beside, ...which }: Beside) {
  const pending = pendingOn(trx, workspaceId, which)
  if (!beside) return pending
  return pending.where(
    sql<boolean>`not exists (select from stops s join routes r on r.id = s.route_id
      where r.plan_id = ${beside} and s.delivery_id = deliveries.id)`,
  )
}

/**
 * The engine would refuse more stops too, but only once the plan's turn has come. A delivery is one stop or two for each of its
 * places.
 */
async function checkStops(
  trx: Trx,
  workspaceId: string,
  { planned, ...which }: Beside & { planned: number },
  limits: QuotaLimits,
): Promise<void> {
  const { stops } = await pendingBeside(trx, workspaceId, which)
    .select((eb) =>
      eb.fn
        .coalesce(
          eb.fn.sum<number>(sql`(case when ${isPickedUp} then 2 else 1 end) * (1 + jsonb_array_length(other_places))`),
          eb.lit(0),
        )
        .as('stops'),
    )
    .where('lat', 'is not', null)
    .where('location_confidence', '>', areaOnlyUpTo)
    .executeTakeFirstOrThrow()
  const { tier } = await readWorkspace(trx, workspaceId)
  checkQuota({
    quota: 'stops_per_plan',
    limit: limitOf('stops_per_plan', limits, { tier }),
    used: planned,
    wanted: stops,
  })
}

/** A shipment, whose goods are not at its depot. */
const isPickedUp = sql<boolean>`pickup_address is not null and pickup_depot_id is distinct from depot_id and kind <> 'return'`

async function checkDrivers(trx: Trx, workspaceId: string, wanted: string[]): Promise<void> {
  const active = await trx
    .selectFrom('drivers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .execute()
  if (!active.length) throw new AppError('no_drivers')
  const known = new Set(active.map(({ id }) => id))
  const missing = wanted.filter((id) => !known.has(id))
  if (missing.length) throw new AppError('driver_not_found', { driver_ids: missing })
}

/**
 * Stops the calculation. Whoever works on it notices within a second.
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_not_running`
 */
export async function cancelPlan(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<PlanSummary> {
  const plan = await lockRunning(trx, actor.workspaceId, id, seen)
  return setState(trx, actor, plan, { state: 'cancelled', type: 'plan.cancelled' }, now)
}

/**
 * Ends the calculation with the best plan so far, as soon as there is one. Asking again changes nothing.
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_not_running`
 */
export async function finishPlan(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<PlanSummary> {
  const before = await lockRunning(trx, actor.workspaceId, id, seen)
  const plan = await trx
    .updateTable('plans')
    .set((eb) => ({ finish_requested_at: eb.fn.coalesce('finish_requested_at', eb.val(now)) }))
    .where('id', '=', id)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
  if (plan.version !== before.version) {
    await appendEvents(trx, actor, [{ type: 'plan.finish_requested', id, data: plan, before }], now)
  }
  return plan
}

/**
 * Approves a draft. Its deliveries become planned, with driver and arrival time.
 * A plan whose first driver should have left already can be approved: the driver may be on the way. Only the day must
 * not be over, because nobody could drive it any more.
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_running`, `plan_not_draft`, `plan_is_revision`, `day_over`, `plan_outdated`,
 * `payment_overdue`, `driver_over_licenses`
 */
export async function approvePlan(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<PlanSummary> {
  const plan = await lockDraft(trx, actor.workspaceId, id, seen)
  if (plan.revises || plan.what_if) throw new AppError('plan_is_revision')
  await checkNotOver(trx, actor.workspaceId, plan, now)
  await checkTier(trx, actor.workspaceId, id, now)
  const stops = await lockDeliveries(trx, actor.workspaceId, id)
  const moved = await movedAway(trx, actor, plan, stops)
  const { time_zone } = await readWorkspace(trx, actor.workspaceId)
  const depots = await readDepots(trx, actor.workspaceId)
  const changed = stops.filter(
    (stop) =>
      stop.status !== 'pending' ||
      isPlaceGone(stop) ||
      stop.deleted_at !== null ||
      moved.has(stop.id) ||
      !isPlannedFrom(stop.planned_from, toDayDelivery(stop, depots), time_zone),
  )
  const drivers = await lostDrivers(trx, actor.workspaceId, id, plan.day)
  if (changed.length || drivers.length) {
    throw new AppError('plan_outdated', { numbers: changed.map(({ number }) => number), drivers })
  }
  const arrivals = new Map(
    stops.map((stop) => [
      stop.id,
      { estimated_arrival: stop.arrival_at, driver_id: stop.planned_driver_id, route_id: stop.planned_route_id },
    ]),
  )
  await goToChosen(trx, actor, { planId: id, stops, depots, time_zone }, now)
  await setDeliveryStates(trx, {
    actor,
    now,
    ids: [...arrivals.keys()],
    to: 'planned',
    why: 'Plan approved',
    patch: (each) => arrivals.get(each)!,
  })
  return setState(trx, actor, plan, { state: 'approved', type: 'plan.approved' }, now)
}

type HeldStop = Awaited<ReturnType<typeof lockDeliveries>>[number]

/** Whether the place that a draft chose is gone. */
const isPlaceGone = ({ other_place, other_places, stop_address: address }: HeldStop) =>
  other_place !== null && !chosenPlace({ other_place, address }, other_places)

/** Makes the places that a draft has chosen the delivery addresses: from then on, everybody reads them there. */
async function goToChosen(
  trx: Trx,
  actor: Actor,
  { planId, stops, depots, time_zone }: { planId: string; stops: HeldStop[]; depots: DayDepots; time_zone: string },
  now: Date,
): Promise<void> {
  const chosen = new Map(
    stops.flatMap(({ id, other_place }) => (other_place === null ? [] : [[id, other_place] as const])),
  )
  if (!chosen.size) return
  await moveToPlaces(trx, actor, chosen, now)
  const moved = (await lockDeliveries(trx, actor.workspaceId, planId)).filter(({ id }) => chosen.has(id))
  const from = moved.map((stop) => plannedFrom(toDayDelivery(stop, depots), time_zone))
  await sql`
    update stops set other_place = null, planned_from = moved.planned_from
    from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map((stop) => stop.planned_route_id)}::uuid[],
      ${from}::text[]) as moved (delivery_id, route_id, planned_from)
    where stops.workspace_id = ${actor.workspaceId}
      and stops.delivery_id = moved.delivery_id and stops.route_id = moved.route_id`.execute(trx)
}

/**
 * Dispatches the routes. Deliveries cancelled since the approval stay cancelled.
 * @param despiteGoods also if goods are not at the depot yet
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_not_approved`, `plan_dispatched`, `payment_overdue`,
 * `driver_over_licenses`, `goods_not_arrived`
 */
export async function dispatchPlan(
  trx: Trx,
  actor: Actor,
  id: string,
  seen: Seen,
  now: Date,
  { despiteGoods = false }: { despiteGoods?: boolean } = {},
): Promise<PlanSummary> {
  const plan = await lockPlan(trx, actor.workspaceId, id, seen)
  const { state } = plan
  if (state === 'dispatched') throw new AppError('plan_dispatched')
  if (state !== 'approved') throw new AppError('plan_not_approved', { state })
  await checkTier(trx, actor.workspaceId, id, now)
  const stops = await lockHeld(trx, actor.workspaceId, id)
  if (!despiteGoods) checkGoods(stops.filter(({ status }) => status === 'planned'))
  await setDeliveryStates(trx, {
    actor,
    now,
    ids: inState(stops, 'planned'),
    to: 'dispatched',
    why: 'Plan dispatched',
  })
  await promiseArrivals(trx, actor.workspaceId, id)
  return setState(trx, actor, plan, { state: 'dispatched', type: 'plan.dispatched' }, now)
}

/**
 * Whether the tier allows a plan's routes to be driven: the workspace may have another one than when it was planned.
 * @throws AppError `payment_overdue`, `driver_over_licenses`
 */
async function checkTier(trx: Trx, workspaceId: string, planId: string, now: Date): Promise<void> {
  await checkPlanningPaid(trx, workspaceId, now)
  await checkLicensed(trx, workspaceId, await driversOfRoutes(trx, workspaceId, planId), now)
}

/** @throws AppError `goods_not_arrived` */
function checkGoods(stops: { number: number; depot_id: string | null; goods: Goods | null }[]): void {
  const away = stops.filter(({ goods, depot_id }) => goods && (goods.state !== 'at_hub' || goods.depot_id !== depot_id))
  if (!away.length) return
  const what = away.length === 1 ? `Goods of delivery ${away[0]!.number} are` : `Goods of ${away.length} deliveries are`
  const detail = `${what} not at the depot yet. Wait for their transfer, or dispatch all the same.`
  throw new AppError('goods_not_arrived', { detail, numbers: away.map(({ number }) => number) })
}

/** Dispatched drivers tell recipients when they come. What was promised before stays promised. */
async function promiseArrivals(trx: Trx, workspaceId: string, planId: string): Promise<void> {
  await trx
    .updateTable('stops')
    .set((eb) => ({ promised_at: eb.fn.coalesce('promised_at', 'arrival_at') }))
    .where('workspace_id', '=', workspaceId)
    // Whoever hands something over on the way was promised nothing.
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'delivery'),
        eb('delivery_id', 'in', eb.selectFrom('deliveries').select('id').where('kind', '=', 'return')),
      ]),
    )
    .where('route_id', 'in', (eb) =>
      eb.selectFrom('routes').select('id').where('plan_id', '=', planId).where('workspace_id', '=', workspaceId),
    )
    .execute()
}

/**
 * Takes a plan back one step: dispatched to approved, as long as no driver has started, or approved to draft.
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_cannot_be_taken_back`, `delivery_state`
 */
export async function takeBackPlan(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<PlanSummary> {
  const plan = await lockPlan(trx, actor.workspaceId, id, seen)
  const { state } = plan
  if (state !== 'dispatched' && state !== 'approved') throw new AppError('plan_cannot_be_taken_back', { state })
  const stops = await lockHeld(trx, actor.workspaceId, id)
  if (state === 'approved') {
    await setDeliveryStates(trx, {
      actor,
      now,
      ids: inState(stops, 'planned'),
      to: 'pending',
      why: 'Plan taken back',
    })
    return setState(trx, actor, plan, { state: 'draft', type: 'plan.approval_taken_back' }, now)
  }
  const begun = stops.filter(({ status }) => status !== 'dispatched' && status !== 'cancelled')
  if (begun.length) throw new AppError('delivery_state', { numbers: begun.map(({ number }) => number) })
  await setDeliveryStates(trx, {
    actor,
    now,
    ids: inState(stops, 'dispatched'),
    to: 'planned',
    why: 'Dispatch taken back',
  })
  return setState(trx, actor, plan, { state: 'approved', type: 'plan.dispatch_taken_back' }, now)
}

/**
 * Discards a draft. Its deliveries are not affected.
 * @throws AppError `plan_not_found`, `version_conflict`, `plan_running`, `plan_not_draft`
 */
export async function discardPlan(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<PlanSummary> {
  const plan = await lockDraft(trx, actor.workspaceId, id, seen)
  return setState(trx, actor, plan, { state: 'discarded', type: 'plan.discarded' }, now)
}

/**
 * Gives a scenario another name.
 * @throws AppError `plan_not_found`, `version_conflict`, `not_scenario`
 */
export async function renameScenario(
  trx: Trx,
  actor: Actor,
  { id, name }: { id: string; name: string },
  seen: Seen,
  now: Date,
): Promise<PlanSummary> {
  const before = await lockPlan(trx, actor.workspaceId, id, seen)
  if (!before.what_if) throw new AppError('not_scenario')
  return changeScenario(trx, actor, before, { ...before.what_if, name }, now)
}

/** Changes what a plan answers as a scenario. Without that, it is an ordinary draft of its day. */
export async function changeScenario(
  trx: Trx,
  actor: Actor,
  before: PlanSummary,
  what_if: WhatIf | null,
  now: Date,
): Promise<PlanSummary> {
  const plan = await trx
    .updateTable('plans')
    .set({ what_if: what_if && JSON.stringify(what_if), updated_at: now })
    .where('id', '=', before.id)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
  if (plan.version === before.version) return plan
  await appendEvents(trx, actor, [{ type: 'plan.scenario_changed', id: plan.id, data: plan, before }], now)
  return plan
}

const inState = (stops: { id: string; status: DeliveryState }[], state: DeliveryState) =>
  stops.filter(({ status }) => status === state).map(({ id }) => id)

/** @throws AppError `plan_not_found`, `version_conflict` */
export async function lockPlan(trx: Trx, workspaceId: string, id: string, seen: Seen) {
  const plan = await trx
    .selectFrom('plans')
    .select(summaryColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) throw new AppError('plan_not_found')
  await checkSeen(seen, plan, () => ({ current: plan }))
  return plan
}

async function lockRunning(trx: Trx, workspaceId: string, id: string, seen: Seen): Promise<PlanSummary> {
  const plan = await lockPlan(trx, workspaceId, id, seen)
  if (!running.includes(plan.state)) throw new AppError('plan_not_running', { state: plan.state })
  return plan
}

/** @throws AppError `plan_not_found`, `version_conflict`, `plan_running`, `plan_not_draft` */
export async function lockDraft(trx: Trx, workspaceId: string, id: string, seen: Seen) {
  const plan = await lockPlan(trx, workspaceId, id, seen)
  if (running.includes(plan.state)) throw new AppError('plan_running')
  if (plan.state !== 'draft') throw new AppError('plan_not_draft', { state: plan.state })
  return plan
}

/**
 * The current deliveries on a plan's routes, always ordered by ID, with the stop where they are delivered: a shipment is
 * picked up at another one.
 */
async function lockDeliveries(trx: Trx, workspaceId: string, planId: string) {
  const rows = await trx
    .selectFrom('stops')
    .innerJoin('routes', 'routes.id', 'stops.route_id')
    .innerJoin('deliveries', 'deliveries.id', 'stops.delivery_id')
    .select(plannedColumns.map((column) => `deliveries.${column}` as const))
    .select([
      'deliveries.status',
      'deliveries.deleted_at',
      'deliveries.route_id',
      'stops.arrival_at',
      'stops.planned_from',
      'stops.other_place',
      'stops.address as stop_address',
      'routes.id as planned_route_id',
      'routes.driver_id as planned_driver_id',
    ])
    .where('stops.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    .orderBy('deliveries.id')
    .orderBy('stops.position')
    .forUpdate('deliveries')
    .execute()
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/**
 * Those of a plan's deliveries that leave from another depot by now.
 * @throws AppError `plan_outdated` if they are no longer among those that the member sees
 */
async function movedAway(
  trx: Trx,
  { workspaceId, depotIds }: Actor,
  { id, depot_id }: PlanSummary,
  stops: { id: string; depot_id: string | null }[],
): Promise<Set<string>> {
  if (depot_id === null) return new Set()
  if (depotIds) {
    const { planned } = await trx
      .selectFrom('stops')
      .innerJoin('routes', 'routes.id', 'stops.route_id')
      .select((eb) => eb.fn.count<number>('stops.delivery_id').distinct().as('planned'))
      .where('stops.workspace_id', '=', workspaceId)
      .where('routes.plan_id', '=', id)
      .executeTakeFirstOrThrow()
    if (planned > stops.length) throw new AppError('plan_outdated', { numbers: [], drivers: [] })
  }
  const others = stops.filter((stop) => stop.depot_id !== null && stop.depot_id !== depot_id)
  if (!others.length) return new Set()
  // Those of an inactive depot leave from the default one.
  const active = await activeDepots(
    trx,
    workspaceId,
    others.map((stop) => stop.depot_id!),
  )
  return new Set(others.filter((stop) => active.has(stop.depot_id!)).map((stop) => stop.id))
}

/** The deliveries that still belong to the approved plan. A reopened one may be on another plan's route. */
async function lockHeld(trx: Trx, workspaceId: string, planId: string) {
  const stops = await lockDeliveries(trx, workspaceId, planId)
  return stops.filter((stop) => stop.route_id === stop.planned_route_id)
}

/** Names of the plan's drivers who are no longer active or now have another route at the same time. */
async function lostDrivers(trx: Trx, workspaceId: string, planId: string, day: string): Promise<string[]> {
  const routes = await trx
    .selectFrom('routes')
    .innerJoin('drivers', 'drivers.id', 'routes.driver_id')
    .select(['drivers.id', 'drivers.name', 'drivers.active', 'routes.starts_at', 'routes.ends_at'])
    .where('routes.workspace_id', '=', workspaceId)
    .where('routes.plan_id', '=', planId)
    // Two plans that are approved at once for the same driver wait for each other here.
    .orderBy('drivers.id')
    .forUpdate('drivers')
    .execute()
  if (!routes.length) return []
  const accepted = await acceptedRoutes(trx, workspaceId, day)
    .select(['routes.driver_id', 'routes.starts_at', 'routes.ends_at'])
    .execute()
  return routes
    .filter(
      (route) =>
        !route.active ||
        accepted.some(
          (other) => other.driver_id === route.id && other.starts_at < route.ends_at && route.starts_at < other.ends_at,
        ),
    )
    .map(({ name }) => name)
}

type PlanEvent = Extract<EventType, `plan.${string}`>

/** Moves a plan to another state and tells so, also to the drivers of its routes. */
export async function setState(
  trx: Trx,
  actor: Actor,
  before: PlanSummary,
  { state, type }: { state: PlanState; type: PlanEvent },
  now: Date,
): Promise<PlanSummary> {
  const { id } = before
  const plan = await trx
    .updateTable('plans')
    .set({ state, updated_at: now })
    .where('id', '=', id)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow()
  const routes = await trx.selectFrom('routes').select('driver_id').where('plan_id', '=', id).execute()
  const driverIds = routes.map((route) => route.driver_id)
  await appendEvents(trx, actor, [{ type, id, data: plan, before, driverIds }], now)
  if (plan.by_itself) await settleAlert(trx, actor.workspaceId, readyKey(id), now)
  return plan
}

/** What the plan whose turn it is needs, or undefined if it is no longer wanted. */
export async function readQuestion(
  trx: Trx,
  { workspaceId, id, ticket }: Turn,
  readRevision: ReadRevision,
  now: Date,
): Promise<PlanReading | undefined> {
  const plan = await trx
    .selectFrom('plans')
    .select(['day', 'driver_ids', 'depot_id', 'time_limit_seconds', 'orders_until'])
    .select(['revises', 'scope', 'choices', 'what_if'])
    .where('id', '=', id)
    .where('ticket', '=', ticket)
    .where('state', '=', 'optimizing')
    .executeTakeFirst()
  if (!plan) return undefined
  if (plan.revises !== null) return readRevision(trx, workspaceId, { ...plan, revises: plan.revises }, now)
  const { settings, drivers, deliveries } = await readDay(trx, workspaceId, plan)
  const departure = earliestDeparture(now, settings.get_ready_minutes)
  const working = driversOf(drivers, plan.what_if ?? undefined)
  const planned = toProblem(plan.day, settings, working, deliveries, departure, { choosesPlaces: true })
  startLater(planned.problem.vehicles, plan.what_if?.start_later_minutes ?? 0)
  return { ...plan, settings, planned, choices: plan.choices ?? {} }
}

/** Changes the plan of a turn, unless it is no longer wanted or belongs to another turn. */
const changeTurn = (trx: Trx, { id, ticket }: Turn, change: UpdateObject<Tables, 'plans'>) =>
  trx
    .updateTable('plans')
    .set(change)
    .where('id', '=', id)
    .where('ticket', '=', ticket)
    .where('state', '=', 'optimizing')

/** Stores progress, and the best plan so far if it is new. Returns what the calculation has to do: nothing more if the plan is no longer wanted. */
export async function writeProgress(
  trx: Trx,
  turn: Turn,
  { progress, best }: { progress: PlanProgress | null; best: BestPlan | undefined },
  now: Date,
): Promise<'go on' | 'finish' | 'abandon'> {
  const change = {
    progress: progress && JSON.stringify(progress),
    updated_at: now,
    ...(best && { best: JSON.stringify(best) }),
  }
  const plan = await changeTurn(trx, turn, change).returning('finish_requested_at').executeTakeFirst()
  if (!plan) return 'abandon'
  return plan.finish_requested_at ? 'finish' : 'go on'
}

type PlanResult = {
  routes: RouteRows
  unassigned: Unassigned[]
  groups: UnassignedGroup[]
  unused: UnusedDriver[]
  progress: PlanProgress | null
  travel: PlanTravel
  timedWith: TimedWith
  proposal: Proposal | null
}

/** Stores the routes and makes the plan a draft, unless the plan is no longer wanted. */
export async function savePlan(
  trx: Trx,
  turn: Turn,
  { routes, unassigned, groups, unused, progress, travel, timedWith, proposal }: PlanResult,
  now: Date,
): Promise<void> {
  const { workspaceId, id: planId } = turn
  const saved = await changeTurn(trx, turn, {
    state: 'draft',
    totals: JSON.stringify(totalsOf(routes, unassigned.length)),
    unassigned: JSON.stringify(unassigned),
    unassigned_groups: JSON.stringify(groups),
    unused_drivers: JSON.stringify(unused),
    progress: progress && JSON.stringify(progress),
    travel: JSON.stringify(travel),
    timed_with: JSON.stringify(timedWith),
    proposal: proposal && JSON.stringify(proposal),
    best: null,
    updated_at: now,
  })
    .returning(summaryColumns)
    .executeTakeFirst()
  if (!saved) return
  const inserted = routes.length ? await insertRoutes(trx, turn, routes) : []
  const drafts = inserted.map((route): EventDraft => ({
    type: 'route.created',
    id: route.id,
    data: route,
    depotIds: saved.depot_id ? [saved.depot_id] : [],
  }))
  const drafted: EventDraft = { type: 'plan.drafted', id: planId, data: saved, before: { state: 'optimizing' } }
  await appendEvents(trx, planner(workspaceId), [drafted, ...drafts], now)
  if (saved.by_itself) await tellReady(trx, workspaceId, saved, now)
}

const readyKey = (planId: string) => `plan:${planId}`

/** Tells dispatchers that a plan was made by itself. */
async function tellReady(trx: Trx, workspaceId: string, { id, day, totals }: PlanSummary, now: Date): Promise<void> {
  const { language } = await readWorkspace(trx, workspaceId)
  const { countOf, formatDay } = formatsIn(language)
  const { routes = 0, deliveries = 0, unassigned = 0 } = totals ?? {}
  const left = unassigned > 0 ? `, ${unassigned} unassigned` : ''
  const what = `${countOf(routes, 'route')}, ${countOf(deliveries, 'delivery', 'deliveries')}${left}`
  const sentence = `A plan for ${formatDay(day)} was made by itself: ${what}. Look at it and approve it.`
  const draft = { kind: 'plan_ready', severity: 'low', sentence, key: readyKey(id), plan_id: id } as const
  await raiseAlert(trx, workspaceId, draft, now)
}

/** Who appends what a calculation found. */
const planner = (workspaceId: string): Author => ({ workspaceId, userId: null, name: 'Planner' })

async function insertRoutes(trx: Trx, { workspaceId, id: planId }: Turn, routes: RouteRows): Promise<RouteOutline[]> {
  const inserted = await trx
    .insertInto('routes')
    .values(routes.map(({ stops: _, ...route }) => ({ ...route, workspace_id: workspaceId, plan_id: planId })))
    .returningAll()
    .execute()
  const idAt = new Map(inserted.map(({ id, position }) => [position, id]))
  const stops = routes.flatMap((route) =>
    route.stops.map((stop) => ({ ...stop, workspace_id: workspaceId, route_id: idAt.get(route.position)! })),
  )
  // PostgreSQL accepts at most 65,535 values per statement.
  const insertedStops: Selectable<StopTable>[] = []
  for (let from = 0; from < stops.length; from += 2000) {
    const some = trx.insertInto('stops').values(stops.slice(from, from + 2000))
    insertedStops.push(...(await some.returningAll().execute()))
  }
  return outlinesOf(inserted, insertedStops)
}

/** Lets an interrupted calculation wait for its next turn. An attempt that the server itself ended does not count. */
export async function putPlanBack(trx: Trx, turn: Turn, counts: boolean, now: Date): Promise<void> {
  const attempts = turn.attempts - (counts ? 0 : 1)
  await changeTurn(trx, turn, { state: 'queued', ticket: null, started_at: null, attempts, updated_at: now }).execute()
}

/** Ends a calculation that will not find an answer. */
export async function failPlan(trx: Trx, turn: Turn, failure: string, now: Date): Promise<void> {
  const change = { state: 'failed' as const, failure, best: null, updated_at: now }
  const plan = await changeTurn(trx, turn, change).returning(summaryColumns).executeTakeFirst()
  if (!plan) return
  const failed: EventDraft = { type: 'plan.failed', id: plan.id, data: plan, before: { state: 'optimizing' } }
  await appendEvents(trx, planner(turn.workspaceId), [failed], now)
  if (!plan.by_itself) return
  const { language } = await readWorkspace(trx, turn.workspaceId)
  const sentence = `The plan for ${formatsIn(language).formatDay(plan.day)} could not be made by itself. ${failure}`
  const draft = {
    kind: 'plan_not_made',
    severity: 'medium',
    sentence,
    key: readyKey(plan.id),
    plan_id: plan.id,
  } as const
  await raiseAlert(trx, turn.workspaceId, draft, now)
}
