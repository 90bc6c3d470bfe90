import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listVehicleChecks, mendVehicle } from '#domain/api/road.ts'
import type { VehicleCheck } from '#domain/schema/vehicle-check.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'

/** What drivers found when they took the vehicle. */
export function ChecksFold({ vehicleId }: { vehicleId: string }) {
  const checks = useQuery({
    queryKey: keys.vehicleChecks(vehicleId),
    queryFn: async ({ signal }) =>
      (await call(listVehicleChecks, { params: { id: vehicleId }, query: { limit: 20 }, signal })).data,
  })
  const isBlocked = checks.data?.some(blocks) ?? false
  const odometer = checks.data?.find(({ odometer_km }) => odometer_km !== null)?.odometer_km
  const summary = isBlocked ? 'May not drive' : odometer === undefined ? undefined : `${formatNumber(odometer!)} km`
  return (
    <Fold title="Checks on the road" summary={summary} isInvalid={isBlocked}>
      {checks.isLoadingError && (
        <LoadError
          title="The checks could not be loaded"
          error={checks.error}
          onRetry={() => void checks.refetch()}
          isRetrying={checks.isFetching}
        />
      )}
      {checks.data?.length === 0 && <p className="text-ink-muted">No driver has checked it yet.</p>}
      {checks.data?.map((check) => (
        <Check key={check.id} check={check} />
      ))}
    </Fold>
  )
}

const blocks = ({ is_blocking, mended_at }: VehicleCheck) => is_blocking && mended_at === null

/** What a driver found, and how to say that it is solved. */
export function Check({ check }: { check: VehicleCheck }) {
  const timeZone = useMe().workspace.time_zone
  const { odometer_km, fuel_percent, defects } = check
  const figures = [
    odometer_km !== null && `${formatNumber(odometer_km)} km`,
    fuel_percent !== null && `${formatNumber(fuel_percent)}% fuel`,
    defects.length === 0 ? 'nothing broken' : countOf(defects.length, 'defect'),
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-2">
      <div>
        <p className="font-medium">
          {formatDateTime(check.checked_at, timeZone)}, {check.driver_name}
        </p>
        <p className="text-[0.8125rem] text-ink-muted">{figures.join(' · ')}</p>
      </div>
      {defects.map(({ part, note, blocking }, index) => (
        <p key={index} className="text-[0.8125rem]">
          <b className="font-medium capitalize">{part}</b>
          {blocking && ' (keeps it from driving)'}
          {note && `: ${note}`}
        </p>
      ))}
      {blocks(check) && <Blocked check={check} />}
    </div>
  )
}

function Blocked({ check: { id, vehicle_id } }: { check: VehicleCheck }) {
  const client = useQueryClient()
  const mayChange = useMay('change_fleet')
  const mend = useMutation({
    mutationFn: () => call(mendVehicle, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.vehicleChecks(vehicle_id) }),
  })
  return (
    <Banner tone="warning">
      <p>Drivers are told not to take this vehicle, and plans leave it out.</p>
      {mayChange && (
        <Button size="small" className="mt-2" isPending={mend.isPending} onPress={() => mend.mutate()}>
          Mark as solved
        </Button>
      )}
      {mend.error && <SaveError title="That was not saved" error={mend.error} />}
    </Banner>
  )
}
