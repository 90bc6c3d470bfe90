import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listTemperatures } from '#domain/api/temperatures.ts'
import type { CompartmentNow } from '#domain/schema/temperature.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TemperatureChart } from './temperature-chart.tsx'
import { placeWords, rangeWords } from './temperature-words.ts'

const spans = [
  { id: '6', label: 'Last 6 hours' },
  { id: '24', label: 'Last 24 hours' },
  { id: '168', label: 'Last 7 days' },
  { id: '720', label: 'Last 30 days' },
]

/** The readings of one compartment. */
export function CompartmentChart({ compartment }: { compartment: CompartmentNow }) {
  const { time_zone } = useMe().workspace
  const [hours, setHours] = useState('24')
  const { vehicle_id, compartment: name } = compartment
  const readings = useQuery({
    queryKey: [...keys.coldChain, 'readings', vehicle_id, name, hours],
    queryFn: ({ signal }) => {
      const to = new Date()
      const from = new Date(to.getTime() - Number(hours) * 3_600_000)
      const query = { vehicle_id, compartment: name, from: from.toISOString(), to: to.toISOString() }
      return call(listTemperatures, { query, signal })
    },
    refetchInterval: 60_000,
  })
  const place = placeWords(compartment)
  const limit = rangeWords(compartment)
  return (
    <Card
      title={place}
      description={limit && `Keeps ${limit}`}
      actions={
        <Select
          label="Time"
          isLabelHidden
          className="w-44"
          options={spans}
          value={hours}
          onChange={(value) => setHours(String(value))}
        />
      }
    >
      {readings.isLoadingError ? (
        <LoadError error={readings.error} onRetry={() => void readings.refetch()} isRetrying={readings.isFetching} />
      ) : readings.isPending ? (
        <Skeleton className="h-48 w-full" />
      ) : readings.data.data.length ? (
        <TemperatureChart
          label={`Temperature of ${place}`}
          readings={readings.data.data}
          limits={compartment}
          timeZone={time_zone}
        />
      ) : (
        <p className="py-6 text-center text-ink-muted">Nothing was read in this time.</p>
      )}
    </Card>
  )
}
