import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { OneTimeTokenKind } from '../../db/tables/auth/codes.ts'
import type { Deps } from '../../deps.ts'
import { SmsRefused } from '../../outside/sms-sender.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { forgetTokens, makeOneTimeToken } from './one-time-tokens.ts'
import { markSent } from './send-code.ts'
import { endPauses } from './sendings.ts'

type PhoneSettings = Pick<Deps, 'config' | 'sms'>

/** Whether a code can reach this number. */
export const canText = ({ config, sms }: PhoneSettings, phone: string) =>
  sms !== undefined || config.auth.testOtp.has(phone)

/** Whether anybody can sign in by phone. */
export const isPhoneOn = ({ config, sms }: PhoneSettings) =>
  sms !== undefined ||
  config.auth.phoneAutoconfirm ||
  [...config.auth.testOtp.keys()].some((address) => /^\d+$/.test(address))

/** @throws AuthError `validation_failed` when a text is to go another way than by SMS */
export function checkChannel(channel: string): void {
  if (channel === '' || channel === 'sms') return
  throw new AuthError('validation_failed', 'Invalid channel, the only supported value is sms')
}

/** A code that is stored and has yet to be sent, after the transaction. */
export type TextToSend = { user: UserRow; kind: OneTimeTokenKind; phone: string; code: string }

type CodeText = {
  user: UserRow
  kind: 'phone' | 'phone_change' | 'reauthentication'
  method: string
  phone: string
}

/** Makes a code for a phone number. Send it with `sendText` once the transaction has committed. */
export async function makeText(trx: Trx, deps: Deps, { user, kind, method, phone }: CodeText): Promise<TextToSend> {
  const token = { user, kind, method, address: phone, redirectTo: deps.config.auth.siteUrl, flowStateId: null }
  const { code } = await makeOneTimeToken(trx, deps, token)
  return { user: await markSent(trx, user.id, kind, deps.now()), kind, phone, code }
}

/**
 * Hands the text to the provider. A number with a fixed test code gets none. If the provider refuses the text, its code
 * stops working and the person may ask for another one at once.
 * @throws AuthError `sms_send_failed`
 */
export async function sendText(deps: Deps, { user, kind, phone, code }: TextToSend): Promise<{ message_id?: string }> {
  const { config, db, sms } = deps
  if (config.auth.testOtp.has(phone)) return {}
  try {
    if (!sms) throw new SmsRefused('no provider is set')
    const text = `${code} is your ${config.auth.issuerName} code. It works for one minute. Tell it to nobody.`
    return { message_id: (await sms.send(phone, text)).messageId }
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    await inAuthScope(db, async (trx) => {
      await forgetTokens(trx, user.id, [kind])
      await endPauses(trx, deps, phone)
    })
    throw new AuthError('sms_send_failed', `Error sending confirmation OTP to provider: ${error.message}`)
  }
}
