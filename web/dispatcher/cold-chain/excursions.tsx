import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { listExcursions } from '#domain/api/temperatures.ts'
import type { TemperatureExcursion } from '#domain/schema/temperature.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatDuration, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'
import { degrees, placeWords } from './temperature-words.ts'

/** Times out of range that people were told of. */
export function Excursions() {
  const { time_zone } = useMe().workspace
  const mayChange = useMay('change_deliveries')
  const [chosen, setChosen] = useState<TemperatureExcursion>()
  const found = useQuery({
    queryKey: [...keys.coldChain, 'excursions'],
    queryFn: ({ signal }) => call(listExcursions, { query: { limit: '50' }, signal }),
  })
  const rows = found.data?.data ?? []
  return (
    <Card
      title="Out of range"
      description="Longer than the settings for the road allow. Each is also in the history of the deliveries that were on board."
      isPadded={false}
    >
      {found.isLoadingError ? (
        <LoadError error={found.error} onRetry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <Table
          label="Times out of range"
          needsDesktop
          columns={columnsFor(time_zone)}
          rows={rows}
          rowKey={({ id }) => id}
          rowText={placeWords}
          isLoading={found.isPending}
          {...(mayChange && { onOpen: (id: string) => setChosen(rows.find((row) => row.id === id)) })}
          empty={
            <EmptyState icon={<ShieldCheck />} title="Nothing was out of range">
              Whatever leaves its range for too long appears here, and dispatchers and the driver are told.
            </EmptyState>
          }
        />
      )}
      {chosen && <AcknowledgeDialog excursion={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

const lasted = ({ began_at, ended_at }: TemperatureExcursion) =>
  ended_at ? formatDuration((Date.parse(ended_at) - Date.parse(began_at)) / 1000) : 'Still'

const columnsFor = (zone: string): TableColumn<TemperatureExcursion>[] => [
  { id: 'place', header: 'Where', isRowHeader: true, cell: placeWords },
  { id: 'driver', header: 'Driver', hideBelow: 'lg', cell: ({ driver_name }) => driver_name ?? '–' },
  { id: 'began', header: 'Began', cell: ({ began_at }) => formatDateTime(began_at, zone) },
  { id: 'lasted', header: 'Lasted', cell: lasted },
  { id: 'range', header: 'At', cell: ({ lowest_c, highest_c }) => `${degrees(lowest_c)} to ${degrees(highest_c)}` },
  { id: 'area', header: 'Degree-minutes', hideBelow: 'lg', cell: ({ degree_minutes }) => formatNumber(degree_minutes) },
  {
    id: 'state',
    header: 'State',
    cell: ({ acknowledged_at, ended_at }) =>
      acknowledged_at ? (
        <Badge tone="success">Dealt with</Badge>
      ) : (
        <Badge tone={ended_at ? 'warning' : 'danger'}>{ended_at ? 'Not dealt with' : 'Out of range'}</Badge>
      ),
  },
]
