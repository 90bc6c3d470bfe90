import { AppError } from '#domain/errors.ts'
import type { Trx } from '../../db/connect.ts'
import { belongsTo } from './queries.ts'

/**
 * Notes which workspace somebody used last.
 * @throws AppError `no_workspace` unless they belong to it
 */
export async function noteUse(trx: Trx, userId: string, workspaceId: string, now: Date): Promise<void> {
  if (!(await belongsTo(trx, userId, workspaceId))) throw new AppError('no_workspace')
  await trx
    .insertInto('auth.workspace_uses')
    .values({ user_id: userId, workspace_id: workspaceId, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id']).doUpdateSet({ last_used_at: now }))
    .execute()
}
