import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { checkNonce } from '../codes/reauthenticate.ts'
import { openGate } from '../guesses/gate.ts'
import { countWrong, forgive, mayTry, readStanding } from '../guesses/guesses.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, TooSoonError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { loadBearer } from '../sessions/bearer.ts'
import { isPassword } from './passwords.ts'

const oneAtATime = openGate(1)

/**
 * Checks that somebody who is signed in knows their password. Whoever has stolen a session may not try many.
 * @throws AuthError `current_password_invalid`, `over_request_rate_limit`
 */
export async function checkCurrentPassword(deps: Deps, user: UserRow, given: string): Promise<void> {
  const asked = {
    guessed: { kind: 'confirmation', of: user.id },
    userId: undefined,
    origin: { ip: null, userAgent: null },
  } as const
  await oneAtATime(user.id, async () => {
    const standing = await inAuthScope(deps.db, (trx) => readStanding(trx, deps, asked))
    if (!mayTry(standing)) throw new TooSoonError(standing.sharedWait)
    const isRight = await isPassword(user.password_hash, given)
    await inAuthScope(deps.db, async (trx) => {
      if (isRight) await forgive(trx, standing)
      else await countWrong(trx, deps, standing)
    })
    if (!isRight) throw new AuthError('current_password_invalid')
  })
}

const Proof = z.object({ current_password: z.string().default(''), nonce: z.string().default('') })

/**
 * Confirms, with the password or with the code that `GET /reauthenticate` sent, that the session is still used by its
 * owner. For a while, it may then change what opens the account. The official client has no call for this.
 * @throws AuthError `current_password_invalid`, `reauthentication_not_valid`, `validation_failed`, `session_not_found`
 */
export async function proveOwner(deps: Deps, claims: JWTPayload, input: unknown, origin: Origin) {
  const { current_password: current, nonce } = readBody(Proof, input)
  if (Boolean(current) === Boolean(nonce)) {
    throw new AuthError('validation_failed', 'Either current_password or nonce is required')
  }
  const { user, sessionId } = await inAuthScope(deps.db, (trx) => loadBearer(trx, claims, deps.now()))
  if (sessionId === null) throw new AuthError('session_not_found')
  if (current) await checkCurrentPassword(deps, user, current)
  else await checkNonce(deps, user, nonce)
  const [now, method] = [deps.now(), current ? 'password' : 'otp']
  await inAuthScope(deps.db, async (trx) => {
    const sessions = trx.selectFrom('auth.sessions').select('amr').where('id', '=', sessionId).forUpdate()
    const { amr } = (await sessions.executeTakeFirst()) ?? { amr: [] }
    const proofs = [
      { method, timestamp: Math.floor(now.getTime() / 1000) },
      ...amr.filter((old) => old.method !== method),
    ]
    await trx
      .updateTable('auth.sessions')
      .set({ amr: JSON.stringify(proofs) })
      .where('id', '=', sessionId)
      .execute()
    await audit(trx, { action: 'reauthenticated', userId: user.id, origin, detail: { method }, now })
  })
  return {}
}
