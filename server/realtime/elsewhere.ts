import { setTimeout as delay } from 'node:timers/promises'
import type { closings } from './connection.ts'

/** The shortest time between two clients that leave: each of them reads anew what it follows. */
export const leastGapMs = 20
const everyMs = 50

type Leaving = { isOpen(): boolean; close(why: keyof typeof closings): void }

/**
 * Sends clients to other servers at an even pace, those with the oldest sockets first.
 * @param count how many; everybody if absent, including those who still arrive
 * @param hurry ends it early; whoever is left stays
 */
export async function sendElsewhere(
  connections: ReadonlySet<Leaving>,
  why: keyof typeof closings,
  { count = Infinity, milliseconds, hurry }: { count?: number; milliseconds: number; hurry: AbortSignal },
): Promise<void> {
  const first = Math.min(count, connections.size)
  const eachTime = Math.ceil((first * everyMs) / Math.max(everyMs, milliseconds))
  for (let left = count; left > 0 && !hurry.aborted; left -= eachTime) {
    const leaving = openOnes(connections, Math.min(left, eachTime))
    if (!leaving.length) return
    for (const connection of leaving) connection.close(why)
    await delay(everyMs, undefined, { signal: hurry }).catch(() => {})
  }
}

function openOnes(connections: ReadonlySet<Leaving>, count: number): Leaving[] {
  const found: Leaving[] = []
  for (const connection of connections) {
    if (found.length >= count) break
    if (connection.isOpen()) found.push(connection)
  }
  return found
}
