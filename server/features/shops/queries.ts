import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { mostProblems, type ShopProblems, type ShopState } from '#domain/schema/shop.ts'
import type { Trx } from '../../db/connect.ts'
import { connectors } from '../../outside/shops/connectors.ts'

export type Shop = { workspaceId: string; integrationId: string; platform: ShopPlatform; shop: string; key: string }

/** @throws AppError `integration_not_connected` */
export async function readConnected(trx: Trx, workspaceId: string, platform: ShopPlatform): Promise<Shop> {
  const row = await trx
    .selectFrom('integrations')
    .select(['id', 'shop', 'shop_key'])
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('state', '=', 'connected')
    .executeTakeFirst()
  if (!row) throw new AppError('integration_not_connected')
  const { id, shop, shop_key } = row
  return { workspaceId, integrationId: id, platform, shop: shop ?? '', key: shop_key ?? shop ?? '' }
}

const orderStates = ['taken', 'waiting', 'skipped', 'canceled'] as const

/** How a connected shop and Karta keep in step. */
export async function readShopState(trx: Trx, shop: Shop, publicUrl: string): Promise<ShopState> {
  const { workspaceId, integrationId, platform, key } = shop
  const sync = await trx
    .selectFrom('shop_syncs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()
  const orders = await trx
    .selectFrom('shop_orders')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('store', '=', key)
    .groupBy('state')
    .execute()
  const news = await trx
    .selectFrom('shop_outbox')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute()
  const countOf = (rows: { state: string; count: number }[], state: string) =>
    rows.find((row) => row.state === state)?.count ?? 0
  return {
    platform,
    is_syncing: Boolean(sync?.round_started_at && !sync.failure),
    found: sync?.found ?? 0,
    last_sync_at: sync?.last_sync_at ?? null,
    next_sync_at: sync?.next_sync_at ?? null,
    failure: sync?.failure ?? null,
    checkout_failure: sync?.rates_failure ?? null,
    locations: sync?.locations ?? [],
    webhook_url: `${publicUrl}/v1/hooks/${platform}/${integrationId}`,
    orders: Object.fromEntries(orderStates.map((state) => [state, countOf(orders, state)])) as ShopState['orders'],
    news: { waiting: countOf(news, 'waiting'), failed: countOf(news, 'failed') },
  }
}

/** What needs somebody, the newest first. */
export async function readProblems(trx: Trx, shop: Shop): Promise<ShopProblems> {
  const orders = await openOrders(trx, shop).select(['id', 'number', 'external_id', 'reason', 'updated_at']).execute()
  const deliveries = orders.length
    ? await trx
        .selectFrom('shop_deliveries as s')
        .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
        .select(['s.order_id', 'd.id', 'd.number', 'd.status'])
        .where('s.workspace_id', '=', shop.workspaceId)
        .where(
          's.order_id',
          'in',
          orders.map(({ id }) => id),
        )
        .execute()
    : []
  const news = await failedNews(trx, shop)
  return {
    orders: orders.map(({ id, number, external_id, reason, updated_at }) => ({
      id,
      number,
      url: connectors[shop.platform]?.orderUrl(shop, external_id) ?? null,
      reason: reason!,
      deliveries: deliveries
        .filter(({ order_id }) => order_id === id)
        .map(({ id: deliveryId, number: deliveryNumber, status }) => ({
          id: deliveryId,
          number: deliveryNumber,
          status,
        })),
      updated_at,
    })),
    news,
  }
}

function openOrders(trx: Trx, { workspaceId, platform, key }: Shop) {
  return trx
    .selectFrom('shop_orders')
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('store', '=', key)
    .where('reason', 'is not', null)
    .where('state', '!=', 'skipped')
    .orderBy('updated_at', 'desc')
    .limit(mostProblems)
}

async function failedNews(trx: Trx, { workspaceId, integrationId }: Shop): Promise<ShopProblems['news']> {
  const rows = await trx
    .selectFrom('shop_outbox as o')
    .innerJoin('deliveries as d', 'd.id', 'o.delivery_id')
    .select([
      'o.id',
      'o.kind',
      'o.failure',
      'o.attempts',
      'o.created_at',
      'd.id as delivery_id',
      'd.number',
      'd.status',
    ])
    .where('o.workspace_id', '=', workspaceId)
    .where('o.integration_id', '=', integrationId)
    .where('o.state', '=', 'failed')
    .orderBy('o.number', 'desc')
    .limit(mostProblems)
    .execute()
  return rows.map(({ delivery_id, number, status, failure, ...rest }) => ({
    ...rest,
    reason: failure ?? '',
    delivery: { id: delivery_id, number, status },
  }))
}

/** The shop's own IDs of orders that wait or could not be followed. */
export async function idsToRetry(trx: Trx, shop: Shop, only: string[] | undefined): Promise<string[]> {
  let open = openOrders(trx, shop).select('external_id')
  if (only) open = open.where(sql<boolean>`id = any(${only}::uuid[])`)
  return (await open.execute()).map(({ external_id }) => external_id)
}
