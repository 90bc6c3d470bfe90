import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus/bus.ts'

const topic = 'realtime-sockets'
/** How often each server says how many sockets it has, and after how long without a word it does not count. */
export const evenOutEveryMs = 5000
const goneAfterMs = 12_000

/** A server begins to send sockets elsewhere when it has so many, and such a share, more than the average; it ends below the second. */
const [begins, ends] = [
  { sockets: 50, share: 0.2 },
  { sockets: 10, share: 0.05 },
]
/** Where sockets come back all the same, as from a balancer that goes by address, the next try waits so long at first, and then longer. */
const [firstPauseMs, longestPauseMs] = [60_000, 3_600_000]

type Settings = {
  bus: Bus
  now: () => number
  /** How many sockets this server has. */
  count: () => number
  /** Sends so many of them to other servers, before the next time that this server looks. */
  sendAway: (count: number) => void
  /** How many can go until then. */
  most: number
}

/**
 * Keeps servers from having many more sockets than others. A balancer cannot: a server that has just started has none, and those
 * of the others stay where they are. If one of the others then dies, all that it had would come to the new one at once.
 * @returns what looks once more, and what ends it
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
      // As many as it will have by the time that the others look.
      bus.publish(topic, `${self} ${sockets - (sent?.count ?? 0)}`)
      if (sent) sendAway(sent.count)
    },
    close: stop,
  }
}

/** How many sockets a server has more than the average, if they are more than may be. */
function excessOf(own: number, others: Map<string, { sockets: number }>, allowed: typeof begins): number {
  const all = [...others.values()].reduce((sum, { sockets }) => sum + sockets, own)
  const average = all / (others.size + 1)
  const excess = Math.floor(own - average)
  return excess >= Math.max(allowed.sockets, average * allowed.share) ? excess : 0
}
