import { AppError } from '#domain/errors.ts'
import type { DayOff, Holiday, NewDayOff, NewHoliday } from '#domain/schema/calendar.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getDepot } from '../depots/queries.ts'
import { getDriver } from '../drivers/queries.ts'
import { getDayOff, getHoliday } from './queries.ts'
import { checkDays } from './rules.ts'

/**
 * Gives a driver days off. Plans that were made before stay as they are.
 * @throws AppError `driver_not_found`, `day_off_overlaps`, `validation_failed` for days that are over or far away
 */
export async function createDayOff(trx: Trx, actor: Actor, dayOff: NewDayOff, now: Date): Promise<DayOff> {
  const { workspaceId } = actor
  const { time_zone } = await lockWorkspace(trx, workspaceId)
  const { driver_id, first_day, last_day } = dayOff
  checkDays({ first: first_day, last: last_day }, dayOf(now, time_zone), ['first_day', 'last_day'])
  const driver = await getDriver(trx, workspaceId, driver_id)
  const taken = await trx
    .selectFrom('days_off')
    .select(['first_day', 'last_day'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driver_id)
    .where('first_day', '<=', last_day)
    .where('last_day', '>=', first_day)
    .orderBy('first_day')
    .executeTakeFirst()
  if (taken) {
    const { first_day: first, last_day: last } = taken
    const [days, those] = first === last ? [first, 'that day'] : [`${first} to ${last}`, 'those days']
    const detail = `${driver.name} already has ${days} off. Choose other days, or delete ${those} off first.`
    throw new AppError('day_off_overlaps', { detail, ...taken })
  }
  const { id } = await trx
    .insertInto('days_off')
    .values({ ...dayOff, workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const created = await getDayOff(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'day_off.created', id, data: created }], now)
  return created
}

/**
 * Deletes days off.
 * @throws AppError `day_off_not_found`, `version_conflict`
 */
export async function deleteDayOff(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getDayOff(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  await trx.deleteFrom('days_off').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'day_off.deleted', id, data: before }], now)
}

/**
 * Adds a holiday.
 * @throws AppError `depot_not_found`, `duplicate_holiday`, `validation_failed` for a day that is over or far away
 */
export async function createHoliday(trx: Trx, actor: Actor, holiday: NewHoliday, now: Date): Promise<Holiday> {
  const { workspaceId } = actor
  const { time_zone } = await lockWorkspace(trx, workspaceId)
  const { day, depot_id } = holiday
  checkDays({ first: day, last: day }, dayOf(now, time_zone), ['day', 'day'])
  checkOwnDepot(actor, depot_id)
  if (depot_id) await getDepot(trx, workspaceId, depot_id)
  const insert = trx
    .insertInto('holidays')
    .values({ ...holiday, workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict({ holidays_day: 'duplicate_holiday' } as const, insert)
  const created = await getHoliday(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'holiday.created', id, data: created }], now)
  return created
}

/**
 * Deletes a holiday.
 * @throws AppError `holiday_not_found`, `version_conflict`, `not_your_depot`
 */
export async function deleteHoliday(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getHoliday(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  checkOwnDepot(actor, before.depot_id)
  await trx.deleteFrom('holidays').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'holiday.deleted', id, data: before }], now)
}

/** Whoever is limited to some depots closes only these. */
function checkOwnDepot({ depotIds }: Actor, depotId: string | null): void {
  if (depotIds && !(depotId && depotIds.includes(depotId))) throw new AppError('not_your_depot')
}
