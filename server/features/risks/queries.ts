import { sql } from 'kysely'
import { workingTime } from '#domain/problem/working-time.ts'
import type { PlanRisks } from '#domain/schema/plan-risk.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { listEtas } from '../etas/queries.ts'
import { getPlanSummary, readDrivers, readSettings } from '../planning/queries.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import { whyOut } from '../work-orders/queries.ts'
import { risksOf, type DrivenRoute } from './rules.ts'

/**
 * The routes of a plan that will be late, or cannot go on.
 * @throws AppError `plan_not_found`
 */
export async function listRisks(trx: Trx, workspaceId: string, planId: string, now: Date): Promise<PlanRisks> {
  const plan = await getPlanSummary(trx, workspaceId, planId)
  const { late_after_minutes } = await readRoadSettings(trx, workspaceId)
  const about = { plan_id: planId, late_after_minutes }
  if (plan.state !== 'dispatched') return { ...about, routes: [] }
  const { data: etas } = await listEtas(trx, workspaceId, { planId })
  const routes = await readDriven(trx, workspaceId, plan)
  const numberOf = await readNumbers(
    trx,
    workspaceId,
    etas.flatMap(({ delivery_id }) => delivery_id ?? []),
  )
  return { ...about, routes: risksOf({ etas, routes, numberOf, limit: late_after_minutes * 60, now }) }
}

/** The routes of a plan that have something left, with what may be in their way. */
async function readDriven(trx: Trx, workspaceId: string, plan: PlanSummary): Promise<DrivenRoute[]> {
  const { rows } = await sql<Omit<DrivenRoute, 'blocked' | 'shift_ends_at'>>`
    select r.id, r.driver_id, r.driver_name, r.vehicle_id, r.starts_at, coalesce(d.active, false) as is_active,
      o.open_stops, o.has_begun, a.raised_at as since
    from routes r left join drivers d on d.id = r.driver_id
      left join alerts a on a.workspace_id = r.workspace_id and a.key = 'late:' || r.id and a.settled_at is null
      cross join lateral (
        select count(*) filter (where e.status in ('planned', 'dispatched', 'in_transit', 'arrived'))::int as open_stops,
          coalesce(bool_or(e.status not in ('planned', 'dispatched', 'cancelled')), false) as has_begun
        from deliveries e where e.workspace_id = r.workspace_id and e.route_id = r.id and e.deleted_at is null) o
    where r.workspace_id = ${workspaceId} and r.plan_id = ${plan.id} and o.open_stops > 0
    order by r.position`.execute(trx)
  const blocked = await whyOut(
    trx,
    workspaceId,
    rows.flatMap(({ vehicle_id }) => vehicle_id ?? []),
    plan.day,
  )
  const ends = await readShiftEnds(trx, workspaceId, plan, [...new Set(rows.map(({ driver_id }) => driver_id))])
  return rows.map((route) => ({
    ...route,
    blocked: blocked.get(route.vehicle_id ?? '') ?? null,
    shift_ends_at: ends.get(route.driver_id) ?? null,
  }))
}

/** When the shifts of drivers end that day, or their depots close. */
async function readShiftEnds(
  trx: Trx,
  workspaceId: string,
  { day, depot_id }: PlanSummary,
  driver_ids: string[],
): Promise<Map<string, string>> {
  if (!driver_ids.length) return new Map()
  const { time_zone } = await readSettings(trx, workspaceId, day)
  const midnight = instantOf(day, '00:00', time_zone).getTime()
  const drivers = await readDrivers(trx, workspaceId, { day, driver_ids, depot_id })
  return new Map(
    drivers.flatMap((driver) => {
      const works = workingTime({ ...driver, vehicle: null, busy_until: null }, day, time_zone, 0)
      return works ? [[driver.id, new Date(midnight + works[1] * 1000).toISOString()] as const] : []
    }),
  )
}

async function readNumbers(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map()
  const rows = await trx
    .selectFrom('deliveries')
    .select(['id', 'number'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
