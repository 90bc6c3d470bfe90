import { useSyncExternalStore } from 'react'

/**
 * Whether others' changes arrive: not yet, at once, or only now and then. An interruption shows only after a moment, so that
 * a restart of the server is not worth a word.
 */
export type LiveStatus = 'connecting' | 'live' | 'interrupted'

/** How long an interruption goes unmentioned. A first connection may take longer. */
const graceMilliseconds = { connecting: 8000, live: 2500 }

let status: LiveStatus = 'connecting'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The socket has joined. */
export function noteLive(): void {
  clearTimeout(timer)
  timer = undefined
  become('live')
}

/** The socket is not there, or no longer. */
export function noteDown(): void {
  if (status === 'interrupted') return
  timer ??= setTimeout(() => become('interrupted'), graceMilliseconds[status])
}

/** Nobody listens any more, such as after a sign-out. */
export function noteEnded(): void {
  clearTimeout(timer)
  timer = undefined
  become('connecting')
}

export const liveStatus = (): LiveStatus => status

/** How often to read what changes by itself. While changes arrive at once, only to be sure. */
export function pollEvery(milliseconds: number): number {
  return status === 'live' ? Math.max(milliseconds, 5000) : milliseconds
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, liveStatus, () => 'connecting')
}

function become(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
