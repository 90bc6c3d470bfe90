/**
 * Karta cannot start (or back up, or restore) for a reason a person can act on.
 * `message` is one sentence to show as it is; the program prints it and exits with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
