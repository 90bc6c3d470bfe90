import { AppError } from '#domain/errors.ts'
import type { DaysToFit } from '#domain/schema/day-suggestion.ts'
import { dayAfter } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readScope } from '../../db/delivery-scopes.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { readDay, readUndated } from '../planning/queries.ts'

/** More of them than anybody leaves without a day. */
const mostUndated = 2000

/**
 * The orders without a day, and what the days have already.
 * @throws AppError `nothing_without_day`, `no_depot`, `depot_not_found`, `not_your_depot`
 */
export async function readDays(trx: Trx, { workspaceId }: Actor, asked: DaysToFit) {
  const { depot_id = null } = await readScope(trx, workspaceId, { ...asked, depot_id: asked.depot_id ?? undefined })
  const undated = await readUndated(trx, workspaceId, depot_id, mostUndated)
  if (!undated.length) throw new AppError('nothing_without_day')
  const days = []
  for (let day = asked.first_day; day <= asked.last_day; day = dayAfter(day)) {
    days.push({ day, ...(await readDay(trx, workspaceId, { day, driver_ids: asked.driver_ids, depot_id })) })
  }
  return { undated, days }
}
