type Close = () => Promise<unknown>

/** What was opened and has to be closed again. */
export type Closers = {
  add(close: Close): void
  /** Closes everything, what was opened last first. A failure ends it unless `onError` takes it. */
  close(onError?: (error: unknown) => void): Promise<void>
}

export function openClosers(): Closers {
  const closers: Close[] = []
  return {
    add: (close) => void closers.push(close),
    async close(onError = rethrow) {
      for (let close = closers.pop(); close; close = closers.pop()) await close().catch(onError)
    },
  }
}

function rethrow(error: unknown): never {
  throw error
}
