import { AppError } from '#domain/errors.ts'
import { isEditable } from '#domain/delivery-state.ts'
import { NewDelivery } from '#domain/schema/delivery.ts'
import type { ShopOrder, ShopPart } from '#domain/shops/order.ts'
import { skippedBecause, whySkipped } from '#domain/shops/rules.ts'
import { readSlotCode } from '#domain/shops/slot-code.ts'
import { toDelivery } from '#domain/shops/to-delivery.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Quotas } from '../../db/quotas.ts'
import type { Deps } from '../../deps.ts'
import type { Author } from '../../events/append.ts'
import { anySeen } from '../../http/if-match.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { raiseAlert, settleAlert } from '../alerts/commands.ts'
import { changeDelivery, createDelivery, type Reroute } from '../deliveries/commands.ts'
import { secureSlot } from '../shipping/commands.ts'
import { fillSlot } from '../slots/commands.ts'
import { deliveriesOf, lockOrder, numbersElsewhere, readPlace, type OrderShop, type ShopDelivery } from './queries.ts'
import { changedSince, groupWords, marksOf, parcelLines, sentenceOf } from './rules.ts'

export { marksOf, parcelLines } from './rules.ts'

export type OrderDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'geocoder' | 'engine' | 'report' | 'travel'> & {
  reroute: Reroute
}

/** Who writes what a shop says. */
export const shopAuthor = ({ workspaceId, platform }: OrderShop): Author => ({
  workspaceId,
  userId: null,
  name: platformNames[platform],
})
const platformNames = { shopify: 'Shopify', woocommerce: 'WooCommerce', wix: 'Wix' } as const

/** What became of a part of an order. */
type Outcome = { state: 'taken' | 'canceled'; reason: string | null } | { state: 'waiting' | 'skipped'; reason: string }

const quotasOf = ({ config, now }: OrderDeps): Quotas => ({ limits: config.quotas, now: now() })

/**
 * Does what an order of a shop says: creates its deliveries, changes them, cancels them. Each part has a transaction of its
 * own. What cannot be done waits and says why; nothing is lost. An order older than what is known changes nothing.
 */
export async function followOrder(deps: OrderDeps, shop: OrderShop, order: ShopOrder): Promise<void> {
  const within = <T>(work: (trx: Trx) => Promise<T>) => again(() => inWorkspace(deps.db, shop.workspaceId, work))
  const orderId = await within((trx) => noteOrder(trx, shop, order, deps.now()))
  if (!orderId) return
  const known = await within((trx) => deliveriesOf(trx, shop.workspaceId, orderId))
  const outcomes: Outcome[] = []
  for (const part of order.parts) {
    const slot = known.some((each) => each.part === part.id) ? undefined : await slotOf(deps, shop, order, part)
    const followed = within((trx) => followPart(trx, deps, shop, order, part, orderId, slot))
    outcomes.push(await followed.catch((error: unknown) => afterRefusal(error, known, part)))
  }
  const parts = new Set(order.parts.map(({ id }) => id))
  for (const gone of known.filter(({ part }) => !parts.has(part))) {
    outcomes.push(await within((trx) => cancelOne(trx, deps, shop, order, gone)))
  }
  await within((trx) => noteOutcome(trx, shop, order, orderId, together(outcomes), deps.now()))
}

/** The shop deleted an order: what of it is not under way is cancelled. */
export async function forgetOrder(deps: OrderDeps, shop: OrderShop, externalId: string): Promise<void> {
  await again(() =>
    inWorkspace(deps.db, shop.workspaceId, async (trx) => {
      const known = await lockOrder(trx, shop, externalId)
      if (!known || known.state === 'skipped') return
      const order = { id: externalId, number: known.number }
      for (const each of await deliveriesOf(trx, shop.workspaceId, known.id))
        await cancelOne(trx, deps, shop, order, each)
      await trx
        .updateTable('shop_orders')
        .set({ state: 'canceled', reason: null, updated_at: deps.now() })
        .where('workspace_id', '=', shop.workspaceId)
        .where('id', '=', known.id)
        .execute()
    }),
  )
}

/** Writes down that an order was seen. Undefined if a newer one was seen before. */
async function noteOrder(trx: Trx, shop: OrderShop, order: ShopOrder, now: Date): Promise<string | undefined> {
  const known = await lockOrder(trx, shop, order.id)
  const { workspaceId: workspace_id, platform, store } = shop
  if (!known) {
    const { id } = await trx
      .insertInto('shop_orders')
      .values({
        workspace_id,
        platform,
        store,
        external_id: order.id,
        number: order.number,
        state: 'waiting',
        reason: 'It is being read.',
        modified_at: order.updatedAt,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  if (Date.parse(order.updatedAt) < Date.parse(known.modified_at)) return undefined
  await trx
    .updateTable('shop_orders')
    .set({ modified_at: order.updatedAt })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', known.id)
    .execute()
  return known.id
}

async function followPart(
  trx: Trx,
  deps: OrderDeps,
  shop: OrderShop,
  order: ShopOrder,
  part: ShopPart,
  orderId: string,
  slot: SecuredSlot,
): Promise<Outcome> {
  const stored = await lockOrder(trx, shop, order.id)
  // Somebody else saw a newer one in the meantime, and has done what it says.
  if (!stored || Date.parse(order.updatedAt) < Date.parse(stored.modified_at)) return { state: 'taken', reason: null }
  const known = (await deliveriesOf(trx, shop.workspaceId, orderId)).find((each) => each.part === part.id)
  if (!known) return takePart(trx, deps, shop, order, part, orderId, slot)
  const isEmptied = part.lines.every(({ quantity }) => quantity <= 0)
  if (order.isCanceled || isEmptied) return cancelOne(trx, deps, shop, order, known)
  return changeOne(trx, deps, shop, order, part, known)
}

/** How deliveries of the parts of an order are called. */
export function referenceOf(order: ShopOrder, part: ShopPart, shop: OrderShop, isElsewhere: boolean): string {
  const place = order.parts.filter(({ lines }) => lines.some(({ isShippable }) => isShippable)).indexOf(part)
  const number = isElsewhere ? `${order.number} ${shop.store}` : order.number
  return (place > 0 ? `${number}/${place + 1}` : number).slice(0, 100)
}

type SecuredSlot = Awaited<ReturnType<typeof secureSlot>>

/** Makes sure of the slot that an order was sold, unless it is none of ours or has to wait. It takes transactions of its own. */
async function slotOf(deps: OrderDeps, shop: OrderShop, order: ShopOrder, part: ShopPart): Promise<SecuredSlot> {
  if (!readSlotCode(order.methodCode) || whyNot(order, part, shop) || part.state !== 'open') return undefined
  const place = await inWorkspace(deps.db, shop.workspaceId, (trx) => readPlace(trx, shop, deps.now()))
  const mapped = toDelivery(order, part, order.number, place)
  if ('waits' in mapped) return undefined
  const { delivery_address, delivery_location = null } = mapped.delivery
  return secureSlot(deps, shopAuthor(shop), {
    code: order.methodCode,
    held: order.attributes.find(({ key }) => key === '_karta_hold')?.value ?? null,
    place: { delivery_address, delivery_location },
    weight_grams: part.lines.reduce((sum, { grams, remaining }) => sum + (grams ?? 0) * remaining, 0),
  })
}

/** Why an order is none of ours, or done already. */
export function whyNot(order: ShopOrder, part: ShopPart, { rules }: OrderShop): Outcome | undefined {
  if (order.isCanceled || part.state === 'closed' || order.payment === 'voided' || order.payment === 'refunded') {
    return { state: 'skipped', reason: skippedBecause.finished }
  }
  const skipped = whySkipped(order, part, rules)
  return skipped && { state: 'skipped', reason: skippedBecause[skipped] }
}

async function takePart(
  trx: Trx,
  deps: OrderDeps,
  shop: OrderShop,
  order: ShopOrder,
  part: ShopPart,
  orderId: string,
  slot: SecuredSlot,
): Promise<Outcome> {
  const not = whyNot(order, part, shop)
  if (not) return not
  const isElsewhere = (await numbersElsewhere(trx, shop, [order.number])).size > 0
  const reference = referenceOf(order, part, shop, isElsewhere)
  const mapped = toDelivery(order, part, reference, await readPlace(trx, shop, deps.now()))
  if ('waits' in mapped) return { state: 'waiting', reason: mapped.waits }
  const isUnkept = slot !== undefined && 'problem' in slot
  const read = NewDelivery.safeParse({ ...mapped.delivery, ...(isUnkept && { window_start: null, window_end: null }) })
  if (!read.success) return { state: 'waiting', reason: read.error.issues[0]!.message }
  const created = await createDelivery(trx, shopAuthor(shop), shop.platform, read.data, quotasOf(deps))
  await trx
    .insertInto('shop_deliveries')
    .values({
      order_id: orderId,
      workspace_id: shop.workspaceId,
      part: part.id,
      delivery_id: created.id,
      said: JSON.stringify(marksOf(mapped.delivery, order, part, shop.rules)),
      lines: parcelLines(part),
      remote: null,
    })
    .execute()
  if (!created.delivery_location) await lookUp(trx, deps, shop)
  if (slot && 'hold' in slot) await fillSlot(trx, shopAuthor(shop), slot.hold, created.id, deps.now())
  return { state: 'taken', reason: isUnkept ? slot.problem : null }
}

/** Lets the geocoder look up addresses. */
export async function lookUp(trx: Trx, { geocoder, queue }: OrderDeps, { workspaceId }: OrderShop): Promise<void> {
  if (geocoder) await queue.add(trx, locateDeliveries, { workspaceId })
}

const alertKey = (deliveryId: string) => `shop:${deliveryId}`

async function changeOne(
  trx: Trx,
  deps: OrderDeps,
  shop: OrderShop,
  order: ShopOrder,
  part: ShopPart,
  known: ShopDelivery,
): Promise<Outcome> {
  const { workspaceId } = shop
  const isOver = known.status === 'delivered' || known.deleted_at !== null || known.erased_at !== null
  if (isOver) return { state: 'taken', reason: null }
  const place = await readPlace(trx, shop, deps.now())
  const isFulfilled = known.remote !== null || part.state === 'closed'
  const mapped = toDelivery(order, { ...part, state: 'open' }, order.number, place, { isFulfilled })
  if ('waits' in mapped) return { state: 'taken', reason: mapped.waits }
  const marks = marksOf(mapped.delivery, order, part, shop.rules)
  const { groups, change } = changedSince(known.said, marks, mapped.delivery)
  if (groups.length === 0) return { state: 'taken', reason: null }
  // A cancelled order that the shop takes up again is delivered after all.
  const reopened = known.status === 'cancelled' ? { ...change, status: 'pending' as const } : change
  const { delivery_id: id } = known
  const changed = await changeDelivery(trx, shopAuthor(shop), id, reopened, anySeen(), deps.now(), deps.reroute)
  await trx
    .updateTable('shop_deliveries')
    .set({ said: JSON.stringify(marks), lines: parcelLines(part, isFulfilled) })
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', id)
    .execute()
  if (!changed.delivery_location) await lookUp(trx, deps, shop)
  if (isEditable(known.status) || known.status === 'planned') {
    await settleAlert(trx, workspaceId, alertKey(id), deps.now())
  } else {
    const what = groups.map((group) => groupWords[group]).join(', ')
    const sentence = `The shop changed ${what} of delivery ${known.number}, which is with its driver.`
    await raiseAlert(
      trx,
      workspaceId,
      { kind: 'shop', severity: 'medium', sentence, key: alertKey(id), delivery_id: id },
      deps.now(),
    )
  }
  return { state: 'taken', reason: null }
}

/** What is not with a driver is cancelled. About the rest, a dispatcher decides. */
async function cancelOne(
  trx: Trx,
  deps: OrderDeps,
  shop: OrderShop,
  order: Pick<ShopOrder, 'number'>,
  { delivery_id: id, status, number, deleted_at, erased_at }: ShopDelivery,
): Promise<Outcome> {
  const { workspaceId } = shop
  if (status === 'cancelled' || deleted_at || erased_at) return { state: 'canceled', reason: null }
  if (status === 'delivered') return { state: 'taken', reason: 'The shop canceled it after it was delivered.' }
  if (isEditable(status) || status === 'planned') {
    await changeDelivery(trx, shopAuthor(shop), id, { status: 'cancelled' }, anySeen(), deps.now())
    await settleAlert(trx, workspaceId, alertKey(id), deps.now())
    return { state: 'canceled', reason: null }
  }
  const sentence = `The shop canceled order ${order.number}, but delivery ${number} is with its driver. Cancel it, or let it be delivered.`
  await raiseAlert(
    trx,
    workspaceId,
    { kind: 'shop', severity: 'high', sentence, key: alertKey(id), delivery_id: id },
    deps.now(),
  )
  return { state: 'taken', reason: `The shop canceled it while delivery ${number} was with its driver.` }
}

/** A refused part: new ones wait, and what a delivery could not follow is said. Anything else is no refusal. */
function afterRefusal(error: unknown, known: ShopDelivery[], part: ShopPart): Outcome {
  if (!(error instanceof AppError)) throw error
  const of = known.find((each) => each.part === part.id)
  const reason = sentenceOf(error)
  return of
    ? { state: 'taken', reason: `The shop changed it, but delivery ${of.number} stays as it is: ${reason}` }
    : { state: 'waiting', reason }
}

/** What an order is, by its parts. */
function together(outcomes: Outcome[]): Outcome {
  const find = (state: Outcome['state']) => outcomes.find((each) => each.state === state)
  const reason = outcomes.find((each) => each.state !== 'skipped' && each.reason)?.reason ?? null
  if (find('waiting')) return { state: 'waiting', reason: reason! }
  if (find('taken')) return { state: 'taken', reason }
  if (find('canceled')) return { state: 'canceled', reason: null }
  return find('skipped') ?? { state: 'skipped', reason: skippedBecause.digital }
}

async function noteOutcome(
  trx: Trx,
  shop: OrderShop,
  order: ShopOrder,
  orderId: string,
  { state, reason }: Outcome,
  now: Date,
): Promise<void> {
  const before = await lockOrder(trx, shop, order.id)
  if (!before) return
  await trx
    .updateTable('shop_orders')
    .set({ state, reason, updated_at: now })
    .where('workspace_id', '=', shop.workspaceId)
    .where('id', '=', orderId)
    .execute()
  if (reason === null || state === 'skipped' || reason === before.reason) return
  const [first] = await deliveriesOf(trx, shop.workspaceId, orderId)
  if (!first) return
  const sentence = `Delivery ${first.number} differs from the shop’s order ${order.number}. ${reason}`
  await raiseAlert(
    trx,
    shop.workspaceId,
    { kind: 'shop', severity: 'medium', sentence, key: alertKey(first.delivery_id), delivery_id: first.delivery_id },
    now,
  )
}
