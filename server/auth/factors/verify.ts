import type { JWTPayload } from 'jose'
import type { Selectable, Updateable } from 'kysely'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { AuthChallengeTable, AuthFactorTable } from '../../db/tables/auth/factors.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { sendNotice } from '../mails/send.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import { toSessionReply, type OpenSession } from '../sessions/sessions.ts'
import { loadPerson } from './assurance.ts'
import { findChallenge } from './challenge.ts'
import { secretContext } from './enroll.ts'
import { findFactor } from './find-factor.ts'
import { kindNames } from './names.ts'
import { isPhoneCode } from './phone-factor.ts'
import { raiseSession } from './raise-session.ts'
import { stepOf } from './totp.ts'
import { checkNotLocked, countWrongTry } from './tries.ts'
import { Answer, checkKey, checkParty, storeCredential } from './webauthn-factor.ts'

const Verify = z.object({
  challenge_id: z.string().default(''),
  code: z.string().default(''),
  webauthn: Answer.optional(),
})
type Given = z.output<typeof Verify>

/** What a right answer changes in the factor, or null for a wrong one. */
type Proof = Updateable<AuthFactorTable> | null

/**
 * Checks the answer to a challenge. If it is right, the factor counts from now on, and the session is raised to aal2.
 * @throws AuthError `mfa_verification_failed`, `mfa_challenge_expired`, …
 */
export async function verifyFactor(deps: Deps, claims: JWTPayload, factorId: string, input: unknown, origin: Origin) {
  const given = readBody(Verify, input)
  const now = deps.now()
  const outcome = await inAuthScope(deps.db, async (trx): Promise<OpenSession | AuthError> => {
    const person = await loadPerson(trx, claims, now)
    const factor = await findFactor(trx, person.user.id, factorId)
    const wrong = checkAnswered(factor, given)
    const challenge = await findChallenge(trx, factor.id, given.challenge_id, now)
    checkNotLocked(factor, now)
    const detail = { factor_id: factor.id, factor_type: factor.factor_type }
    const proof = await check(trx, deps, factor, challenge, given)
    if (!proof) {
      await countTry(trx, factor, challenge, now)
      await audit(trx, { action: 'factor_failed', userId: person.user.id, origin, detail, now })
      return wrong
    }
    await accept(trx, factor, proof, now)
    await trx.updateTable('auth.challenges').set({ verified_at: now }).where('id', '=', challenge.id).execute()
    await audit(trx, { action: 'factor_verified', userId: person.user.id, origin, detail, now })
    if (factor.status === 'unverified') {
      await sendNotice(trx, deps, 'factor-added', {
        user: person.user,
        values: { FactorType: kindNames[factor.factor_type] },
      })
    }
    return raiseSession(trx, deps, person, factor)
  })
  // Refuse only after the commit, so that the wrong try counts.
  if (outcome instanceof AuthError) throw outcome
  return toSessionReply(deps, outcome)
}

/** Checks that there is an answer at all. Returns the text for a wrong one. */
function checkAnswered({ factor_type }: FactorRow, { code, webauthn }: Given): AuthError {
  if (factor_type === 'recovery_code') throw new AuthError('mfa_factor_not_found')
  if (factor_type === 'webauthn') {
    if (!webauthn?.credential_response) {
      throw new AuthError('validation_failed', 'webauthn.credential_response is required')
    }
    return new AuthError('mfa_verification_failed', 'Invalid WebAuthn response')
  }
  if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty')
  return new AuthError('mfa_verification_failed', wrongCode[factor_type])
}

const wrongCode = { totp: 'Invalid TOTP code entered', phone: 'Invalid MFA Phone code entered' }

async function check(
  trx: Trx,
  deps: Deps,
  factor: FactorRow,
  challenge: Selectable<AuthChallengeTable>,
  { code, webauthn }: Given,
): Promise<Proof> {
  if (factor.factor_type === 'webauthn') {
    const credential = await checkKey(trx, checkParty(deps, webauthn), factor, challenge.webauthn, webauthn!)
    return credential && { credential: storeCredential(credential) }
  }
  if (factor.factor_type === 'phone') return isPhoneCode(deps, challenge, code) ? {} : null
  if (!factor.secret) return null
  const step = stepOf(deps.sealer.open(factor.secret, secretContext(factor.id)), code, deps.now())
  // Somebody who reads a code over a person's shoulder must not be able to use it again, nor an older one.
  return step === null || step <= (factor.last_step ?? 0) ? null : { last_step: step }
}

async function countTry(
  trx: Trx,
  factor: FactorRow,
  { id, attempts }: Selectable<AuthChallengeTable>,
  now: Date,
): Promise<void> {
  await countWrongTry(trx, factor, now)
  await trx
    .updateTable('auth.challenges')
    .set({ attempts: attempts + 1 })
    .where('id', '=', id)
    .execute()
}

/** Marks the factor as verified. Unfinished factors of the same kind are deleted. */
async function accept(trx: Trx, factor: FactorRow, proof: Updateable<AuthFactorTable>, now: Date): Promise<void> {
  await trx
    .updateTable('auth.factors')
    .set({ ...proof, status: 'verified', wrong_tries: 0, locked_until: null, updated_at: now })
    .where('id', '=', factor.id)
    .execute()
  await trx
    .deleteFrom('auth.factors')
    .where('user_id', '=', factor.user_id)
    .where('factor_type', '=', factor.factor_type)
    .where('status', '=', 'unverified')
    .execute()
}
