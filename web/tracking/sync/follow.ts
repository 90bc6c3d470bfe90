import type { Tracking } from '#domain/schema/tracking.ts'
import { LinkEnded, readTracking } from './api.ts'

type Page = {
  show: (tracking: Tracking) => void
  /** Whether what is shown is up to date, and when it last was. */
  say: (isLive: boolean, at: Date) => void
}

/** How often to look while nothing, or not much, happens. */
const everyMs = 30_000
/** The van is near. */
const closelyMs = 5_000
/** After the end, there is little left to wait for. */
const restingMs = 5 * 60_000

/** Reads again while somebody looks at the page. */
export function follow(token: string, first: Tracking, { show, say }: Page): void {
  let at = new Date()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = first

  async function read(): Promise<void> {
    clearTimeout(timer)
    try {
      const tracking = await readTracking(token)
      at = new Date()
      last = tracking
      show(tracking)
      say(true, at)
    } catch (error) {
      // The server writes the page that says so.
      if (error instanceof LinkEnded) return location.reload()
      say(false, at)
    }
    wait()
  }
  function wait(): void {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(() => void read(), pauseOf(last))
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? clearTimeout(timer) : void read()))
  addEventListener('online', () => void read())
  wait()
}

function pauseOf({ step, van }: Tracking): number {
  if (step === 'delivered' || step === 'cancelled' || step === 'returning') return restingMs
  return van || step === 'arrived' ? closelyMs : everyMs
}
