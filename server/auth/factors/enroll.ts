import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import type { Bearer } from '../sessions/bearer.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { isAal2, loadPerson } from './assurance.ts'
import { checkFriendlyName, checkText } from './names.ts'
import { readPhone } from './phone-factor.ts'
import { newSecret, presentSecret } from './totp.ts'

const maxFactors = 10
/** A factor that was not verified within this time is removed when the person enrolls the next one. */
const unverifiedSeconds = 300
const maxIssuerLength = 100

const Enroll = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().default(''),
  issuer: z.string().default(''),
  phone: z.string().default(''),
})
type Wish = z.output<typeof Enroll>

/** The context that a factor's secret is sealed for. */
export const secretContext = (factorId: string) => `second factor ${factorId}`

/**
 * Adds a factor, which counts once it is verified. Only this answer contains the secret of an authenticator app.
 * @throws AuthError `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`, …
 */
export async function enrollFactor(deps: Deps, claims: JWTPayload, input: unknown, origin: Origin) {
  const wish = readBody(Enroll, input)
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadPerson(trx, claims, now)
    const factor_type = checkType(deps, wish)
    await requireFresh(trx, deps, person)
    const phone = factor_type === 'phone' ? await readPhone(trx, deps, person.user.id, wish.phone) : null
    await checkRoom(trx, person, wish.friendly_name, now)

    const id = randomUUID()
    const secret = factor_type === 'totp' ? newSecret() : null
    const sealed = secret === null ? null : deps.sealer.seal(secret, secretContext(id))
    const { friendly_name } = wish
    await trx
      .insertInto('auth.factors')
      .values({
        id,
        user_id: person.user.id,
        factor_type,
        friendly_name,
        phone,
        secret: sealed,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const detail = { factor_id: id, factor_type }
    await audit(trx, { action: 'factor_enrolled', userId: person.user.id, origin, detail, now })
    return {
      id,
      type: factor_type,
      ...(friendly_name && { friendly_name }),
      ...(phone && { phone }),
      ...(secret && { totp: presentSecret(secret, { issuer: issuerOf(deps, wish), account: accountOf(person) }) }),
    }
  })
}

const issuerOf = ({ config }: Deps, { issuer }: Wish) => issuer || config.auth.issuerName
const accountOf = ({ user }: Bearer) => user.email || user.phone || user.id

/** The requested kind of factor, if it is available. */
function checkType({ config }: Deps, { factor_type, friendly_name, issuer }: Wish): 'totp' | 'phone' | 'webauthn' {
  if (factor_type !== 'totp' && factor_type !== 'phone' && factor_type !== 'webauthn') {
    throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  }
  if (factor_type === 'webauthn' && !config.auth.passkeys) throw new AuthError('mfa_webauthn_enroll_not_enabled')
  checkFriendlyName(friendly_name)
  checkText('issuer', issuer)
  if (issuer.length > maxIssuerLength) {
    throw new AuthError('validation_failed', `issuer must be ${maxIssuerLength} characters or less`)
  }
  return factor_type
}

/** Checks whether the person may have another factor with this name, and deletes those they left unfinished. */
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
