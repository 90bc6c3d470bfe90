type Close = () => Promise<unknown>

/** Closes what was opened. */
export type Closers = {
  add(close: Close): void
  /** Closes everything in reverse order. The first failure ends it, unless `onError` handles failures. */
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
