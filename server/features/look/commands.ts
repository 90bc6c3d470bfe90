import type { Look, LookPatch } from '#domain/schema/look.ts'
import type { Trx } from '../../db/connect.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { readLook, type LogoFile } from './queries.ts'

/**
 * Changes how the workspace looks.
 * @param logo the file that was checked, if another one was named
 * @throws AppError `version_conflict`
 */
export async function changeLook(
  trx: Trx,
  actor: Actor,
  { change: { logo: name, ...change }, logo }: { change: LookPatch; logo: LogoFile | undefined },
  seen: Seen,
  now: Date,
): Promise<Look> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await readLook(trx, workspaceId)
  await checkSeen(seen, before, () => ({ current: before }))
  if (name === undefined && Object.keys(change).length === 0) return before
  const file = name === undefined ? {} : { logo_object_id: logo?.id ?? null, logo_sha256: logo?.sha256 ?? null }
  const values = { ...change, ...file, version: before.version + 1 }
  const { id } = await trx
    .insertInto('workspace_looks')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await readLook(trx, workspaceId)
  await appendEvents(trx, actor, [{ type: 'look.updated', id, data, before }], now)
  return data
}
