import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { SmsRefused } from '../../outside/sms-sender.ts'
import { checkPhone } from '../accounts/addresses.ts'
import { endPauses, noteSending } from '../codes/sendings.ts'
import { canText, checkChannel, isPhoneOn } from '../codes/texts.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'

const codeDigits = 6

/** A code to send once its challenge is stored. */
export type PhoneCode = { challengeId: string; phone: string; code: string; hash: Buffer }

/**
 * The number of a factor to enroll. An unfinished factor with the same number is replaced.
 * @throws AuthError `validation_failed`, `mfa_phone_enroll_not_enabled`, `mfa_verified_factor_exists`
 */
export async function readPhone(trx: Trx, deps: Deps, userId: string, given: string): Promise<string> {
  if (!isPhoneOn(deps)) throw new AuthError('mfa_phone_enroll_not_enabled')
  if (!given) throw new AuthError('validation_failed', 'Phone number required to enroll Phone factor')
  const phone = checkPhone(given)
  if (!canText(deps, phone)) throw new AuthError('mfa_phone_enroll_not_enabled')
  const same = await trx
    .selectFrom('auth.factors')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .execute()
  if (same.some((factor) => factor.status === 'verified')) throw new AuthError('mfa_verified_factor_exists')
  for (const { id } of same) await trx.deleteFrom('auth.factors').where('id', '=', id).execute()
  return phone
}

/**
 * Makes the code of a challenge. Send it with `sendPhoneCode` after the commit.
 * @throws AuthError `mfa_phone_verify_not_enabled`, `over_sms_send_rate_limit`
 */
export async function makePhoneCode(
  trx: Trx,
  deps: Deps,
  { phone }: FactorRow,
  { challengeId, channel }: { challengeId: string; channel: string },
): Promise<PhoneCode> {
  checkChannel(channel)
  if (!phone || !canText(deps, phone)) throw new AuthError('mfa_phone_verify_not_enabled')
  const fixed = deps.config.auth.testOtp.get(phone)
  await noteSending(trx, deps, { address: phone, kind: 'factor', isReal: fixed === undefined })
  const code = fixed ?? String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  return { challengeId, phone, code, hash: hashOf(deps, challengeId, code) }
}

/**
 * Hands the code to the provider. If the provider refuses it, the challenge is deleted and the person may ask for another
 * one at once.
 * @throws AuthError `sms_send_failed`
 */
export async function sendPhoneCode(deps: Deps, { challengeId, phone, code }: PhoneCode): Promise<void> {
  const { config, sms, db } = deps
  if (config.auth.testOtp.has(phone)) return
  try {
    const text = `${code} is your ${config.auth.issuerName} code. It works for five minutes. Tell it to nobody.`
    await sms!.send(phone, text)
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    await inAuthScope(db, async (trx) => {
      await trx.deleteFrom('auth.challenges').where('id', '=', challengeId).execute()
      await endPauses(trx, deps, phone)
    })
    throw new AuthError('sms_send_failed', `Error sending confirmation OTP to provider: ${error.message}`)
  }
}

/** Whether this is the code that was sent for the challenge. */
export function isPhoneCode(deps: Deps, challenge: { id: string; code_hash: Buffer | null }, code: string): boolean {
  return challenge.code_hash !== null && timingSafeEqual(challenge.code_hash, hashOf(deps, challenge.id, code))
}

/** Keyed, because a million hashes of six digits are quickly computed. */
const hashOf = ({ keys }: Pick<Deps, 'keys'>, challengeId: string, code: string): Buffer =>
  createHmac('sha256', keys.secretKey).update(`code of challenge ${challengeId}: ${code}`).digest()
