import type { Received, Reply } from '../../double-server.ts'
import type { FakeState } from '../state.ts'
import { isOpen } from './graphql.ts'
import { gid, graphOrder } from './orders.ts'

export type FakeBulk = ReturnType<typeof openBulk>

/** A larger file is ready only when it is asked for the second time. */
const quickBytes = 1_000_000

/** Writes all open orders into a file. It gives at most `pieceBytes` of it at once. */
export function openBulk(addressOf: () => string, pieceBytes: () => number) {
  const files = new Map<string, { text: Buffer; asked: number }>()
  return {
    begin(state: FakeState): string {
      const id = state.nextId()
      const open = [...state.orders.values()].filter((order) => isOpen(order, state))
      const ordered = open.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
      files.set(id, { text: Buffer.from(ordered.map((order) => linesOf(order, state)).join('')), asked: 0 })
      return gid('BulkOperation', id)
    },
    /** Files are kept for some days only. */
    forget: () => files.clear(),
    state(given: unknown) {
      const id = String(given).split('/').at(-1)!
      const file = files.get(id)
      if (!file) return { node: null }
      const isReady = ++file.asked > (file.text.length > quickBytes ? 1 : 0)
      const url = isReady && file.text.length ? `${addressOf()}/bulk/${id}` : null
      return { node: { id: given, status: isReady ? 'COMPLETED' : 'RUNNING', errorCode: null, url } }
    },
    /** A part of a file, as Google's storage gives it. */
    serve({ url, headers }: Received): Reply | undefined {
      const file = files.get(url.pathname.split('/')[2] ?? '')
      if (!url.pathname.startsWith('/bulk/') || !file) return undefined
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
      const last = Math.min(Number(to || Infinity), Number(from) + pieceBytes() - 1, file.text.length - 1)
      const range = `bytes ${from}-${last}/${file.text.length}`
      return {
        status: 206,
        headers: { 'content-range': range, 'content-type': 'application/jsonl' },
        body: file.text.subarray(Number(from), last + 1).toString('latin1'),
      }
    },
  }
}

/** An order and what belongs to it, one line each. Text is written with escapes, so that a byte is a character. */
function linesOf(...[order, state]: Parameters<typeof graphOrder>): string {
  const { fulfillmentOrders, ...rest } = graphOrder(order, state)
  const children = fulfillmentOrders.nodes.flatMap(({ lineItems, ...part }) => [
    { ...part, __parentId: rest.id },
    ...lineItems.nodes.map((line) => ({ ...line, __parentId: part.id })),
  ])
  return [rest, ...children].map((line) => `${ascii(JSON.stringify(line))}\n`).join('')
}

const ascii = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
