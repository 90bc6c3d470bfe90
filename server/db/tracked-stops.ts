import { sql } from 'kysely'
import type { TrackedStop } from '#domain/tracking/progress.ts'
import type { Trx } from './connect.ts'

/** How far deliveries are on their routes, by delivery. Those that are on none are left out. */
export async function readTrackedStops(trx: Trx, ids: string[], now: Date): Promise<Map<string, TrackedStop>> {
  const { rows } = await sql<TrackedStop>`select * from tracked_stops(${ids}::uuid[], ${now})`.execute(trx)
  return new Map(rows.map((row) => [row.delivery_id, row]))
}

/** How often deliveries failed, by delivery, as their histories tell. */
export async function countAttempts(trx: Trx, workspaceId: string, ids: string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('delivery_events')
    .select('delivery_id')
    .select(sql<number>`count(*)::integer`.as('failed'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .where(sql<boolean>`changes ->> 'status' = 'failed'`)
    .groupBy('delivery_id')
    .execute()
  return new Map(rows.map(({ delivery_id, failed }) => [delivery_id, failed]))
}
