import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { RecurringOrder, StandingRoute } from '#domain/schema/recurring.ts'
import { dayAfter } from '#domain/time.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { readCalendarBetween } from '../calendar/queries.ts'
import { comingDays } from './rules.ts'

type Paging = { cursor?: string | undefined; limit: number }

const recurringColumns = [
  'r.id',
  'r.order',
  'r.weekdays',
  'r.every_weeks',
  'r.first_day',
  'r.last_day',
  'r.skips_holidays',
  'r.paused',
  'r.standing_route_id',
  'r.standing_position',
  'r.depot_id',
  'r.created_at',
  'r.updated_at',
  'r.version',
  's.name as standing_route_name',
] as const

const recurringOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('recurring_orders as r')
    .leftJoin('standing_routes as s', (join) =>
      join.onRef('s.id', '=', 'r.standing_route_id').onRef('s.workspace_id', '=', 'r.workspace_id'),
    )
    .where('r.workspace_id', '=', workspaceId)

/** How far ahead a next day is looked for. */
const lookAheadDays = 70

type Row = Omit<RecurringOrder, 'next_day'> & { depot_id: string | null }

/** With the days when they come next, counted from `today`, and without the holidays that they leave out. */
async function withNextDays(trx: Trx, workspaceId: string, rows: Row[], today: string): Promise<RecurringOrder[]> {
  const until = dayAfter(today, lookAheadDays)
  const { holidays } = await readCalendarBetween(trx, workspaceId, { from: today, to: until })
  return rows.map(({ depot_id, ...row }) => {
    const [next] = comingDays({ ...row, depot_id }, today, holidays, until)
    return { ...row, next_day: next ?? null }
  })
}

/** Recurring orders by standing route and place. */
export async function listRecurring(trx: Trx, workspaceId: string, paging: Paging, today: string) {
  const found = recurringOf(trx, workspaceId)
  const place = sql`coalesce(lower(s.name), '~') || ' ' || lpad(coalesce(r.standing_position, 0)::text, 5, '0')`
  const sort = {
    name: 'place',
    order: 'asc' as const,
    by: place,
    values: textValues,
    tie: sql`r.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(recurringColumns), sort, paging)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await withNextDays(trx, workspaceId, rows as Row[], today), next_cursor, total }
}

/** @throws AppError `recurring_order_not_found` */
export async function getRecurring(trx: Trx, workspaceId: string, id: string, today: string): Promise<RecurringOrder> {
  const row = await recurringOf(trx, workspaceId).select(recurringColumns).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('recurring_order_not_found')
  const [order] = await withNextDays(trx, workspaceId, [row as Row], today)
  return order!
}

/** The recurring orders of a standing route. */
export async function ordersOfRoute(trx: Trx, workspaceId: string, routeId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('recurring_orders')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('standing_route_id', '=', routeId)
    .orderBy('standing_position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The days that a recurring order has come on already, from a day on. */
export async function daysMade(trx: Trx, workspaceId: string, id: string, from: string) {
  return trx
    .selectFrom('recurring_days')
    .select(['day', 'delivery_id'])
    .where('workspace_id', '=', workspaceId)
    .where('recurring_id', '=', id)
    .where('day', '>=', from)
    .execute()
}

/** Those of these deliveries that are as they were made: nobody changed, planned or deleted them. */
export async function untouched(trx: Trx, workspaceId: string, ids: string[]): Promise<string[]> {
  if (!ids.length) return []
  const rows = await trx
    .selectFrom('deliveries as d')
    .select('d.id')
    .where('d.workspace_id', '=', workspaceId)
    .where(sql<boolean>`d.id = any(${ids}::uuid[])`)
    .where('d.status', '=', 'pending')
    .where('d.deleted_at', 'is', null)
    // A position that was found since is no change that somebody made.
    .where(sql<boolean>`not exists (select from delivery_events e where e.workspace_id = d.workspace_id
      and e.delivery_id = d.id and e.actor_id is not null and e.sequence > 1)`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Recurring orders of which a delivery may have to be made, of all workspaces. */
export async function dueRecurring(db: Db): Promise<{ workspaceId: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from recurring_orders_due()`.execute(db)
  return rows.map(({ workspace_id, id }) => ({ workspaceId: workspace_id, id }))
}

const routeColumns = [
  's.id',
  's.name',
  's.driver_id',
  'd.name as driver_name',
  's.created_at',
  's.updated_at',
  's.version',
] as const

const routesOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('standing_routes as s')
    .innerJoin('drivers as d', (join) =>
      join.onRef('d.id', '=', 's.driver_id').onRef('d.workspace_id', '=', 's.workspace_id'),
    )
    .select(routeColumns)
    .select(
      sql<number>`(select count(*)::integer from recurring_orders o
        where o.workspace_id = s.workspace_id and o.standing_route_id = s.id)`.as('orders'),
    )
    .where('s.workspace_id', '=', workspaceId)

export async function listStandingRoutes(trx: Trx, workspaceId: string, paging: Paging) {
  const sort = {
    name: 'name',
    order: 'asc' as const,
    by: sql`lower(s.name)`,
    values: textValues,
    tie: sql`s.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(routesOf(trx, workspaceId), sort, paging)
  const { total } = await trx
    .selectFrom('standing_routes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/** @throws AppError `standing_route_not_found` */
export async function getStandingRoute(trx: Trx, workspaceId: string, id: string): Promise<StandingRoute> {
  const row = await routesOf(trx, workspaceId).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('standing_route_not_found')
  return row
}
