import { createHash, randomInt } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { sendNotice } from '../mails/send.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { toSessionReply, type OpenSession } from '../sessions/sessions.ts'
import { isAal2, loadPerson } from './assurance.ts'
import { checkNameIsFree } from './enroll.ts'
import { checkFriendlyName } from './names.ts'
import { raiseSession } from './raise-session.ts'
import { checkNotLocked, countWrongTry } from './tries.ts'
import { auditRemoval, removeFactor } from './unenroll.ts'

/*
 * Recovery codes as the official client's `auth.mfa.recoveryCodes` expects them: another factor, for when the others are
 * lost. A session that used one has `mfa/recovery_code` in its `amr`.
 */

const codesPerSet = 10
/** Without letters that look alike on paper. 16 out of 32 letters are 80 bits: too many to guess, so a plain hash is enough. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'
const codeLength = 16

const Make = z.object({ friendly_name: z.string().default('') })
const Use = z.object({ code: z.string().default('') })

const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Case, spaces and dashes do not matter: people copy codes from paper. */
const hashOf = (code: string) => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest()

/**
 * Makes the person's set of codes. They are shown only this once.
 * @throws AuthError `insufficient_aal`, `mfa_recovery_codes_sole_factor`, `mfa_verified_factor_exists`
 */
export async function makeCodes(deps: Deps, claims: JWTPayload, input: unknown, origin: Origin) {
  const name = readBody(Make, input ?? {}).friendly_name || 'Recovery codes'
  checkFriendlyName(name)
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, now)
    const factors = await trx.selectFrom('auth.factors').selectAll().where('user_id', '=', person.user.id).execute()
    if (!factors.some((factor) => factor.status === 'verified')) throw new AuthError('mfa_recovery_codes_sole_factor')
    await demandAal2(trx, person)
    await requireFresh(trx, deps, person)
    if (factors.some((factor) => factor.factor_type === 'recovery_code')) {
      throw new AuthError('mfa_verified_factor_exists', 'Recovery codes exist already, regenerate them to replace them')
    }
    checkNameIsFree(factors, name)
    const factor = await trx
      .insertInto('auth.factors')
      .values({
        user_id: person.user.id,
        factor_type: 'recovery_code',
        status: 'verified',
        friendly_name: name,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return fill(trx, deps, person, { factor, origin })
  })
}

/**
 * Replaces the codes with new ones and resets the count of wrong tries.
 * @throws AuthError `insufficient_aal`, `mfa_factor_not_found`
 */
export async function renewCodes(deps: Deps, claims: JWTPayload, origin: Origin) {
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, now)
    await demandAal2(trx, person)
    await requireFresh(trx, deps, person)
    const factor = await demandSet(trx, person.user.id)
    await trx.deleteFrom('auth.recovery_codes').where('factor_id', '=', factor.id).execute()
    await trx
      .updateTable('auth.factors')
      .set({ wrong_tries: 0, locked_until: null, updated_at: now })
      .where('id', '=', factor.id)
      .execute()
    return fill(trx, deps, person, { factor, origin })
  })
}

/**
 * How many codes there are in total, and how many are left.
 * @throws AuthError `mfa_factor_not_found` when the person has none
 */
export async function readStatus(deps: Deps, claims: JWTPayload) {
  return inAuthScope(deps.db, async (trx) => {
    const { user } = await loadPerson(trx, claims, deps.now())
    const { id } = await demandSet(trx, user.id)
    const { total, remaining } = await trx
      .selectFrom('auth.recovery_codes')
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.countAll<number>().filterWhere('used_at', 'is', null).as('remaining'),
      ])
      .where('factor_id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, type: 'recovery_code', total, remaining }
  })
}

/**
 * Accepts a code in place of another factor, which raises the session to aal2. Each code works once.
 * @throws AuthError `mfa_verification_failed`, also when the person has no codes; `mfa_recovery_codes_locked`
 */
export async function useCode(deps: Deps, claims: JWTPayload, input: unknown, origin: Origin) {
  const { code } = readBody(Use, input)
  const now = deps.now()
  const wrong = new AuthError('mfa_verification_failed', 'Invalid recovery code entered')
  const outcome = await inAuthScope(deps.db, async (trx): Promise<OpenSession | AuthError> => {
    const person = await loadPerson(trx, claims, now)
    const factor = await findSet(trx, person.user.id)
    if (!factor) return wrong
    checkNotLocked(factor, now)
    const detail = { factor_id: factor.id, factor_type: factor.factor_type }
    const entry = { userId: person.user.id, origin, detail, now }
    const used = await trx
      .updateTable('auth.recovery_codes')
      .set({ used_at: now })
      .where('factor_id', '=', factor.id)
      .where('code_hash', '=', hashOf(code))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (!used.numUpdatedRows) {
      await countWrongTry(trx, factor, now)
      await audit(trx, { action: 'factor_failed', ...entry })
      return wrong
    }
    await trx
      .updateTable('auth.factors')
      .set({ wrong_tries: 0, locked_until: null, last_challenged_at: now })
      .where('id', '=', factor.id)
      .execute()
    await audit(trx, { action: 'recovery_code_used', ...entry })
    const values = { Change: 'A recovery code was used to sign in.' }
    await sendNotice(trx, deps, 'account-changed', { user: person.user, values })
    return raiseSession(trx, deps, person, factor)
  })
  // Refuse only after the commit, so that the wrong try counts.
  if (outcome instanceof AuthError) throw outcome
  return toSessionReply(deps, outcome)
}

/**
 * Deletes the codes for good.
 * @throws AuthError `insufficient_aal`, `mfa_factor_not_found`
 */
export async function removeCodes(deps: Deps, claims: JWTPayload, origin: Origin) {
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, deps.now())
    await demandAal2(trx, person)
    await requireFresh(trx, deps, person)
    const factor = await demandSet(trx, person.user.id)
    await removeFactor(trx, factor)
    await auditRemoval(trx, factor, origin, deps.now())
    const values = { Change: 'Your recovery codes were deleted.' }
    await sendNotice(trx, deps, 'account-changed', { user: person.user, values })
    return { id: factor.id }
  })
}

async function demandAal2(trx: Trx, { sessionId }: Bearer): Promise<void> {
  if (!(await isAal2(trx, sessionId))) {
    throw new AuthError('insufficient_aal', 'AAL2 session is required to manage recovery codes')
  }
}

function findSet(trx: Trx, userId: string): Promise<FactorRow | undefined> {
  return trx
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('factor_type', '=', 'recovery_code')
    .executeTakeFirst()
}

async function demandSet(trx: Trx, userId: string): Promise<FactorRow> {
  const factor = await findSet(trx, userId)
  if (!factor) throw new AuthError('mfa_factor_not_found')
  return factor
}

async function fill(trx: Trx, deps: Deps, { user }: Bearer, { factor, origin }: { factor: FactorRow; origin: Origin }) {
  const now = deps.now()
  const codes = Array.from({ length: codesPerSet }, newCode)
  await trx
    .insertInto('auth.recovery_codes')
    .values(codes.map((code) => ({ factor_id: factor.id, code_hash: hashOf(code), created_at: now })))
    .execute()
  const detail = { factor_id: factor.id }
  await audit(trx, { action: 'recovery_codes_made', userId: factor.user_id, origin, detail, now })
  await sendNotice(trx, deps, 'account-changed', { user, values: { Change: 'New recovery codes were made.' } })
  const { id, factor_type: type, friendly_name } = factor
  return { id, type, ...(friendly_name && { friendly_name }), total: codes.length, codes }
}
