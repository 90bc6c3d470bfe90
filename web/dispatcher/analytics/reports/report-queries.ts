import { queryOptions } from '@tanstack/react-query'
import { readFigures } from '#domain/api/analytics.ts'
import { listMembers } from '#domain/api/members.ts'
import { getReport, listReports, listReportSendings } from '#domain/api/reports.ts'
import { reportFilterNames } from '#domain/reports/measures.ts'
import { daysOf } from '#domain/reports/ranges.ts'
import type { ReportContent } from '#domain/schema/report.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../../every-page.ts'

export const reportsQuery = queryOptions({
  queryKey: keys.reports.list,
  queryFn: ({ signal }) => everyPage((cursor) => call(listReports, { query: { limit: 200, cursor }, signal })),
})

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: keys.reports.one(id),
    queryFn: ({ signal }) => call(getReport, { params: { id }, signal }),
  })

/** As many as anybody looks back. */
const shownSendings = 10

/** While one is on its way, it is looked at again. */
export const sendingsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.reports.sendings(id),
    queryFn: async ({ signal }) =>
      (await call(listReportSendings, { params: { id }, query: { limit: shownSendings }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some((sending) => sending.state === 'waiting') ? 2000 : false),
  })

export const membersQuery = queryOptions({
  queryKey: keys.reports.members,
  queryFn: ({ signal }) =>
    everyPage((cursor) => call(listMembers, { query: { state: 'active', limit: 200, cursor }, signal })),
})

/** The figures of a report that may not be saved yet. They say of which one they are, since others stand there until then. */
export const previewQuery = (content: ReportContent, today: string) => {
  const { range, filters, period, split, compare } = content
  const ids = Object.fromEntries(reportFilterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  const query = {
    ...daysOf(range, today),
    ...ids,
    period,
    compare: compare ? ('true' as const) : ('false' as const),
    ...(split && { split }),
  }
  return queryOptions({
    queryKey: [...keys.analytics.figures(query), 'preview'],
    queryFn: async ({ signal }) => ({ figures: await call(readFigures, { query, signal }), split, period }),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  })
}
