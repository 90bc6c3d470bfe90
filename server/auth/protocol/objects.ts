import type { Selectable } from 'kysely'
import type { AuthFactorTable } from '../../db/tables/auth/factors.ts'
import type { AuthIdentityTable, AuthUserTable } from '../../db/tables/auth/users.ts'
import { audience } from '../keys/keys.ts'

export type UserRow = Selectable<AuthUserTable>
export type IdentityRow = Selectable<AuthIdentityTable>
export type FactorRow = Selectable<AuthFactorTable>
/** A second factor without what only checking it needs. */
export type ShownFactor = Omit<FactorRow, 'secret' | 'credential' | 'last_step' | 'wrong_tries' | 'locked_until'>

/** Removes the members that are null: the protocol leaves out times that are not known. */
function withoutNulls<T extends Record<string, unknown>>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as Partial<T>
}

/** The user as the protocol shows it. A missing `email` or `phone` is an empty string. */
export function toUser(user: UserRow, identities: IdentityRow[], factors: ShownFactor[]) {
  const confirmations = [user.email_confirmed_at, user.phone_confirmed_at].filter((at) => at !== null).sort()
  return {
    id: user.id,
    aud: audience,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...withoutNulls({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: confirmations[0] ?? null,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.new_phone,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    ...(factors.length > 0 && { factors: factors.map(toFactor) }),
    identities: mainFirst(identities, user.app_metadata.provider).map(toIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

/** Clients take the first identity for the one that `app_metadata.provider` names. */
function mainFirst(identities: IdentityRow[], main: unknown): IdentityRow[] {
  const isMain = ({ provider }: IdentityRow) => provider === main
  return [...identities.filter(isMain), ...identities.filter((identity) => !isMain(identity))]
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

/** A second factor as the protocol shows it. Its secret is never part of it. */
export function toFactor(factor: ShownFactor) {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    ...(factor.friendly_name && { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at,
  }
}
