import { useQuery } from '@tanstack/react-query'
import { Plus, Wrench } from 'lucide-react'
import type { MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import type { WorkOrder } from '#domain/schema/work-order.ts'
import { formatMoney } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { ordersQuery } from '../fleet-queries.ts'
import { OrderForm } from './order-form.tsx'
import { daysWords, stateTones, stateWords } from './order-words.ts'
import { usePart } from './use-part.ts'

const columns: TableColumn<WorkOrder>[] = [
  { id: 'title', header: 'Work', isRowHeader: true, cell: ({ title }) => title, title: ({ title }) => title },
  { id: 'days', header: 'Out of plans', cell: daysWords },
  { id: 'vendor', header: 'Workshop', cell: ({ vendor }) => vendor ?? '–', hideBelow: 'lg' },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    width: 'w-32',
    cell: ({ parts_cost, labor_cost, currency }) => (
      <span className="tabular-nums">{formatMoney(parts_cost + labor_cost, currency)}</span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-36',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>,
  },
]

type OrderListProps = { vehicle: Vehicle; schedules: readonly MaintenanceSchedule[] }

/** What is to be done to a vehicle, and was. */
export function OrderList({ vehicle, schedules }: OrderListProps) {
  const mayChange = useMay('change_fleet')
  const orders = useQuery(ordersQuery(vehicle.id))
  const form = usePart('order')
  const add = mayChange && (
    <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => form.open('new')}>
      Add work order
    </Button>
  )
  if (orders.isLoadingError) {
    return (
      <LoadError
        title="The work orders could not be loaded"
        error={orders.error}
        onRetry={() => void orders.refetch()}
        isRetrying={orders.isFetching}
      />
    )
  }
  const rows = orders.data?.data ?? []
  const opened = rows.find(({ id }) => id === form.value)
  const isNew = form.value?.startsWith('new') ?? false
  const [, scheduleId] = form.value?.split(':') ?? []
  return (
    <Card
      title="Work orders"
      description="On its days in the workshop, plans leave the vehicle out by themselves."
      actions={add}
      isPadded={false}
    >
      <Table
        label="Work orders"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowText={({ title }) => title}
        isLoading={orders.isPending}
        onOpen={form.open}
        empty={
          <EmptyState icon={<Wrench />} title="No work orders yet" actions={add}>
            A repair, a service, new tires: what it is, who does it, when, and what it costs.
          </EmptyState>
        }
      />
      {(opened || isNew) && (
        <OrderForm
          key={form.value}
          vehicle={vehicle}
          row={opened}
          schedule={schedules.find(({ id }) => id === (opened?.schedule_id ?? scheduleId))}
          onClose={form.close}
        />
      )}
    </Card>
  )
}
