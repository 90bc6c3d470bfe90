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
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MessageButton } from '../messages/message-button.tsx'

/** The phones of a driver, and what revoked ones still sent. */
export function DriverPhones({ driver }: { driver: Driver }) {
  const phones = useQuery({
    queryKey: keys.devices(driver.id),
    queryFn: async ({ signal }) => (await call(listDevices, { query: { driver_id: driver.id }, signal })).data,
  })
  return (
    <section aria-label="Phones" className="mt-6 border-t pt-4">
      <h3 className="mb-1 font-semibold tracking-tight">Phones</h3>
      <p className="mb-3 text-ink-muted">
        Phones that this driver uses the app on. What a revoked one still sends waits until you decide about it.
      </p>
      <div className="mb-3">
        <MessageButton driverId={driver.id} name={driver.name} />
      </div>
      {phones.isPending && <Skeleton className="h-5 w-2/3" />}
      {phones.isLoadingError && (
        <LoadError
          title="The phones could not be loaded"
          error={phones.error}
          onRetry={() => void phones.refetch()}
          isRetrying={phones.isFetching}
        />
      )}
      {phones.data?.length === 0 && <p>None yet. One appears when the driver opens the app.</p>}
      {phones.data && phones.data.length > 0 && (
        <ul className="divide-y rounded-lg border">
          {phones.data.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </section>
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
    <li className="flex flex-col gap-2.5 p-3">
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
          <p>{countOf(device.held, 'entry', 'entries')} came after this phone could no longer sign in.</p>
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
    </li>
  )
}

const lastSent = ({ last_seen_at, registered_at }: Device, timeZone: string) =>
  last_seen_at
    ? `Last heard of ${formatDateTime(last_seen_at, timeZone)}`
    : `Registered ${formatDateTime(registered_at, timeZone)}`
