/** An account at Twilio, or at a provider with the same API. */
export type SmsSettings = {
  accountSid: string
  authToken: string
  /** A number, a messaging service (`MG…`) or a sender's name. */
  from: string
  /** Where the provider's API begins. */
  url: string
}

/** Sends texts. */
export type SmsSender = {
  /**
   * Resolves with the provider's id when it has accepted the text.
   * @param to number in E.164 without its `+`
   * @param options how many seconds the network may try; a code that arrives after a minute is useless
   * @throws SmsRefused
   */
  send(to: string, text: string, options?: { validitySeconds?: number }): Promise<{ messageId: string }>
}

/** The provider did not accept the text; the message says why in a few words. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
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
    async send(to, text, { validitySeconds = codeValiditySeconds } = {}) {
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: `+${to}`, Body: text, ValidityPeriod: String(validitySeconds), ...sender }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        throw new SmsRefused('the provider does not answer', { cause: error })
      })
      const said = (await reply.json().catch(() => ({}))) as { sid?: unknown; message?: unknown; code?: unknown }
      if (reply.ok && typeof said.sid === 'string') return { messageId: said.sid }
      throw new SmsRefused(reasonOf(reply.status, said))
    },
  }
}

function reasonOf(status: number, { message, code }: { message?: unknown; code?: unknown }): string {
  if (status === 401 || status === 403) return 'the provider refuses the account'
  if (status === 429) return 'too many texts at once'
  if (status >= 500 || typeof message !== 'string') return `the provider answers with status ${status}`
  const text = message.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxReason)
  return typeof code === 'number' ? `${text} (${code})` : text
}
