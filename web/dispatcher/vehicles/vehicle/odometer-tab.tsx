import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { readOdometer } from '#domain/api/odometer.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { call, CallError, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { odometerQuery } from '../fleet-queries.ts'
import { ReadingLine } from './reading-line.tsx'

/** How far the vehicle has been driven, and how that is known. */
export function OdometerTab({ vehicle }: { vehicle: Vehicle }) {
  const { time_zone } = useMe().workspace
  const mayChange = useMay('change_fleet')
  const odometer = useQuery(odometerQuery(vehicle.id))
  const { data } = odometer
  if (odometer.isLoadingError) {
    return (
      <LoadError
        title="The odometer could not be loaded"
        error={odometer.error}
        onRetry={() => void odometer.refetch()}
        isRetrying={odometer.isFetching}
      />
    )
  }
  if (!data) return <Skeleton className="h-40" />
  const since = data.read_at
    ? `${formatNumber(data.read_km!)} km were read on ${formatDateTime(data.read_at, time_zone)}. Positions add ${formatNumber(data.driven_km)} km since.`
    : `Nobody has read it yet. Positions add up to ${formatNumber(data.driven_km)} km.`
  return (
    <div className="grid grid-cols-1 gap-6">
      {mayChange && (
        <Card title="Read the odometer" description={since}>
          <NewReading vehicleId={vehicle.id} />
        </Card>
      )}
      <Card title="Readings" description={mayChange ? undefined : since} isPadded={false}>
        {data.readings.length === 0 ? (
          <EmptyState icon={<Gauge />} title="No readings yet">
            Readings come from drivers’ checks, from fuel entries, and from here.
          </EmptyState>
        ) : (
          <ul aria-label="Readings" className="divide-y">
            {data.readings.map((reading) => (
              <ReadingLine key={reading.id} reading={reading} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function NewReading({ vehicleId }: { vehicleId: string }) {
  const client = useQueryClient()
  const [km, setKm] = useState(Number.NaN)
  const [reason, setReason] = useState('')
  const read = useMutation({
    mutationFn: () =>
      call(readOdometer, {
        params: { id: vehicleId },
        body: { km, reason: reason.trim() || null },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: async () => {
      setKm(Number.NaN)
      setReason('')
      await client.invalidateQueries({ queryKey: ['vehicles'] })
    },
  })
  const doubt =
    read.error instanceof CallError && read.error.code === 'odometer_doubtful' && String(read.error.detail.doubt)
  return (
    <div className="grid max-w-xl grid-cols-1 gap-4">
      <NumberField label="It shows" unit="km" minValue={0} value={km} onChange={setKm} />
      {doubt && (
        <>
          <Banner tone="warning">{`${doubt} Correct it, or say why it is right all the same.`}</Banner>
          <TextField
            label="Why it is right"
            placeholder="New instrument"
            value={reason}
            onChange={setReason}
            maxLength={300}
          />
        </>
      )}
      {read.error && !doubt && <SaveError title="The reading was not saved" error={read.error} />}
      <Button
        className="justify-self-start"
        isDisabled={Number.isNaN(km) || (Boolean(doubt) && reason.trim() === '')}
        isPending={read.isPending}
        onPress={() => read.mutate()}
      >
        Add reading
      </Button>
    </div>
  )
}
