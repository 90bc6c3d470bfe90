/** Hands out threads, several at once to a request that needs several. */
type Slots = {
  /** Waits until this many are free, first come, first served. Gives false when the signal aborts the wait. */
  take(count: number, signal: AbortSignal): Promise<boolean>
  give(count: number): void
}

export function openSlots(total: number): Slots {
  let free = total
  const line: { count: number; go: () => void }[] = []
  // Nobody overtakes. Otherwise a request for many would wait forever behind requests for one.
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
