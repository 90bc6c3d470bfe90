import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { listAudit } from '#domain/api/audit.ts'
import type { AuditEntry } from '#domain/schema/audit.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { askedOf, readFilter, writeFilter, type AuditFilter } from './audit-address.ts'

const entriesAtOnce = 50
/** What no event tells, such as sign-ins, is looked for now and then. */
const lookEveryMilliseconds = 10_000

/** The entries that the filter in the address asks for. New ones come on top by themselves. */
export function useAudit() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const asked = askedOf(filter)
  const name = JSON.stringify(asked)
  const query = useInfiniteQuery({
    queryKey: keys.audit.list(name),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listAudit, { query: { ...asked, cursor, limit: entriesAtOnce }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const newest = useQuery({
    queryKey: keys.audit.newest(name),
    queryFn: ({ signal }) => call(listAudit, { query: { ...asked, limit: entriesAtOnce }, signal }),
    enabled: query.isSuccess,
    refetchInterval: lookEveryMilliseconds,
  })
  const pages = query.data?.pages
  const rows = useMemo(
    () => joined(newest.data?.data ?? [], pages?.flatMap(({ data }) => data) ?? []),
    [newest.data, pages],
  )
  const change = (part: Partial<AuditFilter>) =>
    setParams((now) => writeFilter(now, { ...readFilter(now), ...part }), { replace: true, preventScrollReset: true })
  return { query, rows, filter, change, searchedTo: pages?.at(-1)?.searched_to ?? null }
}

/** New entries over those that were read before, each once. */
function joined(newest: AuditEntry[], known: AuditEntry[]): AuditEntry[] {
  const numbers = new Set(known.map(({ number }) => number))
  return [...newest.filter(({ number }) => !numbers.has(number)), ...known].toSorted(
    (a, b) => b.at.localeCompare(a.at) || b.number - a.number,
  )
}
