import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import {
  mostRehearsals,
  type NewRehearsal,
  type Rehearsal,
  type RehearsalProgress,
  type RehearsalResult,
} from '#domain/schema/rehearsal.ts'
import type { Trx } from '../../db/connect.ts'
import { checkFeature } from '../../db/tiers.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Queue } from '../../queue/queue.ts'
import { rehearse } from '../../queue/tasks.ts'
import { readPlanToChange } from '../changeable-plans/queries.ts'
import { getRehearsal, listRehearsals } from './queries.ts'

/** More at once would only make each of them slower. */
const mostUnfinished = 3
const nothingNamed = { deliveryIds: [], driverIds: [], vehicleIds: [] }

/**
 * Asks for a rehearsal. The oldest ones go, so that no more than so many are kept.
 * @throws AppError `not_in_tier`, `too_many_rehearsals`, `nothing_to_rehearse`, and as `readPlanToChange` does
 */
export async function createRehearsal(
  trx: Trx,
  workspaceId: string,
  asked: NewRehearsal,
  { queue, now }: { queue: Queue; now: Date },
): Promise<Rehearsal> {
  await lockWorkspace(trx, workspaceId)
  await checkFeature(trx, workspaceId, 'scenarios', now)
  const { data } = await listRehearsals(trx, workspaceId, { limit: mostRehearsals }, now)
  const unfinished = data.filter(({ status }) => status === 'queued' || status === 'running')
  if (unfinished.length >= mostUnfinished) throw new AppError('too_many_rehearsals')
  const { plan, routes } = await readPlanToChange(trx, workspaceId, asked.plan_id, nothingNamed, now)
  if (!routes.some(({ stops }) => stops.some(({ delivery_id }) => delivery_id))) {
    throw new AppError('nothing_to_rehearse')
  }
  await forgetOldest(trx, workspaceId)
  const { id } = await trx
    .insertInto('rehearsals')
    .values({
      ...asked,
      what_ifs: JSON.stringify(asked.what_ifs),
      workspace_id: workspaceId,
      day: plan.day,
      plan_version: plan.version,
      created_at: now,
      heartbeat_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queue.add(trx, rehearse, { workspaceId, rehearsalId: id })
  return getRehearsal(trx, workspaceId, id, now)
}

/** Leaves room for one more. Those that were interrupted go too. */
async function forgetOldest(trx: Trx, workspaceId: string): Promise<void> {
  await trx
    .deleteFrom('rehearsals')
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      trx
        .selectFrom('rehearsals')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(mostRehearsals - 1),
    )
    .execute()
}

/**
 * Ends a rehearsal without a result.
 * @throws AppError `rehearsal_not_found`, `rehearsal_ended`
 */
export async function cancelRehearsal(trx: Trx, workspaceId: string, id: string, now: Date): Promise<Rehearsal> {
  await getRehearsal(trx, workspaceId, id, now)
  const ended = await trx
    .updateTable('rehearsals')
    .set({ status: 'cancelled', progress: null, finished_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (!ended.numUpdatedRows) throw new AppError('rehearsal_ended')
  return getRehearsal(trx, workspaceId, id, now)
}

/** @throws AppError `rehearsal_not_found` */
export async function deleteRehearsal(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('rehearsals')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!numDeletedRows) throw new AppError('rehearsal_not_found')
}

/** Begins or goes on. Undefined if nobody wants it any more. */
export async function beginRehearsal(trx: Trx, workspaceId: string, id: string, now: Date) {
  return trx
    .updateTable('rehearsals')
    .set({ status: 'running', heartbeat_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['plan_id', 'days', 'seed', 'time_limit_seconds', 'what_ifs'])
    .executeTakeFirst()
}

/** Tells how far it is. False if nobody wants it any more. */
export async function noteProgress(
  trx: Trx,
  workspaceId: string,
  id: string,
  progress: RehearsalProgress,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('rehearsals')
    .set({ progress: JSON.stringify(progress), heartbeat_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Ending = { result: RehearsalResult } | { failure: string }

/** Keeps what came of it, if somebody still wants it. */
export async function endRehearsal(
  trx: Trx,
  workspaceId: string,
  id: string,
  ending: Ending,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('rehearsals')
    .set({
      ...('result' in ending
        ? { status: 'succeeded' as const, result: JSON.stringify(ending.result) }
        : { status: 'failed' as const, failure: ending.failure }),
      progress: sql`null`,
      finished_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .execute()
}
