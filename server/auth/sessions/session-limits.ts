import { AuthError } from '../protocol/errors.ts'
import type { AuthSettings } from '../settings.ts'

export type SessionLimits = Pick<AuthSettings, 'sessionMaxSeconds' | 'sessionInactivitySeconds'>
type Times = { created_at: string; refreshed_at: string | null }

/**
 * Refuses a session that began too long ago or has not been refreshed for too long.
 * @throws AuthError `session_expired`
 */
export function checkSessionLimits(session: Times, limits: SessionLimits, now: Date): void {
  const isOver = (since: string, seconds: number | undefined) =>
    seconds !== undefined && now.getTime() - Date.parse(since) >= seconds * 1000
  const text = 'Invalid Refresh Token: Session Expired'
  if (isOver(session.created_at, limits.sessionMaxSeconds)) throw new AuthError('session_expired', text)
  if (isOver(session.refreshed_at ?? session.created_at, limits.sessionInactivitySeconds)) {
    throw new AuthError('session_expired', `${text} (Inactivity)`)
  }
}
