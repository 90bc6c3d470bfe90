import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { NewDelivery } from '#domain/schema/delivery.ts'
import {
  recurringDaysAhead,
  type NewRecurringOrder,
  type NewStandingRoute,
  type RecurringOrder,
  type RecurringOrderChange,
  type StandingRoute,
  type StandingRouteChange,
} from '#domain/schema/recurring.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readScope } from '../../db/delivery-scopes.ts'
import type { Quotas } from '../../db/quotas.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { changeInBulk } from '../bulk/commands.ts'
import { readCalendarBetween } from '../calendar/queries.ts'
import { createDelivery } from '../deliveries/commands.ts'
import { getDriver } from '../drivers/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { daysMade, getRecurring, getStandingRoute, ordersOfRoute, untouched } from './queries.ts'
import { comingDays } from './rules.ts'

/** More than any workspace repeats; each makes a delivery a day. */
const mostRecurring = 2000

const duplicateName = { standing_routes_name: 'duplicate_standing_route' } as const

const todayIn = async (trx: Trx, workspaceId: string, now: Date) =>
  dayOf(now, (await readWorkspace(trx, workspaceId)).time_zone)

/**
 * Lets an order come again, and makes its deliveries of the next two weeks.
 * @throws AppError `too_many_recurring_orders`, `standing_route_not_found`, and as `createDelivery` does
 */
export async function createRecurring(
  trx: Trx,
  actor: Actor,
  { order, ...rule }: NewRecurringOrder,
  quotas: Quotas,
): Promise<RecurringOrder> {
  const { workspaceId } = actor
  const { now } = quotas
  await lockWorkspace(trx, workspaceId)
  const { count } = await trx
    .selectFrom('recurring_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (count >= mostRecurring) throw new AppError('too_many_recurring_orders')
  if (rule.standing_route_id) await getStandingRoute(trx, workspaceId, rule.standing_route_id)
  const { id } = await trx
    .insertInto('recurring_orders')
    .values({
      ...rule,
      ...(await scoped(trx, workspaceId, order)),
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const today = await todayIn(trx, workspaceId, now)
  const created = await getRecurring(trx, workspaceId, id, today)
  await appendEvents(trx, actor, [{ type: 'recurring_order.created', id, data: told(created) }], now)
  await growRecurring(trx, actor, id, quotas)
  return created
}

/** Events say nothing of the recipient: they are kept for long, and what the order says is the order's alone. */
const told = ({ order: _, next_day: __, ...rest }: RecurringOrder) => rest

/** The order with its client and depot by their ids. @throws AppError as `readScope` does */
async function scoped(trx: Trx, workspaceId: string, order: Record<string, unknown>) {
  const { client: _, depot: __, ...rest } = order
  const { client_id, depot_id = null } = await readScope(trx, workspaceId, order as Parameters<typeof readScope>[2])
  const whole = { ...rest, ...(client_id !== undefined && { client_id }), ...(depot_id && { depot_id }) }
  return { order: JSON.stringify(whole), depot_id }
}

/**
 * Changes a recurring order. Coming deliveries that nobody has touched are made anew.
 * @throws AppError `recurring_order_not_found`, `version_conflict`, `standing_route_not_found`, and as `createDelivery` does
 */
export async function changeRecurring(
  trx: Trx,
  actor: Actor,
  id: string,
  { order, ...change }: RecurringOrderChange,
  seen: Seen,
  quotas: Quotas,
): Promise<RecurringOrder> {
  const { workspaceId } = actor
  const { now } = quotas
  await lockWorkspace(trx, workspaceId)
  const today = await todayIn(trx, workspaceId, now)
  const before = await getRecurring(trx, workspaceId, id, today)
  await checkSeen(seen, before, () => ({ current: before }))
  const { first_day, last_day } = { ...before, ...change }
  if (last_day !== null && last_day < first_day) {
    const message = 'The last day is before the first.'
    throw new AppError('validation_failed', { errors: [{ path: 'last_day', message }] })
  }
  if (change.standing_route_id) await getStandingRoute(trx, workspaceId, change.standing_route_id)
  if (!order && Object.keys(change).length === 0) return before
  await trx
    .updateTable('recurring_orders')
    .set({ ...change, ...(order && (await scoped(trx, workspaceId, order))), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const changed = await getRecurring(trx, workspaceId, id, today)
  await appendEvents(
    trx,
    actor,
    [{ type: 'recurring_order.updated', id, data: told(changed), before: told(before) }],
    now,
  )
  // Plans read its place on the route from here: its deliveries say nothing of it.
  if (!order && Object.keys(change).every((field) => field === 'standing_position')) return changed
  await dropUntouched(trx, actor, id, today, now)
  await growRecurring(trx, actor, id, quotas)
  return changed
}

/**
 * Ends a recurring order, with its coming deliveries that nobody has touched. Those of today stay.
 * @throws AppError `recurring_order_not_found`, `version_conflict`
 */
export async function deleteRecurring(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const today = await todayIn(trx, workspaceId, now)
  const before = await getRecurring(trx, workspaceId, id, today)
  await checkSeen(seen, before, () => ({ current: before }))
  await dropUntouched(trx, actor, id, today, now)
  await trx.deleteFrom('recurring_orders').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'recurring_order.deleted', id, data: told(before) }], now)
}

/** Deletes deliveries from tomorrow on that are as they were made, so that they can be made anew. */
async function dropUntouched(trx: Trx, author: Author, id: string, today: string, now: Date): Promise<void> {
  const made = await daysMade(trx, author.workspaceId, id, dayAfter(today))
  const ids = await untouched(
    trx,
    author.workspaceId,
    made.map(({ delivery_id }) => delivery_id),
  )
  if (!ids.length) return
  // None of them is on a route.
  const untimed = () => Promise.resolve()
  await changeInBulk(trx, author, { ids, change: { deleted: true } }, now, untimed)
  await trx
    .deleteFrom('recurring_days')
    .where('workspace_id', '=', author.workspaceId)
    .where('recurring_id', '=', id)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .execute()
}

/**
 * Makes the deliveries of the next two weeks that are not there yet. Each day is made once, whatever becomes of its delivery.
 * Returns how many were made.
 */
export async function growRecurring(trx: Trx, author: Author, id: string, quotas: Quotas): Promise<number> {
  const { workspaceId } = author
  const row = await trx
    .selectFrom('recurring_orders')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return 0
  const today = await todayIn(trx, workspaceId, quotas.now)
  const span = { from: today, to: dayAfter(today, recurringDaysAhead - 1) }
  const { holidays } = await readCalendarBetween(trx, workspaceId, span)
  const made = new Set((await daysMade(trx, workspaceId, id, today)).map(({ day }) => day))
  const days = comingDays(row, today, holidays).filter((day) => !made.has(day))
  const driver = row.standing_route_id && (await getStandingRoute(trx, workspaceId, row.standing_route_id)).driver_id
  for (const day of days) {
    const order = NewDelivery.parse({
      ...row.order,
      scheduled_date: day,
      ...(driver && { wanted_driver_id: driver }),
    })
    const { id: delivery_id } = await createDelivery(trx, author, 'recurring', order, quotas)
    await trx
      .insertInto('recurring_days')
      .values({ workspace_id: workspaceId, recurring_id: id, day, delivery_id })
      .execute()
  }
  return days.length
}

/**
 * Adds a standing route.
 * @throws AppError `driver_not_found`, `duplicate_standing_route`
 */
export async function createStandingRoute(
  trx: Trx,
  actor: Actor,
  route: NewStandingRoute,
  now: Date,
): Promise<StandingRoute> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await getDriver(trx, workspaceId, route.driver_id)
  const insert = trx
    .insertInto('standing_routes')
    .values({ ...route, workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const created = await getStandingRoute(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'standing_route.created', id, data: created }], now)
  return created
}

/**
 * Changes a standing route. With another driver, coming deliveries that nobody has touched are made anew.
 * @throws AppError `standing_route_not_found`, `version_conflict`, `driver_not_found`, `duplicate_standing_route`
 */
export async function changeStandingRoute(
  trx: Trx,
  actor: Actor,
  id: string,
  change: StandingRouteChange,
  seen: Seen,
  quotas: Quotas,
): Promise<StandingRoute> {
  const { workspaceId } = actor
  const { now } = quotas
  await lockWorkspace(trx, workspaceId)
  const before = await getStandingRoute(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  if (Object.keys(change).length === 0) return before
  if (change.driver_id) await getDriver(trx, workspaceId, change.driver_id)
  const update = trx
    .updateTable('standing_routes')
    .set({ ...change, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const changed = await getStandingRoute(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'standing_route.updated', id, data: changed, before }], now)
  if (changed.driver_id === before.driver_id) return changed
  const today = await todayIn(trx, workspaceId, now)
  for (const order of await ordersOfRoute(trx, workspaceId, id)) {
    await dropUntouched(trx, actor, order, today, now)
    await growRecurring(trx, actor, order, quotas)
  }
  return changed
}

/**
 * Deletes a standing route. Its recurring orders go on without it, and coming deliveries that nobody has touched no longer
 * ask for its driver.
 * @throws AppError `standing_route_not_found`, `version_conflict`
 */
export async function deleteStandingRoute(
  trx: Trx,
  actor: Actor,
  id: string,
  seen: Seen,
  quotas: Quotas,
): Promise<void> {
  const { workspaceId } = actor
  const { now } = quotas
  await lockWorkspace(trx, workspaceId)
  const before = await getStandingRoute(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const today = await todayIn(trx, workspaceId, now)
  for (const order of await ordersOfRoute(trx, workspaceId, id)) {
    const was = await getRecurring(trx, workspaceId, order, today)
    const gone = { standing_route_id: null, standing_position: null, updated_at: now }
    await trx
      .updateTable('recurring_orders')
      .set(gone)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', order)
      .execute()
    const data = told(await getRecurring(trx, workspaceId, order, today))
    await appendEvents(trx, actor, [{ type: 'recurring_order.updated', id: order, data, before: told(was) }], now)
    await dropUntouched(trx, actor, order, today, now)
    await growRecurring(trx, actor, order, quotas)
  }
  await trx.deleteFrom('standing_routes').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'standing_route.deleted', id, data: before }], now)
}
