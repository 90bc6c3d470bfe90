import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AlertKind } from '#domain/alerts/kinds.ts'
import { listAlerts } from '#domain/api/alerts.ts'
import type { InboxAlert } from '#domain/schema/alert.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

const mostUrgent = 50

/** Urgent alerts that nobody has seen, however old they are, and how many of all kinds nobody has seen. */
export const useUrgent = (isEnabled: boolean) =>
  useQuery({
    queryKey: keys.alerts.urgent,
    queryFn: ({ signal }) =>
      call(listAlerts, { query: { state: 'open', severity: 'high', limit: String(mostUrgent) }, signal }),
    enabled: isEnabled,
  })

/** The inbox, page by page, of one kind or of all. Urgent ones that nobody has seen come first. */
export function useInbox(kind: AlertKind | undefined) {
  const urgent = useUrgent(true)
  const query = useInfiniteQuery({
    queryKey: keys.alerts.inbox(kind),
    queryFn: ({ pageParam, signal }) => call(listAlerts, { query: { kind, cursor: pageParam, limit: '50' }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  })
  const newest = query.data?.pages.flatMap(({ data }) => data)
  const first = urgent.data?.data.filter((alert) => kind === undefined || alert.kind === kind) ?? []
  return { query, alerts: newest && inOrder(first, newest), open: query.data?.pages[0]?.open ?? 0 }
}

/** Each alert once: what nobody has seen first, of these the most severe, and else the newest. */
export function inOrder(urgent: readonly InboxAlert[], newest: readonly InboxAlert[]): InboxAlert[] {
  const all = new Map([...urgent, ...newest].map((alert) => [alert.id, alert]))
  return [...all.values()].toSorted((a, b) => rankOf(b) - rankOf(a) || b.raised_at.localeCompare(a.raised_at))
}

const severities = ['low', 'medium', 'high']
const rankOf = ({ state, severity }: InboxAlert) => (state === 'open' ? 10 : 0) + severities.indexOf(severity)
