import { createHmac, timingSafeEqual } from 'node:crypto'
import { SmsForged, type SmsCall, type SmsReceived } from './sms-sender.ts'

/** What Twilio says of a text, in our words. Others, such as `receiving`, are of no interest. */
const states: Readonly<Record<string, 'sent' | 'delivered' | 'failed'>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/**
 * Reads a receipt or a reply, after checking that Twilio sent it. Our id is in the address, as `n`.
 * @throws SmsForged
 */
export function readTwilioCall({ url, header, body }: SmsCall, authToken: string): SmsReceived | undefined {
  const form = new URLSearchParams(body)
  if (!isSigned(authToken, { url, form, signature: header('x-twilio-signature') ?? '' })) throw new SmsForged()
  const id = form.get('MessageSid') ?? form.get('SmsSid')
  const status = form.get('MessageStatus')
  if (status !== null) {
    const state = states[status]
    const code = Number(form.get('ErrorCode')) || null
    return state && { kind: 'receipt', ours: new URL(url).searchParams.get('n'), theirs: id, state, code }
  }
  const [from, text] = [form.get('From'), form.get('Body')]
  return id && from && text !== null ? { kind: 'reply', id, from, text } : undefined
}

/** `X-Twilio-Signature`: HMAC-SHA1 of the address and the sorted fields. Twilio may write the usual port or leave it out. */
export function isSigned(
  authToken: string,
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string },
): boolean {
  const fields = [...form]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flat()
    .join('')
  const given = Buffer.from(signature)
  return spellings(url).some((address) => {
    const wanted = Buffer.from(
      createHmac('sha1', authToken)
        .update(address + fields)
        .digest('base64'),
    )
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

function spellings(url: string): string[] {
  const { protocol, port, host } = new URL(url)
  if (port) return [url]
  return [url, url.replace(host, `${host}:${protocol === 'https:' ? 443 : 80}`)]
}
