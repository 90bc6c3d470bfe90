import { AppError } from '#domain/errors.ts'

/**
 * Sees to it that nobody takes all connections to the database. Requests of one workspace wait in a line of their own, and
 * a connection is free for the next workspace. In the memory of this server, as its connections are.
 */
export type Shares = {
  /**
   * Does what takes a connection, once the caller holds less than its share.
   * @param isCounted whether the call waited in this line before, in order to be counted: it is not refused any more
   * @throws AppError `rate_limited` if too many of the same already wait
   */
  during<T>(whose: string, work: () => Promise<T>, isCounted?: boolean): Promise<T>
  /** From now on, what this caller does counts for its workspace. */
  learn(whose: string, workspaceId: string): void
}

const mostWaiting = 100
const retrySeconds = 5
const mostKnown = 10_000

/** @param most how many connections one workspace may hold at the same time */
export function openShares(most: number): Shares {
  const lines = new Map<string, { held: number; waiting: (() => void)[] }>()
  const workspaces = new Map<string, string>()

  return {
    async during(whose, work, isCounted = false) {
      const owner = workspaces.get(whose) ?? whose
      const line = lines.get(owner) ?? { held: 0, waiting: [] }
      lines.set(owner, line)
      if (line.held >= most) {
        if (line.waiting.length >= mostWaiting && !isCounted)
          throw new AppError('rate_limited', { retry_after_seconds: retrySeconds })
        await new Promise<void>((go) => line.waiting.push(go))
      } else line.held++
      try {
        return await work()
      } finally {
        // The next one takes over what this one held.
        const next = line.waiting.shift()
        if (next) next()
        else if (--line.held === 0) lines.delete(owner)
      }
    },
    learn(whose, workspaceId) {
      if (workspaces.size >= mostKnown && !workspaces.has(whose)) workspaces.delete(workspaces.keys().next().value!)
      workspaces.set(whose, workspaceId)
    },
  }
}
