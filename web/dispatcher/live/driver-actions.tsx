import { Phone, Route, Split } from 'lucide-react'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { MessageButton } from '../messages/message-button.tsx'
import type { DriverRow } from './driver-rows.ts'
import { useLiveAddress } from './use-live-address.ts'

const icon = 'size-3.5'
const look = buttonStyle('secondary', 'small')

type DriverActionsProps = {
  row: DriverRow
  tabIndex?: number
  /** Without what is rare. */
  isShort?: boolean
}

/** What can be done about a driver: call, write, and give the stops to others. */
export function DriverActions({ row, tabIndex, isShort }: DriverActionsProps) {
  const mayPlan = useMay('change_planning')
  const { change } = useLiveAddress()
  const mayGiveAway = row.driver.route_id !== null && row.driver.stops_left > 0 && mayPlan
  return (
    <div className="flex flex-wrap gap-1.5">
      {row.phone && (
        <a href={`tel:${row.phone}`} aria-label={`Call ${row.name}`} className={look} tabIndex={tabIndex}>
          <Phone aria-hidden="true" className={icon} />
          Call
        </a>
      )}
      <MessageButton driverId={row.driver.driver_id} name={row.name} />
      {mayGiveAway && (
        <Button
          size="small"
          aria-label={`Reassign stops of ${row.name}`}
          icon={<Route aria-hidden="true" className={icon} />}
          onPress={() => change({ driverId: row.id, isReassigning: true })}
        >
          Reassign
        </Button>
      )}
      {mayGiveAway && !isShort && (
        <Button
          size="small"
          aria-label={`Vehicle of ${row.name} broke down`}
          icon={<Split aria-hidden="true" className={icon} />}
          onPress={() => change({ driverId: row.id, isBrokenDown: true })}
        >
          Broke down
        </Button>
      )}
    </div>
  )
}
