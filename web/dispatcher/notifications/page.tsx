import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Download, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { exportNotifications, listNotifications } from '#domain/api/notifications.ts'
import type { Notification } from '#domain/schema/notification.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatMoney, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { toast } from '#web/ui/toast.tsx'
import { filterOf, LogFilters } from './log-filters.tsx'
import { failureWords, headOf, stateTones, stateWords } from './notification-words.ts'

export function meta() {
  return [{ title: 'Notifications to recipients · Karta' }]
}

/** What recipients were told, what became of it and what it cost. */
export default function NotificationsPage() {
  const { workspace } = useMe()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const filter = filterOf(params)
  const log = useInfiniteQuery({
    queryKey: keys.notifications.log(JSON.stringify(filter)),
    queryFn: ({ signal, pageParam }) =>
      call(listNotifications, { query: { ...filter, limit: 50, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  const [isExporting, setExporting] = useState(false)
  const [first] = log.data?.pages ?? []
  const rows = log.data?.pages.flatMap(({ data }) => data) ?? []
  const isFiltered = Object.keys(filter).length > 0
  const exportAll = async () => {
    setExporting(true)
    try {
      saveFile('notifications.csv', await call(exportNotifications, { query: filter }), 'text/csv')
    } catch (error) {
      toast({ title: (error as Error).message, tone: 'error' })
    } finally {
      setExporting(false)
    }
  }
  return (
    <>
      <PageHeader
        title="Notifications"
        description="What recipients were told, what became of it and what it cost."
        actions={
          <>
            <ButtonLink to="/dashboard/settings/notifications">Settings</ButtonLink>
            <Button
              icon={<Download aria-hidden="true" className="size-4" />}
              isPending={isExporting}
              isDisabled={rows.length === 0}
              onPress={() => void exportAll()}
            >
              Export CSV
            </Button>
          </>
        }
      />
      {first && (
        <div className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Stat label={isFiltered ? 'Messages that match' : 'Messages'} value={formatNumber(first.total)} />
          <Stat label="Cost" value={formatMoney(first.cost, workspace.currency)} />
          <Stat label="Spent today" value={formatMoney(first.spent_today, workspace.currency)} />
          <Stat label="Spent this month" value={formatMoney(first.spent_this_month, workspace.currency)} />
        </div>
      )}
      <LogFilters />
      {log.isLoadingError ? (
        <LoadError
          title="The messages could not be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Messages to recipients"
            columns={columnsFor(workspace.time_zone, workspace.currency)}
            rows={rows}
            rowKey={({ id }) => id}
            rowText={headOf}
            needsDesktop
            isLoading={log.isPending}
            isRefreshing={log.isPlaceholderData}
            onOpen={(id) => {
              const row = rows.find((each) => each.id === id)
              if (row) void navigate(`/dashboard/deliveries?delivery=${row.delivery_id}&tab=messages`)
            }}
            empty={
              <EmptyState icon={<MessageSquareText />} title={isFiltered ? 'No messages match' : 'No messages yet'}>
                {isFiltered
                  ? 'Change the filters.'
                  : 'Turn notifications on in the settings. What recipients are told then appears here, with its cost.'}
              </EmptyState>
            }
          />
        </Card>
      )}
      {log.hasNextPage && (
        <div className="flex justify-center pt-5">
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            Show older messages
          </Button>
        </div>
      )}
    </>
  )
}

const columnsFor = (zone: string, currency: string): TableColumn<Notification>[] => [
  { id: 'event', header: 'Message', cell: (row) => headOf(row), isRowHeader: true },
  { id: 'delivery', header: 'Delivery', cell: ({ delivery_number }) => `#${delivery_number}`, width: 'w-24' },
  { id: 'recipient', header: 'To', cell: ({ recipient }) => recipient ?? '—', hideBelow: 'xl' },
  {
    id: 'state',
    header: 'State',
    cell: (row) => (
      <span title={failureWords(row)}>
        <Badge tone={stateTones[row.state]}>{stateWords(row.state)}</Badge>
      </span>
    ),
    width: 'w-32',
  },
  { id: 'why', header: 'Why', cell: failureWords, hideBelow: 'xl', width: 'w-1/4' },
  { id: 'time', header: 'Time', cell: ({ created_at }) => formatDateTime(created_at, zone), width: 'w-44' },
  {
    id: 'cost',
    header: 'Cost',
    cell: ({ cost, channel }) => (channel === 'sms' ? formatMoney(cost, currency) : 'Free'),
    align: 'end',
    width: 'w-24',
  },
]
