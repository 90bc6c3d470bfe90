import { SmsRefused, unanswered, waitOf, type SmsSender } from './sms-sender.ts'
import { readTwilioCall } from './twilio-calls.ts'

/** An account at Twilio, or at a provider with the same API. */
export type SmsSettings = {
  accountSid: string
  authToken: string
  /** A number, a messaging service (`MG…`) or a sender's name. */
  from: string
  /** Where the provider's API begins. */
  url: string
}

/** Shorter than the caller's own limit. */
const patienceMs = 7000
const codeValiditySeconds = 60
const maxReason = 200

/** Sends texts over Twilio's HTTP API. */
export function openSms({ accountSid, authToken, from, url }: SmsSettings): SmsSender {
  const endpoint = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender: Record<string, string> = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async send(to, text, { validitySeconds = codeValiditySeconds, receiptUrl } = {}) {
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({
          To: `+${to}`,
          Body: text,
          ValidityPeriod: String(validitySeconds),
          ...(receiptUrl && { StatusCallback: receiptUrl }),
          ...sender,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        throw unanswered(error)
      })
      const said = (await reply.json().catch(() => ({}))) as { sid?: unknown; message?: unknown; code?: unknown }
      if (reply.ok && typeof said.sid === 'string') return { messageId: said.sid }
      const code = typeof said.code === 'number' ? said.code : null
      throw new SmsRefused(reasonOf(reply.status, said), { how: howOf(reply.status), code, waitSeconds: waitOf(reply) })
    },
    async find(to, text, since) {
      const reply = await fetch(`${endpoint}?${new URLSearchParams({ To: `+${to}`, PageSize: '50' })}`, {
        headers: { authorization, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        throw unanswered(error)
      })
      if (!reply.ok) throw new SmsRefused(reasonOf(reply.status, {}), { how: 'again' })
      const { messages = [] } = (await reply.json()) as { messages?: ListedText[] }
      // A trial account writes a line in front.
      const isIt = ({ body, date_created }: ListedText) =>
        body.endsWith(text) && Date.parse(date_created) >= since.getTime() - clockSkewMs
      return messages.find(isIt)?.sid
    },
    receive: (call) => readTwilioCall(call, authToken),
  }
}

type ListedText = { sid: string; body: string; date_created: string }

/** The provider's clock, which says whole seconds, may be behind ours. */
const clockSkewMs = 30_000

/** A wrong password is the operator's to mend, and a 5xx the provider's. */
function howOf(status: number): SmsRefused['how'] {
  if (status === 429) return 'busy'
  return status === 401 || status === 403 || status >= 500 ? 'again' : 'final'
}

function reasonOf(status: number, { message, code }: { message?: unknown; code?: unknown }): string {
  if (status === 401 || status === 403) return 'the provider refuses the account'
  if (status === 429) return 'too many texts at once'
  if (status >= 500 || typeof message !== 'string') return `the provider answers with status ${status}`
  const text = message.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxReason)
  return typeof code === 'number' ? `${text} (${code})` : text
}
