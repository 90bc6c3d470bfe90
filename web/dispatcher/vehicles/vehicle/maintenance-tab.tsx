import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import type { MaintenanceSchedule } from '#domain/schema/maintenance.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { countOf, formatDay, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { maintenanceQuery } from '../fleet-queries.ts'
import { OrderList } from './order-list.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { usePart } from './use-part.ts'

const columns: TableColumn<MaintenanceSchedule>[] = [
  { id: 'name', header: 'Maintenance', isRowHeader: true, cell: ({ name }) => name },
  { id: 'every', header: 'Every', cell: everyWords },
  { id: 'last', header: 'Last done', cell: lastWords, hideBelow: 'lg' },
  { id: 'due', header: 'Due', cell: dueWords },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: ({ due }) =>
      due.state === 'ok' ? (
        <Badge tone="success">Fine</Badge>
      ) : (
        <Badge tone={due.state === 'due' ? 'warning' : 'danger'}>{due.state === 'due' ? 'Due' : 'Overdue'}</Badge>
      ),
  },
]

/** What comes again, and the work orders. */
export function MaintenanceTab({ vehicle }: { vehicle: Vehicle }) {
  const mayChange = useMay('change_fleet')
  const schedules = useQuery(maintenanceQuery(vehicle.id))
  const form = usePart('schedule')
  const order = usePart('order')
  const add = mayChange && (
    <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => form.open('new')}>
      Add maintenance
    </Button>
  )
  const opened = schedules.data?.find(({ id }) => id === form.value)
  if (schedules.isLoadingError) {
    return (
      <LoadError
        title="The maintenance could not be loaded"
        error={schedules.error}
        onRetry={() => void schedules.refetch()}
        isRetrying={schedules.isFetching}
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card
        title="Regular maintenance"
        description="By time, by distance, or by whichever is first."
        actions={add}
        isPadded={false}
      >
        <Table
          label="Maintenance that comes again"
          columns={columns}
          rows={schedules.data ?? []}
          rowKey={({ id }) => id}
          rowText={({ name }) => name}
          isLoading={schedules.isPending}
          onOpen={form.open}
          rowMenu={
            mayChange
              ? (row) => (
                  <>
                    <MenuItem onAction={() => order.open(`new:${row.id}`)}>Make a work order</MenuItem>
                    <MenuItem onAction={() => form.open(row.id)}>Edit</MenuItem>
                  </>
                )
              : undefined
          }
          empty={
            <EmptyState icon={<CalendarClock />} title="No regular maintenance yet" actions={add}>
              Add an oil change every 10,000 km, or an inspection every 12 months. You are told before it is overdue.
            </EmptyState>
          }
        />
      </Card>
      <OrderList vehicle={vehicle} schedules={schedules.data ?? []} />
      {(form.value === 'new' || opened) && (
        <ScheduleForm key={form.value} vehicleId={vehicle.id} row={opened} onClose={form.close} />
      )}
    </div>
  )
}

function everyWords({ every_km, every_months }: MaintenanceSchedule): string {
  const parts = [
    every_km !== null && `${formatNumber(every_km)} km`,
    every_months !== null && countOf(every_months, 'month'),
  ]
  return parts.filter(Boolean).join(' or ')
}

function lastWords({ last_done_on, last_done_km }: MaintenanceSchedule): string {
  const parts = [
    last_done_on && formatDay(last_done_on),
    last_done_km !== null && `${formatNumber(Math.round(last_done_km))} km`,
  ]
  return parts.filter(Boolean).join(', ') || '–'
}

function dueWords({ due, every_km }: MaintenanceSchedule): string {
  const parts = [due.on && formatDay(due.on), due.at_km !== null && `${formatNumber(Math.round(due.at_km))} km`]
  const said = parts.filter(Boolean).join(' or ')
  return said || (every_km === null ? '–' : 'Read the odometer first')
}
