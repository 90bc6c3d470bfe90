import { RadioTower } from 'lucide-react'
import { useMay } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Nobody is on the road: how drivers get onto the map. */
export function EmptyLive({ hasDrivers }: { hasDrivers: boolean }) {
  const mayChange = useMay('change_fleet')
  if (!hasDrivers) {
    return (
      <EmptyState
        icon={<RadioTower />}
        title="No drivers yet"
        actions={
          mayChange && (
            <ButtonLink to="/dashboard/drivers?new=1" variant="primary">
              Add driver
            </ButtonLink>
          )
        }
      >
        Drivers appear here with their route as soon as they are on shift.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<RadioTower />}
      title="Nobody is on shift"
      actions={
        <>
          <ButtonLink to="/dashboard/drivers" variant="primary">
            Invite drivers
          </ButtonLink>
          <ButtonLink to="/driver" reloadDocument>
            Open the driver’s app
          </ButtonLink>
        </>
      }
    >
      A driver is on the map from “Start shift” in the driver’s app until the shift ends. A tracker, or an app such as
      Traccar Client, can send positions too: add it in the driver’s record.
    </EmptyState>
  )
}
