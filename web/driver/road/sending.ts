import { unsentEntries } from '../store/log.ts'
import { ApiError } from '../sync/api.ts'
import { undoLeft } from '../sync/hold.ts'
import { sendAll, type OutboxTools } from '../sync/outbox.ts'

export type SendingState = {
  isSending: boolean
  /** Why the last try did not get through. */
  error: ApiError | null
  nextTryAt: number | null
}

/** The day is read anew this often while the app is in front. */
const everyMs = 60_000
const [firstWaitMs, longestWaitMs] = [2000, 60_000]

/** Decides when to send: at once, when a network comes back, when the app comes to the front, and from time to time. */
export class Sending {
  private readonly tools: OutboxTools
  private readonly onChange: (state: SendingState) => void
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0
  private running: Promise<void> | undefined
  private isAskedAgain = false

  constructor(tools: OutboxTools, onChange: (state: SendingState) => void) {
    this.tools = tools
    this.onChange = onChange
  }

  start(): () => void {
    const onVisible = () => document.visibilityState === 'visible' && this.soon()
    const onOnline = () => this.soon()
    const onMessage = ({ data }: MessageEvent) => data === 'send' && this.soon()
    window.addEventListener('online', onOnline)
    document.addEventListener('visibilitychange', onVisible)
    navigator.serviceWorker?.addEventListener('message', onMessage)
    this.soon()
    return () => {
      clearTimeout(this.timer)
      window.removeEventListener('online', onOnline)
      document.removeEventListener('visibilitychange', onVisible)
      navigator.serviceWorker?.removeEventListener('message', onMessage)
    }
  }

  /** Sends as soon as it can. */
  soon(): void {
    clearTimeout(this.timer)
    void this.now()
  }

  /** Sends now. With `isUrgent`, also what could still be taken back. */
  now({ isUrgent = false } = {}): Promise<void> {
    if (this.running && !isUrgent) {
      this.isAskedAgain = true
      return this.running
    }
    const run = (this.running ?? Promise.resolve()).then(() => this.run(isUrgent))
    this.running = run.finally(() => {
      this.running = undefined
      if (!this.isAskedAgain) return
      this.isAskedAgain = false
      this.soon()
    })
    return this.running
  }

  private async run(isUrgent: boolean): Promise<void> {
    this.onChange({ isSending: true, error: null, nextTryAt: null })
    const outcome = await sendAll(this.tools, { isUrgent })
    const error = outcome instanceof ApiError ? outcome : null
    this.tries = error ? this.tries + 1 : 0
    const wait = error ? this.waitAfter(error) : outcome === 'held' ? await this.untilReleased() : everyMs
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.soon(), wait)
    this.onChange({ isSending: false, error, nextTryAt: error ? this.tools.now() + wait : null })
    if (error?.code === 'offline') await askForBackgroundSync()
  }

  private waitAfter({ retryAfterMs }: ApiError): number {
    const grown = Math.min(longestWaitMs, firstWaitMs * 2 ** (this.tries - 1))
    // All phones lose a server at the same moment. Each comes back at another one.
    return Math.max(retryAfterMs ?? 0, Math.round(grown * (0.5 + Math.random() / 2)))
  }

  private async untilReleased(): Promise<number> {
    const now = this.tools.now()
    const left = (await unsentEntries(this.tools.db)).map(({ entry }) => undoLeft(entry, now)).filter((ms) => ms > 0)
    return Math.min(everyMs, ...left) + 50
  }
}

/** Where the browser can, the phone wakes the app when there is a network again. */
async function askForBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/driver')
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
  await sync?.register('send').catch(() => undefined)
}
