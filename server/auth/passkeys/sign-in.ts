import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { findById, isBanned } from '../accounts/users.ts'
import { lockPerson } from '../factors/assurance.ts'
import { AuthError } from '../protocol/errors.ts'
import { openSession } from '../sessions/open-session.ts'
import { toSessionReply, type OpenSession } from '../sessions/sessions.ts'
import { keepChallenge, takeChallenge } from './challenges.ts'
import { demandParty, readAnswer } from './party.ts'
import { readAssertion, readWho, requestOptions, type Credential } from './webauthn.ts'

/** What a browser needs to let a person choose one of their passkeys for this site. It does not say who they are yet. */
export async function askWho(deps: Deps) {
  const options = await requestOptions(demandParty(deps), { allowed: [], userVerification: 'required' })
  const kept = await inAuthScope(deps.db, (trx) => keepChallenge(trx, null, options.challenge, deps.now()))
  return { ...kept, options }
}

/**
 * Opens a session for the owner of the passkey that signed the challenge. It is at aal1, as with a password.
 * @throws AuthError `webauthn_challenge_not_found`, `webauthn_verification_failed`, `user_banned`, …
 */
export async function signInWithPasskey(deps: Deps, input: unknown, origin: Origin) {
  const party = demandParty(deps)
  const { challengeId, credential: answer } = readAnswer(input)
  const now = deps.now()
  const challenge = await inAuthScope(deps.db, (trx) => takeChallenge(trx, null, challengeId, now))
  const who = readWho(answer)
  if (!who) throw new AuthError('webauthn_verification_failed')

  const open = await inAuthScope(deps.db, async (trx): Promise<OpenSession> => {
    const passkey = await lockPasskey(trx, who.credentialId)
    if (!passkey) throw new AuthError('webauthn_verification_failed')
    // The passkey is locked while its counter is read and written: of two clones, only one can be ahead.
    const expected = { ...party, challenge, requireUserVerification: true }
    const counter = await readAssertion(answer, expected, toCredential(passkey))
    const isOwners = who.userId === undefined || who.userId === passkey.user_id
    if (counter === null || !isOwners) throw new AuthError('webauthn_verification_failed')
    const user = await findById(trx, passkey.user_id)
    if (!user) throw new AuthError('webauthn_verification_failed')
    if (isBanned(user, now)) throw new AuthError('user_banned', undefined, 400)

    await trx.updateTable('auth.passkeys').set({ counter, last_used_at: now }).where('id', '=', passkey.id).execute()
    const logged = { method: 'passkey', passkey_id: passkey.id }
    return openSession(trx, deps, user.id, { method: 'passkey', origin, now, logged })
  })
  return toSessionReply(deps, open)
}

type PasskeyRow = NonNullable<Awaited<ReturnType<typeof lockPasskey>>>

/** The passkey, locked after its owner. Changes to passkeys lock in the same order. */
async function lockPasskey(trx: Trx, credentialId: string) {
  const passkeys = trx.selectFrom('auth.passkeys').where('credential_id', '=', credentialId)
  const found = await passkeys.select('user_id').executeTakeFirst()
  if (!found) return undefined
  await lockPerson(trx, found.user_id)
  return passkeys.selectAll().forUpdate().executeTakeFirst()
}

const toCredential = ({ credential_id, public_key, counter, transports }: PasskeyRow): Credential => ({
  id: credential_id,
  publicKey: public_key,
  counter,
  transports,
})
