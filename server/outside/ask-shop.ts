import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, notPublic, publicLookup } from './public-address.ts'
import { ShopError } from './shop-error.ts'

export type Question = {
  method: 'GET' | 'POST'
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Connects to servers on the public internet only, for addresses that a person typed. */
  publicOnly: boolean
  timeoutMs?: number
}

export type Answer = { status: number; json: unknown }

const patienceMs = 10_000
const maxBytes = 2 * 1024 * 1024

/**
 * Calls a shop or its platform once, without following redirects. A body that is not JSON reads as undefined.
 * @throws ShopError `unreachable`, `not_public`
 */
export async function askShop(question: Question): Promise<Answer> {
  const { url, publicOnly } = question
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address needs no look-up, so it is checked here.
  if (publicOnly && isIP(host) && !isPublicAddress(host)) throw new ShopError('not_public')
  try {
    const { status, body } = await exchange(question)
    if (status === 429 || status >= 500) throw new ShopError('unreachable', true)
    return { status, json: readJson(body) }
  } catch (error) {
    if (error instanceof ShopError) throw error
    if ((error as { code?: unknown }).code === notPublic) throw new ShopError('not_public')
    throw new ShopError('unreachable', true)
  }
}

function exchange({ method, url, headers, body, publicOnly, timeoutMs = patienceMs }: Question) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
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
        if (size > maxBytes) request.destroy(new Error('The answer is too long'))
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    request.end(text)
  })
}

function readJson(body: string): unknown {
  try {
    // Some plugins print a byte order mark before the JSON.
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
