import { shopFailures, type ShopFailure } from '#domain/shops/failures.ts'

/** A call to a shop that failed. */
export class ShopCallError extends Error {
  readonly failure: ShopFailure
  /** Another try may succeed. */
  readonly isPassing: boolean
  /** When the shop wants to be asked again, if it says so. */
  readonly retryAfterMs: number | undefined
  /** What the shop wrote, as text of at most 200 characters. */
  readonly said: string | undefined

  constructor(failure: ShopFailure, { retryAfterMs, said }: { retryAfterMs?: number; said?: string | undefined } = {}) {
    super(`A call to a shop failed: ${failure}`)
    this.name = 'ShopCallError'
    this.failure = failure
    this.isPassing = failure === 'unreachable' || failure === 'busy' || failure === 'not_understood'
    this.retryAfterMs = retryAfterMs
    this.said = said?.replace(/[\u0000-\u001f]+/g, ' ').slice(0, 200)
  }

  /** The sentence that people read. */
  get sentence(): string {
    return this.said ? `${shopFailures[this.failure].replace(/\.$/, '')}: “${this.said}”.` : shopFailures[this.failure]
  }
}
