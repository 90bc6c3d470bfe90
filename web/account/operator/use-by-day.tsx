import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { sizeOf } from '#domain/quotas.ts'
import type { OperatorDay } from '#domain/schema/operator.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { daysQuery } from './operator-queries.ts'

/** What the installation had and did on each of the last days. */
export function UseByDay() {
  const days = useQuery(daysQuery)
  if (days.isLoadingError) {
    return (
      <LoadError
        title="The use could not be loaded"
        error={days.error}
        onRetry={() => void days.refetch()}
        isRetrying={days.isFetching}
      />
    )
  }
  return (
    <Card isPadded={false}>
      <Table
        label="Use by day"
        columns={columns}
        rows={days.data ?? []}
        rowKey={({ day }) => day}
        isLoading={days.isPending}
        empty={
          <EmptyState icon={<ChartColumn />} title="Nothing noted yet">
            Each day is noted while the server runs, within an hour.
          </EmptyState>
        }
      />
    </Card>
  )
}

const number = (id: keyof OperatorDay & string, header: string): TableColumn<OperatorDay> => ({
  id,
  header,
  align: 'end',
  cell: (day) => formatNumber(Number(day[id])),
})

const columns: TableColumn<OperatorDay>[] = [
  { id: 'day', header: 'Day', isRowHeader: true, cell: ({ day }) => formatDay(day) },
  number('workspaces', 'Workspaces'),
  number('active_drivers', 'Active drivers'),
  number('deliveries', 'Deliveries'),
  number('requests', 'API requests'),
  { id: 'bytes', header: 'Stored', align: 'end', cell: ({ bytes_stored }) => sizeOf(bytes_stored) },
]
