import type { JWTPayload } from 'jose'
import type { Trx } from '../../db/connect.ts'
import { loadPerson, requireAal2 } from '../factors/assurance.ts'
import type { Bearer } from '../sessions/bearer.ts'

/**
 * The caller as an owner of passkeys. Each passkey opens the account by itself, so changing them requires the second
 * factor if there is one.
 * @throws AuthError as `loadPerson` does; `insufficient_aal`
 */
export async function loadOwner(trx: Trx, claims: JWTPayload, now: Date): Promise<Bearer> {
  const person = await loadPerson(trx, claims, now)
  await requireAal2(trx, person, 'AAL2 session is required to manage passkeys when MFA is enabled')
  return person
}
