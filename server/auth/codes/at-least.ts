import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the work takes for anybody. */
const leastMs = 150

/**
 * Does the work and answers after the same time as every other call, so that the time does not reveal whether an address
 * has an account.
 */
export async function atLeast<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, delay(leastMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
