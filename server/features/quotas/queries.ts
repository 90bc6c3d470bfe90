import { sql } from 'kysely'
import { limitOf, quotaNames, quotas, type QuotaName } from '#domain/quotas.ts'
import type { Quota } from '#domain/schema/quota.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { endOfDay, readDays, readStored, type Quotas } from '../../db/quotas.ts'
import { countApiKeys } from '../api-keys/queries.ts'
import { countMembers } from '../workspace/queries.ts'

/** Every quota of the workspace, and how far it is used. */
export async function readQuotas(trx: Trx, workspaceId: string, { limits, now }: Quotas): Promise<Quota[]> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select(['tier', 'time_zone'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const kept: Partial<Record<QuotaName, number>> = {
    deliveries: await readStored(trx, workspaceId, 'deliveries'),
    bytes_stored: await readStored(trx, workspaceId, 'bytes_stored'),
    objects: await readStored(trx, workspaceId, 'objects'),
    members: await countMembers(trx, workspaceId),
    api_keys: await countApiKeys(trx, workspaceId, now),
  }
  const days = await readDays(trx, workspaceId, now)
  const midnight = endOfDay(now, workspace.time_zone).toISOString()
  return quotaNames.map((name) => {
    const limit = limitOf(name, limits, workspace)
    if (quotas[name].kind !== 'a day') return { name, limit, used: kept[name] ?? null, renews_at: null }
    const { used = 0, ends_at = midnight } = days.get(name) ?? {}
    return { name, limit, used, renews_at: ends_at }
  })
}

/** Workspaces whose counts were not checked since a moment. */
export async function workspacesToRecount(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select workspace_id as id from quotas_to_recount(${since})`.execute(db)
  return rows.map(({ id }) => id)
}
