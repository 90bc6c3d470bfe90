import { AppError } from '#domain/errors.ts'
import { keyOf } from '#domain/orders/custom-values.ts'
import {
  mostCustomFields,
  type CustomField,
  type CustomFieldChange,
  type NewCustomField,
} from '#domain/schema/custom-field.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getCustomField, otherFields } from './queries.ts'

/**
 * Adds a field. Without a position it is the last one.
 * @throws AppError `duplicate_custom_field`, `too_many_custom_fields`
 */
export async function createCustomField(
  trx: Trx,
  actor: Actor,
  field: NewCustomField,
  now: Date,
): Promise<CustomField> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const { keys, next } = await otherFields(trx, workspaceId)
  if (keys.size >= mostCustomFields) throw new AppError('too_many_custom_fields')
  const { key = keyOf(field.label, keys), position = next, ...fields } = field
  const insert = trx
    .insertInto('custom_fields')
    .values({ ...fields, key, position, workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict({ custom_fields_key: 'duplicate_custom_field' }, insert)
  const created = await getCustomField(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'custom_field.created', id, data: created }], now)
  return created
}

/**
 * Changes a field. Its key and type stay, and so do the values that deliveries have.
 * @throws AppError `custom_field_not_found`, `version_conflict`, `validation_failed`
 */
export async function changeCustomField(
  trx: Trx,
  actor: Actor,
  id: string,
  change: CustomFieldChange,
  seen: Seen,
  now: Date,
): Promise<CustomField> {
  const { workspaceId } = actor
  await trx.selectFrom('custom_fields').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const before = await getCustomField(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  if (before.type === 'choice' && change.options?.length === 0) {
    throw new AppError('validation_failed', { errors: [{ path: 'options', message: 'Say what can be chosen.' }] })
  }
  await trx
    .updateTable('custom_fields')
    .set({ ...change, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const after = await getCustomField(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'custom_field.updated', id, data: after, before }], now)
  return after
}
