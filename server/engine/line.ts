/** Does one piece of work after the other, in turns by whose it is: nobody waits behind all that another has asked for. */
export type Line = <T>(whose: string, work: () => Promise<T>) => Promise<T>

export function openLine(): Line {
  // A map keeps its order: who has just been served moves to the end.
  const waiting = new Map<string, (() => Promise<unknown>)[]>()
  let isBusy = false

  const serve = async () => {
    if (isBusy) return
    isBusy = true
    for (;;) {
      const [next] = waiting
      if (!next) break
      const [whose, works] = next
      await works.shift()!()
      waiting.delete(whose)
      if (works.length) waiting.set(whose, works)
    }
    isBusy = false
  }

  return <T>(whose: string, work: () => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const own = waiting.get(whose) ?? []
    own.push(() => work().then(resolve, reject))
    waiting.set(whose, own)
    void serve()
    return promise
  }
}
