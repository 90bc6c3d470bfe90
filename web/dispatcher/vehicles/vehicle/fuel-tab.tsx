import { useQuery } from '@tanstack/react-query'
import { Fuel, Plus, TriangleAlert } from 'lucide-react'
import type { FuelEntry } from '#domain/schema/fuel.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { formatDateTime, formatMoney, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { fuelQuery } from '../fleet-queries.ts'
import { FuelForm } from './fuel-form.tsx'
import { amountWords, perWords } from './fuel-words.ts'
import { usePart } from './use-part.ts'

const columnsIn = (timeZone: string): TableColumn<FuelEntry>[] => [
  { id: 'when', header: 'When', isRowHeader: true, cell: ({ filled_at }) => formatDateTime(filled_at, timeZone) },
  { id: 'amount', header: 'Amount', align: 'end', width: 'w-28', cell: amountWords },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    width: 'w-32',
    cell: ({ cost, currency }) => <span className="tabular-nums">{formatMoney(cost, currency)}</span>,
  },
  {
    id: 'km',
    header: 'Odometer',
    align: 'end',
    width: 'w-28',
    cell: ({ km }) => (km === null ? '–' : `${formatNumber(Math.round(km))} km`),
    hideBelow: 'lg',
  },
  { id: 'per', header: 'Per 100 km', align: 'end', width: 'w-28', cell: perWords },
  { id: 'place', header: 'Place', cell: ({ place }) => place ?? '–', hideBelow: 'xl' },
  {
    id: 'odd',
    header: 'Odd',
    title: ({ anomalies }) => anomalies.map(({ sentence }) => sentence).join(' '),
    cell: ({ anomalies, accepted_reason }) =>
      anomalies.length ? (
        <Badge tone="warning">
          <TriangleAlert aria-hidden="true" className="size-3" />
          {anomalies.length > 1 ? `${anomalies.length} things` : anomalyWords[anomalies[0]!.code]}
        </Badge>
      ) : accepted_reason ? (
        'Accepted'
      ) : (
        '–'
      ),
  },
]

const anomalyWords: Record<FuelEntry['anomalies'][number]['code'], string> = {
  more_than_fits: 'More than fits',
  wrong_energy: 'Wrong energy',
  far_away: 'Far away',
  high_consumption: 'High use',
  low_consumption: 'Low use',
  odometer_backwards: 'Odometer',
}

/** What the vehicle was filled and charged with. */
export function FuelTab({ vehicle }: { vehicle: Vehicle }) {
  const { time_zone } = useMe().workspace
  const mayChange = useMay('change_fleet')
  const fuel = useQuery(fuelQuery(vehicle.id))
  const form = usePart('fuel')
  if (fuel.isLoadingError) {
    return (
      <LoadError
        title="The entries could not be loaded"
        error={fuel.error}
        onRetry={() => void fuel.refetch()}
        isRetrying={fuel.isFetching}
      />
    )
  }
  const add = mayChange && (
    <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => form.open('new')}>
      Add entry
    </Button>
  )
  const { data } = fuel
  const opened = data?.data.find(({ id }) => id === form.value)
  const average = data?.average_per_100_km
  return (
    <>
      <Card
        title="Fuel and charging"
        description={
          average == null
            ? 'Consumption is known from one full tank to the next.'
            : `${formatNumber(average)} ${data?.average_unit === 'kwh' ? 'kWh' : 'L'} per 100 km in the last year.`
        }
        actions={add}
        isPadded={false}
      >
        <Table
          label="Fuel and charging"
          columns={columnsIn(time_zone)}
          rows={data?.data ?? []}
          rowKey={({ id }) => id}
          rowText={({ filled_at }) => formatDateTime(filled_at, time_zone)}
          isLoading={fuel.isPending}
          onOpen={form.open}
          empty={
            <EmptyState icon={<Fuel />} title="No entries yet" actions={add}>
              Add what was filled or charged by hand, or import the file of a card provider from the list of vehicles.
            </EmptyState>
          }
        />
      </Card>
      {(form.value === 'new' || opened) && (
        <FuelForm key={form.value} vehicle={vehicle} row={opened} onClose={form.close} />
      )}
    </>
  )
}
