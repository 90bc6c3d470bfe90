import { setTimeout as delay } from 'node:timers/promises'
import { exchangeWithShop, readJson, type Question } from '../ask-shop.ts'
import { ShopError } from '../shop-error.ts'
import { ShopCallError } from './shop-call-error.ts'

export type ShopAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Undefined where the answer is another text. */
  json: unknown
  text: string
}

/** How long Karta waits where a shop asks it to slow down. Where it asks for more, the task tries again later. */
export const longestWaitMs = 60_000

/** Pages of orders are larger than answers about one thing. */
const mostBytes = 32 * 1024 * 1024
const patienceMs = 30_000

type Options = { also?: number[]; isText?: boolean }

/**
 * Calls the API of a connected shop. Where it asks to slow down, the call waits as long as `Retry-After` says. Answers other than
 * success are failures, except those in `also`, and so are answers that are not JSON, unless it `isText`.
 * @throws ShopCallError
 */
export async function callShop(question: Question, options: Options = {}): Promise<ShopAnswer> {
  for (let waited = 0; ;) {
    const answer = await callOnce(question, options)
    if (answer.status !== 429) return answer
    const waitMs = waitOf(answer.headers['retry-after'])
    waited += waitMs
    if (waited > longestWaitMs) throw new ShopCallError('busy')
    await delay(waitMs)
  }
}

async function callOnce(question: Question, { also = [], isText = false }: Options): Promise<ShopAnswer> {
  const {
    status,
    headers,
    body: text,
  } = await exchangeWithShop({ timeoutMs: patienceMs, mostBytes, ...question }).catch((error: unknown) => {
    if (error instanceof ShopError) throw new ShopCallError('unreachable')
    throw error
  })
  const json = isText ? undefined : readJson(text)
  if (status === 429 || also.includes(status)) return { status, headers, json, text }
  if (status === 401) throw new ShopCallError('access_lost')
  if (status === 403) throw new ShopCallError('access_too_narrow')
  if (status === 404 || status === 410) throw new ShopCallError('gone')
  if (status >= 500) throw new ShopCallError('unreachable')
  if (status >= 400) throw new ShopCallError('refused', { said: messageIn(json) })
  if (status >= 300 || (!isText && json === undefined && text.length > 0)) throw new ShopCallError('not_understood')
  return { status, headers, json, text }
}

/** How long `Retry-After` asks to wait. Shops send seconds; the usual time stands for a date, or for nothing. */
function waitOf(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Math.max(1, Number(header)) * 1000 : 5000
}

function messageIn(json: unknown): string | undefined {
  const { message } = (json ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}
