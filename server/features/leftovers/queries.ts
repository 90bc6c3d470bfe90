import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { mostLeftovers } from '#domain/schema/leftover.ts'
import { dayAfter } from '#domain/time.ts'
import { mostDaysAhead, nextWorkingDay } from '#domain/waves/when.ts'
import type { Trx } from '../../db/connect.ts'
import { readWorkingDays } from '../working-days/queries.ts'

type Asked = { day: string; depot_id: string | null }

/**
 * What is left of a day: everything that is not delivered, by number.
 * @throws AppError `too_many_deliveries`
 */
export async function readLeft(trx: Trx, workspaceId: string, { day, depot_id }: Asked) {
  let found = trx
    .selectFrom('deliveries as d')
    .leftJoin('drivers as v', (join) => join.onRef('v.id', '=', 'd.driver_id').on('v.workspace_id', '=', workspaceId))
    .leftJoin('routes as r', (join) => join.onRef('r.id', '=', 'd.route_id').on('r.workspace_id', '=', workspaceId))
    .select(['d.id', 'd.number', 'd.delivery_address', 'd.recipient_name', 'd.status', 'd.failure_reason'])
    .select(['d.latest_date', 'd.erased_at', 'v.name as driver_name', 'r.plan_id'])
    .where('d.workspace_id', '=', workspaceId)
    .where('d.scheduled_date', '=', day)
    .where('d.deleted_at', 'is', null)
    .where('d.status', '<>', 'delivered')
  if (depot_id) found = found.where(sql<boolean>`coalesce(d.depot_id, ${depot_id}) = ${depot_id}`)
  const rows = await found
    .orderBy('d.number')
    .limit(mostLeftovers + 1)
    .execute()
  if (rows.length > mostLeftovers) throw new AppError('too_many_deliveries')
  return rows
}

/**
 * The working day to which what is left of `day` goes: the first one after it that is not over.
 * @throws AppError `no_drivers` if nobody works in the next two weeks
 */
export async function dayForLeft(trx: Trx, workspaceId: string, { day, depot_id }: Asked, today: string) {
  const before = day < today ? dayAfter(today, -1) : day
  const days = await readWorkingDays(trx, workspaceId, { from: before, to: dayAfter(before, mostDaysAhead), depot_id })
  const working = new Set(days.filter(({ driverIds }) => driverIds.length > 0).map((each) => each.day))
  const next = nextWorkingDay(before, (each) => working.has(each))
  if (!next) throw new AppError('no_drivers', { detail: 'Nobody works in the next two weeks. Choose a day.' })
  return next
}
