import { useSyncExternalStore } from 'react'
import { go } from './path.ts'

/*
 * A new version of the app is fetched in the background and waits. It takes over when the driver says so, when the app goes to
 * the background with nothing open, or at the next start.
 */

const everyMs = 60 * 60_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  void register().catch((error: unknown) => console.warn('The app cannot be kept for offline:', error))
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/driver/service-worker.js', {
    scope: '/driver',
    updateViaCache: 'none',
  })
  const look = () => {
    // The first one of all takes over by itself.
    if (!registration.waiting || !navigator.serviceWorker.controller) return
    waiting = registration.waiting
    for (const listener of listeners) listener()
  }
  look()
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    // Somebody pressed a notification.
    if (typeof data?.open === 'string') go(data.open)
  })
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  const check = () => navigator.onLine && void registration.update().catch(() => undefined)
  setInterval(check, everyMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
    else if (isIdleAt(window.location.pathname)) takeOver()
  })
}

/** Whether a reload would disturb nobody: no form is open. */
export const isIdleAt = (path: string): boolean => /^\/driver(\/map|\/more)?\/?$/.test(path)

/** Starts the new version. */
export function takeOver(): void {
  if (!waiting) return
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  waiting.postMessage('take-over')
}

/** Whether a new version waits. */
export function useUpdate(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== null,
  )
}
