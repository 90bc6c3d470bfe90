import type { ConnectionProblem } from '#domain/schema/integration.ts'
import { shopFailures, type ShopFailure } from '#domain/shops/failures.ts'

/** A call to a shop that failed. */
export class ShopCallError extends Error {
  readonly failure: ShopFailure
  /** Another try may succeed. */
  readonly isPassing: boolean
  /** What the shop wrote, as text of at most 200 characters. */
  readonly said: string | undefined

  constructor(failure: ShopFailure, { said }: { said?: string | undefined } = {}) {
    super(`A call to a shop failed: ${failure}`)
    this.name = 'ShopCallError'
    this.failure = failure
    this.isPassing = failure === 'unreachable' || failure === 'busy' || failure === 'not_understood'
    this.said = said
      ?.replace(/[\u0000-\u001f]+/g, ' ')
      .slice(0, 200)
      .replace(/[.\s]+$/, '')
  }

  /** What it says about the whole connection; undefined if only this call failed. */
  get problem(): ConnectionProblem | undefined {
    return this.failure === 'access_lost' || this.failure === 'access_too_narrow' ? this.failure : undefined
  }

  /** The sentence that people read. */
  get sentence(): string {
    return this.said ? `${shopFailures[this.failure].replace(/\.$/, '')}: “${this.said}”.` : shopFailures[this.failure]
  }
}
