import type { Updateable } from 'kysely'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { AuthUserTable } from '../../db/tables/auth/users.ts'
import type { Deps } from '../../deps.ts'
import { describeUser } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { UserRow } from '../protocol/objects.ts'
import { endSessions } from '../sessions/sessions.ts'
import { setIdentity, toTaken } from './addresses.ts'
import type { Admin } from './admin.ts'
import { findLivingUser } from './find-user.ts'
import { endOfBan, mergeMetadata, readWantedUser, type WantedUser } from './wanted-user.ts'

/**
 * Changes a user for an administrator, at once and without a mail. A new password ends all sessions.
 * @throws AuthError `validation_failed`, `weak_password`, `email_exists`, `phone_exists`, `user_not_found`
 */
export async function changeUserAsAdmin(deps: Deps, id: string, input: unknown, { actor, origin }: Admin) {
  // Check this before hashing the password: an id that names nobody should cost nothing.
  await inAuthScope(deps.db, (trx) => findLivingUser(trx, id))
  const wanted = await readWantedUser(deps, input)
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const user = await findLivingUser(trx, id)
    const changed = await trx
      .updateTable('auth.users')
      .set({ ...columnsOf(user, wanted, now), updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await changeIdentities(trx, changed, wanted, now)
    if (wanted.passwordHash) await endSessions(trx, id, null, 'global')
    const detail = { changed: Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : name)) }
    await audit(trx, { action: 'user_modified', userId: id, actor, origin, detail, now })
    if (wanted.banMs) {
      const detail = { until: changed.banned_until }
      await audit(trx, { action: 'user_banned', userId: id, actor, origin, detail, now })
    }
    return describeUser(trx, changed)
  }).catch((error: unknown) => {
    throw toTaken(error)
  })
}

function columnsOf(user: UserRow, wanted: WantedUser, now: Date): Updateable<AuthUserTable> {
  const { email, phone, passwordHash, banMs, role, userMetadata, appMetadata } = wanted
  const confirmsEmail = wanted.emailConfirmed && Boolean(email ?? user.email)
  const confirmsPhone = wanted.phoneConfirmed && Boolean(phone ?? user.phone)
  const providers = providersWith(user, wanted)
  const metadata = {
    ...(email && 'email' in user.user_metadata && { email }),
    ...userMetadata,
    ...(confirmsEmail && { email_verified: true }),
  }
  return {
    user_metadata: JSON.stringify(mergeMetadata(user.user_metadata, metadata)),
    app_metadata: JSON.stringify(mergeMetadata({ ...user.app_metadata, ...appMetadata }, providers)),
    ...(email && { email, new_email: null }),
    ...(phone && { phone, new_phone: null }),
    ...(passwordHash && { password_hash: passwordHash }),
    ...(confirmsEmail && { email_confirmed_at: (!email && user.email_confirmed_at) || now }),
    ...(confirmsPhone && { phone_confirmed_at: (!phone && user.phone_confirmed_at) || now }),
    ...((confirmsEmail || confirmsPhone) && { is_anonymous: false }),
    ...(banMs !== undefined && { banned_until: endOfBan(banMs, now) }),
    ...(role && { role }),
  }
}

/** `app_metadata` lists the ways a person signs in. A first address of a kind adds one. */
function providersWith({ app_metadata: { provider, providers } }: UserRow, { email, phone }: WantedUser) {
  const known = Array.isArray(providers) ? (providers as string[]) : []
  const all = [...new Set([...known, ...(email ? ['email'] : []), ...(phone ? ['phone'] : [])])]
  return all.length ? { provider: provider ?? all[0], providers: all } : {}
}

async function changeIdentities(trx: Trx, user: UserRow, wanted: WantedUser, now: Date): Promise<void> {
  for (const [kind, changes] of [
    ['email', wanted.email !== undefined || wanted.emailConfirmed],
    ['phone', wanted.phone !== undefined || wanted.phoneConfirmed],
  ] as const) {
    const address = user[kind]
    if (!changes || !address) continue
    const confirmed = user[`${kind}_confirmed_at`] !== null
    await setIdentity(trx, { userId: user.id, kind, address, confirmed, now })
  }
}
