import type { ConnectionFailure } from '#domain/connection-failures.ts'

/** Why a shop could not be used, as a code only: nothing that the shop wrote, and no key, is passed on. */
export class ShopError extends Error {
  readonly failure: ConnectionFailure
  /** Another try may succeed. */
  readonly isPassing: boolean

  constructor(failure: ConnectionFailure, isPassing = false) {
    super(`The shop cannot be used: ${failure}`)
    this.name = 'ShopError'
    this.failure = failure
    this.isPassing = isPassing
  }
}
