import { sql } from 'kysely'
import { monthlyLimitOf } from '#domain/api-quota.ts'
import type { KeyRole } from '#domain/permissions.ts'
import type { ApiKey, ApiUsage } from '#domain/schema/api-key.ts'
import { calendarMonth } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { accessOf } from './rules.ts'

export const keyColumns = [
  'id',
  'name',
  'prefix',
  'role',
  'created_by_name',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
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

type KeyRow = Omit<ApiKey, 'access' | 'created_by'> & { role: KeyRole; created_by_name: string }

/** A stored key in the API's form. */
export function toApiKey({ role, created_by_name, ...row }: KeyRow): ApiKey {
  return { ...row, access: accessOf(role), created_by: created_by_name }
}
