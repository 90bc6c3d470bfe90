import { setTimeout as delay } from 'node:timers/promises'

/** Wakes other parts of this server, by name. A ring can be missed or mean nothing, so whoever hears it has to look. */
export type Bell = {
  ring(name: string): void
  /** Resolves when the bell rings, after this many milliseconds, or when the signal aborts. */
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
