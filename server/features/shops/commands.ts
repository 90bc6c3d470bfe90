import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { readShopOrder, syncShop, tellShop } from '../../queue/tasks.ts'
import { idsToRetry, type Shop } from './queries.ts'

/** Lets Karta read everything that changed, now. While it does, nothing is added. */
export async function syncNow(trx: Trx, { queue, now }: Pick<Deps, 'queue' | 'now'>, shop: Shop): Promise<void> {
  const { workspaceId, integrationId } = shop
  const begun = await trx
    .updateTable('shop_syncs')
    .set({ next_sync_at: new Date(now().getTime() + 3_600_000), failure: null })
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    // A round that failed may wait for its next try for a while.
    .where((eb) => eb.or([eb('round_started_at', 'is', null), eb('failure', 'is not', null)]))
    .returning('integration_id')
    .executeTakeFirst()
  if (begun) await queue.add(trx, syncShop, { workspaceId, integrationId })
}

/** Reads orders again, and tells again what the shop did not take. Returns how many of both. */
export async function retry(
  trx: Trx,
  { queue }: Pick<Deps, 'queue'>,
  shop: Shop,
  only: { orders?: string[] | undefined; news?: string[] | undefined },
): Promise<number> {
  const { workspaceId, integrationId } = shop
  const isAll = !only.orders && !only.news
  const orderIds = isAll || only.orders ? await idsToRetry(trx, shop, only.orders) : []
  for (const orderId of orderIds) await queue.add(trx, readShopOrder, { workspaceId, integrationId, orderId })
  const news = isAll || only.news ? await reopenNews(trx, shop, only.news) : []
  for (const deliveryId of new Set(news)) await queue.add(trx, tellShop, { workspaceId, integrationId, deliveryId })
  return orderIds.length + news.length
}

async function reopenNews(trx: Trx, { workspaceId, integrationId }: Shop, only: string[] | undefined) {
  const rows = await trx
    .updateTable('shop_outbox')
    .set({ state: 'waiting', failure: null })
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'failed')
    .where(sql<boolean>`(${only === undefined} or id = any(${only ?? []}::uuid[]))`)
    .returning('delivery_id')
    .execute()
  return rows.map(({ delivery_id }) => delivery_id)
}
