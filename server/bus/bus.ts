/**
 * Carries short texts between the parts of Karta that react to something, on this server and on all that share its
 * database. It is quick, not certain: after a lost connection, messages may be missing.
 */
export type Bus = {
  /** Never throws and waits for nothing. Messages of one sender arrive in the order in which they were published. */
  publish(topic: string, message: string): void
  /** Tells listeners on this server only. */
  tellHere(topic: string, message: string): void
  /** Whether anybody on this server listens to a topic. */
  isHeardHere(topic: string): boolean
  /** Also hears what this server publishes. Call what it returns to stop listening. */
  subscribe(topic: string, listener: (message: string) => void): () => void
  /** Tells when messages of other servers may have been lost, so that listeners read again what they follow. */
  onGap(listener: () => void): () => void
  /** Whether other servers hear this one at the moment. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Whoever follows what a bus carries. A listener that fails is reported and does not keep the others from hearing. */
export type Listeners = { tellGap(): void } & Pick<Bus, 'tellHere' | 'isHeardHere' | 'subscribe' | 'onGap'>

type Report = (error: unknown, what: string) => void

/** A bus for the only server of a database. */
export function openLocalBus(report: Report): Bus {
  const { tellGap: _, ...listeners } = openListeners(report)
  return { ...listeners, publish: listeners.tellHere, isConnected: () => true, close: async () => {} }
}

export function openListeners(report: Report): Listeners {
  const byTopic = new Map<string, Set<(message: string) => void>>()
  const forGaps = new Set<() => void>()
  const waiting: (() => void)[] = []
  let telling = false

  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      report(error, 'listener on the bus')
    }
  }

  /** What a listener publishes comes after what everybody is being told, so that all hear it in the same order. */
  function inOrder(work: () => void): void {
    waiting.push(work)
    if (telling) return
    telling = true
    for (let next = waiting.shift(); next; next = waiting.shift()) next()
    telling = false
  }

  return {
    tellHere(topic, message) {
      inOrder(() => {
        for (const listener of byTopic.get(topic) ?? []) attempt(() => listener(message))
      })
    },
    tellGap() {
      inOrder(() => {
        for (const listener of forGaps) attempt(listener)
      })
    },
    isHeardHere: (topic) => byTopic.has(topic),
    subscribe(topic, listener) {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && byTopic.get(topic) === listeners) byTopic.delete(topic)
      }
    },
    onGap(listener) {
      forGaps.add(listener)
      return () => void forGaps.delete(listener)
    },
  }
}
