import type { JWTPayload } from 'jose'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { isUuid } from '#domain/schema/uuid.ts'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { AuthPasskeyTable } from '../../db/tables/auth/passkeys.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import type { Entry } from '../audit-entry.ts'
import { audit } from '../audit.ts'
import { checkFriendlyName } from '../factors/names.ts'
import { sendNotice } from '../mails/send.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { loadBearer } from '../sessions/bearer.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { loadOwner } from './owner.ts'
import { demandParty } from './party.ts'

const Rename = z.object({ friendly_name: z.string().default('') })

/** A passkey as the protocol shows it. */
export const toPasskey = ({ id, friendly_name, created_at, last_used_at }: Selectable<AuthPasskeyTable>) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at,
  ...(last_used_at && { last_used_at }),
})

/** The person's passkeys, oldest first. */
export async function listPasskeys(trx: Trx, userId: string) {
  const rows = await trx
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

type Removal = Pick<Entry, 'actor' | 'origin' | 'now'> & { userId: string; passkeyId: string }

/**
 * Removes one of the person's passkeys and logs it. Sessions that it opened stay.
 * @throws AuthError `validation_failed` when they have no such passkey
 */
export async function deletePasskey(trx: Trx, { userId, passkeyId, ...entry }: Removal): Promise<void> {
  const removed = isUuid(passkeyId)
    ? await trx
        .deleteFrom('auth.passkeys')
        .where('id', '=', passkeyId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!removed) throw notFound()
  await audit(trx, { action: 'passkey_removed', userId, detail: { passkey_id: passkeyId }, ...entry })
}

const notFound = () => new AuthError('validation_failed', 'Passkey not found', 404)

/** The caller's passkeys. */
export async function listOwn(deps: Deps, claims: JWTPayload) {
  demandParty(deps)
  return inAuthScope(deps.db, async (trx) => listPasskeys(trx, (await loadBearer(trx, claims, deps.now())).user.id))
}

/** Renames one of the caller's passkeys. */
export async function renameOwn(deps: Deps, claims: JWTPayload, passkeyId: string, input: unknown) {
  demandParty(deps)
  const { friendly_name: name } = readBody(Rename, input)
  if (!name) throw new AuthError('validation_failed', 'friendly_name is required')
  checkFriendlyName(name)
  return inAuthScope(deps.db, async (trx) => {
    const { user } = await loadOwner(trx, claims, deps.now())
    if (!isUuid(passkeyId)) throw notFound()
    const renamed = await trx
      .updateTable('auth.passkeys')
      .set({ friendly_name: name })
      .where('id', '=', passkeyId)
      .where('user_id', '=', user.id)
      .returningAll()
      .executeTakeFirst()
    if (!renamed) throw notFound()
    return toPasskey(renamed)
  })
}

/** Removes one of the caller's passkeys. */
export async function removeOwn(deps: Deps, claims: JWTPayload, passkeyId: string, origin: Origin): Promise<void> {
  demandParty(deps)
  await inAuthScope(deps.db, async (trx) => {
    const owner = await loadOwner(trx, claims, deps.now())
    await requireFresh(trx, deps, owner)
    await deletePasskey(trx, { userId: owner.user.id, passkeyId, origin, now: deps.now() })
    await sendNotice(trx, deps, 'account-changed', { user: owner.user, values: { Change: 'A passkey was removed.' } })
  })
}
