import { AppError } from '#domain/errors.ts'
import type { CustomField } from '#domain/schema/custom-field.ts'
import type { Trx } from '../../db/connect.ts'
import { readCustomFields } from '../../db/custom-fields.ts'

/** The fields that the caller's role sees, archived ones too. */
export async function listCustomFields(trx: Trx): Promise<{ data: CustomField[] }> {
  return { data: await readCustomFields(trx) }
}

/**
 * One field.
 * @throws AppError `custom_field_not_found`
 */
export async function getCustomField(trx: Trx, workspaceId: string, id: string): Promise<CustomField> {
  const row = await trx
    .selectFrom('custom_fields')
    .select(['id', 'key', 'label', 'type', 'options', 'visible_to', 'position', 'archived'])
    .select(['created_at', 'updated_at', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('custom_field_not_found')
  return row
}

/** What a new field has to know of the others. */
export async function otherFields(trx: Trx, workspaceId: string): Promise<{ keys: Set<string>; next: number }> {
  const rows = await trx
    .selectFrom('custom_fields')
    .select(['key', 'position'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return {
    keys: new Set(rows.map(({ key }) => key)),
    next: Math.max(-1, ...rows.map(({ position }) => position)) + 1,
  }
}
