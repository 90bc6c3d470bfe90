import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { sayInWorkshop } from '#domain/fleet/workshop.ts'
import { openStates, type WorkOrder, type WorkOrderState } from '#domain/schema/work-order.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { whyBlocked } from '../vehicle-checks/queries.ts'

const ordersOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('work_orders as o')
    .innerJoin('vehicles as v', 'v.id', 'o.vehicle_id')
    .select(['o.id', 'o.vehicle_id', 'v.code as vehicle_code', 'o.title', 'o.note', 'o.vendor', 'o.state'])
    .select(['o.from_day', 'o.until_day', 'o.parts_cost', 'o.labor_cost', 'o.currency', 'o.odometer_km', 'o.done_on'])
    .select(['o.schedule_id', 'o.check_id', 'o.created_by', 'o.created_at', 'o.updated_at', 'o.version'])
    .where('o.workspace_id', '=', workspaceId)

const newestFirst = {
  name: 'created',
  order: 'desc',
  by: sql`o.created_at`,
  values: z.iso.datetime({ offset: true }),
  tie: sql`o.id`,
  ties: z.uuid(),
} as const

type Filter = { vehicle_id?: string | undefined; state?: WorkOrderState | 'not_done' | undefined }

/** Work orders, the newest first. */
export async function listOrders(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, state, ...page }: Filter & { cursor?: string | undefined; limit: number },
) {
  const states = state === 'not_done' ? openStates : state ? [state] : undefined
  let found = ordersOf(trx, workspaceId)
  let counted = trx.selectFrom('work_orders as o').where('o.workspace_id', '=', workspaceId)
  if (vehicle_id) {
    found = found.where('o.vehicle_id', '=', vehicle_id)
    counted = counted.where('o.vehicle_id', '=', vehicle_id)
  }
  if (states) {
    found = found.where('o.state', 'in', states)
    counted = counted.where('o.state', 'in', states)
  }
  const { rows, next_cursor } = await readPage(found, newestFirst, page)
  const { total } = await counted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows as WorkOrder[], next_cursor, total }
}

/** @throws AppError `work_order_not_found` */
export async function getOrder(trx: Trx, workspaceId: string, id: string): Promise<WorkOrder> {
  const row = await ordersOf(trx, workspaceId).where('o.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('work_order_not_found')
  return row
}

/** Orders of these vehicles, or of all, in which something is still to be done. */
export async function openOrders(trx: Trx, workspaceId: string, vehicleIds?: string[]): Promise<WorkOrder[]> {
  let found = ordersOf(trx, workspaceId).where('o.state', 'in', openStates)
  if (vehicleIds) found = found.where(sql<boolean>`o.vehicle_id = any(${vehicleIds}::uuid[])`)
  return found.orderBy('o.created_at').orderBy('o.id').execute()
}

/**
 * What keeps these vehicles out of plans of a day, each in a sentence: a defect that nobody mended, or the workshop. Those that
 * may drive are left out. Planning, risks and remedies all ask here.
 */
export async function whyOut(trx: Trx, workspaceId: string, ids: string[], day: string): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await ordersOf(trx, workspaceId)
    .where(sql<boolean>`o.vehicle_id = any(${ids}::uuid[])`)
    .where('o.state', 'in', openStates)
    .where('o.from_day', '<=', day)
    .where((eb) => eb.or([eb('o.until_day', 'is', null), eb('o.until_day', '>=', day)]))
    .orderBy('o.created_at', 'desc')
    .execute()
  const inWorkshop = rows.map(
    ({ vehicle_id, vehicle_code: code, title, from_day, until_day }) =>
      [vehicle_id, sayInWorkshop({ code, title, from_day: from_day!, until_day })] as const,
  )
  return new Map([...inWorkshop, ...(await whyBlocked(trx, workspaceId, ids))])
}

/** Routes of plans from today on that use a vehicle while it is in the workshop, the earliest day first. */
export async function routesDuring(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, from_day, until_day }: Pick<WorkOrder, 'vehicle_id' | 'from_day' | 'until_day'>,
  today: string,
): Promise<{ id: string; plan_id: string; day: string }[]> {
  if (from_day === null) return []
  let found = trx
    .selectFrom('routes as r')
    .innerJoin('plans as p', 'p.id', 'r.plan_id')
    .select(['r.id', 'r.plan_id', 'p.day'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.vehicle_id', '=', vehicle_id)
    .where('p.state', 'in', ['approved', 'dispatched'])
    .where('p.day', '>=', from_day > today ? from_day : today)
  if (until_day !== null) found = found.where('p.day', '<=', until_day)
  return found.orderBy('p.day').orderBy('r.id').limit(50).execute()
}
