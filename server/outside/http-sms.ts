import { createHash, timingSafeEqual } from 'node:crypto'
import {
  SmsForged,
  SmsRefused,
  unanswered,
  waitOf,
  type SmsCall,
  type SmsReceived,
  type SmsSender,
} from './sms-sender.ts'

/** A gateway that takes texts by HTTP, such as a phone with an app for it. */
export type HttpSmsSettings = {
  method: 'GET' | 'POST' | 'PUT'
  /** `{{to}}`, `{{text}}` and `{{ref}}` stand for the number with its `+`, the text and our id. */
  url: string
  headers: Record<string, string>
  /** The same in the body, written as its content type has it. Undefined for none. */
  body: string | undefined
  /** A JSON pointer (RFC 6901) to the gateway's id in its answer. */
  idPointer: string | undefined
  /** Its words for what became of a text. */
  statuses: Record<string, 'sent' | 'delivered' | 'failed'>
  /** What it shows when it calls us. Undefined if it does not. */
  secret: string | undefined
}

const patienceMs = 7000
const maxReason = 200

/** Sends texts over a gateway of any kind. It cannot be asked whether it has a text. */
export function openHttpSms({ method, url, headers, body, idPointer, statuses, secret }: HttpSmsSettings): SmsSender {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return {
    async send(to, text, { reference = '' } = {}) {
      const values = { to: `+${to}`, text, ref: reference }
      const reply = await fetch(fill(url, values, encodeURIComponent), {
        method,
        headers,
        ...(body !== undefined && { body: fill(body, values, writerOf(type)) }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        throw unanswered(error)
      })
      const said = await reply.text().catch(() => '')
      if (reply.ok) return { messageId: (idPointer && pointed(said, idPointer)) || reference }
      const again = reply.status === 401 || reply.status === 403 || reply.status >= 500
      const reason = said
        .replace(/[^\x20-\x7e]+/g, ' ')
        .trim()
        .slice(0, maxReason)
      throw new SmsRefused(`the gateway answers with status ${reply.status}${reason && `: ${reason}`}`, {
        how: reply.status === 429 ? 'busy' : again ? 'again' : 'final',
        waitSeconds: waitOf(reply),
      })
    },
    ...(secret && { receive: (call: SmsCall) => readGatewayCall(call, { secret, statuses }) }),
  }
}

type Values = Record<'to' | 'text' | 'ref', string>

const fill = (template: string, values: Values, write: (value: string) => string) =>
  template.replace(/\{\{(to|text|ref)\}\}/g, (_, name: keyof Values) => write(values[name]))

function writerOf(type: string): (value: string) => string {
  if (type.includes('json')) return (value) => JSON.stringify(value).slice(1, -1)
  if (type.includes('x-www-form-urlencoded')) return encodeURIComponent
  if (type.includes('xml')) return (value) => value.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
  return (value) => value
}

/** What a JSON pointer points to, as text. */
function pointed(json: string, pointer: string): string | undefined {
  try {
    let value: unknown = JSON.parse(json)
    for (const part of pointer.split('/').slice(1)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      value = Object.hasOwn(Object(value), name) ? (value as Record<string, unknown>)[name] : undefined
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  } catch {
    return undefined
  }
}

/**
 * A receipt has `status`, and `ref` or `id`; a reply has `from`, `text` and `id`: as JSON or as a form. The secret is in
 * the address, as `token`.
 * @throws SmsForged
 */
function readGatewayCall(
  { url, header, body }: SmsCall,
  { secret, statuses }: { secret: string; statuses: HttpSmsSettings['statuses'] },
): SmsReceived | undefined {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(new URL(url).searchParams.get('token') ?? ''), digest(secret))) throw new SmsForged()
  const said = fieldsOf(body, header('content-type') ?? '')
  const { status, from, text, id = null, ref = null } = said
  if (status !== undefined) {
    const state = Object.hasOwn(statuses, status) ? statuses[status] : undefined
    return state && { kind: 'receipt', ours: ref, theirs: id, state, code: null }
  }
  return from && text !== undefined && id ? { kind: 'reply', id, from, text } : undefined
}

function fieldsOf(body: string, type: string): Partial<Record<string, string>> {
  if (!type.includes('json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const fields = Object.entries(JSON.parse(body) as object)
    return Object.fromEntries(
      fields
        .filter(([, value]) => ['string', 'number'].includes(typeof value))
        .map(([name, value]) => [name, String(value)]),
    )
  } catch {
    return {}
  }
}
