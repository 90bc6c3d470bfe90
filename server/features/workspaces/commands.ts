import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { NewWorkspace, Workspace } from '#domain/schema/workspace.ts'
import { audit } from '../../auth/audit.ts'
import { noteEvents, setWorkspace, type Trx } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'
import { checkQuota, type Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { isRecent, type Person } from '../../http/callers/person.ts'
import { foundWorkspace } from '../workspace/commands.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { belongsTo, readMemberships } from './queries.ts'

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

/**
 * Creates one more workspace, which the person owns.
 * @throws AppError `quota_reached` if they own as many as they may
 */
export async function createWorkspace(
  trx: Trx,
  person: Person,
  settings: NewWorkspace,
  quotas: Quotas,
): Promise<Workspace> {
  // Locked, because two calls at the same time would both find room.
  const user = await trx
    .selectFrom('auth.users')
    .select(['email', 'phone', 'user_metadata'])
    .where('id', '=', person.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const used = (await readMemberships(trx, person)).filter(({ role }) => role === 'owner').length
  checkQuota({ quota: 'workspaces_per_person', limit: quotas.limits.workspaces_per_person, used, wanted: 1 })
  const founder = { id: person.userId, email: user.email ?? user.phone ?? '', metadata: user.user_metadata }
  const workspace = await foundWorkspace(trx, founder, settings, quotas)
  await noteUse(trx, person.userId, workspace.id, quotas.now)
  return workspace
}

/**
 * Deletes a workspace with everything in it.
 * @throws AppError `recent_sign_in_required`, `no_workspace`, `not_allowed` unless the person owns it,
 *   `second_factor_required`, `validation_failed` if the name is not the workspace's
 */
export async function deleteWorkspace(
  trx: Trx,
  deps: Deps,
  person: Person,
  { id, confirmation }: { id: string; confirmation: string },
): Promise<void> {
  const { userId, origin, hasSecondFactor } = person
  const now = deps.now()
  const membership = (await readMemberships(trx, person)).find((each) => each.id === id)
  if (!membership) throw new AppError('no_workspace')
  if (membership.role !== 'owner') throw new AppError('not_allowed', { role: membership.role })
  if (!membership.is_open) throw new AppError('second_factor_required', { has_second_factor: hasSecondFactor })
  if (!isRecent(person.provenAt, now, deps.config.auth.freshSeconds)) throw new AppError('recent_sign_in_required')

  // Years of deliveries can be many rows.
  await bePatient(trx, 'removal')
  await setWorkspace(trx, id)
  await lockWorkspace(trx, id)
  const { name } = await readWorkspace(trx, id)
  if (confirmation.toLowerCase() !== name.trim().toLowerCase()) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'confirmation', message: `Type ${name} to confirm.` }],
    })
  }
  await audit(trx, { action: 'workspace_deleted', userId, origin, detail: { workspace_id: id, name }, now })
  // Whoever follows its log finds it gone.
  noteEvents(trx, id, { isAboutAccess: true })
  const { rows } = await sql<{ is_deleted: boolean }>`select delete_workspace(${userId}) as is_deleted`.execute(trx)
  if (!rows[0]!.is_deleted) throw new AppError('not_allowed')
}
