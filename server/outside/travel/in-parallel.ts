/**
 * Does something with each of these, a few at the same time. Once one fails, the others are told to stop, and the failure is
 * the result.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, over: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController()
  const over = AbortSignal.any([signal, failed.signal])
  const queue = items.values()
  const one = async () => {
    for (const item of queue) {
      over.throwIfAborted()
      await work(item, over)
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    one().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  const results = await Promise.allSettled(workers)
  if (failed.signal.aborted) throw failed.signal.reason
  signal.throwIfAborted()
  void results
}
