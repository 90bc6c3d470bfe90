import { z } from 'zod'
import type { OpenStore } from '../platform.ts'
import { callWoo, readAnswer } from './call.ts'
import type { LineFacts, WooOrder } from './read-order.ts'

type Product = { grams: number | null; isShipped: boolean }

const gramsIn: Record<string, number> = { g: 1, kg: 1000, lbs: 453.592_37, oz: 28.349_523 }

const Unit = z.object({ value: z.string() })
const Products = z.array(
  z.object({
    id: z.int(),
    weight: z.string().nullish().catch(null),
    virtual: z.boolean().catch(false),
    shipping_required: z.boolean().optional().catch(undefined),
  }),
)
const Refunds = z.array(
  z.object({
    line_items: z
      .array(
        z.object({
          quantity: z.number().catch(0),
          meta_data: z.array(z.looseObject({ key: z.string(), value: z.unknown() })).catch([]),
        }),
      )
      .catch([]),
  }),
)

/** How long the weight of a product is remembered. */
const keptMs = 30 * 60_000
const mostKept = 20_000

type Kept = { until: number; unit: number; products: Map<string, Product> }
const known = new Map<string, Kept>()

/** What orders do not say themselves: the weight of their products, and how many were given back. @throws ShopCallError */
export async function factsOf(store: OpenStore, orders: readonly WooOrder[]): Promise<Map<string, LineFacts>> {
  const kept = await keptFor(store)
  const lines = orders.flatMap((order) => order.line_items)
  await learn(
    store,
    kept,
    '/products',
    lines.map(({ product_id }) => product_id),
  )
  const byParent = Map.groupBy(
    lines.filter(({ variation_id }) => variation_id > 0),
    ({ product_id }) => product_id,
  )
  for (const [parent, own] of byParent)
    await learn(
      store,
      kept,
      `/products/${parent}/variations`,
      own.map(({ variation_id }) => variation_id),
    )
  const facts = new Map<string, LineFacts>()
  for (const order of orders) facts.set(order.id, await factsOfOne(store, order, kept.products))
  return facts
}

async function factsOfOne(
  store: OpenStore,
  order: WooOrder,
  products: ReadonlyMap<string, Product>,
): Promise<LineFacts> {
  const of = (line: WooOrder['line_items'][number]) => {
    const whole = products.get(`/products ${line.product_id}`)
    const variation = products.get(`/products/${line.product_id}/variations ${line.variation_id}`)
    return { grams: variation?.grams ?? whole?.grams ?? null, isShipped: (variation ?? whole)?.isShipped ?? true }
  }
  const lines = order.line_items.map((line) => [line.id, of(line)] as const)
  return {
    grams: new Map(lines.map(([id, { grams }]) => [id, grams])),
    isShipped: new Map(lines.map(([id, { isShipped }]) => [id, isShipped])),
    refunded: order.refunds.length ? await refundedOf(store, order.id) : new Map<string, number>(),
  }
}

async function refundedOf(store: OpenStore, orderId: string): Promise<Map<string, number>> {
  const refunds = readAnswer(
    Refunds,
    await callWoo(store, 'GET', `/orders/${orderId}/refunds`, { query: { per_page: '100' } }),
  )
  const counts = new Map<string, number>()
  for (const { quantity, meta_data } of refunds.flatMap(({ line_items }) => line_items)) {
    const line = String(meta_data.find(({ key }) => key === '_refunded_item_id')?.value ?? '')
    counts.set(line, (counts.get(line) ?? 0) + Math.abs(quantity))
  }
  return counts
}

async function keptFor(store: OpenStore): Promise<Kept> {
  const before = known.get(store.key)
  if (before && before.until > store.now.getTime() && before.products.size < mostKept) return before
  // Keys that may not read settings get no unit; most shops have kilograms.
  const answer = await callWoo(store, 'GET', '/settings/products/woocommerce_weight_unit').catch(() => undefined)
  const unit = gramsIn[Unit.safeParse(answer?.json).data?.value ?? 'kg'] ?? 1000
  const kept = { until: store.now.getTime() + keptMs, unit, products: new Map<string, Product>() }
  known.set(store.key, kept)
  return kept
}

/** Asks for products that are not known yet, a hundred at a time. Those that were deleted have no weight. */
async function learn(store: OpenStore, { unit, products }: Kept, path: string, ids: readonly number[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => id > 0 && !products.has(`${path} ${id}`))
  for (let from = 0; from < missing.length; from += 100) {
    const some = missing.slice(from, from + 100)
    const answer = await callWoo(store, 'GET', path, { query: { include: some.join(','), per_page: '100' } })
    const found = answer ? readAnswer(Products, answer) : []
    for (const id of some) {
      const product = found.find((each) => each.id === id)
      const weight = Number(product?.weight || NaN)
      const isShipped = product ? (product.shipping_required ?? !product.virtual) : true
      products.set(`${path} ${id}`, { grams: weight >= 0 ? Math.round(weight * unit) : null, isShipped })
    }
  }
}
