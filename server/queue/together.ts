import { isPassing } from '../db/passing.ts'

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Does together what comes at the same time: while `work` is busy, calls wait and are then one piece of work. Each call is
 * answered when the work is done, so what was committed together costs one commit.
 *
 * If the work fails, and not because the database is away, each call is tried by itself, so that none suffers from another.
 * @param most how much may be done together, as `sizeOf` counts
 */
export function together<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { most, sizeOf }: { most: number; sizeOf: (item: Item) => number },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isBusy = false

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
    for (let batch = next(); batch.length; batch = next()) await attempt(batch)
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
