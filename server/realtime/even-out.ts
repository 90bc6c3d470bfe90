import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus/bus.ts'

const topic = 'realtime-sockets'
/** How often each server says how many sockets it has, and after how long without a word it does not count. */
export const evenOutEveryMs = 5000
const goneAfterMs = 12_000

/** How far above the average a server has to be before it sends sockets elsewhere, and how close it then gets. */
const [begins, ends] = [
  { sockets: 50, share: 0.2 },
  { sockets: 10, share: 0.05 },
]
/** If the balancer sends them back, such as one that goes by address, the server pauses: first this long, then twice as long each time. */
const [firstPauseMs, longestPauseMs] = [60_000, 3_600_000]

type Settings = {
  bus: Bus
  now: () => number
  /** How many sockets this server has. */
  count: () => number
  /** Sends that many of them to other servers before the next look. */
  sendAway: (count: number) => void
  /** How many can leave between two looks. */
  most: number
}

/**
 * Spreads sockets evenly over the servers. A balancer cannot: it decides only when a socket opens, so a server that has just
 * started has none. If another server then dies, all of its sockets come to the new one at once.
 * @returns `look`, to call every `evenOutEveryMs`, and `close`
 */
export function openEvenOut({ bus, now, count, sendAway, most }: Settings): { look(): void; close(): void } {
  const self = randomUUID()
  const others = new Map<string, { sockets: number; at: number }>()
  let sent: { before: number; count: number } | undefined
  let pauseMs = firstPauseMs
  let pausedUntil = 0

  const stop = bus.subscribe(topic, (message) => {
    const [server, sockets] = message.split(' ') as [string, string]
    if (server !== self) others.set(server, { sockets: Number(sockets), at: now() })
  })

  /** Whether most of those who were sent away came back. */
  const wasInVain = (sockets: number) => sent !== undefined && sockets > sent.before - sent.count / 2

  return {
    look() {
      const sockets = count()
      for (const [server, { at }] of others) if (now() - at > goneAfterMs) others.delete(server)
      if (wasInVain(sockets)) {
        pausedUntil = now() + pauseMs
        pauseMs = Math.min(longestPauseMs, 2 * pauseMs)
      } else if (sent) pauseMs = firstPauseMs
      const excess = now() < pausedUntil ? 0 : excessOf(sockets, others, sent ? ends : begins)
      sent = excess > 0 ? { before: sockets, count: Math.min(excess, most) } : undefined
      // What it will have left by the time the others look.
      bus.publish(topic, `${self} ${sockets - (sent?.count ?? 0)}`)
      if (sent) sendAway(sent.count)
    },
    close: stop,
  }
}

/** How many sockets a server has above the average, or 0 if that is within what is allowed. */
function excessOf(own: number, others: Map<string, { sockets: number }>, allowed: typeof begins): number {
  const all = [...others.values()].reduce((sum, { sockets }) => sum + sockets, own)
  const average = all / (others.size + 1)
  const excess = Math.floor(own - average)
  return excess >= Math.max(allowed.sockets, average * allowed.share) ? excess : 0
}
