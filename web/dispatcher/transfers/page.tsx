import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, ArrowRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Transfer, TransferGroup } from '#domain/schema/transfer.ts'
import { Day, dayOf } from '#domain/time.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { useSetParam } from '#web/lib/set-param.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { GroupList } from './group-list.tsx'
import { NewDialog } from './new-dialog.tsx'
import { TransferDrawer } from './transfer-drawer.tsx'
import { transferQuery, transfersOfDayQuery } from './transfer-queries.ts'
import { crewWords, isLate, loadWords, stateTones, stateWords, timeWords } from './transfer-words.ts'

export function meta() {
  return [{ title: 'Transfers · Karta' }]
}

/** What goes from depot to depot on a day. */
export default function TransfersPage() {
  const { time_zone: zone } = useMe().workspace
  const mayChange = useMay('change_planning')
  const [params] = useSearchParams()
  const setParam = useSetParam({ replace: true })
  const wanted = Day.safeParse(params.get('day'))
  const day = wanted.success ? wanted.data : dayOf(new Date(), zone)
  const openedId = params.get('transfer')
  const transfers = useQuery(transfersOfDayQuery(day))
  const listed = transfers.data?.find(({ id }) => id === openedId)
  const single = useQuery({ ...transferQuery(openedId ?? ''), enabled: openedId !== null && !listed })
  const opened = listed ?? (openedId ? single.data : undefined)
  const [planning, setPlanning] = useState<{ group: TransferGroup | undefined }>()
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Goods that go from one depot to another before they are delivered."
        actions={
          mayChange && (
            <Button
              icon={<Plus aria-hidden="true" className="size-4" />}
              onPress={() => setPlanning({ group: undefined })}
            >
              New transfer
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        <DatePicker
          label="Day"
          className="w-fit"
          value={parseDate(day)}
          onChange={(next) => next && setParam('day', next.toString())}
        />
        {transfers.isLoadingError ? (
          <LoadError
            title="The transfers could not be loaded"
            error={transfers.error}
            onRetry={() => void transfers.refetch()}
            isRetrying={transfers.isFetching}
          />
        ) : (
          <Card title="On this day" isPadded={false}>
            <Table
              label="Transfers"
              columns={columnsIn(zone, day)}
              rows={transfers.data ?? []}
              rowKey={({ id }) => id}
              rowText={({ number }) => `Transfer ${number}`}
              isLoading={transfers.isPending}
              onOpen={(id) => setParam('transfer', id)}
              empty={
                <EmptyState icon={<ArrowLeftRight />} title="No transfers on this day">
                  Plan one for what has to be sent, and its goods wait for it at the next depot.
                </EmptyState>
              }
            />
          </Card>
        )}
        <GroupList day={day} onSend={(group) => setPlanning({ group })} />
      </div>
      {planning && (
        <NewDialog
          day={day}
          group={planning.group}
          onClose={() => setPlanning(undefined)}
          onDone={({ id }) => {
            setPlanning(undefined)
            setParam('transfer', id)
          }}
        />
      )}
      {opened && <TransferDrawer key={opened.id} transfer={opened} onClose={() => setParam('transfer', undefined)} />}
    </>
  )
}

const columnsIn = (zone: string, day: string): TableColumn<Transfer>[] => [
  {
    id: 'route',
    header: 'Transfer',
    isRowHeader: true,
    cell: (transfer) => (
      <span className="block min-w-0 py-1.5">
        <span className="flex flex-wrap items-center gap-x-1.5 font-medium">
          {transfer.number} · {transfer.from_depot_name}
          <ArrowRight aria-label="to" className="size-4 text-ink-muted" />
          {transfer.to_depot_name}
        </span>
        <span className="block text-[0.8125rem] text-ink-muted">{loadWords(transfer)}</span>
      </span>
    ),
  },
  { id: 'crew', header: 'Driven by', hideBelow: 'lg', cell: crewWords },
  {
    id: 'leaves',
    header: 'Leaves',
    width: 'w-28',
    cell: ({ departed_at, departs_at }) => timeWords(departed_at ?? departs_at, zone, day),
  },
  {
    id: 'expected',
    header: 'There at',
    width: 'w-28',
    cell: (transfer) => (
      <span className={isLate(transfer) ? 'font-medium text-danger-ink' : undefined}>
        {timeWords(transfer.arrived_at ?? transfer.expected_at, zone, day)}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-40',
    cell: (transfer) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={stateTones[transfer.state]} hasDot>
          {stateWords[transfer.state]}
        </Badge>
        {transfer.state === 'arrived' && (transfer.received ?? 0) < (transfer.loaded ?? 0) && (
          <Badge tone="danger">{`${formatNumber((transfer.loaded ?? 0) - (transfer.received ?? 0))} missing`}</Badge>
        )}
      </span>
    ),
  },
]
