import { useSyncExternalStore } from 'react'

/** Where the sign-in client stores the session on this device. Also read by public/early.js. */
export const sessionKey = 'karta-session'

const listeners = new Set<() => void>()

/**
 * Whether this device seems to be signed in, for pages open to everybody: without the sign-in client and without a call,
 * so it may be wrong about a session that has ended. In the page as the build writes it nobody is signed in.
 */
export function useSeemsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, hasSession, () => false)
}

/** The e-mail address of the session on this device; empty for guests and in the page as the build writes it. */
export function useSeenEmail(): string {
  return useSyncExternalStore(subscribe, seenEmail, () => '')
}

/** Whether a session is kept on this device. */
export function hasSession(): boolean {
  return readSession() !== null
}

/** Call this when a session has started or ended, so that the page shows it. */
export function noteSession(): void {
  if (hasSession()) document.documentElement.dataset.session = ''
  else delete document.documentElement.dataset.session
  for (const listener of listeners) listener()
}

function seenEmail(): string {
  try {
    return String(JSON.parse(readSession() ?? '{}').user?.email ?? '')
  } catch {
    return ''
  }
}

/** When the person on this device signed in to their session, in milliseconds; undefined if it does not say. */
export function signedInAt(): number | undefined {
  try {
    const token = String(JSON.parse(readSession() ?? '{}').access_token)
    const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    const seconds = Math.max(...claims.amr.map(({ timestamp }: { timestamp: number }) => timestamp))
    return Number.isFinite(seconds) ? seconds * 1000 : undefined
  } catch {
    return undefined
  }
}

function readSession(): string | null {
  try {
    return localStorage.getItem(sessionKey)
  } catch {
    // Storage may be blocked altogether. Then nobody can be signed in.
    return null
  }
}

/** Another tab signed in or out, or this one did. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  window.addEventListener('storage', noteSession)
  return () => {
    listeners.delete(onChange)
    if (listeners.size === 0) window.removeEventListener('storage', noteSession)
  }
}
