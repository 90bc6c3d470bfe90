import { z } from 'zod'
import type { ShopOrder } from '#domain/shops/order.ts'
import { callShop } from '../call-shop.ts'
import type { ModifiedPage, OpenStore } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'
import { askGraph, changeInShop } from './graph.ts'
import { bulkMutation, bulkQuery } from './queries.ts'
import { readGraphOrder } from './read-order.ts'

/*
 * All orders at once: Shopify writes them into a file, line by line, children after their parents, and the file costs no
 * points. The cursor says which file, and how many of its bytes have been read.
 */

/** Small files are there almost at once. */
const firstPollMs = 250
const pollMs = 2000
const pieceBytes = 1_500_000

const Begun = z.object({ bulkOperation: z.object({ id: z.string() }) })
const State = z.object({
  node: z.object({ status: z.string(), errorCode: z.string().nullish(), url: z.url().nullish() }).nullable(),
})

/** Starts writing the file, and returns the cursor that waits for it. */
export async function beginBulk(store: OpenStore, search: string): Promise<ModifiedPage> {
  const begun = Begun.safeParse(await changeInShop(store, bulkMutation(search), 'bulkOperationRunQuery'))
  if (!begun.success) throw new ShopCallError('not_understood')
  return { orders: [], next: `bulk ${begun.data.bulkOperation.id}`, waitMs: firstPollMs }
}

/** The next piece of the file, or another wait for it. */
export async function nextOfBulk(store: OpenStore, cursor: string): Promise<ModifiedPage> {
  const [, id = '', from = '0'] = cursor.split(' ')
  const read = State.safeParse(await askGraph(store, bulkQuery, { id }))
  if (!read.success) throw new ShopCallError('not_understood')
  const { node } = read.data
  if (!node) throw new ShopCallError('gone')
  if (node.status === 'CREATED' || node.status === 'RUNNING') return { orders: [], next: cursor, waitMs: pollMs }
  if (node.status !== 'COMPLETED') throw new ShopCallError('refused', { said: node.errorCode ?? node.status })
  // A file without orders is not written.
  if (!node.url) return { orders: [], next: null }
  const { text, isLast } = await readPiece(node.url, Number(from), store.settings.allowPrivate)
  const { orders, bytes } = ordersIn(text, isLast)
  return { orders, next: isLast ? null : `bulk ${id} ${Number(from) + bytes}` }
}

/** A part of the file from a byte on. */
async function readPiece(url: string, from: number, allowPrivate: boolean) {
  const { status, headers, text } = await callShop(
    {
      method: 'GET',
      url: new URL(url),
      headers: { range: `bytes=${from}-${from + pieceBytes - 1}` },
      publicOnly: !allowPrivate,
    },
    { isText: true },
  )
  if (status !== 206) return { text, isLast: true }
  // It may be a smaller piece than was asked for.
  const [, last, size] = /^bytes \d+-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? []
  if (!size) throw new ShopCallError('not_understood')
  return { text, isLast: Number(last) + 1 >= Number(size) }
}

type Child = { id: string; __parentId?: string } & Record<string, unknown>

/** The whole orders of a piece, and how many bytes they are. The last one may go on in the next piece. */
export function ordersIn(text: string, isLast: boolean): { orders: ShopOrder[]; bytes: number } {
  const starts = [...text.matchAll(/^\{"id":"gid:\\?\/\\?\/shopify\\?\/Order\\?\//gm)].map(({ index }) => index)
  const end = isLast ? text.length : starts.at(-1)
  if (!end) throw new ShopCallError('not_understood')
  const whole = text.slice(0, end)
  return { orders: together(whole.split('\n').filter(Boolean)), bytes: Buffer.byteLength(whole) }
}

/** Puts lines back into their parents. */
function together(lines: string[]): ShopOrder[] {
  const orders: Child[] = []
  const byId = new Map<string, { nodes: Child[] }>()
  for (const line of lines) {
    const { __parentId: parent, ...child } = JSON.parse(line) as Child
    const nodes: Child[] = []
    byId.set(child.id, { nodes })
    if (!parent) orders.push({ ...child, fulfillmentOrders: { nodes } })
    else byId.get(parent)?.nodes.push({ ...child, lineItems: { nodes } })
  }
  return orders.map(readGraphOrder)
}
