import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { listDevices, revokeDevice, settleHeldEntries } from '#domain/api/road.ts'
import type { Device } from '#domain/schema/device.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'

/** The phones of a driver, and what revoked ones still sent. */
export function DevicesFold({ driver }: { driver: Driver }) {
  const devices = useQuery({
    queryKey: keys.devices(driver.id),
    queryFn: async ({ signal }) => (await call(listDevices, { query: { driver_id: driver.id }, signal })).data,
  })
  const held = devices.data?.reduce((sum, each) => sum + each.held, 0) ?? 0
  const open = devices.data?.filter(({ revoked_at }) => revoked_at === null) ?? []
  const summary = held > 0 ? `${countOf(held, 'entry', 'entries')} waiting` : countOf(open.length, 'phone')
  return (
    <Fold title="Phones" summary={devices.data && summary} isOpenAtFirst={false}>
      {devices.isLoadingError && (
        <LoadError
          title="The phones could not be loaded"
          error={devices.error}
          onRetry={() => void devices.refetch()}
          isRetrying={devices.isFetching}
        />
      )}
      {devices.data?.length === 0 && (
        <p className="text-ink-muted">No phone yet. One appears when the driver opens the app.</p>
      )}
      {devices.data?.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </Fold>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const client = useQueryClient()
  const timeZone = useMe().workspace.time_zone
  const mayRevoke = useMay('change_fleet')
  const maySettle = useMay('change_deliveries')
  const refresh = () => client.invalidateQueries({ queryKey: keys.devices(device.driver_id) })
  const revoke = useMutation({
    mutationFn: () => call(revokeDevice, { params: { id: device.id } }),
    onSettled: refresh,
  })
  const settle = useMutation({
    mutationFn: (accept: boolean) => call(settleHeldEntries, { params: { id: device.id }, body: { accept } }),
    onSettled: refresh,
  })
  const failure = revoke.error ?? settle.error
  const isRevoked = device.revoked_at !== null
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex items-start gap-3">
        <Smartphone aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{device.name}</p>
          <p className="text-[0.8125rem] text-ink-muted">
            {isRevoked
              ? `Revoked ${formatDateTime(device.revoked_at!, timeZone)} by ${device.revoked_by}`
              : lastSent(device, timeZone)}
          </p>
        </div>
        {!isRevoked && mayRevoke && (
          <Button size="small" isPending={revoke.isPending} onPress={() => revoke.mutate()}>
            Revoke
          </Button>
        )}
      </div>
      {device.held > 0 && (
        <Banner tone="warning">
          <p>{countOf(device.held, 'entry', 'entries')} came from this phone that it could no longer sign in for.</p>
          {maySettle && (
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="small" variant="primary" isPending={settle.isPending} onPress={() => settle.mutate(true)}>
                Accept
              </Button>
              <Button size="small" isPending={settle.isPending} onPress={() => settle.mutate(false)}>
                Discard
              </Button>
            </div>
          )}
        </Banner>
      )}
      {failure && <SaveError title="That did not work" error={failure} />}
    </div>
  )
}

const lastSent = ({ last_seen_at, registered_at }: Device, timeZone: string) =>
  last_seen_at
    ? `Last heard of ${formatDateTime(last_seen_at, timeZone)}`
    : `Registered ${formatDateTime(registered_at, timeZone)}`
