import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { watchCall } from '../observability/outside-calls.ts'
import { currentWork } from '../observability/work.ts'
import { isPublicAddress, notPublic, publicLookup } from './public-address.ts'
import { ShopError } from './shop-error.ts'

export type Question = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Connects to servers on the public internet only, for addresses that a person typed. */
  publicOnly: boolean
  timeoutMs?: number
  mostBytes?: number
}

export type Answer = { status: number; json: unknown }

const patienceMs = 10_000
const usualBytes = 2 * 1024 * 1024

/**
 * Calls a shop or its platform once, without following redirects. A body that is not JSON reads as undefined.
 * @throws ShopError `unreachable`, `not_public`
 */
export async function askShop(question: Question): Promise<Answer> {
  const { status, body } = await exchangeWithShop(question)
  if (status === 429 || status >= 500) throw new ShopError('unreachable', true)
  return { status, json: readJson(body) }
}

/**
 * The same, with the answer as it came.
 * @throws ShopError `unreachable`, `not_public`
 */
export async function exchangeWithShop(question: Question) {
  const { url, publicOnly } = question
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address needs no look-up, so it is checked here.
  if (publicOnly && isIP(host) && !isPublicAddress(host)) throw new ShopError('not_public')
  try {
    const { observer } = currentWork() ?? {}
    const call = { service: 'shop', operation: question.method, from: performance.now() } as const
    return await (observer ? watchCall(observer, call, exchange(question)) : exchange(question))
  } catch (error) {
    if ((error as { code?: unknown }).code === notPublic) throw new ShopError('not_public')
    throw new ShopError('unreachable', true)
  }
}

type Exchanged = { status: number; headers: http.IncomingHttpHeaders; body: string }

function exchange(question: Question) {
  const { method, url, headers, body, publicOnly, timeoutMs = patienceMs, mostBytes = usualBytes } = question
  return new Promise<Exchanged>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Karta',
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
      // It gets its own connection, because a shared one may have been checked differently.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(publicOnly && { lookup: publicLookup }),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > mostBytes) request.destroy(new Error('The answer is too long'))
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks).toString() })
      })
    })
    request.end(text)
  })
}

/** The value of a JSON text; undefined for any other text. */
export function readJson(body: string): unknown {
  try {
    // Some plugins print a byte order mark before the JSON.
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
