import { z } from 'zod'
import type { ShopNews } from '#domain/shops/exchange.ts'
import type { ShopLine } from '#domain/shops/order.ts'
import type { OpenStore, ShopWrite } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'
import { callWoo, readAnswer } from './call.ts'
import { removeShipment, ship } from './shipments.ts'

/** What our plugin shows for each state. */
const stateOf: Record<ShopNews, string> = {
  dispatched: 'dispatched',
  out_for_delivery: 'out_for_delivery',
  delayed: 'late',
  attempted: 'failed',
  delivered: 'delivered',
  canceled: 'cancelled',
}

const saysWhy: ShopNews[] = ['delayed', 'attempted', 'delivered', 'canceled']

/**
 * Tells the shop: the parcel once it is on its way, the state on the order, and a private note where people may ask why. What may
 * have arrived before is looked for first.
 * @param linesOf the order as it is by now
 * @throws ShopCallError
 */
export async function writeToWoo(
  store: OpenStore,
  write: ShopWrite,
  linesOf: () => Promise<ShopLine[]>,
): Promise<{ remote: string | null }> {
  const lines = await linesOf()
  const isOnWay = write.kind !== 'canceled'
  const remote = isOnWay ? (write.remote ?? (await ship(store, write, lines))) : null
  if (!isOnWay) await removeShipment(store, write)
  if (saysWhy.includes(write.kind)) await addNote(store, write)
  const isDone = write.kind === 'delivered' && store.rules.completes && isWhole(write, lines)
  const saved = await callWoo(store, 'PUT', `/orders/${write.orderId}`, {
    body: { ...(isDone && { status: 'completed' }), meta_data: metaOf(write) },
  })
  if (!saved) throw new ShopCallError('gone')
  return { remote }
}

function metaOf({ kind, tracking, eta }: ShopWrite) {
  const values = {
    _karta_status: stateOf[kind],
    _karta_tracking_url: kind === 'canceled' ? '' : tracking.url,
    _karta_tracking_number: tracking.number,
    _karta_eta: eta ?? '',
  }
  return Object.entries(values).map(([key, value]) => ({ key, value }))
}

/** Whether nothing of the order is left to be delivered. */
function isWhole({ lines: delivered }: ShopWrite, lines: readonly ShopLine[]): boolean {
  if (!delivered) return true
  const counts = new Map(delivered.map(({ id, quantity }) => [id, quantity]))
  return lines.every((line) => !line.isShippable || (counts.get(line.id) ?? 0) >= line.remaining)
}

const Notes = z.array(z.object({ note: z.string().catch('') }))

/** A private note, once. */
async function addNote(store: OpenStore, { orderId, note, isRetry }: ShopWrite): Promise<void> {
  if (isRetry) {
    const notes = readAnswer(Notes, await callWoo(store, 'GET', `/orders/${orderId}/notes`))
    if (notes.some((each) => each.note.includes(note))) return
  }
  await callWoo(store, 'POST', `/orders/${orderId}/notes`, { body: { note, customer_note: false } })
}
