import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { paySheets, type WorkedShift } from '#domain/pay.ts'
import type { DriverBreak } from '#domain/schema/breaks.ts'
import type { PayRule, PaySheet } from '#domain/schema/pay.ts'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { windowOf, type PlannedBreak } from './rules.ts'

export type Period = { from: string; to: string }

const rulesOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('pay_rules as r')
    .leftJoin('drivers as d', 'd.id', 'r.driver_id')
    .select(['r.id', 'r.driver_id', 'd.name as driver_name', 'r.valid_from', 'r.currency', 'r.per_hour', 'r.per_stop'])
    .select(['r.per_km', 'r.pays_breaks', 'r.created_at'])
    .where('r.workspace_id', '=', workspaceId)

/** What drivers earn, the newest rule first. */
export async function listPayRules(trx: Trx, workspaceId: string): Promise<{ data: PayRule[] }> {
  return { data: await rulesOf(trx, workspaceId).orderBy('r.valid_from', 'desc').orderBy('r.id', 'desc').execute() }
}

/** @throws AppError `pay_rule_not_found` */
export async function getPayRule(trx: Trx, workspaceId: string, id: string): Promise<PayRule> {
  const rule = await rulesOf(trx, workspaceId).where('r.id', '=', id).executeTakeFirst()
  if (!rule) throw new AppError('pay_rule_not_found')
  return rule
}

/**
 * The work of every driver whose shift began in a period, and what it comes to; or of one driver. Drivers who are no longer
 * active are among them.
 */
export async function readPaySheets(
  trx: Trx,
  workspaceId: string,
  period: Period,
  driverId?: string,
): Promise<PaySheet[]> {
  const { data: rules } = await listPayRules(trx, workspaceId)
  return paySheets(await shiftsIn(trx, workspaceId, period, driverId), rules)
}

type Row = Omit<WorkedShift, 'day' | 'from' | 'to' | 'breaks' | 'due_breaks'> & {
  started_at: string
  ended_at: string | null
  breaks: { kind: 'break_started' | 'break_ended'; at: string }[]
  planned_breaks: PlannedBreak[]
  driver_breaks: DriverBreak[]
}

/** Shifts with their breaks, as phones told them; stops that were done; and the routes of those stops. */
async function shiftsIn(
  trx: Trx,
  workspaceId: string,
  { from, to }: Period,
  driverId?: string,
): Promise<WorkedShift[]> {
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const [start, end] = [instantOf(from, '00:00', zone), instantOf(dayAfter(to, 1), '00:00', zone)]
  const { rows } = await sql<Row>`
    with wanted as (
      select s.id, s.driver_id, s.vehicle_id, s.started_at, s.ended_at, s.odometer_km from shifts s
      where s.workspace_id = ${workspaceId} and s.started_at >= ${start} and s.started_at < ${end}
        and (${driverId ?? null}::uuid is null or s.driver_id = ${driverId ?? null})),
    done as (
      select w.id as shift_id, p.stop_id, o.route_id from wanted w
        join stop_progress p on p.workspace_id = ${workspaceId} and p.driver_id = w.driver_id
          and p.done_at between w.started_at and coalesce(w.ended_at, 'infinity')
        left join stops o on o.workspace_id = ${workspaceId} and o.id = p.stop_id
      where p.delivery_id is not null),
    -- A route that two shifts drove counts in the first.
    driven as (
      select distinct on (d.route_id) d.shift_id, d.route_id, r.distance_km from done d join wanted w on w.id = d.shift_id
        join routes r on r.id = d.route_id order by d.route_id, w.started_at)
    select w.driver_id, coalesce(d.name, 'Deleted driver') as driver_name, w.started_at, w.ended_at,
      (select count(*)::integer from done x where x.shift_id = w.id) as stops,
      coalesce((select sum(x.distance_km) from driven x where x.shift_id = w.id), 0)::double precision as planned_km,
      w.odometer_km - (select c.odometer_km from vehicle_checks c where c.workspace_id = ${workspaceId}
        and c.driver_id = w.driver_id and c.vehicle_id = w.vehicle_id and c.odometer_km is not null
        and c.checked_at between w.started_at - interval '2 hours' and coalesce(w.ended_at, 'infinity')
        -- The check of the shift before is not that of this one.
        and c.checked_at >= coalesce((select max(s.ended_at) from shifts s where s.workspace_id = ${workspaceId}
          and s.driver_id = w.driver_id and s.started_at < w.started_at), '-infinity')
        order by c.checked_at limit 1) as odometer_km,
      coalesce((select json_agg(json_build_object('kind', e.kind, 'at', e.happened_at) order by e.happened_at, e.sequence)
        from road_entries e where e.workspace_id = ${workspaceId} and e.driver_id = w.driver_id
          and e.kind in ('break_started', 'break_ended') and e.outcome = 'applied' and e.undone_by is null
          and e.happened_at between w.started_at and coalesce(w.ended_at, 'infinity')), '[]') as breaks,
      coalesce((select json_agg(json_build_object('day', p.day, 'minutes', o.service_seconds / 60.0,
          'from', extract(epoch from o.arrival_at) * 1000 + o.waiting_seconds * 1000) order by o.arrival_at)
        from driven x join stops o on o.route_id = x.route_id and o.kind = 'break'
          join routes r on r.id = x.route_id join plans p on p.id = r.plan_id
        where x.shift_id = w.id and r.driver_id = w.driver_id), '[]') as planned_breaks,
      coalesce(d.breaks, '[]') as driver_breaks
    from wanted w left join drivers d on d.id = w.driver_id
    order by w.started_at`.execute(trx)
  return rows.map(({ started_at, ended_at, breaks, planned_breaks, driver_breaks, ...row }) => ({
    ...row,
    day: dayOf(new Date(started_at), zone),
    from: Date.parse(started_at),
    to: ended_at === null ? null : Date.parse(ended_at),
    breaks: pairs(breaks),
    due_breaks: planned_breaks.map((each) => ({
      from: each.from,
      minutes: each.minutes,
      window: windowOf(each, driver_breaks, zone),
    })),
  }))
}

/** Each beginning with the end that follows it. */
function pairs(told: Row['breaks']): { from: number; to: number | null }[] {
  const found: { from: number; to: number | null }[] = []
  for (const { kind, at } of told) {
    const last = found.at(-1)
    if (kind === 'break_started') {
      if (!last || last.to !== null) found.push({ from: Date.parse(at), to: null })
    } else if (last && last.to === null) last.to = Date.parse(at)
  }
  return found
}
