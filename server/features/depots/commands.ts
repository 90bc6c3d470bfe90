import { AppError } from '#domain/errors.ts'
import type { Depot, DepotChange, NewDepot } from '#domain/schema/depot.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { getDepot } from './queries.ts'
import { checkDefault, checkHours } from './rules.ts'

/** Adds a depot. The first one becomes the default; a new default replaces the old one. */
export async function createDepot(trx: Trx, actor: Actor, depot: NewDepot, now: Date): Promise<Depot> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const isDefault = depot.is_default || !(await defaultDepot(trx, workspaceId))
  checkDefault({ ...depot, is_default: isDefault })
  if (isDefault) await unsetDefault(trx, workspaceId, now)

  const { location, ...fields } = depot
  const { id } = await trx
    .insertInto('depots')
    .values({
      ...fields,
      ...location,
      is_default: isDefault,
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getDepot(trx, workspaceId, id)
}

/**
 * Changes a depot. Drivers of a deactivated depot start from the default depot.
 * @throws AppError `depot_not_found`, `depot_in_use`, `validation_failed`
 */
export async function changeDepot(trx: Trx, actor: Actor, id: string, change: DepotChange, now: Date): Promise<Depot> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getDepot(trx, workspaceId, id)
  if (before.is_default && (change.is_default === false || change.active === false)) throw new AppError('depot_in_use')
  const after = { ...before, ...change }
  checkHours(after)
  checkDefault(after)
  if (after.is_default && !before.is_default) await unsetDefault(trx, workspaceId, now)

  const { location, ...fields } = change
  await trx
    .updateTable('depots')
    .set({ ...fields, ...location, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  if (before.active && !after.active) {
    await trx
      .updateTable('drivers')
      .set({ depot_id: null, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('depot_id', '=', id)
      .execute()
  }
  return getDepot(trx, workspaceId, id)
}

function defaultDepot(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .executeTakeFirst()
}

async function unsetDefault(trx: Trx, workspaceId: string, now: Date): Promise<void> {
  await trx
    .updateTable('depots')
    .set({ is_default: false, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .execute()
}
