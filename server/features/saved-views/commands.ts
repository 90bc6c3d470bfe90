import { AppError } from '#domain/errors.ts'
import { may } from '#domain/permissions.ts'
import { mostViews, type NewSavedView, type SavedView, type SavedViewChange } from '#domain/schema/saved-view.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getSavedView, listSavedViews } from './queries.ts'

const duplicateName = { saved_views_name: 'duplicate_saved_view' } as const

/**
 * Saves a view.
 * @throws AppError `duplicate_saved_view`, `not_allowed`, `validation_failed`
 */
export async function createSavedView(trx: Trx, actor: Actor, view: NewSavedView, now: Date): Promise<SavedView> {
  const { workspaceId, userId } = actor
  await lockWorkspace(trx, workspaceId)
  checkSharing(actor, view)
  const { data } = await listSavedViews(trx, actor)
  if (data.filter(({ is_own }) => is_own).length >= mostViews) {
    const message = `You may keep ${mostViews} views. Delete one first.`
    throw new AppError('validation_failed', { errors: [{ path: 'name', message }] })
  }
  const insert = trx
    .insertInto('saved_views')
    .values({ ...view, workspace_id: workspaceId, user_id: userId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  return getSavedView(trx, actor, id)
}

/**
 * Changes a view. Anybody who sees it may make it their default; the rest is for whoever made it, and for administrators.
 * @throws AppError `saved_view_not_found`, `version_conflict`, `duplicate_saved_view`, `not_allowed`
 */
export async function changeSavedView(
  trx: Trx,
  actor: Actor,
  id: string,
  { is_default, ...change }: SavedViewChange,
  seen: Seen,
  now: Date,
): Promise<SavedView> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getSavedView(trx, actor, id)
  await checkSeen(seen, before, () => ({ current: before }))
  if (is_default !== undefined) await setDefault(trx, actor, is_default ? id : undefined)
  if (Object.keys(change).length > 0) {
    checkOwn(actor, before)
    checkSharing(actor, change)
    const update = trx
      .updateTable('saved_views')
      .set({ ...change, updated_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await orConflict(duplicateName, update)
  }
  return getSavedView(trx, actor, id)
}

/**
 * Deletes a view.
 * @throws AppError `saved_view_not_found`, `version_conflict`, `not_allowed`
 */
export async function deleteSavedView(trx: Trx, actor: Actor, id: string, seen: Seen): Promise<void> {
  const before = await getSavedView(trx, actor, id)
  await checkSeen(seen, before, () => ({ current: before }))
  checkOwn(actor, before)
  await trx.deleteFrom('saved_views').where('workspace_id', '=', actor.workspaceId).where('id', '=', id).execute()
}

/** Everybody has one default at most. */
async function setDefault(trx: Trx, { workspaceId, userId }: Actor, id: string | undefined): Promise<void> {
  await trx.deleteFrom('default_views').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
  if (!id) return
  await trx.insertInto('default_views').values({ workspace_id: workspaceId, user_id: userId, view_id: id }).execute()
}

function checkOwn(actor: Actor, { is_own }: SavedView): void {
  if (!is_own && !may(actor, 'manage_workspace')) throw new AppError('not_allowed')
}

function checkSharing(actor: Actor, { is_shared }: Pick<SavedViewChange, 'is_shared'>): void {
  if (is_shared && !may(actor, 'change_deliveries')) throw new AppError('not_allowed')
}
