import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { isPublicAddress, notPublic, publicLookup } from './public-address.ts'

/** What an endpoint answered. `failure` says in a sentence why it does not count as received. */
export type PostAnswer = { status: number | null; failure: string | null; answer: string; tookMs: number }

/** What is posted, and the secrets to sign it with, such as `whsec_…`. */
export type WebhookMessage = { id: string; at: Date; body: string; secrets: string[] }

export type WebhookPoster = {
  /** Posts once, without following redirects. Never throws: whatever goes wrong is an answer. */
  post(url: string, message: WebhookMessage): Promise<PostAnswer>
  close(): void
}

/** How long an endpoint may take until its status is there. */
const patienceMs = 10_000
/** How long, and how far, its answer is read for the log. */
const readingMs = 1000
const mostBytes = 1024

type Settings = {
  /** Also posts to this machine and its network, and without TLS. */
  allowPrivate: boolean
  patienceMs?: number
}

/** Posts events to addresses that people typed: to the public internet only, unless the operator allows more. */
export function openWebhookPoster({ allowPrivate, patienceMs: patience = patienceMs }: Settings): WebhookPoster {
  const lookup: { lookup?: LookupFunction } = allowPrivate ? {} : { lookup: publicLookup }
  // Kept connections lead to addresses that were checked when they opened.
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: 30_000, ...lookup }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

  return {
    async post(address, message) {
      const startedAt = performance.now()
      const tookMs = () => Math.round(performance.now() - startedAt)
      const refusal = refusalOf(address, allowPrivate)
      if (refusal) return { status: null, failure: refusal, answer: '', tookMs: 0 }
      try {
        const { status, answer } = await exchange(new URL(address), {
          headers: headersOf(message),
          body: message.body,
          agents,
          patience,
        })
        return { status, failure: failureOf(status), answer, tookMs: tookMs() }
      } catch (error) {
        return { status: null, failure: sentenceOf(error, patience), answer: '', tookMs: tookMs() }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** As Standard Webhooks has them: a signature for each secret. */
function headersOf({ id, at, body, secrets }: WebhookMessage): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Karta-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/** Why nothing is ever posted there. A name is checked when it is looked up; an address by number is not looked up. */
export function refusalOf(address: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(address)) return 'This is no address.'
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'The address must begin with https://.'
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (allowPrivate || !isIP(host) || isPublicAddress(host)) return undefined
  return 'The address is not on the public internet.'
}

type Exchange = {
  headers: Record<string, string>
  body: string
  agents: { 'http:': http.Agent; 'https:': https.Agent }
  patience: number
}

function exchange(url: URL, { headers, body, agents, patience }: Exchange) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const isPlain = url.protocol === 'http:'
    const request = (isPlain ? http : https).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: agents[isPlain ? 'http:' : 'https:'],
    })
    const late = setTimeout(() => request.destroy(new Error('late')), patience)
    request.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    request.on('response', (response) => {
      clearTimeout(late)
      void beginningOf(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }))
    })
    request.end(body)
  })
}

/** The beginning of an answer. Whatever is longer, or takes longer, is cut off together with its connection. */
function beginningOf(response: http.IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      clearTimeout(late)
      resolve(Buffer.concat(chunks).subarray(0, mostBytes).toString().replaceAll('\u0000', ''))
    }
    const cut = () => response.destroy()
    const late = setTimeout(cut, readingMs)
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) cut()
    })
    response.on('error', () => {})
    response.on('close', end)
  })
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `It redirects with status ${status}, and redirects are not followed.`
  return `It answers with status ${status}.`
}

function sentenceOf(error: unknown, patience: number): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (message === 'late') return `It does not answer within ${patience / 1000} seconds.`
  if (code === notPublic) return 'Its name does not lead to the public internet.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its name is unknown.'
  if (code === 'ECONNREFUSED') return 'Nothing listens there.'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'It ends the connection without an answer.'
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code ?? '')) return 'Its certificate is not valid.'
  return 'It cannot be reached.'
}
