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

/** Pages of orders are larger than answers about one thing. */
const mostBytes = 32 * 1024 * 1024
const patienceMs = 30_000

/**
 * Calls the API of a connected shop once. Answers other than success are failures, except those in `also`, and so are answers
 * that are not JSON, unless it `isText`.
 * @throws ShopCallError
 */
export async function callShop(
  question: Question,
  { also = [], isText = false }: { also?: number[]; isText?: boolean } = {},
): Promise<ShopAnswer> {
  const {
    status,
    headers,
    body: text,
  } = await exchangeWithShop({ timeoutMs: patienceMs, mostBytes, ...question }).catch((error: unknown) => {
    if (error instanceof ShopError) throw new ShopCallError('unreachable')
    throw error
  })
  const json = isText ? undefined : readJson(text)
  if (also.includes(status)) return { status, headers, json, text }
  if (status === 401 || status === 403) throw new ShopCallError('access_lost')
  if (status === 404 || status === 410) throw new ShopCallError('gone')
  if (status === 429) throw new ShopCallError('busy', { retryAfterMs: waitOf(headers['retry-after']) })
  if (status >= 500) throw new ShopCallError('unreachable')
  if (status >= 400) throw new ShopCallError('refused', { said: messageIn(json) })
  if (status >= 300 || (!isText && json === undefined && text.length > 0)) throw new ShopCallError('not_understood')
  return { status, headers, json, text }
}

/** How long `Retry-After` asks to wait: seconds, or a date. */
function waitOf(header: string | string[] | undefined): number {
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : 5000
}

function messageIn(json: unknown): string | undefined {
  const { message } = (json ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}
