import { setTimeout as delay } from 'node:timers/promises'
import { isPassing } from '../db/passing.ts'

type Options<Item> = {
  /** How much may be done together, as `sizeOf` counts. */
  most: number
  sizeOf: (item: Item) => number
  /**
   * Waits so many milliseconds for others, unless `enough` has come: worth it where each piece of work costs a commit. Whoever
   * comes alone does not wait: only after several came together will others come, too.
   */
  waitMs?: number
  enough?: number
}

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Does together what comes at the same time: while `work` is busy, calls wait and are then one piece of work. Each call is
 * answered when the work is done, so what was committed together costs one commit.
 *
 * If the work fails, and not because the database is away, each call is tried by itself, so that none suffers from another.
 */
export function together<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { most, sizeOf, waitMs = 0, enough = most }: Options<Item>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isBusy = false
  let isCrowded = false

  function next(): Waiting<Item, Result>[] {
    let [count, size] = [0, 0]
    while (count < waiting.length && (count === 0 || size + sizeOf(waiting[count]!.item) <= most)) {
      size += sizeOf(waiting[count++]!.item)
    }
    return waiting.splice(0, count)
  }

  async function run(): Promise<void> {
    isBusy = true
    // What arrives in the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length) {
      if (isCrowded && waiting.reduce((size, { item }) => size + sizeOf(item), 0) < enough) await delay(waitMs)
      const batch = next()
      isCrowded = waitMs > 0 && batch.length > 1
      await attempt(batch)
    }
    isBusy = false
  }

  async function attempt(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(results[at]!)
    } catch (error) {
      if (batch.length === 1 || isPassing(error)) for (const { reject } of batch) reject(error)
      else for (const each of batch) await attempt([each])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void run()
    })
}
