import { randomBytes } from 'node:crypto'
import { sql, type Expression } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { may, type KeyScope, type Role } from '#domain/permissions.ts'
import { limitOf } from '#domain/quotas.ts'
import type { ApiKey, ApiKeyChange, ApiKeyRotation, CreatedApiKey, NewApiKey } from '#domain/schema/api-key.ts'
import type { Trx } from '../../db/connect.ts'
import { checkQuota, type Quotas } from '../../db/quotas.ts'
import { isSandbox, lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import { apiKeyBytes, hashApiKey, prefixOf, writeApiKey } from '../../http/key-format.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { ensureSandbox, tellSandbox } from '../sandbox/commands.ts'
import { readActiveRole } from '../workspace/queries.ts'
import { countApiKeys, keyColumns, toApiKey } from './queries.ts'

/**
 * Creates a key. Only the secret's hash is stored, so only this reply contains the secret.
 * @throws AppError `validation_failed` if it would already be expired, `depot_not_found`, `role_changed`, `quota_reached`,
 * `sandbox_inside`, `owner_grants`
 */
export async function createApiKey(
  trx: Trx,
  actor: Actor,
  wanted: NewApiKey,
  { limits, now }: Quotas,
): Promise<CreatedApiKey> {
  checkExpiry(wanted.expires_at, now)
  if (await isSandbox(trx, actor.workspaceId)) throw new AppError('sandbox_inside')
  await checkDepots(trx, actor.workspaceId, wanted.depot_ids)
  // Two concurrent counts would both find room.
  const workspace = await lockWorkspace(trx, actor.workspaceId)
  // A key would outlive its maker, who was suspended while this waited.
  const role = await readActiveRole(trx, actor.workspaceId, actor.userId)
  if (!role || !may(role, 'manage_workspace')) throw new AppError('role_changed')
  checkMayHold(wanted.scopes, role)
  const used = await countApiKeys(trx, actor.workspaceId, now)
  checkQuota({ quota: 'api_keys', limit: limitOf('api_keys', limits, workspace), used, wanted: 1 })
  const isTest = wanted.mode === 'test'
  if (isTest) await ensureSandbox(trx, actor, { limits, now })
  const secret = writeApiKey(randomBytes(apiKeyBytes), wanted.mode)
  const row = await trx
    .insertInto('api_keys')
    .values({
      workspace_id: actor.workspaceId,
      name: wanted.name,
      is_test: isTest,
      prefix: prefixOf(secret),
      hash: hashApiKey(secret)!,
      scopes: wanted.scopes,
      depot_ids: wanted.depot_ids,
      allowed_addresses: networks(wanted.allowed_addresses),
      created_by: actor.userId,
      created_by_name: actor.name,
      created_at: now,
      expires_at: wanted.expires_at,
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  const data = toApiKey(row)
  await appendEvents(trx, actor, [{ type: 'api_key.created', id: row.id, data }], now)
  return { ...data, secret }
}

/**
 * Changes what a key is called, what it may do, where and until when. Of a key that has ended, only the name.
 * @throws AppError `api_key_not_found`, `version_conflict`, `api_key_ended`, `validation_failed`, `depot_not_found`,
 * `owner_grants`
 */
export async function changeApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  change: ApiKeyChange,
  seen: Seen,
  now: Date,
): Promise<ApiKey> {
  const before = await lockKey(trx, actor.workspaceId, id, seen)
  const { name, allowed_addresses: addresses, ...others } = change
  if (Object.keys({ ...others, ...(addresses !== undefined && { addresses }) }).length > 0) checkAlive(before, now)
  checkExpiry(change.expires_at ?? null, now)
  if (change.scopes && !before.scopes.includes('prescriptions')) checkMayHold(change.scopes, actor.role)
  if (change.depot_ids && before.mode === 'test') {
    throw invalid('depot_ids', 'A test key works in the sandbox, which has its own depots.')
  }
  await checkDepots(trx, actor.workspaceId, change.depot_ids ?? null)
  const set = {
    ...others,
    ...(name !== undefined && { name }),
    ...(addresses !== undefined && { allowed_addresses: networks(addresses) }),
  }
  if (Object.keys(set).length === 0) return before
  const data = toApiKey(await updateKey(trx, actor.workspaceId, id).set(set).executeTakeFirstOrThrow())
  if (data.version !== before.version) {
    await tell(trx, actor, { type: 'api_key.updated', id, data, before }, now)
  }
  return data
}

/**
 * Gives a key a new secret. The old one goes on working until the overlap ends, so that programs can change over.
 * @throws AppError `api_key_not_found`, `version_conflict`, `api_key_ended`, `api_key_rotating`, `owner_grants`
 */
export async function rotateApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  { overlap_hours: hours }: ApiKeyRotation,
  seen: Seen,
  now: Date,
): Promise<CreatedApiKey> {
  const before = await lockKey(trx, actor.workspaceId, id, seen)
  checkAlive(before, now)
  // The new secret is shown to whoever asks.
  checkMayHold(before.scopes, actor.role)
  // Otherwise the programs that still show the older secret would stop working without a word.
  if (before.previous && Date.parse(before.previous.ends_at) > now.getTime()) {
    throw new AppError('api_key_rotating', { ends_at: before.previous.ends_at })
  }
  const secret = writeApiKey(randomBytes(apiKeyBytes), before.mode)
  const row = await updateKey(trx, actor.workspaceId, id)
    .set((eb) => ({
      hash: hashApiKey(secret)!,
      prefix: prefixOf(secret),
      last_used_at: null,
      last_used_address: null,
      previous_hash: eb.ref('hash'),
      previous_prefix: eb.ref('prefix'),
      previous_ends_at: new Date(now.getTime() + hours * 3_600_000),
      previous_last_used_at: eb.ref('last_used_at'),
      previous_last_used_address: eb.ref('last_used_address'),
    }))
    .executeTakeFirstOrThrow()
  const data = toApiKey(row)
  await tell(trx, actor, { type: 'api_key.rotated', id, data, before }, now)
  return { ...data, secret }
}

/**
 * Ends the old secret of a rotated key now. Repeating it changes nothing.
 * @throws AppError `api_key_not_found`, `version_conflict`
 */
export async function endOverlap(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<ApiKey> {
  const before = await lockKey(trx, actor.workspaceId, id, seen)
  return (await end(trx, actor, before, now, 'Overlap ended')) ?? before
}

/**
 * Revokes a key permanently. Repeating it changes nothing.
 * @throws AppError `api_key_not_found`, `version_conflict`
 */
export async function revokeApiKey(trx: Trx, actor: Actor, id: string, seen: Seen, now: Date): Promise<ApiKey> {
  const before = await lockKey(trx, actor.workspaceId, id, seen)
  return before.revoked_at ? before : revoke(trx, actor, before, now)
}

/**
 * Revokes every key that somebody made, because they no longer work here. The transaction must be one that may write
 * keys: that of an admin, or Karta's own.
 * @param author who suspends or removes the person
 * @returns how many
 */
export async function revokeKeysOf(trx: Trx, author: Author, userId: string, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('workspace_id', '=', author.workspaceId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const row of rows) await revoke(trx, author, toApiKey(row), now, `${row.created_by_name} no longer works here`)
  return rows.length
}

/**
 * Ends a secret that others have: the key, or if it is the one before the last rotation, only that one.
 * @returns what the key is called and began with, or undefined if the secret had ended already
 */
export async function endLeakedSecret(
  trx: Trx,
  author: Author,
  { id, isPrevious }: { id: string; isPrevious: boolean },
  now: Date,
): Promise<{ name: string; prefix: string } | undefined> {
  const key = await lockKey(trx, author.workspaceId, id)
  const { name, prefix, previous } = key
  if (!isAlive(key, now)) return undefined
  if (isPrevious) return (await end(trx, author, key, now, 'Found by others')) && { name, prefix: previous!.prefix }
  await revoke(trx, author, key, now, 'Found by others')
  return { name, prefix }
}

/** Ends the old secret of a key. Undefined if it had ended already. */
async function end(trx: Trx, author: Author, before: ApiKey, now: Date, why: string): Promise<ApiKey | undefined> {
  const { id, previous } = before
  if (!previous || Date.parse(previous.ends_at) <= now.getTime()) return undefined
  const change = updateKey(trx, author.workspaceId, id).set({ previous_ends_at: now })
  const data = toApiKey(await change.executeTakeFirstOrThrow())
  await tell(trx, author, { type: 'api_key.rotated', id, data, before, why }, now)
  return data
}

async function revoke(trx: Trx, author: Author, before: ApiKey, now: Date, why?: string): Promise<ApiKey> {
  const { id } = before
  const row = await updateKey(trx, author.workspaceId, id).set({ revoked_at: now }).executeTakeFirstOrThrow()
  const data = toApiKey(row)
  await tell(trx, author, { type: 'api_key.revoked', id, data, before, why }, now)
  return data
}

type KeyEvent = Extract<EventDraft, { type: `api_key.${string}` }>

/** A test key works elsewhere, and whoever listens there has to hear of it. */
async function tell(trx: Trx, author: Author, event: KeyEvent, now: Date): Promise<void> {
  await appendEvents(trx, author, [event], now)
  if (event.data.mode === 'test') await tellSandbox(trx, author, [event], now)
}

function updateKey(trx: Trx, workspaceId: string, id: string) {
  return trx.updateTable('api_keys').where('workspace_id', '=', workspaceId).where('id', '=', id).returning(keyColumns)
}

async function lockKey(trx: Trx, workspaceId: string, id: string, seen?: Seen): Promise<ApiKey> {
  const row = await trx
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('api_key_not_found')
  if (seen) await checkSeen(seen, row, () => ({ current: toApiKey(row) }))
  return toApiKey(row)
}

const isAlive = ({ revoked_at, expires_at }: ApiKey, now: Date) =>
  !revoked_at && !(expires_at && Date.parse(expires_at) <= now.getTime())

function checkAlive(key: ApiKey, now: Date): void {
  if (!isAlive(key, now)) throw new AppError('api_key_ended')
}

function checkExpiry(expiresAt: string | null, now: Date): void {
  if (expiresAt && Date.parse(expiresAt) <= now.getTime()) throw invalid('expires_at', 'Choose a time in the future.')
}

async function checkDepots(trx: Trx, workspaceId: string, ids: string[] | null): Promise<void> {
  if (!ids) return
  const found = await trx
    .selectFrom('depots')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length) throw new AppError('depot_not_found')
}

const invalid = (path: string, message: string) => new AppError('validation_failed', { errors: [{ path, message }] })

/** Addresses and blocks in one form each, without repetitions. */
function networks(addresses: string[] | null): Expression<string[] | null> {
  return sql<string[] | null>`(select array_agg(n order by n) from
    (select distinct network(plain_address(a::inet))::inet as n from unnest(${addresses}::text[]) a) each)`
}

/**
 * A key that reads prescriptions is an owner's to give: an admin could make one to read them.
 * @throws AppError `owner_grants`
 */
function checkMayHold(scopes: readonly KeyScope[], role: Role): void {
  if (scopes.includes('prescriptions') && role !== 'owner') throw new AppError('owner_grants')
}
