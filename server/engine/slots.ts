/** Threads that are handed out, several at once where one caller needs several. */
export type Slots = {
  /** Waits until so many are free, first come first served. False when they are not and the signal aborts, or has. */
  take(count: number, signal: AbortSignal): Promise<boolean>
  give(count: number): void
}

export function openSlots(total: number): Slots {
  let free = total
  const line: { count: number; go: () => void }[] = []
  // Nobody overtakes: who needs many would else wait for ever behind those who need one.
  const serve = () => {
    while (line.length && line[0]!.count <= free) {
      const next = line.shift()!
      free -= next.count
      next.go()
    }
  }
  return {
    take(count, signal) {
      const turn = Promise.withResolvers<boolean>()
      const entry = { count, go: () => turn.resolve(true) }
      const leave = () => {
        const at = line.indexOf(entry)
        if (at < 0) return
        line.splice(at, 1)
        turn.resolve(false)
        serve()
      }
      signal.addEventListener('abort', leave, { once: true })
      line.push(entry)
      serve()
      if (signal.aborted) leave()
      return turn.promise.finally(() => signal.removeEventListener('abort', leave))
    },
    give(count) {
      free += count
      serve()
    },
  }
}
