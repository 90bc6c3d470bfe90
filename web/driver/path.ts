import { useSyncExternalStore } from 'react'

/*
 * Where in the app the driver is, as an address below /driver. No router: the app has a dozen pages, and its weight counts.
 */

const base = '/driver'
const listeners = new Set<() => void>()

/** `/`, `/stop/…`: what follows /driver in the address. */
export const currentPath = (): string => window.location.pathname.slice(base.length).replace(/\/$/, '') || '/'

export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath)
}

/** Goes to a page of the app. With `replace`, the page before is not gone back to. */
export function go(path: string, { replace = false } = {}): void {
  const address = path === '/' ? base : base + path
  if (replace) window.history.replaceState(window.history.state, '', address)
  else window.history.pushState({ isOurs: true }, '', address)
  window.scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/** Back to where the driver came from; to the first page if the app was opened here. */
export function goBack(): void {
  if ((window.history.state as { isOurs?: boolean } | null)?.isOurs) window.history.back()
  else go('/', { replace: true })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
