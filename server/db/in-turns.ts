import { setImmediate } from 'node:timers/promises'

/** So many take less than a millisecond. A statement of some megabytes needs several turns until it is sent. */
const atOnce = 10

/**
 * Maps many items, and lets others have their turn in between: what is being sent to the database goes on, and other
 * requests are answered.
 */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % atOnce === 0) await setImmediate()
    mapped.push(map(item, index))
  }
  return mapped
}

/**
 * Prepares what comes next while a statement runs. Both are waited for even if one fails, so that nothing goes on in a
 * transaction that has ended. The work must not use the transaction itself.
 */
export async function meanwhile<T>(statement: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  // Otherwise a small work would be done before the statement is sent.
  const [written, prepared] = await Promise.allSettled([statement, setImmediate().then(work)])
  if (written.status === 'rejected') throw written.reason
  if (prepared.status === 'rejected') throw prepared.reason
  return prepared.value
}
