import type { Tracking } from '#domain/schema/tracking.ts'
import type { TrackingMessages } from '#domain/tracking/live.ts'
import { LinkEnded, readTracking } from './api.ts'
import { openSocket, type Listener } from './socket.ts'

type Page = {
  show: (tracking: Tracking) => void
  /** Whether what is shown is up to date, and when it last was. */
  say: (isLive: boolean, at: Date) => void
}

type Progress = TrackingMessages['progress']
type Link = { token: string; socketUrl: string }

/** How often to look without a socket while nothing, or not much, happens. */
const everyMs = 30_000
/** The same while the van is near. */
const closelyMs = 5_000
/** After the end, or while the socket tells what changes, there is little left to wait for. */
const restingMs = 5 * 60_000
/** Something that concerns many pages reaches them at the same moment: each waits for another time. */
const withinMs = 1000
/** After a restart of the server all pages come back. The channel says first what matters most, so the rest has time. */
const backWithinMs = 10_000

/** Follows the delivery while somebody looks at the page: over the socket, and by reading again as long as there is none. */
export function follow({ token, socketUrl }: Link, first: Tracking, { show, say }: Page): void {
  let at = new Date()
  let timer: ReturnType<typeof setTimeout> | undefined
  let close: (() => void) | undefined
  let last = first
  let isUp = false
  let isReading = false
  /** What came while the page was being read, and may be newer than what that brings. */
  let meanwhile: Progress | undefined
  let isStale = false

  async function read(): Promise<void> {
    clearTimeout(timer)
    isReading = true
    meanwhile = undefined
    isStale = false
    try {
      const tracking = await readTracking(token)
      draw(withProgress(tracking, meanwhile))
    } catch (error) {
      // The server writes the page that says so.
      if (error instanceof LinkEnded) return location.reload()
      say(false, at)
    }
    isReading = false
    wait(isStale ? Math.random() * withinMs : undefined)
  }

  function draw(tracking: Tracking): void {
    at = new Date()
    last = tracking
    show(tracking)
    say(true, at)
  }

  /** Something else is different now. */
  function outdate(ms = withinMs): void {
    if (isReading) isStale = true
    else wait(Math.random() * ms)
  }

  function wait(milliseconds = isUp ? restingMs : pauseOf(last)): void {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(() => void read(), milliseconds)
  }

  let wasUp = false
  const listener: Listener = {
    onUp() {
      isUp = true
      // What was missed while there was no socket.
      if (wasUp) outdate(backWithinMs)
      else if (!isReading) wait()
      wasUp = true
    },
    onDown() {
      isUp = false
      if (!isReading) wait()
    },
    onMessage({ event, payload }) {
      if (event === 'progress') {
        if (isReading) meanwhile = payload
        else draw(withProgress(last, payload))
      } else if (event === 'changed' || payload.version !== last.version) outdate()
    },
  }

  function begin(): void {
    close = openSocket({ url: socketUrl, deliveryId: first.id, token }, listener)
    wait()
  }

  function rest(): void {
    clearTimeout(timer)
    close?.()
    close = undefined
    isUp = false
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return rest()
    wasUp = true
    begin()
    void read()
  })
  addEventListener('online', () => void read())
  if (!document.hidden) begin()
}

/** What was told may be older than what was read. The version stays: the rest of what a newer one has was not read yet. */
function withProgress(tracking: Tracking, progress: Progress | undefined): Tracking {
  if (!progress || progress.version < tracking.version) return tracking
  return { ...tracking, ...progress, version: tracking.version }
}

function pauseOf({ step, van }: Tracking): number {
  if (step === 'delivered' || step === 'cancelled' || step === 'returning') return restingMs
  return van || step === 'arrived' ? closelyMs : everyMs
}
