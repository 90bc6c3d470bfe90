import { sql } from 'kysely'
import type { PlanningWeek, WeekDay } from '#domain/schema/planning-week.ts'
import { isOver } from '#domain/start-of-day.ts'
import { dayAfter } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readWorkingDays, type WorkingDay } from '../working-days/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

type Span = { from: string; to: string; depot_id: string | null }

/** Several days side by side. */
export async function getPlanningWeek(
  trx: Trx,
  workspaceId: string,
  { first_day: from, days, depot_id }: { first_day: string; days: number; depot_id?: string | undefined },
  now: Date,
): Promise<PlanningWeek> {
  const span = { from, to: dayAfter(from, days - 1), depot_id: depot_id ?? null }
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const working = await readWorkingDays(trx, workspaceId, span)
  const loads = Map.groupBy(await readLoads(trx, workspaceId, span), ({ day }) => day)
  const plans = Map.groupBy(await readPlans(trx, workspaceId, span), ({ day }) => day)
  const late = new Map((await readLate(trx, workspaceId, span)).map(({ day, late: count }) => [day, count]))
  const limits = await readLimits(trx, workspaceId)
  const data = working.map((day) => ({
    day: day.day,
    is_over: isOver(day.day, now, time_zone),
    holiday: day.holiday,
    ...loadOf(loads.get(day.day) ?? []),
    late: late.get(day.day) ?? 0,
    ...capacityOf(day, limits),
    plans: (plans.get(day.day) ?? []).map(({ day: _, ...plan }) => plan),
  }))
  return { data }
}

type Load = { day: string; status: string; count: number; unassigned: number; weight_kg: number }

/** An order without a depot belongs to the default one, and counts for all. */
const ofDepot = (depot: string | null) => sql`(${depot}::uuid is null or coalesce(d.depot_id, ${depot}) = ${depot})`

async function readLoads(trx: Trx, workspaceId: string, { from, to, depot_id }: Span): Promise<Load[]> {
  const { rows } = await sql<Load>`
    with left_out as (select distinct p.day, (u ->> 'delivery_id')::uuid as id
      from plans p, jsonb_array_elements(p.unassigned) u
      where p.workspace_id = ${workspaceId} and p.day between ${from} and ${to}
        and p.state in ('draft', 'approved', 'dispatched'))
    select d.scheduled_date as day, d.status, count(*)::integer as count,
        count(l.id)::integer as unassigned, coalesce(sum(d.weight_kg), 0)::float8 as weight_kg
      from deliveries d left join left_out l on l.id = d.id and l.day = d.scheduled_date and d.status = 'pending'
      where d.workspace_id = ${workspaceId} and d.scheduled_date between ${from} and ${to} and d.deleted_at is null
        and ${ofDepot(depot_id)}
      group by d.scheduled_date, d.status`.execute(trx)
  return rows
}

function loadOf(loads: Load[]): Pick<WeekDay, 'total' | 'by_status' | 'unassigned' | 'weight_kg'> {
  const kept = loads.filter(({ status }) => status !== 'cancelled')
  const sum = (of: (load: Load) => number) => kept.reduce((total, load) => total + of(load), 0)
  return {
    total: sum(({ count }) => count),
    by_status: Object.fromEntries(loads.map(({ status, count }) => [status, count])),
    unassigned: sum(({ unassigned }) => unassigned),
    weight_kg: Math.round(sum(({ weight_kg }) => weight_kg) * 1000) / 1000,
  }
}

type PlanRow = WeekDay['plans'][number] & { day: string }

/** Plans that did not end, newest first; of one depot also those of all. */
async function readPlans(trx: Trx, workspaceId: string, { from, to, depot_id }: Span): Promise<PlanRow[]> {
  const count = (name: string) => sql`coalesce((p.totals ->> ${sql.lit(name)})::integer, 0) as ${sql.ref(name)}`
  const { rows } = await sql<PlanRow>`
    select p.day, p.id, p.state, p.by_itself, p.orders_until, p.updated_at,
        ${count('routes')}, ${count('deliveries')}, ${count('unassigned')}
      from plans p where p.workspace_id = ${workspaceId} and p.day between ${from} and ${to}
        and p.state not in ('cancelled', 'failed', 'discarded')
        and (${depot_id}::uuid is null or p.depot_id is null or p.depot_id = ${depot_id})
      order by p.created_at desc, p.id`.execute(trx)
  return rows
}

/** Deliveries that are still to come and are expected after their window: by where drivers are, or else by the plan. */
async function readLate(trx: Trx, workspaceId: string, { from, to, depot_id }: Span) {
  const { rows } = await sql<{ day: string; late: number }>`
    select p.day, count(distinct d.id)::integer as late
      from plans p join routes r on r.plan_id = p.id join stops s on s.route_id = r.id
        join deliveries d on d.id = s.delivery_id and d.route_id = r.id
        left join stop_etas e on e.workspace_id = s.workspace_id and e.stop_id = s.id
      where p.workspace_id = ${workspaceId} and p.day between ${from} and ${to}
        and p.state in ('approved', 'dispatched') and d.status in ('planned', 'dispatched', 'in_transit', 'arrived')
        and coalesce(e.late_seconds, s.late_seconds) >= 60 and ${ofDepot(depot_id)}
      group by p.day`.execute(trx)
  return rows
}

type Limits = Map<string, { capacity_kg: number | null; max_stops: number | null }>

/** What each active driver can bring in a day. */
async function readLimits(trx: Trx, workspaceId: string): Promise<Limits> {
  const rows = await trx
    .selectFrom('drivers as d')
    .leftJoin('vehicles as v', (join) => join.onRef('v.id', '=', 'd.vehicle_id').on('v.active', '=', true))
    .select(['d.id', 'd.max_stops', 'v.capacity_kg'])
    .where('d.workspace_id', '=', workspaceId)
    .where('d.active', '=', true)
    .execute()
  return new Map(rows.map(({ id, ...limits }) => [id, limits]))
}

function capacityOf({ driverIds }: WorkingDay, limits: Limits) {
  const total = (of: (limit: { capacity_kg: number | null; max_stops: number | null }) => number | null) => {
    const amounts = driverIds.map((id) => of(limits.get(id)!))
    return amounts.includes(null) ? null : amounts.reduce<number>((sum, amount) => sum + amount!, 0)
  }
  return {
    drivers: driverIds.length,
    capacity_kg: total(({ capacity_kg }) => capacity_kg),
    capacity_stops: total(({ max_stops }) => max_stops),
  }
}
