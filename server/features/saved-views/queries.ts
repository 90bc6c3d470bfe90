import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { SavedView } from '#domain/schema/saved-view.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'

/** What somebody may see: their own views and, unless they are a client, those of colleagues who share them. */
function viewsOf(trx: Trx, { workspaceId, userId, role }: Actor) {
  const found = trx
    .selectFrom('saved_views')
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      role === 'client' ? eb('user_id', '=', userId) : eb.or([eb('user_id', '=', userId), eb('is_shared', '=', true)]),
    )
  return found.select([
    ...(['id', 'name', 'query', 'columns', 'is_shared', 'created_at', 'updated_at', 'version'] as const),
    sql<boolean>`user_id = ${userId}`.as('is_own'),
    sql<boolean>`exists (select from default_views d where d.workspace_id = ${workspaceId} and d.user_id = ${userId}
      and d.view_id = saved_views.id)`.as('is_default'),
  ])
}

/** Views by name, the own ones first. */
export async function listSavedViews(trx: Trx, actor: Actor): Promise<{ data: SavedView[] }> {
  const data = await viewsOf(trx, actor)
    .orderBy('is_own', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return { data }
}

/**
 * One view.
 * @throws AppError `saved_view_not_found`
 */
export async function getSavedView(trx: Trx, actor: Actor, id: string): Promise<SavedView> {
  const view = await viewsOf(trx, actor).where('id', '=', id).executeTakeFirst()
  if (!view) throw new AppError('saved_view_not_found')
  return view
}
