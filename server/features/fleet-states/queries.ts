import { sql } from 'kysely'
import type { FleetState } from '#domain/schema/fleet-state.ts'
import type { MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import { dayOf } from '#domain/time.ts'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'
import { readPage, textValues } from '../../db/keyset.ts'
import { z } from 'zod'
import { allSchedules } from '../maintenance/queries.ts'
import { endingDocuments } from '../fleet-documents/queries.ts'
import { odometersOf } from '../odometer/queries.ts'
import { openOrders, whyOut } from '../work-orders/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { dueDocument, lateOrder, type VehicleDue } from './rules.ts'

/** How active vehicles are today, by code. */
export async function listStates(
  trx: Trx,
  workspaceId: string,
  { vehicle_id, ...page }: { vehicle_id?: string | undefined; cursor?: string | undefined; limit: number },
  now: Date,
) {
  let found = trx.selectFrom('vehicles').where('workspace_id', '=', workspaceId)
  found = vehicle_id ? found.where('id', '=', vehicle_id) : found.where('active', '=', true)
  const sort = {
    name: 'code',
    order: 'asc' as const,
    by: sql`code`,
    values: textValues,
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(['id', 'code']), sort, page)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: await statesOf(trx, workspaceId, rows as { id: string; code: string }[], now), next_cursor, total }
}

async function statesOf(trx: Trx, workspaceId: string, vehicles: { id: string; code: string }[], now: Date) {
  const ids = vehicles.map(({ id }) => id)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  const odometers = await odometersOf(trx, workspaceId, ids)
  const away = await whyOut(trx, workspaceId, ids, today)
  const due = Map.groupBy(await dueIn(trx, workspaceId, today, now, ids), ({ vehicle_id }) => vehicle_id)
  const orders = Map.groupBy(await openOrders(trx, workspaceId, ids), ({ vehicle_id }) => vehicle_id)
  return vehicles.map(({ id, code }): FleetState => ({
    vehicle_id: id,
    vehicle_code: code,
    odometer_km: odometers.get(id)?.km ?? null,
    away: away.get(id) ?? null,
    open_work_orders: orders.get(id)?.length ?? 0,
    due: (due.get(id) ?? [])
      .toSorted((a, b) => b.state.localeCompare(a.state))
      .map(({ vehicle_id: _, driver_id: __, of: ___, ...each }) => each),
  }))
}

/** What is due or overdue of these vehicles, or of all active ones. */
export async function dueIn(
  trx: Trx,
  workspaceId: string,
  today: string,
  now: Date,
  ids?: string[],
): Promise<VehicleDue[]> {
  const schedules = await allSchedules(trx, workspaceId, now, ids)
  const orders = await openOrders(trx, workspaceId, ids)
  const documents = await endingDocuments(trx, workspaceId, now, ids)
  return [
    ...schedules.flatMap(dueSchedule),
    ...documents.flatMap(dueDocument),
    ...orders.flatMap((order) => lateOrder(order, today)),
  ]
}

const dueSchedule = ({ id, vehicle_id, due: { state, sentence } }: MaintenanceSchedule): VehicleDue[] =>
  state === 'ok' || sentence === null ? [] : [{ kind: 'maintenance', id, vehicle_id, state, sentence }]

/** Workspaces in which something about a vehicle may become due. */
export async function workspacesWithFleet(db: Db): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from workspaces_with_fleet()`.execute(
    inOneStatement(db),
  )
  return rows.map(({ workspace_id }) => workspace_id)
}
