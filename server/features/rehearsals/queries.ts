import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { attemptsOf, commonTraffic, delaysOf, type AttemptsOfHour, type Past } from '#domain/rehearsal/past.ts'
import type { Rehearsal, RehearsalStatus, RehearsalSummary } from '#domain/schema/rehearsal.ts'
import { dayOf, Instant } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { readPlanToChange, waitingFor, type PlanToChange } from '../changeable-plans/queries.ts'
import { readModel, readObservations } from '../etas/queries.ts'

/** After so long without a sign of life, nobody works on it any more. */
const lostAfterMs = { running: 10 * 60_000, queued: 3_600_000 }
const lost = 'It was interrupted. Rehearse again.'

function kept(trx: Trx, workspaceId: string, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const isLost = sql<boolean>`(status = 'running' and heartbeat_at < ${before(lostAfterMs.running)}
    or status = 'queued' and created_at < ${before(lostAfterMs.queued)})`
  return trx
    .selectFrom('rehearsals')
    .where('workspace_id', '=', workspaceId)
    .select(['id', 'plan_id', 'day', 'plan_version', 'days', 'seed', 'time_limit_seconds', 'what_ifs', 'progress'])
    .select(['created_at', 'finished_at'])
    .select(sql<RehearsalStatus>`case when ${isLost} then 'failed' else status end`.as('status'))
    .select(sql<string | null>`case when ${isLost} then ${lost} else failure end`.as('failure'))
}

type Listed = {
  day?: string | undefined
  plan_id?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Rehearsals, newest first. */
export async function listRehearsals(trx: Trx, workspaceId: string, { day, plan_id, ...page }: Listed, now: Date) {
  let found = kept(trx, workspaceId, now)
  if (day) found = found.where('day', '=', day)
  if (plan_id) found = found.where('plan_id', '=', plan_id)
  const newest = {
    name: 'created_at',
    order: 'desc' as const,
    by: sql`rehearsals.created_at`,
    values: Instant,
    tie: sql`rehearsals.id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found, newest, page)
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data: rows satisfies RehearsalSummary[], next_cursor, total }
}

/**
 * One rehearsal with its result, and with the deliveries that this names as they are now.
 * @throws AppError `rehearsal_not_found`
 */
export async function getRehearsal(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Rehearsal> {
  const row = await kept(trx, workspaceId, now).select('result').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('rehearsal_not_found')
  const ids = row.result?.variants.flatMap(({ risky }) => risky.map(({ delivery_id }) => delivery_id)) ?? []
  const deliveries = await trx
    .selectFrom('deliveries')
    .select(['id', 'number', 'recipient_name as name', 'delivery_address as address'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .orderBy('number')
    .execute()
  return { ...row, deliveries }
}

/** A plan as it is rehearsed: with what it leaves out, and with its drivers who have no route. */
export async function readRehearsedPlan(
  trx: Trx,
  workspaceId: string,
  planId: string,
  now: Date,
): Promise<PlanToChange> {
  const { driver_ids } = await trx
    .selectFrom('plans')
    .select('driver_ids')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  const deliveryIds = await waitingFor(trx, workspaceId, planId)
  return readPlanToChange(trx, workspaceId, planId, { deliveryIds, driverIds: driver_ids, vehicleIds: [] }, now)
}

const pastDays = 90
/** So many of the newest tell enough. */
const most = { drives: 5000, routes: 1000 }

/** What days are drawn from. */
export async function readPast(trx: Trx, workspaceId: string, zone: string, now: Date): Promise<Past> {
  const since = new Date(now.getTime() - pastDays * 86_400_000)
  const model = await readModel(trx, workspaceId)
  const drives = await readObservations(trx, workspaceId, { kind: 'drive', zone, most: most.drives })
  return {
    model,
    commonTraffic: commonTraffic(drives, model),
    delays: delaysOf(await readStarts(trx, workspaceId, since)),
    attempts: attemptsOf(await readAttempts(trx, workspaceId, since, zone)),
  }
}

/** How long after the planned time drivers set out, on the newest routes. */
async function readStarts(trx: Trx, workspaceId: string, since: Date) {
  const { rows } = await sql<{ driver: string; seconds: number }>`
    with newest as (
      select r.id, r.driver_id, s.departure_at from routes r
        join plans p on p.id = r.plan_id and p.state = 'dispatched'
        join stops s on s.route_id = r.id and s.kind = 'start'
      where r.workspace_id = ${workspaceId} and r.starts_at > ${since}
      order by r.starts_at desc limit ${most.routes})
    select n.driver_id as driver, extract(epoch from min(g.departed_at) - n.departure_at)::float8 as seconds
    from newest n join stops v on v.route_id = n.id and v.workspace_id = ${workspaceId}
      join stop_progress g on g.workspace_id = v.workspace_id and g.stop_id = v.id
    where g.departed_at is not null group by n.id, n.driver_id, n.departure_at
    order by n.departure_at desc, n.driver_id`.execute(trx)
  return rows
}

/** What became of attempts, by the hour at which the driver came. What failed and was delivered the next day is two. */
async function readAttempts(trx: Trx, workspaceId: string, since: Date, zone: string): Promise<AttemptsOfHour[]> {
  const { rows } = await sql<AttemptsOfHour>`
    select hour, count(*)::int as attempts,
      count(*) filter (where failed = 1 and reason in ('not_home', 'closed'))::int as absent,
      count(*) filter (where failed = 1)::int as failed
    from figure_attempts where workspace_id = ${workspaceId} and day >= ${dayOf(since, zone)}
    group by 1 order by 1`.execute(trx)
  return rows
}

const orderDays = 28

/** How many orders usually come between a moment and so many minutes later, at that time of the day, on days with orders. */
export async function usualOrders(
  trx: Trx,
  workspaceId: string,
  { cutOff, minutes, zone }: { cutOff: Date; minutes: number; zone: string },
): Promise<number> {
  const { rows } = await sql<{ orders: number; days: number }>`
    with bounds as (select (${cutOff}::timestamptz at time zone ${zone}) as cut_off),
    came as (
      select (d.created_at at time zone ${zone}) as at, b.cut_off from deliveries d, bounds b
      where d.workspace_id = ${workspaceId} and d.deleted_at is null
        and d.created_at > ${cutOff}::timestamptz - make_interval(days => ${orderDays}) and d.created_at < ${cutOff})
    select count(*) filter (where mod(extract(epoch from at::time - cut_off::time)::int + 86400, 86400)
        < ${minutes * 60}::int)::int as orders,
      count(distinct at::date)::int as days from came`.execute(trx)
  const { orders, days } = rows[0]!
  return days ? Math.round(orders / days) : 0
}
