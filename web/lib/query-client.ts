import { QueryClient } from '@tanstack/react-query'

const giveUpAfter = 2

/** A refusal (4xx) will be refused again; only outages and lost connections are worth another try. */
export function isWorthRetrying(failureCount: number, error: unknown): boolean {
  if (failureCount >= giveUpAfter) return false
  const status = (error as { status?: unknown } | null)?.status
  return typeof status !== 'number' || status >= 500
}

/** A cache whose lists refresh when the window regains focus; changes invalidate what they touch. */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection calls fail at once and say so, instead of waiting behind a spinner for its return.
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: isWorthRetrying,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

let inThisPage: QueryClient | undefined

/** The browser's one cache; while the build renders a page, a cache of that page's own. */
export function pageQueryClient(): QueryClient {
  if (typeof window === 'undefined') return makeQueryClient()
  inThisPage ??= makeQueryClient()
  return inThisPage
}
