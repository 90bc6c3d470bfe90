import { NewDelivery } from '#domain/schema/delivery.ts'
import type { ShopLocation, ShopOrder, ShopPart } from '#domain/shops/order.ts'
import { AppError } from '#domain/errors.ts'
import { readSlotCode } from '#domain/shops/slot-code.ts'
import { toDelivery } from '#domain/shops/to-delivery.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import { importDeliveries } from '../deliveries/commands.ts'
import type { OpenConnection } from '../integrations/queries.ts'
import {
  followOrder,
  lookUp,
  marksOf,
  parcelLines,
  referenceOf,
  shopAuthor,
  whyNot,
  type OrderDeps,
} from '../shop-orders/commands.ts'
import { idsOf, knownOrders, numbersElsewhere, readPlace, type OrderShop } from '../shop-orders/queries.ts'
import type { ShopHook } from '../../outside/shops/platform.ts'
import type { Sync } from './queries.ts'

/** A shop as its orders know it. */
export const orderShopOf = ({ workspaceId, integrationId, platform, store }: OpenConnection): OrderShop => ({
  workspaceId,
  integrationId,
  platform,
  store: store.key,
  rules: store.rules,
})

/** Keeps a webhook. Undefined if it came before. */
export async function keepEvent(
  trx: Trx,
  { workspaceId, integrationId }: Pick<OpenConnection, 'workspaceId' | 'integrationId'>,
  hook: ShopHook,
  now: Date,
): Promise<string | undefined> {
  const { id: hook_id, topic, about, orderId, at, customer } = hook
  const isNothing = about === 'other'
  const kept = await trx
    .insertInto('shop_events')
    .values({
      workspace_id: workspaceId,
      integration_id: integrationId,
      hook_id,
      topic,
      about,
      order_id: orderId,
      customer: customer ? JSON.stringify(customer) : null,
      at,
      received_at: now,
      done_at: isNothing ? now : null,
    })
    .onConflict((conflict) => conflict.columns(['integration_id', 'hook_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept?.id
}

/** What came about an order before it was read is dealt with. */
export async function finishEvents(
  trx: Trx,
  { workspaceId, integrationId }: Pick<OpenConnection, 'workspaceId' | 'integrationId'>,
  orderId: string,
  until: Date,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('shop_events')
    .set({ done_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .where('received_at', '<=', until.toISOString())
    .execute()
}

/** Changes where the rounds of a shop stand. */
export async function changeSync(
  trx: Trx,
  { workspaceId, integrationId }: Pick<OpenConnection, 'workspaceId' | 'integrationId'>,
  change: Partial<Omit<Sync, 'integration_id' | 'workspace_id' | 'locations'>> & { locations?: ShopLocation[] },
): Promise<void> {
  const { locations, ...rest } = change
  await trx
    .updateTable('shop_syncs')
    .set({ ...rest, ...(locations && { locations: JSON.stringify(locations) }) })
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', integrationId)
    .execute()
}

type New = { order: ShopOrder; part: ShopPart; given: Parameters<typeof marksOf>[0]; delivery: NewDelivery }

/**
 * Does what a page of orders says. New ones that need nothing special are created together; all others go one by one. Those
 * that are known and have not changed since are passed over.
 */
export async function takePage(deps: OrderDeps, shop: OrderShop, orders: ShopOrder[]): Promise<void> {
  const within = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(deps.db, shop.workspaceId, work))
  const ids = orders.map(({ id }) => id)
  const known = await within((trx) => knownOrders(trx, shop, ids))
  const unknown = orders.filter(({ id }, index) => !known.has(id) && ids.indexOf(id) === index)
  const created = await within((trx) => createTogether(trx, deps, shop, unknown)).catch((error: unknown) => {
    if (error instanceof AppError) return new Set<string>()
    throw error
  })
  for (const order of orders) {
    const seen = known.get(order.id)
    const isSame = seen?.isFinal && seen.modifiedAt.getTime() === Date.parse(order.updatedAt)
    if (!created.has(order.id) && !isSame) await followOrder(deps, shop, order)
  }
}

/** Creates the deliveries of new orders in few statements, with those that are none of ours. Returns whose order is done. */
async function createTogether(trx: Trx, deps: OrderDeps, shop: OrderShop, orders: ShopOrder[]): Promise<Set<string>> {
  const now = deps.now()
  if (!orders.length) return new Set()
  const place = await readPlace(trx, shop, now)
  const elsewhere = await numbersElsewhere(
    trx,
    shop,
    orders.map(({ number }) => number),
  )
  const fresh: New[] = []
  const skipped: { order: ShopOrder; reason: string }[] = []
  for (const order of orders) {
    const [part, ...more] = order.parts
    // What was sold with a slot is made sure of one by one.
    if (!part || more.length || readSlotCode(order.methodCode)) continue
    const not = whyNot(order, part, shop)
    if (not) skipped.push({ order, reason: not.reason! })
    if (not) continue
    const mapped = toDelivery(order, part, referenceOf(order, part, shop, elsewhere.has(order.number)), place)
    const read = 'waits' in mapped ? undefined : NewDelivery.safeParse(mapped.delivery)
    if (read?.success && 'delivery' in mapped) fresh.push({ order, part, given: mapped.delivery, delivery: read.data })
  }
  const made = await importNew(trx, deps, shop, fresh)
  await keepOrders(
    trx,
    shop,
    made.map(({ row }) => row.order),
    skipped,
    now,
  )
  await keepDeliveries(trx, shop, made)
  if (made.some(({ row }) => !row.delivery.delivery_location)) await lookUp(trx, deps, shop)
  return new Set([...made.map(({ row }) => row.order.id), ...skipped.map(({ order }) => order.id)])
}

async function importNew(
  trx: Trx,
  deps: OrderDeps,
  shop: OrderShop,
  fresh: New[],
): Promise<{ row: New; id: string }[]> {
  if (!fresh.length) return []
  const deliveries = fresh.map(({ delivery }) => delivery)
  const given = { source: shop.platform, mode: 'create' as const, deliveries, isDryRun: false }
  const quotas = { limits: deps.config.quotas, now: deps.now() }
  const { outcomes } = await importDeliveries(trx, shopAuthor(shop), given, quotas, deps.reroute)
  const created = fresh.filter((_, index) => outcomes[index] === 'created')
  const ids = await idsOf(
    trx,
    shop,
    created.map(({ delivery }) => delivery.reference!),
  )
  return created.map((row) => ({ row, id: ids.get(row.delivery.reference!)! }))
}

async function keepOrders(
  trx: Trx,
  shop: OrderShop,
  taken: ShopOrder[],
  skipped: { order: ShopOrder; reason: string }[],
  now: Date,
): Promise<void> {
  const rows = [
    ...taken.map((order) => ({ order, state: 'taken' as const, reason: null })),
    ...skipped.map(({ order, reason }) => ({ order, state: 'skipped' as const, reason })),
  ]
  if (!rows.length) return
  const { workspaceId: workspace_id, platform, store } = shop
  await trx
    .insertInto('shop_orders')
    .values(
      rows.map(({ order, state, reason }) => ({
        workspace_id,
        platform,
        store,
        external_id: order.id,
        number: order.number,
        state,
        reason,
        modified_at: order.updatedAt,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

async function keepDeliveries(trx: Trx, shop: OrderShop, made: { row: New; id: string }[]): Promise<void> {
  if (!made.length) return
  const { workspaceId: workspace_id, platform, store } = shop
  const stored = await trx
    .selectFrom('shop_orders')
    .select(['id', 'external_id'])
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .where('store', '=', store)
    .where(
      'external_id',
      'in',
      made.map(({ row }) => row.order.id),
    )
    .execute()
  const orderIds = new Map(stored.map(({ id, external_id }) => [external_id, id]))
  await trx
    .insertInto('shop_deliveries')
    .values(
      made.map(({ row: { order, part, given }, id: delivery_id }) => ({
        order_id: orderIds.get(order.id)!,
        workspace_id,
        part: part.id,
        delivery_id,
        said: JSON.stringify(marksOf(given, order, part, shop.rules)),
        lines: parcelLines(part),
        remote: null,
      })),
    )
    .execute()
}
