import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

type Page<R> = { data: R[]; next_cursor: string | null; total: number }
type ListQuery = { q?: string; active?: 'true' | 'false'; cursor?: string; limit: number }

export type RecordKind = 'drivers' | 'vehicles' | 'depots' | 'clients' | 'kitchens'
export type ListRecords<R> = (query: ListQuery, signal: AbortSignal) => Promise<Page<R>>

/** The records that the search and the filter in the address ask for. */
export function useRecords<R>(kind: RecordKind, list: ListRecords<R>) {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const shown = params.get('show') ?? 'active'
  const query = useInfiniteQuery<Page<R>, CallError, Page<R>[], readonly unknown[], string | undefined>({
    queryKey: keys[kind].list(search, shown),
    queryFn: ({ pageParam, signal }) =>
      list(
        {
          q: search || undefined,
          active: shown === 'all' ? undefined : shown === 'active' ? 'true' : 'false',
          cursor: pageParam,
          limit: 100,
        },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    select: ({ pages }) => pages,
    placeholderData: (previous) => previous,
  })
  const setParam = (name: string, value: string, fallback: string) =>
    setParams(
      (now) => {
        if (value === fallback) now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    query,
    rows: query.data?.flatMap((page) => page.data) ?? [],
    total: query.data?.[0]?.total ?? 0,
    search,
    setSearch: (value: string) => setParam('q', value, ''),
    shown,
    setShown: (value: string) => setParam('show', value, 'active'),
  }
}
