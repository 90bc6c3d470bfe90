import { sql } from 'kysely'
import type { DeliveryState } from '#domain/delivery-state.ts'
import type { TrackedStop } from '#domain/tracking/progress.ts'
import type { Trx } from './connect.ts'

/** How far deliveries are on their routes, by delivery. Those that are on none are left out. */
export async function readTrackedStops(trx: Trx, ids: string[], now: Date): Promise<Map<string, TrackedStop>> {
  const { rows } = await sql<TrackedStop>`select * from tracked_stops(${ids}::uuid[], ${now})`.execute(trx)
  return new Map(rows.map((row) => [row.delivery_id, row]))
}

/** Whether the transaction's workspace tells recipients anything by push. */
export async function pushesToRecipients(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`select pushes_to_recipients() as does`.execute(trx)
  return rows[0]!.does
}

/** Whether the transaction's workspace offers delivery slots. */
export async function offersSlots(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`select offers_slots() as is_on`.execute(trx)
  return rows[0]!.is_on
}

/** A delivery that somebody follows, and how far it is. */
export type Watched = { version: number; status: DeliveryState; stop: TrackedStop | undefined }

/** How far these deliveries of a workspace are now, whether or not they are on a route. */
export async function readWatched(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  now: Date,
): Promise<Map<string, Watched>> {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['id', 'version', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const stops = await readTrackedStops(trx, ids, now)
  return new Map(rows.map(({ id, version, status }) => [id, { version, status, stop: stops.get(id) }]))
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
