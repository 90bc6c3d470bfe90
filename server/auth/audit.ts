import type { Trx } from '../db/connect.ts'
import type { Origin } from '../http/origin.ts'
import { tellWorkspaces } from './tell-workspaces.ts'

/** What the sign-in service logs. */
export type AuditAction =
  | 'user_signedup'
  | 'user_confirmed'
  | 'user_invited'
  | 'user_modified'
  | 'user_deleted'
  | 'user_banned'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'token_reused'
  | 'password_changed'
  | 'password_recovery_requested'
  | 'email_change_requested'
  | 'email_change_withdrawn'
  | 'email_changed'
  | 'phone_changed'
  | 'reauthentication_requested'
  | 'reauthenticated'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_enrolled'
  | 'factor_verified'
  | 'factor_unenrolled'
  | 'factor_failed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'workspace_deleted'

export type Entry = {
  action: AuditAction
  /** The person it is about. */
  userId: string | null
  /** Who did it, if that was somebody else: an administrator. */
  actor?: { id: string | null; name: string }
  origin?: Origin
  /** Never contains a secret, code, token or password. */
  detail?: Record<string, unknown>
  now: Date
}

/** Adds an entry to the sign-in service's log, in the transaction of the change it describes. Entries are never removed. */
export async function audit(trx: Trx, { action, userId, actor, origin, detail = {}, now }: Entry): Promise<void> {
  await trx
    .insertInto('auth.audit_entries')
    .values({
      at: now,
      action,
      user_id: userId,
      actor_id: actor ? actor.id : userId,
      actor: actor?.name ?? null,
      ip: origin?.ip ?? null,
      user_agent: origin?.userAgent ?? null,
      detail: JSON.stringify(detail),
    })
    .execute()
  await tellWorkspaces(trx, { action, userId, ...(actor && { actor }), ...(origin && { origin }), detail, now })
}
