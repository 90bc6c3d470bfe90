import { AppError } from '#domain/errors.ts'
import {
  comesAgain,
  intervalMessage,
  type MaintenanceSchedule,
  type MaintenanceScheduleChange,
  type NewMaintenanceSchedule,
} from '#domain/schema/maintenance.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { odometersOf } from '../odometer/queries.ts'
import { getVehicle } from '../vehicles/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { getSchedule, getStoredSchedule } from './queries.ts'

const duplicateName = { maintenance_schedules_name: 'duplicate_maintenance' } as const

/**
 * Lets maintenance of a vehicle come again, from today and the present odometer unless it says otherwise.
 * @throws AppError `vehicle_not_found`, `duplicate_maintenance`
 */
export async function createSchedule(
  trx: Trx,
  actor: Actor,
  vehicleId: string,
  schedule: NewMaintenanceSchedule,
  now: Date,
): Promise<MaintenanceSchedule> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  await getVehicle(trx, workspaceId, vehicleId)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const reached = (await odometersOf(trx, workspaceId, [vehicleId])).get(vehicleId)?.km ?? null
  const insert = trx
    .insertInto('maintenance_schedules')
    .values({
      ...schedule,
      last_done_on: schedule.last_done_on ?? dayOf(now, time_zone),
      last_done_km: schedule.last_done_km ?? reached,
      vehicle_id: vehicleId,
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const data = await getStoredSchedule(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'maintenance_schedule.created', id, data }], now)
  return getSchedule(trx, workspaceId, id, now)
}

/**
 * Changes when maintenance comes again.
 * @throws AppError `maintenance_not_found`, `version_conflict`, `duplicate_maintenance`, `validation_failed`
 */
export async function changeSchedule(
  trx: Trx,
  actor: Actor,
  id: string,
  change: MaintenanceScheduleChange,
  seen: Seen,
  now: Date,
): Promise<MaintenanceSchedule> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getSchedule(trx, workspaceId, id, now)
  await checkSeen(seen, before, () => ({ current: before }))
  if (!comesAgain({ ...before, ...change })) {
    const { path, message } = intervalMessage
    throw new AppError('validation_failed', { errors: [{ path: path.join('.'), message }] })
  }
  await update(trx, actor, id, change, now)
  return getSchedule(trx, workspaceId, id, now)
}

/** Maintenance was done: it counts from then. Earlier work that is entered late changes nothing. */
export async function doneSchedule(
  trx: Trx,
  author: Author,
  id: string,
  { day, km }: { day: string; km: number | null },
  now: Date,
): Promise<void> {
  const before = await getStoredSchedule(trx, author.workspaceId, id)
  if (before.last_done_on !== null && before.last_done_on > day) return
  await update(trx, author, id, { last_done_on: day, last_done_km: km ?? before.last_done_km }, now)
}

async function update(trx: Trx, author: Author, id: string, change: MaintenanceScheduleChange, now: Date) {
  const { workspaceId } = author
  const before = await getStoredSchedule(trx, workspaceId, id)
  const write = trx
    .updateTable('maintenance_schedules')
    .set({ ...change, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, write)
  const data = await getStoredSchedule(trx, workspaceId, id)
  await appendEvents(trx, author, [{ type: 'maintenance_schedule.updated', id, data, before }], now)
}

/**
 * Ends maintenance that comes again.
 * @throws AppError `maintenance_not_found`, `version_conflict`
 */
export async function deleteSchedule(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<void> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getStoredSchedule(trx, workspaceId, id)
  await checkSeen(seen, before, async () => ({ current: await getSchedule(trx, workspaceId, id, now) }))
  await trx.deleteFrom('maintenance_schedules').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await appendEvents(trx, actor, [{ type: 'maintenance_schedule.deleted', id, data: before }], now)
}
