import { sessionKey } from '#web/lib/session-trace.ts'

/*
 * The session that the site's sign-in keeps on this device, without the sign-in client, which is larger than this whole app.
 */

export type Session = { access_token: string; refresh_token: string; expires_at?: number; user?: { id?: string } }

/** Who is signed in on this device, as far as it knows; a session that has run out counts, because work goes on offline. */
export function storedSession(): Session | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Session | null
    return session?.access_token && session.refresh_token ? session : undefined
  } catch {
    return undefined
  }
}

type Claims = { sub?: string; exp?: number }

/** What an access token says, unchecked: the server checks it. */
export function claimsOf({ access_token }: Pick<Session, 'access_token'>): Claims {
  try {
    const [, payload = ''] = access_token.split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
  } catch {
    return {}
  }
}

/** The person of the session on this device. */
export const storedUserId = (session = storedSession()): string | undefined =>
  session && (session.user?.id ?? claimsOf(session).sub)

/** So long before its end a token is renewed, because a request takes a while with bad reception. */
const ahead = 60

export type Renewed = { token: string } | 'ended' | 'offline'

/**
 * An access token that is still good, renewed if necessary. Pages and tabs take turns under the sign-in client's own lock: a
 * refresh token works once.
 */
export async function accessToken(userId: string, now: () => number, isForced = false): Promise<Renewed> {
  const session = storedSession()
  // Somebody else has signed in. What is here is not theirs to send.
  if (!session || storedUserId(session) !== userId) return 'ended'
  if (!isForced && isGood(session, now())) return { token: session.access_token }
  return navigator.locks.request(`lock:${sessionKey}`, () => renew(session, userId, now))
}

const isGood = (session: Session, now: number) => (claimsOf(session).exp ?? 0) > now / 1000 + ahead

async function renew(seen: Session, userId: string, now: () => number): Promise<Renewed> {
  const session = storedSession()
  if (!session || storedUserId(session) !== userId) return 'ended'
  // Another tab was quicker.
  if (session.access_token !== seen.access_token && isGood(session, now())) return { token: session.access_token }
  const reply = await fetch('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  }).catch(() => undefined)
  if (!reply || reply.status >= 500 || reply.status === 429) return 'offline'
  if (!reply.ok) return 'ended'
  const renewed = (await reply.json()) as Session
  localStorage.setItem(sessionKey, JSON.stringify(renewed))
  return { token: renewed.access_token }
}

/** Ends the session on this device, and on the server if it can be reached. */
export async function endSession(): Promise<void> {
  const session = storedSession()
  localStorage.removeItem(sessionKey)
  if (!session) return
  const headers = { authorization: `Bearer ${session.access_token}` }
  await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
