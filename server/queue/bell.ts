import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '../bus/bus.ts'

/** Wakes other parts of Karta on all servers, by name. A ring can be missed or mean nothing, so whoever hears it has to look. */
export type Bell = {
  ring(name: string): void
  /** Resolves when the bell rings, after this many milliseconds, or when the signal aborts. */
  heard(name: string, milliseconds: number, signal?: AbortSignal): Promise<void>
}

const topicOf = (name: string) => `bell ${name}`

export function openBell(bus: Pick<Bus, 'publish' | 'subscribe'>): Bell {
  return {
    ring: (name) => bus.publish(topicOf(name), ''),
    async heard(name, milliseconds, signal) {
      const end = new AbortController()
      const stop = bus.subscribe(topicOf(name), () => end.abort())
      const either = signal ? AbortSignal.any([signal, end.signal]) : end.signal
      await delay(milliseconds, undefined, { signal: either }).catch(() => {})
      stop()
    },
  }
}
