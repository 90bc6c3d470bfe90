import { useQuery } from '@tanstack/react-query'
import { Clock, Package, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { printTransfer } from '#domain/api/transfers.ts'
import type { Transfer, TransferItem } from '#domain/schema/transfer.ts'
import { callForFile } from '#web/lib/call.ts'
import { countOf, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { printFile } from '../print/print-file.ts'
import { CountDialog } from './count-dialog.tsx'
import { LaterDialog } from './later-dialog.tsx'
import { transferItemsQuery } from './transfer-queries.ts'
import { crewWords, isLate, loadWords, stateTones, stateWords } from './transfer-words.ts'
import { useTransferStep } from './use-transfer-step.ts'

type Asked = 'depart' | 'arrive' | 'later' | 'cancel'

/** One transfer: where it is, what is on it, and what happens next. */
export function TransferDrawer({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { time_zone: zone } = useMe().workspace
  const mayChange = useMay('change_planning')
  const items = useQuery(transferItemsQuery(transfer.id))
  const [asked, setAsked] = useState<Asked>()
  const step = useTransferStep(transfer)
  const { state } = transfer
  const isOpen = state === 'planned' || state === 'departed'
  const isShort = state === 'arrived' && (transfer.received ?? 0) < (transfer.loaded ?? 0)
  const print = () =>
    void printFile(`transfer-${transfer.number}.pdf`, () => callForFile(printTransfer, { params: { id: transfer.id } }))
  return (
    <Drawer
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Transfer ${transfer.number}`}
      description={`${transfer.from_depot_name} to ${transfer.to_depot_name}`}
      footer={
        mayChange && (
          <>
            {state === 'planned' && <Button onPress={() => setAsked('cancel')}>Cancel transfer</Button>}
            {state !== 'planned' && (
              <Button
                icon={<Undo2 aria-hidden="true" className="size-4" />}
                isPending={step.isPending}
                onPress={() => step.mutate({ step: 'back' })}
              >
                Take back
              </Button>
            )}
            {state === 'planned' && (
              <Button variant="primary" isDisabled={!transfer.deliveries} onPress={() => setAsked('depart')}>
                Departed
              </Button>
            )}
            {state === 'departed' && (
              <Button variant="primary" onPress={() => setAsked('arrive')}>
                Arrived
              </Button>
            )}
            {isShort && (
              <Button variant="primary" onPress={() => setAsked('arrive')}>
                Count again
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={stateTones[state]} hasDot>
            {stateWords[state]}
          </Badge>
          {isLate(transfer) && <Badge tone="danger">Late</Badge>}
          {isShort && (
            <Badge tone="danger">
              {countOf((transfer.loaded ?? 0) - (transfer.received ?? 0), 'parcel missing', 'parcels missing')}
            </Badge>
          )}
          <span className="flex-1" />
          {mayChange && isOpen && (
            <Button
              size="small"
              icon={<Clock aria-hidden="true" className="size-4" />}
              onPress={() => setAsked('later')}
            >
              Later
            </Button>
          )}
          <Button size="small" icon={<Printer aria-hidden="true" className="size-4" />} onPress={print}>
            Manifest
          </Button>
        </div>
        {step.error && <LoadError title="It was not taken back" error={step.error} />}
        <Facts>
          <Fact label="Driven by">{crewWords(transfer)}</Fact>
          <Fact label={transfer.departed_at ? 'Left' : 'Leaves'}>
            {formatDateTime(transfer.departed_at ?? transfer.departs_at, zone)}
          </Fact>
          <Fact label={state === 'arrived' ? 'Arrived' : 'Expected'}>
            {formatDateTime(transfer.arrived_at ?? transfer.expected_at, zone)}
            {isLate(transfer) && (
              <span className="text-ink-muted"> · planned {formatDateTime(transfer.arrives_at, zone)}</span>
            )}
          </Fact>
          <Fact label="Can be loaded">{formatDateTime(transfer.ready_at, zone)}</Fact>
          <Fact label="Load">{loadWords(transfer)}</Fact>
          {transfer.note && <Fact label="Note">{transfer.note}</Fact>}
        </Facts>
        {items.isLoadingError ? (
          <LoadError
            title="The deliveries could not be loaded"
            error={items.error}
            onRetry={() => void items.refetch()}
            isRetrying={items.isFetching}
          />
        ) : (
          <Table
            label="Deliveries on the transfer"
            columns={columns}
            rows={items.data ?? []}
            rowKey={({ delivery_id }) => delivery_id}
            rowText={({ number }) => `#${number}`}
            isLoading={items.isPending}
            {...(mayChange &&
              state === 'planned' && {
                rowMenu: ({ delivery_id }: TransferItem) => (
                  <MenuItem onAction={() => step.mutate({ step: 'remove', ids: [delivery_id] })}>Take off</MenuItem>
                ),
              })}
            empty={
              <EmptyState icon={<Package />} title="Nothing is on it yet">
                Groups of what has to be sent are put on transfers.
              </EmptyState>
            }
          />
        )}
      </div>
      {(asked === 'depart' || asked === 'arrive') && (
        <CountDialog transfer={transfer} step={asked} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'later' && <LaterDialog transfer={transfer} onClose={() => setAsked(undefined)} />}
      {asked === 'cancel' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={`Cancel transfer ${transfer.number}?`}
          confirmLabel="Cancel transfer"
          cancelLabel="Keep it"
          isDestructive
          onConfirm={() => {
            step.mutate({ step: 'cancel' })
            setAsked(undefined)
          }}
        >
          Its deliveries leave from where they did before.
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

const columns: TableColumn<TransferItem>[] = [
  {
    id: 'number',
    header: 'Delivery',
    isRowHeader: true,
    cell: ({ number, delivery_address, client_name, goes_on_to }) => (
      <span className="block min-w-0 py-1.5">
        <span className="block font-medium">
          #{number}
          {client_name && <span className="font-normal text-ink-muted"> · {client_name}</span>}
        </span>
        <span className="block truncate text-[0.8125rem] text-ink-muted">{delivery_address}</span>
        {goes_on_to && <span className="block text-[0.8125rem] text-ink-muted">Goes on to {goes_on_to}</span>}
      </span>
    ),
  },
  {
    id: 'parcels',
    header: 'Parcels',
    align: 'end',
    width: 'w-24',
    cell: ({ parcels, loaded, received }) => {
      const there = received ?? loaded
      const isShort = there !== null && there < (received === null ? parcels : (loaded ?? parcels))
      return (
        <span className={isShort ? 'font-medium text-danger-ink tabular-nums' : 'tabular-nums'}>
          {there === null ? formatNumber(parcels) : `${formatNumber(there)} of ${formatNumber(parcels)}`}
        </span>
      )
    },
  },
  {
    id: 'status',
    header: 'Status',
    width: 'w-32',
    hideBelow: 'lg',
    cell: ({ status }) => <StateBadge state={status} />,
  },
]
