import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import { isUuid } from '#domain/schema/uuid.ts'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { AuthChallengeTable } from '../../db/tables/auth/factors.ts'
import type { Deps } from '../../deps.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { loadPerson } from './assurance.ts'
import { findFactor } from './find-factor.ts'
import { makePhoneCode, sendPhoneCode } from './phone-factor.ts'
import { checkNotLocked } from './tries.ts'
import { askForKey, checkParty, Party } from './webauthn-factor.ts'

const lifeSeconds = 300
/** Expired challenges are kept for a while, so that their owner can be told that they expired. */
const keptSeconds = 3600
const triesPerChallenge = 5

const Challenge = z.object({ webauthn: Party.optional(), channel: z.string().default('') })

/**
 * Begins the check of a factor: sends its code, or returns what a browser needs to ask a security key.
 * @throws AuthError `mfa_factor_not_found`, `over_request_rate_limit`, `sms_send_failed`, …
 */
export async function challengeFactor(deps: Deps, claims: JWTPayload, factorId: string, input: unknown) {
  const wish = readBody(Challenge, input ?? {})
  const now = deps.now()
  const { text, ...reply } = await inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, now)
    const factor = await findFactor(trx, person.user.id, factorId)
    if (factor.factor_type === 'recovery_code') throw new AuthError('mfa_factor_not_found')
    checkNotLocked(factor, now)
    const id = randomUUID()
    const text =
      factor.factor_type === 'phone'
        ? await makePhoneCode(trx, deps, factor, { challengeId: id, channel: wish.channel })
        : undefined
    const webauthn =
      factor.factor_type === 'webauthn'
        ? await askForKey(trx, checkParty(deps, wish.webauthn), person, factor)
        : undefined
    const asked = webauthn && { type: webauthn.type, challenge: webauthn.credential_options.publicKey.challenge }
    await insertChallenge(trx, {
      id,
      factor_id: factor.id,
      code_hash: text?.hash ?? null,
      webauthn: asked ? JSON.stringify(asked) : null,
      created_at: now,
    })
    const expires_at = Math.floor(now.getTime() / 1000) + lifeSeconds
    return { id, type: factor.factor_type, expires_at, ...(webauthn && { webauthn }), text }
  })
  if (text) await sendPhoneCode(deps, text)
  return reply
}

type NewChallenge = Insertable<AuthChallengeTable> & { created_at: Date }

async function insertChallenge(trx: Trx, challenge: NewChallenge): Promise<void> {
  const { factor_id, created_at } = challenge
  await trx.updateTable('auth.factors').set({ last_challenged_at: created_at }).where('id', '=', factor_id).execute()
  await trx
    .deleteFrom('auth.challenges')
    .where('factor_id', '=', factor_id)
    .where('created_at', '<', new Date(created_at.getTime() - keptSeconds * 1000).toISOString())
    .execute()
  await trx.insertInto('auth.challenges').values(challenge).execute()
}

/**
 * A challenge of the factor that can still be answered.
 * @throws AuthError `mfa_factor_not_found`, `mfa_ip_address_mismatch` when it was answered, `mfa_challenge_expired`, also
 * after five wrong answers
 */
export async function findChallenge(trx: Trx, factorId: string, challengeId: string, now: Date) {
  const challenge = isUuid(challengeId)
    ? await trx
        .selectFrom('auth.challenges')
        .selectAll()
        .where('id', '=', challengeId)
        .where('factor_id', '=', factorId)
        .executeTakeFirst()
    : undefined
  if (!challenge) {
    throw new AuthError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found', 422)
  }
  // The protocol's answer to a second use. Addresses are not compared: a phone may change its own while a code is typed.
  if (challenge.verified_at) throw new AuthError('mfa_ip_address_mismatch')
  const isOld = now.getTime() - new Date(challenge.created_at).getTime() > lifeSeconds * 1000
  if (isOld || challenge.attempts >= triesPerChallenge) {
    const say = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError('mfa_challenge_expired', say)
  }
  return challenge
}
