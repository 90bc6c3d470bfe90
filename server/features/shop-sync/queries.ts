import { sql } from 'kysely'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

/** Where the rounds of a shop stand. */
export function readSync(trx: Trx, workspaceId: string, integrationId: string) {
  return trx
    .selectFrom('shop_syncs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()
}
export type Sync = NonNullable<Awaited<ReturnType<typeof readSync>>>

/** Orders that the shop posted about and that nobody has dealt with, up to a moment. */
export async function openEvents(trx: Trx, workspaceId: string, integrationId: string, until: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('shop_events')
    .select('order_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .where('done_at', 'is', null)
    .where('received_at', '<', until.toISOString())
    .where('order_id', 'is not', null)
    .execute()
  return rows.map(({ order_id }) => order_id!)
}

/** A privacy request that nobody has dealt with. */
export function readRequest(trx: Trx, workspaceId: string, eventId: string) {
  return trx
    .selectFrom('shop_events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', eventId)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Shops whose time has come. They are due again at `againAt`. */
export async function claimShops(db: Db, now: Date, againAt: Date) {
  const { rows } = await sql<{ workspace_id: string; integration_id: string }>`
    select workspace_id, integration_id from claim_shops_to_sync(${now}, ${againAt})`.execute(inOneStatement(db))
  return rows.map((row) => ({ workspaceId: row.workspace_id, integrationId: row.integration_id }))
}

/** Forgets webhooks that were dealt with before then. */
export async function forgetShopEvents(db: Db, before: Date): Promise<void> {
  await sql`select forget_shop_events(${before})`.execute(inOneStatement(db))
}

/** Deliveries of which the shop is still to be told something: the queue may have lost it, or the shop its keys. */
export async function untoldDeliveries(trx: Trx, workspaceId: string, integrationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('shop_outbox')
    .select('delivery_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'waiting')
    .execute()
  return rows.map(({ delivery_id }) => delivery_id)
}
