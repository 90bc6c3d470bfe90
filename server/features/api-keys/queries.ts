import { sql } from 'kysely'
import { monthlyLimitOf } from '#domain/tiers.ts'
import { AppError } from '#domain/errors.ts'
import { actions, may } from '#domain/permissions.ts'
import type { ApiKey, ApiKeyUsage, ApiUsage, Self } from '#domain/schema/api-key.ts'
import { calendarMonth, dayAfter, dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'

export const keyColumns = [
  'id',
  'name',
  'is_test',
  'scopes',
  'depot_ids',
  'allowed_addresses',
  'prefix',
  'created_by_name',
  'created_at',
  'last_used_at',
  'last_used_address',
  'expires_at',
  'revoked_at',
  'previous_prefix',
  'previous_ends_at',
  'previous_last_used_at',
  'previous_last_used_address',
  'version',
] as const

/** How many revoked keys to list, the newest. */
const mostShown = 200

/** The workspace's keys, newest first, revoked ones last. */
export async function listApiKeys(trx: Trx, workspaceId: string): Promise<ApiKey[]> {
  const rows = await trx
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(toApiKey)
}

/** How many keys of the workspace work: neither revoked nor expired. */
export async function countApiKeys(trx: Trx, workspaceId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .executeTakeFirstOrThrow()
  return count
}

/** API-key requests this month, and the limit. */
export async function readUsage(trx: Trx, workspaceId: string, now: Date): Promise<ApiUsage> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select(['tier', 'trial_ends_at', 'time_zone'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const begun = await trx
    .selectFrom('api_usage')
    .select(['month', 'requests', 'ends_at as resets_at'])
    .where('workspace_id', '=', workspaceId)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
  const { firstDay, endsAt } = calendarMonth(now, workspace.time_zone)
  const unused = { month: firstDay, requests: 0, resets_at: endsAt.toISOString() }
  return { ...(begun ?? unused), limit: monthlyLimitOf(workspace, now) }
}

/** At most so many days at once. */
const mostDays = 400
const usualDays = 30

/**
 * Requests with a key on each day.
 * @throws AppError `api_key_not_found`, `validation_failed`
 */
export async function readKeyUsage(
  trx: Trx,
  workspaceId: string,
  id: string,
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<ApiKeyUsage> {
  const key = await trx
    .selectFrom('api_keys as k')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .select('w.time_zone')
    .where('k.workspace_id', '=', workspaceId)
    .where('k.id', '=', id)
    .executeTakeFirst()
  if (!key) throw new AppError('api_key_not_found')
  const to = asked.to ?? dayOf(now, key.time_zone)
  const from = asked.from ?? dayAfter(to, 1 - usualDays)
  if (from > to) throw invalid('from', 'The first day is after the last one.')
  if (dayAfter(from, mostDays) <= to) throw invalid('from', `At most ${mostDays} days at once.`)
  const days = await trx
    .selectFrom('api_key_days')
    .select(['day', 'requests'])
    .where('key_id', '=', id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  return { from, to, days }
}

const invalid = (path: string, message: string) => new AppError('validation_failed', { errors: [{ path, message }] })

type OwnKey = { is_test: boolean; allowed_addresses: string[] | null; expires_at: string | null }

/** Who calls, and what they may do. */
export async function readSelf(trx: Trx, actor: Actor, now: Date): Promise<Self> {
  const { userId, name, workspaceId, role, scopes, depotIds } = actor
  const { sandbox_of, ...workspace } = await trx
    .selectFrom('workspaces')
    .select(['id', 'name', 'time_zone', 'currency', 'sandbox_of'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const { rows } = scopes ? await sql<OwnKey>`select * from own_key()`.execute(trx) : { rows: [] }
  const [key] = rows
  const isTest = key?.is_test ?? sandbox_of !== null
  return {
    kind: actor.app ? 'app' : scopes ? 'api_key' : 'member',
    id: userId,
    name,
    workspace,
    mode: isTest ? 'test' : 'live',
    role: scopes ? null : role,
    scopes: scopes ? [...scopes] : null,
    actions: actions.filter((action) => may(actor, action)),
    depot_ids: depotIds,
    allowed_addresses: key?.allowed_addresses ?? null,
    expires_at: key?.expires_at ?? null,
    quota: (key || actor.app) && !isTest ? await readUsage(trx, workspaceId, now) : null,
  }
}

type KeyRow = Omit<ApiKey, 'mode' | 'created_by' | 'previous'> & {
  is_test: boolean
  created_by_name: string
  previous_prefix: string | null
  previous_ends_at: string | null
  previous_last_used_at: string | null
  previous_last_used_address: string | null
}

/** A stored key in the API's form. */
export function toApiKey(row: KeyRow): ApiKey {
  const {
    is_test,
    created_by_name,
    previous_prefix: prefix,
    previous_ends_at: ends_at,
    previous_last_used_at: last_used_at,
    previous_last_used_address: last_used_address,
    ...shown
  } = row
  return {
    ...shown,
    mode: is_test ? 'test' : 'live',
    created_by: created_by_name,
    previous: prefix && ends_at ? { prefix, ends_at, last_used_at, last_used_address } : null,
  }
}
