import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { countMonth } from '#domain/tier-month.ts'
import type { TierState, Usage } from '#domain/schema/tier.ts'
import { deliveriesAllowed, hasFeature, isOnTrial, tierFeatures, tierInForce, tierTable } from '#domain/tiers.ts'
import { calendarMonth, dayAfter, dayOf, instantOf } from '#domain/time.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readInstallation, readLicenses } from '../../db/tiers.ts'
import { readUsage as readRequests } from '../api-keys/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

/** The time, whether payments are taken, and whether somebody may choose the tier of new workspaces. */
export type TierSetting = { now: Date; isBilled: boolean; isDefaultOpen: boolean; supportEmail: string | null }

/** What the workspace's tier allows, and how much of it is used. */
export async function readTier(
  trx: Trx,
  workspaceId: string,
  { now, isBilled, isDefaultOpen, supportEmail }: TierSetting,
): Promise<TierState> {
  const workspace = await readWorkspace(trx, workspaceId)
  const tier = tierInForce(workspace, now)
  const { active, over, allowed } = await readLicenses(trx, workspaceId, now)
  const { requests, limit, resets_at } = await readRequests(trx, workspaceId, now)
  const features = Object.keys(tierFeatures) as (keyof typeof tierFeatures)[]
  return {
    tier,
    booked: workspace.tier,
    trial_ends_at: isOnTrial(workspace, now) ? workspace.trial_ends_at : null,
    deliveries: await readMonth(trx, workspace, now),
    drivers: { limit: allowed, active: active.length, over, chosen: workspace.licensed_driver_ids },
    requests: { limit, used: requests, renews_at: resets_at },
    features: Object.fromEntries(
      features.map((each) => [each, hasFeature(workspace, each, now)]),
    ) as TierState['features'],
    support: tierTable[tier].support,
    support_email: supportEmail,
    account_manager: tierTable[tier].hasAccountManager ? workspace.account_manager : null,
    planning_stops_at: workspace.planning_stops_at,
    is_billed: isBilled,
    may_choose_default: isDefaultOpen && (await readInstallation(trx)).may_choose,
  }
}

async function readMonth(
  trx: Trx,
  workspace: Awaited<ReturnType<typeof readWorkspace>>,
  now: Date,
): Promise<TierState['deliveries']> {
  const limit = deliveriesAllowed(workspace, now)
  const { endsAt } = calendarMonth(now, workspace.time_zone)
  const none = {
    limit,
    used: limit === null ? null : 0,
    waiting: 0,
    waits_above: null,
    renews_at: endsAt.toISOString(),
  }
  if (limit === null) return none
  const month = await trx
    .selectFrom('quota_months')
    .innerJoin('workspaces', 'workspaces.id', 'quota_months.workspace_id')
    .select(['waits_above', 'ends_at', 'last_delivery_number'])
    .where('workspace_id', '=', workspace.id)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!month) return none
  const { used } = countMonth({ waitsAbove: month.waits_above }, month.last_delivery_number, limit)
  const { waiting } = await trx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('workspace_id', '=', workspace.id)
    .where('number', '>', month.waits_above)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { limit, used, waiting, waits_above: month.waits_above, renews_at: month.ends_at }
}

/** Workspaces whose month ended. */
export async function monthsOver(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select months_over(${now}, ${most}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** At most so many days at once. */
const mostDays = 366
const usualDays = 30

/**
 * What was used on each day, in the workspace's time zone.
 * @throws AppError `validation_failed`
 */
export async function readDailyUsage(
  trx: Trx,
  workspaceId: string,
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<Usage> {
  const { time_zone: zone } = await readWorkspace(trx, workspaceId)
  const to = asked.to ?? dayOf(now, zone)
  const from = asked.from ?? dayAfter(to, 1 - usualDays)
  if (from > to) throw invalid('The first day is after the last one.')
  if (dayAfter(from, mostDays) <= to) throw invalid(`At most ${mostDays} days at once.`)
  const [begin, end] = [instantOf(from, '00:00', zone), instantOf(dayAfter(to), '00:00', zone)]
  const { rows } = await sql<Usage['days'][number]>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(a.count, 0) as deliveries, coalesce(r.count, 0) as requests,
        coalesce(m.count, 0) as messages, u.bytes_stored, u.active_drivers
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) d
      left join (select (created_at at time zone ${zone})::date as day, count(*)::integer as count from deliveries
        where workspace_id = ${workspaceId} and created_at >= ${begin} and created_at < ${end} group by 1) a on a.day = d.day
      left join (select day, sum(requests)::integer as count from api_key_days
        where workspace_id = ${workspaceId} and day between ${from} and ${to} group by 1) r on r.day = d.day
      left join (select (created_at at time zone ${zone})::date as day, count(*)::integer as count from notifications
        where workspace_id = ${workspaceId} and created_at >= ${begin} and created_at < ${end} group by 1) m on m.day = d.day
      left join usage_days u on u.workspace_id = ${workspaceId} and u.day = d.day
      order by 1`.execute(trx)
  return { from, to, days: rows }
}

const invalid = (message: string) => new AppError('validation_failed', { errors: [{ path: 'from', message }] })
