import { setTimeout as delay } from 'node:timers/promises'

/** News between parts of one server, by name. It may be missed, or come from nowhere: who hears it looks for themselves. */
export type Bell = {
  ring(name: string): void
  /** Resolves when the bell rings, after so many milliseconds, or when the signal aborts. */
  heard(name: string, milliseconds: number, signal?: AbortSignal): Promise<void>
}

export function openBell(): Bell {
  const listeners = new Map<string, Set<() => void>>()
  return {
    ring(name) {
      for (const listener of listeners.get(name) ?? []) listener()
    },
    async heard(name, milliseconds, signal) {
      const end = new AbortController()
      const listener = () => end.abort()
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      const either = signal ? AbortSignal.any([signal, end.signal]) : end.signal
      await delay(milliseconds, undefined, { signal: either }).catch(() => {})
      own.delete(listener)
      if (own.size === 0 && listeners.get(name) === own) listeners.delete(name)
    },
  }
}
