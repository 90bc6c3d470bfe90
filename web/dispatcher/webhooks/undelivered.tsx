import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { replayWebhook } from '#domain/api/webhooks.ts'
import type { UndeliveredWebhooks, WebhookEndpointWithHealth } from '#domain/schema/webhook.ts'
import { dayOf } from '#domain/time.ts'
import { undeliveredCsv } from '#domain/webhooks/report-file.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { countOf, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { toast } from '#web/ui/toast.tsx'

type Props = {
  report: UndeliveredWebhooks[]
  endpoints: WebhookEndpointWithHealth[]
  onReplayed: () => void
  /** Shows the calls of an endpoint. */
  onShowCalls: (endpointId: string) => void
}

/** What webhooks have not received, and the button that sends all of it again. */
export function Undelivered({ report, endpoints, onReplayed, onShowCalls }: Props) {
  const { time_zone: zone } = useMe().workspace
  const replay = useMutation({
    mutationFn: async (rows: UndeliveredWebhooks[]) => {
      let added = 0
      for (const [id, of] of Map.groupBy(rows, ({ endpoint_id }) => endpoint_id)) {
        const body = { types: of.map(({ type }) => type) }
        added += (await call(replayWebhook, { params: { id }, body, idempotencyKey: newIdempotencyKey() })).added
      }
      return added
    },
    onSuccess: (added) => toast({ title: countOf(added, 'event is sent again', 'events are sent again') }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: onReplayed,
  })
  const givenUp = report.filter(({ given_up, active }) => given_up > 0 && active)
  return (
    <section className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">Not delivered</h2>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            onPress={() =>
              saveFile(`undelivered-webhooks-${dayOf(new Date(), zone)}.csv`, undeliveredCsv(report), 'text/csv')
            }
          >
            Download CSV
          </Button>
          {givenUp.length > 0 && (
            <Button isPending={replay.isPending} onPress={() => replay.mutate(givenUp)}>
              Send all again
            </Button>
          )}
        </div>
      </div>
      <Card isPadded={false}>
        <Table
          label="Not delivered"
          columns={columnsFor(zone, endpoints)}
          rows={report}
          rowKey={({ endpoint_id, type }) => `${endpoint_id} ${type}`}
          rowText={({ type }) => type}
          rowMenu={(row) => (
            <>
              <MenuItem onAction={() => onShowCalls(row.endpoint_id)}>Show calls</MenuItem>
              {givenUp.includes(row) && <MenuItem onAction={() => replay.mutate([row])}>Send again</MenuItem>}
            </>
          )}
        />
      </Card>
    </section>
  )
}

const columnsFor = (zone: string, endpoints: WebhookEndpointWithHealth[]): TableColumn<UndeliveredWebhooks>[] => [
  {
    id: 'type',
    header: 'Event',
    isRowHeader: true,
    cell: ({ type, endpoint_id, url }) => (
      <div className="py-1.5">
        <code className="block truncate font-mono text-[0.8125rem]">{type}</code>
        <span className="block truncate text-[0.8125rem] text-ink-muted">
          {endpoints.find(({ id }) => id === endpoint_id)?.description || url}
        </span>
      </div>
    ),
  },
  { id: 'given-up', header: 'Given up', width: 'w-24', align: 'end', cell: ({ given_up }) => formatNumber(given_up) },
  { id: 'waiting', header: 'Waiting', width: 'w-24', align: 'end', cell: ({ waiting }) => formatNumber(waiting) },
  { id: 'since', header: 'Since', width: 'w-44', cell: ({ oldest_at }) => formatDateTime(oldest_at, zone) },
  {
    id: 'answer',
    header: 'Last answer',
    cell: ({ failure, active }) => (active ? (failure ?? 'Not tried yet') : 'The webhook is off.'),
  },
]
