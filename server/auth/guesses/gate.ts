/** Lets a few work for each key at the same time, so that what one of them finds out counts for the next. */
export type Gate = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function openGate(most: number): Gate {
  const lines = new Map<string, { working: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { working: 0, waiting: [] }
    lines.set(key, line)
    // Whoever leaves hands their place on, so nobody comes in between.
    if (line.working >= most) await new Promise<void>((enter) => line.waiting.push(enter))
    else line.working++
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.working === 0) lines.delete(key)
    }
  }
}
