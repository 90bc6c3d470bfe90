import type { JWTPayload } from 'jose'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { isTaken } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { sendNotice } from '../mails/send.ts'
import { AuthError } from '../protocol/errors.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { keepChallenge, takeChallenge } from './challenges.ts'
import { loadOwner } from './owner.ts'
import { demandParty, readAnswer } from './party.ts'
import { toPasskey } from './passkeys.ts'
import { creationOptions, readRegistration, type Credential } from './webauthn.ts'

const maxPasskeys = 20

/**
 * Returns what the caller's browser needs to make a passkey.
 * @throws AuthError `passkey_disabled`, `insufficient_aal`, `reauthentication_needed`, `too_many_passkeys`
 */
export async function askForPasskey(deps: Deps, claims: JWTPayload) {
  const party = demandParty(deps)
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const person = await loadOwner(trx, claims, now)
    await requireFresh(trx, deps, person)
    const known = await checkRoom(trx, person.user.id)
    const options = await creationOptions(party, person.user, {
      known,
      residentKey: 'required',
      userVerification: 'required',
    })
    return { ...(await keepChallenge(trx, person.user.id, options.challenge, now)), options }
  })
}

/**
 * Adds the passkey that the caller's authenticator made.
 * @throws AuthError `webauthn_challenge_not_found`, `webauthn_verification_failed`, `webauthn_credential_exists`, …
 */
export async function addPasskey(deps: Deps, claims: JWTPayload, input: unknown, origin: Origin) {
  const party = demandParty(deps)
  const { challengeId, credential: answer } = readAnswer(input)
  const now = deps.now()
  const taken = await inAuthScope(deps.db, async (trx) => {
    const { user } = await loadOwner(trx, claims, now)
    return takeChallenge(trx, user.id, challengeId, now)
  })
  const credential = await readRegistration(answer, { ...party, challenge: taken, requireUserVerification: true })
  if (!credential) throw new AuthError('webauthn_verification_failed')

  return inAuthScope(deps.db, async (trx) => {
    const person = await loadOwner(trx, claims, now)
    await checkRoom(trx, person.user.id)
    const passkey = await insertPasskey(trx, person.user.id, credential, now)
    const detail = { passkey_id: passkey.id }
    await audit(trx, { action: 'passkey_added', userId: person.user.id, origin, detail, now })
    await sendNotice(trx, deps, 'passkey-added', { user: person.user })
    return toPasskey(passkey)
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AuthError('webauthn_credential_exists') : error
  })
}

function insertPasskey(trx: Trx, userId: string, { id, publicKey, counter, transports }: Credential, now: Date) {
  return trx
    .insertInto('auth.passkeys')
    .values({ user_id: userId, credential_id: id, public_key: publicKey, counter, transports, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The person's passkeys, if there is room for one more. */
async function checkRoom(trx: Trx, userId: string) {
  const passkeys = await trx
    .selectFrom('auth.passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  if (passkeys.length >= maxPasskeys) throw new AuthError('too_many_passkeys')
  return passkeys
}
