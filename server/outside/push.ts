import { ECDH } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import webPush from 'web-push'
import type { PushMessage } from '#domain/schema/push.ts'
import { isPublicAddress, publicLookup } from './public-address.ts'

/** A browser that may be sent notifications. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushKeys = { publicKey: string; privateKey: string }

export type PushSender = {
  publicKey: string
  /** Whether it would ever send there. */
  takes(endpoint: string): boolean
  /**
   * Gives a message to the browser's push service. `gone`: the browser does not want it any more.
   * @throws PushRefused if another attempt is useless; anything else if it may help
   */
  send(target: PushTarget, message: PushMessage, how: { topic: string; isUrgent: boolean }): Promise<'sent' | 'gone'>
}

/** The push service will never take this message. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
}

type Settings = PushKeys & {
  /** Whom push services write to: `https:` or `mailto:`. */
  subject: string
  /** Addresses of this machine, without TLS: for tests. */
  isLocal?: boolean
}

const patienceMs = 10_000
/** What nobody has seen after so long is no news any more. */
const keptSeconds = 6 * 3600

/** Sends by Web Push (RFC 8030, 8291, 8292): encrypted for the browser, to public addresses only, and without redirects. */
export function openPushSender({ publicKey, privateKey, subject, isLocal = false }: Settings): PushSender {
  const takes = (endpoint: string) => isAllowed(endpoint, isLocal)
  return {
    publicKey,
    takes,
    async send({ endpoint, p256dh, auth }, message, { topic, isUrgent }) {
      if (!takes(endpoint)) throw new PushRefused('not a public https address')
      if (!isPoint(p256dh)) return 'gone'
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: { subject, publicKey, privateKey },
        contentEncoding: 'aes128gcm',
        TTL: keptSeconds,
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      })
      const headers = { ...details.headers } as Record<string, string>
      const status = await post(endpoint, headers, details.body!, isLocal)
      if (status === 404 || status === 410) return 'gone'
      if (status >= 200 && status < 300) return 'sent'
      if (status === 429 || status >= 500) throw new Error(`the push service answers with status ${status}`)
      throw new PushRefused(`the push service answers with status ${status}`)
    },
  }
}

/** An address by number is not looked up, so it is checked here; names are when they are looked up. */
function isAllowed(endpoint: string, isLocal: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, port } = new URL(endpoint)
  if (isLocal) return true
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '')
  if (isIP(host) && !isPublicAddress(host)) return false
  return protocol === 'https:' && username === '' && port === '' && host.includes('.') && !host.endsWith('.local')
}

/** Whether it is a key of a browser: an uncompressed point of P-256. No browser can read what is encrypted for anything else. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

function post(endpoint: string, headers: Record<string, string>, body: Buffer, isLocal: boolean): Promise<number> {
  const lookup: { lookup?: LookupFunction } = isLocal ? {} : { lookup: publicLookup }
  const begin = endpoint.startsWith('http:') ? requestPlain : request
  return new Promise((resolve, reject) => {
    const sent = begin(
      endpoint,
      { method: 'POST', headers, ...lookup, signal: AbortSignal.timeout(patienceMs), agent: false },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
