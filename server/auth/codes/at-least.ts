import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the work for anybody takes. */
const leastMs = 150

/**
 * Does the work, and answers no sooner than every other call does: how long an answer takes is not to tell whether an
 * address has an account.
 */
export async function atLeast<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, delay(leastMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
