import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { ImportedKind, ImportMapping } from '#domain/schema/import-mapping.ts'
import type { Trx } from '../../db/connect.ts'

const columns = ['id', 'kind', 'name', 'header', 'fields', 'created_at', 'updated_at', 'version'] as const

const mappingsOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('import_mappings').where('workspace_id', '=', workspaceId).select(columns)

/** Mappings by name. */
export async function listImportMappings(
  trx: Trx,
  workspaceId: string,
  { kind }: { kind?: ImportedKind | undefined },
): Promise<{ data: ImportMapping[] }> {
  let found = mappingsOf(trx, workspaceId)
  if (kind) found = found.where('kind', '=', kind)
  return {
    data: await found
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute(),
  }
}

/**
 * One mapping.
 * @throws AppError `import_mapping_not_found`
 */
export async function getImportMapping(trx: Trx, workspaceId: string, id: string): Promise<ImportMapping> {
  const mapping = await mappingsOf(trx, workspaceId).where('id', '=', id).executeTakeFirst()
  if (!mapping) throw new AppError('import_mapping_not_found')
  return mapping
}
