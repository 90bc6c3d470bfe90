import type { Origin } from '../http/origin.ts'

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
  | 'app_added'
  | 'app_changed'
  | 'app_secret_changed'
  | 'app_deleted'
  | 'app_allowed'
  | 'app_revoked'
  | 'app_token_reused'
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
