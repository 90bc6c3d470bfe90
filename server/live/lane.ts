/**
 * How much of the server's database live channels may take: so much at the same time, and what is more waits. After a
 * restart of the database everybody comes back at once, and each has to be let in sooner or later.
 */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>

export function openLane(most: number): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      // The next one takes over this one's place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
