import { sql } from 'kysely'
import type { DayFacts } from '#domain/schema/day-facts.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { whyBlocked } from '../vehicle-checks/queries.ts'
import { getPlanningWeek } from '../week/queries.ts'
import { readWorkingDays } from '../working-days/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

type Asked = { workspaceId: string; today: string }

/** What waits for a decision today, counted by the database: a workspace with many orders answers as quickly. */
export async function getDayFacts(trx: Trx, workspaceId: string, now: Date): Promise<DayFacts> {
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const today = dayOf(now, time_zone)
  const asked = { workspaceId, today }
  const { data: week } = await getPlanningWeek(trx, workspaceId, { first_day: today, days: 2 }, now)
  return {
    today,
    late: week[0]!.late,
    late_plans: await readLatePlans(trx, asked, now),
    unassigned: week.flatMap(({ day, unassigned, plans }) => {
      const plan = plans.find(({ state }) => state === 'approved' || state === 'dispatched')
      return plan && unassigned > 0 ? [{ day, count: unassigned, plan_id: plan.id }] : []
    }),
    left: await readLeft(trx, asked),
    frozen: await readFrozen(trx, asked),
    blocked: await readBlocked(trx, asked),
    alerts: await readAlerts(trx, workspaceId),
    cash_waiting: await countCash(trx, workspaceId),
    idle_drivers: await readIdle(trx, asked),
  }
}

async function readLatePlans(trx: Trx, { workspaceId, today }: Asked, now: Date): Promise<DayFacts['late_plans']> {
  const { rows } = await sql<DayFacts['late_plans'][number]>`
    select distinct on (p.id) p.id as plan_id, r.driver_name, r.starts_at
      from plans p join routes r on r.plan_id = p.id
      where p.workspace_id = ${workspaceId} and p.day = ${today} and p.state = 'approved' and r.starts_at < ${now}
      order by p.id, r.starts_at, r.id`.execute(trx)
  return rows
}

async function readLeft(trx: Trx, { workspaceId, today }: Asked): Promise<DayFacts['left']> {
  const { rows } = await sql<DayFacts['left'][number]>`
    select scheduled_date as day, count(*) filter (where status = 'pending')::integer as pending,
        count(*) filter (where status = 'failed')::integer as failed,
        count(*) filter (where status in ('planned', 'dispatched'))::integer as on_route
      from deliveries where workspace_id = ${workspaceId} and deleted_at is null
        and scheduled_date between ${dayAfter(today, -14)} and ${today}
        and (scheduled_date < ${today} and status in ('pending', 'planned', 'dispatched')
          or status = 'failed' and scheduled_date >= ${dayAfter(today, -2)}
            and coalesce(failure_reason, '') not in ('refused', 'damaged'))
      group by scheduled_date order by scheduled_date`.execute(trx)
  return rows
}

async function readFrozen(trx: Trx, { workspaceId, today }: Asked): Promise<DayFacts['frozen']> {
  const { rows } = await sql<DayFacts['frozen'][number]>`
    select d.scheduled_date as day, count(*)::integer as count, max(f.at) as frozen_at
      from deliveries d cross join lateral (select max(p.orders_until) as at from plans p
        where p.workspace_id = d.workspace_id and p.day = d.scheduled_date and p.by_itself
          and (p.depot_id is null or d.depot_id is null or p.depot_id = d.depot_id)) f
      where d.workspace_id = ${workspaceId} and d.status = 'pending' and d.deleted_at is null
        and d.scheduled_date between ${today} and ${dayAfter(today, 14)} and d.created_at > f.at
      group by d.scheduled_date order by d.scheduled_date`.execute(trx)
  return rows
}

async function readBlocked(trx: Trx, { workspaceId, today }: Asked): Promise<DayFacts['blocked']> {
  const { rows } = await sql<{ plan_id: string; day: string; driver_name: string; vehicle_id: string }>`
    select p.id as plan_id, p.day, r.driver_name, r.vehicle_id from plans p join routes r on r.plan_id = p.id
      where p.workspace_id = ${workspaceId} and p.day between ${today} and ${dayAfter(today)}
        and p.state in ('approved', 'dispatched') and r.vehicle_id is not null
        and exists (select from deliveries d where d.route_id = r.id and d.status in ('planned', 'dispatched', 'in_transit'))
      order by p.day, r.driver_name`.execute(trx)
  const ids = [...new Set(rows.map(({ vehicle_id }) => vehicle_id))]
  const blocked = await whyBlocked(trx, workspaceId, ids)
  return rows.flatMap(({ vehicle_id, ...route }) => {
    const sentence = blocked.get(vehicle_id)
    return sentence ? [{ ...route, sentence }] : []
  })
}

/** Of all kinds but drafts, which are counted by their plans. */
async function readAlerts(trx: Trx, workspaceId: string): Promise<DayFacts['alerts']> {
  const { rows } = await sql<DayFacts['alerts'][number]>`
    select kind, severity, count(*)::integer as count, (array_agg(sentence order by raised_at desc, id))[1] as sentence
      from alerts where workspace_id = ${workspaceId} and state = 'open' and settled_at is null and kind <> 'plan_ready'
      group by kind, severity
      order by array_position(array['high', 'medium', 'low'], severity), count(*) desc, kind`.execute(trx)
  return rows
}

async function countCash(trx: Trx, workspaceId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('cash_hand_ins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

const mostNamed = 50

async function readIdle(trx: Trx, { workspaceId, today }: Asked): Promise<string[] | null> {
  const { rows: busy } = await sql<{ driver_id: string }>`
    select distinct r.driver_id from plans p join routes r on r.plan_id = p.id
      where p.workspace_id = ${workspaceId} and p.day = ${today} and p.state in ('approved', 'dispatched')`.execute(trx)
  if (!busy.length) return null
  const [day] = await readWorkingDays(trx, workspaceId, { from: today, to: today })
  const busyIds = new Set(busy.map(({ driver_id }) => driver_id))
  const idle = day!.driverIds.filter((id) => !busyIds.has(id))
  if (!idle.length) return []
  const rows = await trx
    .selectFrom('drivers')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${idle}::uuid[])`)
    .orderBy('name')
    .limit(mostNamed)
    .execute()
  return rows.map(({ name }) => name)
}
