import { useQuery } from '@tanstack/react-query'
import { parseDate } from '@internationalized/date'
import { useState } from 'react'
import type { CostOf } from '#domain/schema/fleet-cost.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { dayOf } from '#domain/time.ts'
import { formatKilometers, formatMoney, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { costsQuery } from '../fleet-queries.ts'
import { DayField } from './day-field.tsx'

const money = (id: 'fuel' | 'maintenance' | 'fixed' | 'total', header: string): TableColumn<CostOf> => ({
  id,
  header,
  align: 'end',
  cell: (row) => <span className="tabular-nums">{formatMoney(row[id], row.currency)}</span>,
})

const columns: TableColumn<CostOf>[] = [
  { id: 'currency', header: 'Currency', isRowHeader: true, width: 'w-28', cell: ({ currency }) => currency },
  money('fuel', 'Fuel and charging'),
  money('maintenance', 'Maintenance'),
  money('fixed', 'Fixed'),
  money('total', 'Total'),
  {
    id: 'per_km',
    header: 'Per km',
    align: 'end',
    cell: ({ per_km, currency }) => (per_km === null ? '–' : formatMoney(per_km, currency)),
  },
]

/** What the vehicle cost in a period. */
export function CostsTab({ vehicle }: { vehicle: Vehicle }) {
  const { time_zone } = useMe().workspace
  const today = dayOf(new Date(), time_zone)
  const [from, setFrom] = useState(parseDate(today).subtract({ years: 1 }).add({ days: 1 }).toString())
  const [to, setTo] = useState(today)
  const costs = useQuery(costsQuery(vehicle.id, from, to))
  const { data } = costs
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid max-w-md grid-cols-2 gap-4">
        <DayField label="From" value={from} onChange={(day) => day && setFrom(day)} />
        <DayField label="To" value={to} onChange={(day) => day && setTo(day)} />
      </div>
      {costs.isError ? (
        <LoadError
          title="The costs could not be loaded"
          error={costs.error}
          onRetry={() => void costs.refetch()}
          isRetrying={costs.isFetching}
        />
      ) : !data ? (
        <Skeleton className="h-32" />
      ) : (
        <Card
          title="Cost of ownership"
          description={[
            `${formatKilometers(data.distance_km)} driven`,
            ...data.amount.map(({ unit, quantity }) => `${formatNumber(quantity)} ${unit === 'kwh' ? 'kWh' : 'L'}`),
          ].join(', ')}
          isPadded={false}
        >
          <Table label="Costs by currency" columns={columns} rows={data.costs} rowKey={({ currency }) => currency} />
        </Card>
      )}
      <p className="text-[0.8125rem] text-ink-muted">
        Maintenance counts on the day it was done, fuel when it was filled. Fixed costs come from the vehicle’s form,
        day by day. Costs in another currency stay apart.
      </p>
    </div>
  )
}
