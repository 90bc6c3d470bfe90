import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { listWebhookCalls } from '#domain/api/webhooks.ts'
import { callStates, type CallState, type WebhookCall, type WebhookEndpointWithHealth } from '#domain/schema/webhook.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useSetParam } from '#web/lib/set-param.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { CallDrawer } from './call-drawer.tsx'
import { callStateWords } from './webhook-words.ts'

const everyMs = 5000

/** What was posted, newest first. What it is narrowed down to is in the address. */
export function CallLog({ endpoints }: { endpoints: WebhookEndpointWithHealth[] }) {
  const { time_zone: zone } = useMe().workspace
  const [params] = useSearchParams()
  const state = callStates.find((each) => each === params.get('state'))
  const endpoint = endpoints.find(({ id }) => id === params.get('of'))
  const filter = { ...(state && { state }), ...(endpoint && { endpoint_id: endpoint.id }) }
  const log = useInfiniteQuery({
    queryKey: keys.webhooks.calls(filter),
    queryFn: ({ signal, pageParam }) =>
      call(listWebhookCalls, { query: { ...filter, limit: 50, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    // Sending is no change of a record, so no event says that there is something new.
    refetchInterval: everyMs,
  })
  const rows = log.data?.pages.flatMap(({ data }) => data) ?? []
  const opened = params.get('call')
  const columns = useMemo(() => columnsFor(zone, endpoints), [zone, endpoints])
  const set = useSetParam()
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg font-semibold">Calls</h2>
      <div className="mb-4 grid gap-3 sm:grid-cols-3">
        <Select
          label="State"
          options={[{ id: 'all', label: 'All' }, ...callStates.map((id) => ({ id, label: callStateWords[id].word }))]}
          value={state ?? 'all'}
          onChange={(id) => set('state', id === 'all' ? undefined : (id as CallState))}
        />
        {endpoints.length > 1 && (
          <Select
            label="Webhook"
            options={[
              { id: 'all', label: 'All' },
              ...endpoints.map(({ id, description, url }) => ({ id, label: description || url })),
            ]}
            value={endpoint?.id ?? 'all'}
            onChange={(id) => set('of', id === 'all' ? undefined : String(id))}
          />
        )}
      </div>
      {log.isLoadingError ? (
        <LoadError
          title="The calls could not be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Calls"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowText={({ type }) => type}
            onOpen={(id) => set('call', id)}
            isLoading={log.isPending}
            isRefreshing={log.isPlaceholderData}
            empty={
              <EmptyState icon={<ScrollText />} title={state || endpoint ? 'No calls match' : 'No calls yet'}>
                {state || endpoint ? 'Change the filters.' : 'What is posted to your webhooks appears here.'}
              </EmptyState>
            }
          />
        </Card>
      )}
      {log.hasNextPage && (
        <div className="flex justify-center pt-5">
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            Show older calls
          </Button>
        </div>
      )}
      {opened && <CallDrawer id={opened} onClose={() => set('call', undefined)} />}
    </section>
  )
}

const columnsFor = (zone: string, endpoints: WebhookEndpointWithHealth[]): TableColumn<WebhookCall>[] => [
  {
    id: 'type',
    header: 'Event',
    isRowHeader: true,
    cell: ({ type }) => <code className="font-mono text-[0.8125rem]">{type}</code>,
  },
  {
    id: 'endpoint',
    header: 'Webhook',
    hideBelow: 'xl',
    cell: ({ endpoint_id }) => {
      const of = endpoints.find(({ id }) => id === endpoint_id)
      return of ? of.description || of.url : '—'
    },
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-32',
    cell: ({ state }) => <Badge tone={callStateWords[state].tone}>{callStateWords[state].word}</Badge>,
  },
  { id: 'status', header: 'Answer', width: 'w-24', cell: ({ status }) => status ?? '—' },
  { id: 'attempts', header: 'Attempts', width: 'w-28', align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
  { id: 'time', header: 'Time', width: 'w-48', cell: ({ created_at }) => formatDateTime(created_at, zone) },
]
