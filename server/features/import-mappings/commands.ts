import { AppError } from '#domain/errors.ts'
import {
  mostMappings,
  type ImportMapping,
  type ImportMappingChange,
  type NewImportMapping,
} from '#domain/schema/import-mapping.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getImportMapping, listImportMappings } from './queries.ts'

const duplicateName = { import_mappings_name: 'duplicate_import_mapping' } as const

/**
 * Keeps a mapping.
 * @throws AppError `duplicate_import_mapping`, `validation_failed`
 */
export async function createImportMapping(
  trx: Trx,
  { workspaceId }: Actor,
  mapping: NewImportMapping,
  now: Date,
): Promise<ImportMapping> {
  await lockWorkspace(trx, workspaceId)
  const { data } = await listImportMappings(trx, workspaceId, {})
  if (data.length >= mostMappings) {
    const message = `A workspace keeps ${mostMappings} mappings. Delete one first.`
    throw new AppError('validation_failed', { errors: [{ path: 'name', message }] })
  }
  const insert = trx
    .insertInto('import_mappings')
    .values({ ...mapping, workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  return getImportMapping(trx, workspaceId, id)
}

/**
 * Renames a mapping, or changes what its columns hold.
 * @throws AppError `import_mapping_not_found`, `version_conflict`, `duplicate_import_mapping`
 */
export async function changeImportMapping(
  trx: Trx,
  { workspaceId }: Actor,
  id: string,
  change: ImportMappingChange,
  seen: Seen,
  now: Date,
): Promise<ImportMapping> {
  await lockWorkspace(trx, workspaceId)
  const before = await getImportMapping(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const update = trx
    .updateTable('import_mappings')
    .set({ ...change, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  return getImportMapping(trx, workspaceId, id)
}

/**
 * Forgets a mapping.
 * @throws AppError `import_mapping_not_found`, `version_conflict`
 */
export async function deleteImportMapping(trx: Trx, { workspaceId }: Actor, id: string, seen: Seen): Promise<void> {
  await lockWorkspace(trx, workspaceId)
  const before = await getImportMapping(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  await trx.deleteFrom('import_mappings').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}
