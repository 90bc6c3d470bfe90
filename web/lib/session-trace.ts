import { useSyncExternalStore } from 'react'

/** Where the sign-in client keeps the session on this device. */
export const sessionKey = 'karta-session'

/**
 * Whether this device seems to be signed in, for pages open to everybody: without the sign-in client and without a call,
 * so it may be wrong about a session that has ended. In the page as the build writes it nobody is signed in.
 */
export function useSeemsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, hasSession, () => false)
}

function hasSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null
  } catch {
    // Storage can be forbidden altogether; nobody can be signed in then.
    return false
  }
}

/** Another tab signs in or out. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}
