import { createHmac, randomBytes } from 'node:crypto'
import { redirect, startDouble, type Double, type Received, type Reply } from './double-server.ts'
import { openStripeBooks, type Books } from './stripe-double/books.ts'
import { answerApi } from './stripe-double/api.ts'
import { answerPage } from './stripe-double/pages.ts'

export type StripeDouble = Double & {
  books: Books
  /** Events that happened, the oldest first, as they are sent. */
  events: { body: string; type: string }[]
  /** The header for these bytes, signed at this moment. */
  sign(body: string, at?: Date): string
  /** Sends an event to Karta, whatever became of it before. Gives the status of the answer. */
  deliver(body: string, how?: { at?: Date; signature?: string }): Promise<number>
  /** While it waits, events are kept and not sent. */
  hold(isHeld: boolean): void
}

type Settings = { webhookSecret: string; webhookUrl?: string; now: () => Date; port?: number }

/** Stripe on this machine: the API as far as Karta uses it, pages to pay on, and signed events. */
export async function startStripeDouble({ webhookSecret, webhookUrl, now, port }: Settings): Promise<StripeDouble> {
  const events: StripeDouble['events'] = []
  let isHeld = false
  const sign = (body: string, at = now()) => {
    const t = Math.floor(at.getTime() / 1000)
    return `t=${t},v1=${createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex')}`
  }
  const deliver: StripeDouble['deliver'] = async (body, { at, signature } = {}) => {
    if (!webhookUrl) return 0
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature ?? sign(body, at) }
    const reply = await fetch(webhookUrl, { method: 'POST', headers, body }).catch(() => undefined)
    return reply?.status ?? 0
  }
  const happened = async (type: string, object: object) => {
    const id = `evt_${randomBytes(8).toString('hex')}`
    const created = Math.floor(now().getTime() / 1000)
    const body = JSON.stringify({ id, object: 'event', created, type, livemode: false, data: { object } })
    events.push({ body, type })
    if (!isHeld) await deliver(body)
  }
  const books = openStripeBooks({ now, happened })
  const again: Record<string, () => Promise<unknown>> = {
    doubled: () => deliver(events.at(-1)!.body),
    reversed: async () => {
      for (const { body } of events.slice(-5).toReversed()) await deliver(body)
    },
    late: () => deliver(events.at(-1)!.body, { at: new Date(now().getTime() - 3_600_000) }),
    altered: () => deliver(`${events.at(-1)!.body} `, { signature: sign(events.at(-1)!.body) }),
  }
  const answer = async (call: Received): Promise<Reply> => {
    const path = call.url.pathname
    if (path.startsWith('/v1/')) return answerApi(call, books)
    if (path.startsWith('/events/') && call.method === 'POST') {
      await again[path.slice('/events/'.length)]?.()
      return redirect(call.headers.referer ?? '/')
    }
    return answerPage(call, { books, events })
  }
  const double = await startDouble(answer, port)
  books.base = double.url
  return { ...double, books, events, sign, deliver, hold: (held) => void (isHeld = held) }
}
