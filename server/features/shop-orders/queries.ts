import { sql } from 'kysely'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopPlace } from '#domain/shops/to-delivery.ts'
import type { ShopRules } from '#domain/shops/rules.ts'
import { dayOf } from '#domain/time.ts'
import type { Trx } from '../../db/connect.ts'
import { readCountry } from '../../db/country.ts'

/** A shop of a workspace, as its orders know it. */
export type OrderShop = {
  workspaceId: string
  integrationId: string
  platform: ShopPlatform
  /** `integrations.shop_key` */
  store: string
  rules: ShopRules
}

/** What of the workspace decides how orders become deliveries. */
export async function readPlace(trx: Trx, { workspaceId, rules }: OrderShop, now: Date): Promise<ShopPlace> {
  const { time_zone: zone, currency } = await trx
    .selectFrom('workspaces')
    .select(['time_zone', 'currency'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { rules, zone, currency, country: await readCountry(trx, workspaceId), today: dayOf(now, zone) }
}

const ordersOf = (trx: Trx, { workspaceId, platform, store }: Omit<OrderShop, 'rules' | 'integrationId'>) =>
  trx
    .selectFrom('shop_orders')
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('store', '=', store)

/** What is known of an order. Nobody else works on it until the transaction ends. */
export async function lockOrder(trx: Trx, shop: OrderShop, externalId: string) {
  const key = `karta shop order ${shop.workspaceId} ${shop.platform} ${shop.store} ${externalId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  return ordersOf(trx, shop).selectAll().where('external_id', '=', externalId).executeTakeFirst()
}

/**
 * The known ones of these orders: when the shop changed each last, and whether that was final when we read it. Shops that
 * know whole seconds only may change an order again in the second in which we read it, and clocks differ a little.
 */
export async function knownOrders(
  trx: Trx,
  shop: OrderShop,
  externalIds: string[],
): Promise<Map<string, { modifiedAt: Date; isFinal: boolean }>> {
  const rows = await ordersOf(trx, shop)
    .select(['external_id', 'modified_at'])
    .select(sql<boolean>`updated_at - modified_at > interval '1 minute'`.as('is_final'))
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.external_id, { modifiedAt: new Date(row.modified_at), isFinal: row.is_final }]))
}

/** Numbers that an earlier shop of the same platform used as well. */
export async function numbersElsewhere(trx: Trx, shop: OrderShop, numbers: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('shop_orders')
    .select('number')
    .where('workspace_id', '=', shop.workspaceId)
    .where('platform', '=', shop.platform)
    .where('store', '!=', shop.store)
    .where(sql<boolean>`number = any(${numbers}::text[])`)
    .execute()
  return new Set(rows.map(({ number }) => number))
}

/** The deliveries of an order, with how far they are. */
export function deliveriesOf(trx: Trx, workspaceId: string, orderId: string) {
  return trx
    .selectFrom('shop_deliveries as s')
    .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
    .select(['s.part', 's.delivery_id', 's.said', 's.remote', 'd.status', 'd.number', 'd.deleted_at', 'd.erased_at'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.order_id', '=', orderId)
    .execute()
}
export type ShopDelivery = Awaited<ReturnType<typeof deliveriesOf>>[number]

/** The deliveries that were just made, by their references. */
export async function idsOf(trx: Trx, shop: OrderShop, references: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['id', 'reference'])
    .where('workspace_id', '=', shop.workspaceId)
    .where('source', '=', shop.platform)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, reference }) => [reference!, id]))
}
