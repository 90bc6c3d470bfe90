import { QueryClient } from '@tanstack/react-query'

const giveUpAfter = 2

/** A refused request (4xx) would be refused again. Only outages and lost connections are worth a retry. */
export function isWorthRetrying(failureCount: number, error: unknown): boolean {
  if (failureCount >= giveUpAfter) return false
  const status = (error as { status?: unknown } | null)?.status
  return typeof status !== 'number' || status >= 500
}

/** A cache whose lists refresh when the window regains focus. Changes invalidate what they affect. */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline calls fail at once and say so, instead of waiting behind a spinner for the connection.
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

/** The browser's only cache. During the build, each page gets its own. */
export function pageQueryClient(): QueryClient {
  if (typeof window === 'undefined') return makeQueryClient()
  inThisPage ??= makeQueryClient()
  return inThisPage
}
