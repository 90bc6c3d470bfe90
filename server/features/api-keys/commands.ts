import { randomBytes } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { limitOf } from '#domain/quotas.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from '#domain/schema/api-key.ts'
import type { Trx } from '../../db/connect.ts'
import { checkQuota, type Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import { apiKeyBytes, hashApiKey, prefixOf, writeApiKey } from '../../http/key-format.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { countApiKeys, keyColumns, toApiKey } from './queries.ts'
import { roleOf } from './rules.ts'

/**
 * Creates a key. Only the secret's hash is stored, so only this reply contains the secret.
 * @throws AppError `validation_failed` if it would already be expired, `quota_reached`
 */
export async function createApiKey(
  trx: Trx,
  actor: Actor,
  wanted: NewApiKey,
  { limits, now }: Quotas,
): Promise<CreatedApiKey> {
  const expiresAt = wanted.expires_at === null ? null : new Date(wanted.expires_at)
  if (expiresAt && expiresAt <= now) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'expires_at', message: 'Choose a time in the future.' }],
    })
  }
  // Two concurrent counts would both find room.
  const workspace = await lockWorkspace(trx, actor.workspaceId)
  const used = await countApiKeys(trx, actor.workspaceId, now)
  checkQuota({ quota: 'api_keys', limit: limitOf('api_keys', limits, workspace), used, wanted: 1 })
  const secret = writeApiKey(randomBytes(apiKeyBytes))
  const row = await trx
    .insertInto('api_keys')
    .values({
      workspace_id: actor.workspaceId,
      name: wanted.name,
      prefix: prefixOf(secret),
      hash: hashApiKey(secret)!,
      role: roleOf(wanted.access),
      created_by: actor.userId,
      created_by_name: actor.name,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  const data = toApiKey(row)
  await appendEvents(trx, actor, [{ type: 'api_key.created', id: row.id, data }], now)
  return { ...data, secret }
}

/** @throws AppError `api_key_not_found`, `version_conflict` */
export async function renameApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  name: string,
  seen: Seen,
  now: Date,
): Promise<ApiKey> {
  const before = await lockKey(trx, actor.workspaceId, id, seen)
  const data = toApiKey(await changeKey(trx, actor.workspaceId, id).set({ name }).executeTakeFirstOrThrow())
  if (data.version !== before.version) {
    await appendEvents(trx, actor, [{ type: 'api_key.renamed', id, data, before }], now)
  }
  return data
}

/**
 * Revokes a key permanently. Repeating it changes nothing.
 * @throws AppError `api_key_not_found`, `version_conflict`
 */
export async function revokeApiKey(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<ApiKey> {
  const before = await lockKey(trx, actor.workspaceId, id, seen)
  const revoke = changeKey(trx, actor.workspaceId, id).set((eb) => ({
    revoked_at: eb.fn.coalesce('revoked_at', eb.val(now.toISOString())),
  }))
  const data = toApiKey(await revoke.executeTakeFirstOrThrow())
  if (!before.revoked_at) await appendEvents(trx, actor, [{ type: 'api_key.revoked', id, data, before }], now)
  return data
}

/** Revokes the keys that a member made, who may do nothing in the workspace any more. */
export async function revokeKeysOf(trx: Trx, author: Author, userId: string, now: Date): Promise<void> {
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('workspace_id', '=', author.workspaceId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(keyColumns)
    .execute()
  const drafts = revoked.map(toApiKey).map((data): EventDraft => {
    return { type: 'api_key.revoked', id: data.id, data, before: { revoked_at: null } }
  })
  await appendEvents(trx, author, drafts, now)
}

function changeKey(trx: Trx, workspaceId: string, id: string) {
  return trx.updateTable('api_keys').where('workspace_id', '=', workspaceId).where('id', '=', id).returning(keyColumns)
}

async function lockKey(trx: Trx, workspaceId: string, id: string, seen: Seen): Promise<ApiKey> {
  const row = await trx
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('api_key_not_found')
  await checkSeen(seen, row, () => ({ current: toApiKey(row) }))
  return toApiKey(row)
}
