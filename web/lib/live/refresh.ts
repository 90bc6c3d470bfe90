import type { Query, QueryClient } from '@tanstack/react-query'
import { isStale, type Stale } from './stale.ts'

/** No read runs more often than this because of others' changes, and while they go on and on, less and less often. */
const [shortest, longest] = [500, 2000]

/**
 * Reads stale data again: at once, but many changes in a row together, and nothing while nobody looks. A read that is under
 * way may have missed the change, so it is repeated when it is done, instead of being cancelled again and again.
 */
export function refresher(client: QueryClient, isHidden = () => document.visibilityState === 'hidden') {
  let waiting: Stale = []
  let again = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = shortest

  function flush(): void {
    timer = undefined
    if (isHidden() || (waiting.length === 0 && again.size === 0)) {
      pause = shortest
      return
    }
    const due = client
      .getQueryCache()
      .findAll({ predicate: (query) => again.has(query.queryHash) || isStale(query.queryKey, waiting) })
    const isBusy = (query: Query) => query.state.fetchStatus !== 'idle'
    waiting = []
    again = new Set(due.filter(isBusy).map((query) => query.queryHash))
    const idle = new Set(due.filter((query) => !isBusy(query)))
    void client.invalidateQueries({ predicate: (query) => idle.has(query) })
    timer = setTimeout(flush, pause)
    pause = Math.min(pause * 2, longest)
  }

  return {
    /** Marks reads as stale, and reads again what is shown of them. */
    add(stale: Stale): void {
      waiting = [...waiting, ...stale]
      if (timer === undefined) flush()
    },
    /** Catches up when somebody looks at the page again. */
    look(): void {
      if (timer === undefined) flush()
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
