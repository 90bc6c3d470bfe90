import type { Selectable } from 'kysely'
import type { AuthIdentityTable, AuthUserTable } from '../db/tables.ts'
import { audience } from './keys.ts'

export type UserRow = Selectable<AuthUserTable>
export type IdentityRow = Selectable<AuthIdentityTable>

/** Without the members that are null: the protocol leaves a time that is not known out. */
function withoutNulls<T extends Record<string, unknown>>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as Partial<T>
}

/** The user as the protocol shows it. `email` and `phone` are empty text when there is none. */
export function toUser(user: UserRow, identities: IdentityRow[]) {
  const confirmations = [user.email_confirmed_at, user.phone_confirmed_at].filter((at) => at !== null).sort()
  return {
    id: user.id,
    aud: audience,
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...withoutNulls({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: confirmations[0] ?? null,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(toIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

function toIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...withoutNulls({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...withoutNulls({ email: identity.email }),
  }
}
