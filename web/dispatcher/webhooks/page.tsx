import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listUndeliveredWebhooks, listWebhooks } from '#domain/api/webhooks.ts'
import type { WebhookEndpointWithHealth } from '#domain/schema/webhook.ts'
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
import { MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { CallLog } from './call-log.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditEndpointDialog, NewEndpointDialog } from './endpoint-dialog.tsx'
import { EndpointDrawer } from './endpoint-drawer.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { Undelivered } from './undelivered.tsx'
import { stateOf, typesWords } from './webhook-words.ts'

export function meta() {
  return [{ title: 'Webhooks · Karta' }]
}

type Doing = { what: 'create' } | { what: 'edit' | 'rotate' | 'delete'; endpoint: WebhookEndpointWithHealth }

const everyMs = 10_000

/** The addresses that events are posted to. The opened one is in the address, as `?endpoint=`. */
export default function WebhooksPage() {
  const { time_zone: zone } = useMe().workspace
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<Doing>()
  const [params] = useSearchParams()
  const found = useQuery({
    queryKey: keys.webhooks.endpoints,
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    refetchInterval: everyMs,
  })
  const report = useQuery({
    queryKey: keys.webhooks.undelivered,
    queryFn: ({ signal }) => call(listUndeliveredWebhooks, { signal }),
    refetchInterval: everyMs,
  })
  const rows = found.data?.data ?? []
  const undelivered = report.data?.data ?? []
  const opened = rows.find(({ id }) => id === params.get('endpoint'))
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.webhooks.all })
  const close = () => setDoing(undefined)
  const set = useSetParam()
  const open = (id: string | undefined) => set('endpoint', id)
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => setDoing({ what: 'create' })}
    >
      Add webhook
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Have what happens in this workspace posted to your own programs, signed and in order."
        actions={rows.length > 0 && create}
      />
      {found.isLoadingError ? (
        <LoadError
          title="The webhooks could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Webhooks"
            columns={columnsFor(zone)}
            rows={rows}
            rowKey={({ id }) => id}
            rowText={({ description, url }) => description || url}
            onOpen={open}
            isLoading={found.isPending}
            rowMenu={(endpoint) => (
              <>
                <MenuItem onAction={() => open(endpoint.id)}>Details</MenuItem>
                <MenuItem onAction={() => setDoing({ what: 'edit', endpoint })}>Edit</MenuItem>
                <MenuItem onAction={() => setDoing({ what: 'rotate', endpoint })}>Change secret</MenuItem>
                <MenuItem isDestructive onAction={() => setDoing({ what: 'delete', endpoint })}>
                  Delete
                </MenuItem>
              </>
            )}
            empty={
              <EmptyState icon={<Webhook />} title="No webhooks yet" actions={create}>
                Add one to tell your shop or warehouse the moment a delivery changes, without asking again and again.
              </EmptyState>
            }
          />
        </Card>
      )}
      {report.isLoadingError && (
        <LoadError
          title="What was not delivered could not be loaded"
          error={report.error}
          onRetry={() => void report.refetch()}
          isRetrying={report.isFetching}
        />
      )}
      {undelivered.length > 0 && (
        <Undelivered report={undelivered} endpoints={rows} onReplayed={refresh} onShowCalls={(id) => set('of', id)} />
      )}
      {rows.length > 0 && <CallLog endpoints={rows} />}
      {opened && (
        <EndpointDrawer
          endpoint={opened}
          onClose={() => open(undefined)}
          onDo={(what) => setDoing({ what, endpoint: opened })}
          onChanged={refresh}
        />
      )}
      {doing?.what === 'create' && <NewEndpointDialog onClose={close} onSaved={refresh} />}
      {doing?.what === 'edit' && <EditEndpointDialog endpoint={doing.endpoint} onClose={close} onSaved={refresh} />}
      {doing?.what === 'rotate' && <RotateDialog endpoint={doing.endpoint} onClose={close} onRotated={refresh} />}
      {doing?.what === 'delete' && <DeleteDialog endpoint={doing.endpoint} onClose={close} onDeleted={refresh} />}
    </>
  )
}

const columnsFor = (zone: string): TableColumn<WebhookEndpointWithHealth>[] => [
  {
    id: 'url',
    header: 'Webhook',
    isRowHeader: true,
    width: 'w-[40%]',
    title: ({ url }) => url,
    cell: ({ url, description }) => (
      <div className="py-1.5">
        <span className="block truncate">{description || new URL(url).host}</span>
        <span className="block truncate text-[0.8125rem] text-ink-muted">{url}</span>
      </div>
    ),
  },
  { id: 'types', header: 'Is sent', cell: ({ types }) => typesWords(types) },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: (endpoint) => <Badge tone={stateOf(endpoint).tone}>{stateOf(endpoint).word}</Badge>,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    width: 'w-24',
    align: 'end',
    cell: ({ health }) => formatNumber(health.waiting),
  },
  {
    id: 'last',
    header: 'Last received',
    width: 'w-44',
    cell: ({ health }) => (health.last_sent_at ? formatDateTime(health.last_sent_at, zone) : 'Never'),
  },
]
