/**
 * The connections to the database that live channels share. That many work at the same time, and the rest wait: after a
 * restart everybody comes back at once, and each has to be let in sooner or later.
 *
 * Work that can wait says `later`: everybody at the door is let in before pages are read again.
 */
export type Lane = <T>(work: () => Promise<T>, when?: 'later') => Promise<T>

/** While others keep coming, one in so many of those who go next is one that can wait. */
const laterEvery = 4

export function openLane(most: number): Lane {
  const waiting: { soon: (() => void)[]; later: (() => void)[] } = { soon: [], later: [] }
  let running = 0
  /** How many have gone since the last one that could wait. */
  let passed = 0

  function next(): (() => void) | undefined {
    const isTurnOfLater = passed + 1 >= laterEvery || !waiting.soon.length
    const later = isTurnOfLater ? waiting.later.shift() : undefined
    passed = later ? 0 : passed + 1
    return later ?? waiting.soon.shift()
  }

  return async (work, when) => {
    if (running >= most) await new Promise<void>((go) => waiting[when ?? 'soon'].push(go))
    else running++
    try {
      return await work()
    } finally {
      // The next one takes over this one's place.
      const go = next()
      if (go) go()
      else running--
    }
  }
}
