import { sql } from 'kysely'
import { mostInARow } from '#domain/webhooks/retries.ts'
import { inOneStatement, type Db } from '../../db/connect.ts'

/** Endpoints for which the log has not been read to its end. */
export async function endpointsBehind(db: Db, most: number): Promise<{ workspaceId: string; endpointId: string }[]> {
  const { rows } = await sql<{ workspace_id: string; endpoint_id: string }>`
    select workspace_id, endpoint_id from webhooks_behind(${most})`.execute(inOneStatement(db))
  return rows.map(({ workspace_id, endpoint_id }) => ({ workspaceId: workspace_id, endpointId: endpoint_id }))
}

/** Calls that this server sends now, by workspace. No other server gets them. */
export async function claimCalls(
  db: Db,
  now: Date,
  { each, most }: { each: number; most: number },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from claim_webhook_calls(${now}, ${each}, ${most}, ${mostInARow})`.execute(
    inOneStatement(db),
  )
  return new Map(
    [...Map.groupBy(rows, ({ workspace_id }) => workspace_id)].map(([id, of]) => [id, of.map((row) => row.id)]),
  )
}

/** Lets calls go out again whose server gave no sign since then. */
export async function releaseCalls(db: Db, before: Date): Promise<void> {
  await sql`select release_webhook_calls(${before})`.execute(inOneStatement(db))
}

/** Forgets calls that ended, with their answers. Returns whether there may be more. */
export async function forgetCalls(db: Db, before: Date, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select forget_webhook_calls(${before}, ${most}) as count`.execute(inOneStatement(db))
  return rows[0]!.count === most
}
