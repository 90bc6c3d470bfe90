import { sql } from 'kysely'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { PlanState } from '#domain/schema/plan.ts'
import type { Trx } from '../../db/connect.ts'

/** The deliveries of the workspace in whose histories these entries are. */
export async function deliveriesOfEvents(trx: Trx, workspaceId: string, ids: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('delivery_events')
    .select('delivery_id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .distinct()
    .execute()
  return rows.map(({ delivery_id }) => delivery_id)
}

/** The state of the plan that each of these deliveries is on a route of. */
export async function planStatesOf(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, PlanState>> {
  const rows = await trx
    .selectFrom('deliveries')
    .innerJoin('routes', 'routes.id', 'deliveries.route_id')
    .innerJoin('plans', 'plans.id', 'routes.plan_id')
    .select(['deliveries.id', 'plans.state'])
    .where('deliveries.workspace_id', '=', workspaceId)
    .where(sql<boolean>`deliveries.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Those of these deleted deliveries whose reference another delivery has by now. */
export async function takenReferences(trx: Trx, workspaceId: string, ids: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('deliveries as deleted')
    .innerJoin('deliveries as other', (join) =>
      join
        .onRef('other.reference', '=', 'deleted.reference')
        .onRef('other.source', '=', 'deleted.source')
        .on(sql<boolean>`other.client_id is not distinct from deleted.client_id`)
        .onRef('other.id', '!=', 'deleted.id')
        .on('other.workspace_id', '=', workspaceId)
        .on('other.deleted_at', 'is', null),
    )
    .select('deleted.id')
    .where('deleted.workspace_id', '=', workspaceId)
    .where('deleted.deleted_at', 'is not', null)
    .where(sql<boolean>`deleted.id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type List = { source: Delivery['source']; days: string[]; client_id?: string | null | undefined; references: string[] }

/** The IDs of deliveries of these days from this source whose reference the list does not have, `limit` at most. */
export async function findMissing(trx: Trx, workspaceId: string, list: List, limit: number): Promise<string[]> {
  const { source, days, client_id, references } = list
  let found = trx
    .selectFrom('deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('source', '=', source)
    .where('status', 'not in', ['failed', 'cancelled'])
    .where('reference', 'is not', null)
    .where(sql<boolean>`scheduled_date = any(${days}::date[])`)
    .where(sql<boolean>`not exists (select from unnest(${references}::text[]) as known where known = reference)`)
  if (client_id !== undefined) {
    found = client_id === null ? found.where('client_id', 'is', null) : found.where('client_id', '=', client_id)
  }
  const rows = await found.limit(limit).execute()
  return rows.map(({ id }) => id)
}
