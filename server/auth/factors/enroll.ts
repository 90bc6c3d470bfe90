import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../audit.ts'
import type { Bearer } from '../bearer.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { FactorRow } from '../objects.ts'
import type { Origin } from '../sessions.ts'
import { isAal2, loadPerson } from './assurance.ts'
import { checkFriendlyName, checkText } from './names.ts'
import { newSecret, presentSecret } from './totp.ts'

const maxFactors = 10
/** A factor that was not verified in this time is removed when the person enrols the next. */
const unverifiedSeconds = 300
const maxIssuerLength = 100

const Enroll = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().default(''),
  issuer: z.string().default(''),
  phone: z.string().default(''),
})

/** Under which context a factor's secret is sealed. */
export const secretContext = (factorId: string) => `second factor ${factorId}`

/**
 * Adds a factor, which counts once it is verified. The secret of an authenticator app is in this answer only.
 * @throws AuthError `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`, …
 */
export async function enrollFactor(deps: Deps, claims: JWTPayload, input: unknown, origin: Origin) {
  const body = readBody(Enroll, input)
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, deps.now())
    const type = checkType(deps, body.factor_type)
    checkFriendlyName(body.friendly_name)
    await checkRoom(trx, person, body.friendly_name, deps.now())
    if (type === 'totp') return addTotp(trx, deps, person, body, origin)
    const factor = await insertFactor(
      trx,
      deps,
      person,
      { factor_type: type, friendly_name: body.friendly_name },
      origin,
    )
    return describe(factor)
  })
}

function checkType({ config }: Deps, type: string): 'totp' | 'webauthn' {
  if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled')
  if (type === 'webauthn' && !config.auth.passkeys) throw new AuthError('mfa_webauthn_enroll_not_enabled')
  if (type === 'totp' || type === 'webauthn') return type
  throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
}

/** Whether the person may have one more factor, with this name; forgets what they left unfinished. */
async function checkRoom(trx: Trx, { user, sessionId }: Bearer, name: string, now: Date): Promise<void> {
  await trx
    .deleteFrom('auth.factors')
    .where('user_id', '=', user.id)
    .where('status', '=', 'unverified')
    .where('created_at', '<', new Date(now.getTime() - unverifiedSeconds * 1000).toISOString())
    .execute()
  const factors = await trx
    .selectFrom('auth.factors')
    .select(['factor_type', 'friendly_name', 'status'])
    .where('user_id', '=', user.id)
    .execute()
  checkNameIsFree(factors, name)
  if (factors.filter((factor) => factor.factor_type !== 'recovery_code').length >= maxFactors) {
    throw new AuthError('too_many_enrolled_mfa_factors')
  }
  const isDemanded = factors.some((factor) => factor.status === 'verified')
  if (isDemanded && !(await isAal2(trx, sessionId))) {
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

/** @throws AuthError `mfa_factor_name_conflict` */
export function checkNameIsFree(factors: Pick<FactorRow, 'friendly_name'>[], name: string): void {
  if (name && factors.some((factor) => factor.friendly_name === name)) {
    const say = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError('mfa_factor_name_conflict', say)
  }
}

async function addTotp(
  trx: Trx,
  deps: Deps,
  person: Bearer,
  { issuer, friendly_name }: z.output<typeof Enroll>,
  origin: Origin,
) {
  checkText('issuer', issuer)
  if (issuer.length > maxIssuerLength) {
    throw new AuthError('validation_failed', `issuer must be ${maxIssuerLength} characters or less`)
  }
  const id = randomUUID()
  const secret = newSecret()
  const sealed = deps.sealer.seal(secret, secretContext(id))
  const factor = await insertFactor(
    trx,
    deps,
    person,
    { id, factor_type: 'totp', friendly_name, secret: sealed },
    origin,
  )
  const account = person.user.email || person.user.phone || person.user.id
  const totp = presentSecret(secret, { issuer: issuer || deps.config.auth.issuerName, account })
  return { ...describe(factor), totp }
}

type NewFactor = Pick<FactorRow, 'factor_type' | 'friendly_name'> & { id?: string; secret?: Buffer }

async function insertFactor(
  trx: Trx,
  { now }: Deps,
  { user }: Bearer,
  factor: NewFactor,
  origin: Origin,
): Promise<FactorRow> {
  const row = await trx
    .insertInto('auth.factors')
    .values({ ...factor, user_id: user.id, created_at: now(), updated_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  const detail = { factor_id: row.id, factor_type: row.factor_type }
  await audit(trx, { action: 'factor_enrolled', userId: user.id, origin, detail, now: now() })
  return row
}

const describe = ({ id, factor_type, friendly_name }: FactorRow) => ({
  id,
  type: factor_type,
  ...(friendly_name && { friendly_name }),
})
