import { z } from 'zod'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import {
  creationOptions,
  readAssertion,
  readRegistration,
  requestOptions,
  type Credential,
  type RelyingParty,
} from '../passkeys/webauthn.ts'
import { AuthError } from '../protocol/errors.ts'
import type { FactorRow } from '../protocol/objects.ts'
import type { Bearer } from '../sessions/bearer.ts'

/** What the caller says about itself. The client sends the page's host and origin. */
export const Party = z.object({ rpId: z.string().default(''), rpOrigins: z.array(z.string()).optional() })

export const Answer = Party.extend({
  type: z.string().default(''),
  credential_response: z.record(z.string(), z.unknown()).optional(),
})

const Stored = z.object({
  id: z.string(),
  public_key: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
})
const Asked = z.object({ type: z.enum(['create', 'request']), challenge: z.string() })

/**
 * The relying party, narrowed to the origins that the caller expects.
 * @throws AuthError `mfa_webauthn_verify_not_enabled`, `validation_failed` when the caller is not at one of ours
 */
export function checkParty({ config }: Deps, party: z.output<typeof Party> | undefined): RelyingParty {
  const ours = config.auth.passkeys
  if (!ours) throw new AuthError('mfa_webauthn_verify_not_enabled')
  if (!party) throw new AuthError('validation_failed', 'webauthn is required')
  if (party.rpId !== ours.rpId) throw new AuthError('validation_failed', `rpId must be ${ours.rpId}`)
  const origins = party.rpOrigins ?? ours.origins
  if (!origins.length || !origins.every((origin) => ours.origins.includes(origin))) {
    throw new AuthError('validation_failed', `rpOrigins must be among ${ours.origins.join(', ')}`)
  }
  return { ...ours, origins }
}

/** Options for the browser: to make a key if the factor has none yet, or else to use it. */
export async function askForKey(trx: Trx, party: RelyingParty, { user }: Bearer, factor: FactorRow) {
  if (factor.status === 'unverified') {
    const publicKey = await creationOptions(party, user, {
      known: await credentialsOf(trx, user.id),
      residentKey: 'discouraged',
      userVerification: 'preferred',
    })
    return { type: 'create', credential_options: { publicKey } } as const
  }
  const publicKey = await requestOptions(party, {
    allowed: [credentialOf(factor)],
    userVerification: 'preferred',
  })
  return { type: 'request', credential_options: { publicKey } } as const
}

/** The factor's credential after a right answer, or null if the answer is wrong. */
export async function checkKey(
  trx: Trx,
  party: RelyingParty,
  factor: FactorRow,
  asked: unknown,
  answer: z.output<typeof Answer>,
): Promise<Credential | null> {
  const { type, challenge } = Asked.parse(asked)
  if (answer.type !== type) throw new AuthError('validation_failed', `webauthn.type must be ${type}`)
  // As a second factor, a key without PIN or fingerprint is enough.
  const expected = { ...party, challenge, requireUserVerification: false }
  if (type === 'create') {
    const credential = await readRegistration(answer.credential_response, expected)
    if (!credential) return null
    const known = await credentialsOf(trx, factor.user_id)
    if (known.some(({ id }) => id === credential.id)) throw new AuthError('webauthn_credential_exists')
    return credential
  }
  const credential = credentialOf(factor)
  const counter = await readAssertion(answer.credential_response, expected, credential)
  return counter === null ? null : { ...credential, counter }
}

/** The credential as it is stored. */
export const storeCredential = ({ id, publicKey, counter, transports }: Credential): string =>
  JSON.stringify({ id, public_key: publicKey.toString('base64url'), counter, transports })

function credentialOf({ credential }: Pick<FactorRow, 'credential'>): Credential {
  const { id, public_key, counter, transports } = Stored.parse(credential)
  return { id, publicKey: Buffer.from(public_key, 'base64url'), counter, transports }
}

async function credentialsOf(trx: Trx, userId: string): Promise<Credential[]> {
  const factors = await trx
    .selectFrom('auth.factors')
    .select('credential')
    .where('user_id', '=', userId)
    .where('credential', 'is not', null)
    .execute()
  return factors.map(credentialOf)
}
