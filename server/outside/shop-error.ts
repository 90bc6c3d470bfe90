import type { ConnectionFailure } from '#domain/connection-failures.ts'

/** Why a shop could not be used, by its code alone: nothing that a shop wrote, and no key, goes further than here. */
export class ShopError extends Error {
  readonly failure: ConnectionFailure
  /** The shop may answer better in a moment. */
  readonly isPassing: boolean

  constructor(failure: ConnectionFailure, isPassing = false) {
    super(`The shop cannot be used: ${failure}`)
    this.name = 'ShopError'
    this.failure = failure
    this.isPassing = isPassing
  }
}
