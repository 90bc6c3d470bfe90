import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import type { Bus } from '../bus/bus.ts'
import type { After, EventPage } from './read.ts'

/** Where the bus tells that a workspace's log has grown. A message may be lost, so whoever listens also looks now and then. */
export const eventsTopic = (workspaceId: string) => `events:${workspaceId}`

/** How often whoever waits looks by itself. */
const lookEveryMs = 2000
/** They all read at once when the log grows, which must leave room in the workspace's line for other calls. */
const mostWaiting = 50
const retrySeconds = 5

type Following = { bus: Bus; workspaceId: string; read: (after: After) => Promise<EventPage>; everyMs?: number }

/** Those who wait on this server, by workspace. */
const waiting = new WeakMap<Bus, Map<string, number>>()

/**
 * Reads, and while there is nothing, waits for the log to grow, until the signal aborts. Takes no connection while it waits.
 * @throws AppError `rate_limited` if too many of the same workspace already wait
 */
export async function followEvents(
  { bus, workspaceId, read, everyMs = lookEveryMs }: Following,
  after: After,
  over: AbortSignal,
): Promise<EventPage> {
  for (;;) {
    const bell = listen(bus, workspaceId)
    try {
      const page = await read(after)
      if (page.events.length || over.aborted) return page
      after = { cursor: page.cursor }
      if (!page.has_more) await inLine(bus, workspaceId, () => bell.heard(everyMs, over))
    } finally {
      bell.stop()
    }
  }
}

/** Listens from now on, so that nothing that happens while the log is being read is missed. */
function listen(bus: Bus, workspaceId: string) {
  const rung = new AbortController()
  const ring = () => rung.abort()
  const stops = [bus.subscribe(eventsTopic(workspaceId), ring), bus.onGap(ring)]
  return {
    async heard(milliseconds: number, over: AbortSignal): Promise<void> {
      await delay(milliseconds, undefined, { signal: AbortSignal.any([rung.signal, over]) }).catch(() => {})
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

async function inLine(bus: Bus, workspaceId: string, wait: () => Promise<void>): Promise<void> {
  const counts = waiting.get(bus) ?? new Map<string, number>()
  waiting.set(bus, counts)
  const before = counts.get(workspaceId) ?? 0
  if (before >= mostWaiting) throw new AppError('rate_limited', { retry_after_seconds: retrySeconds })
  counts.set(workspaceId, before + 1)
  try {
    await wait()
  } finally {
    const left = counts.get(workspaceId)! - 1
    if (left) counts.set(workspaceId, left)
    else counts.delete(workspaceId)
  }
}
