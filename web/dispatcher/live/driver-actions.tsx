import { Phone, Route } from 'lucide-react'
import { Link } from 'react-router'
import { useMay } from '#web/lib/me.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { MessageButton } from '../messages/message-button.tsx'
import type { DriverRow } from './driver-rows.ts'

const icon = 'size-3.5'
const look = buttonStyle('secondary', 'small')

/** What can be done about a driver: call, write, and give the stops to others. */
export function DriverActions({ row, day, tabIndex }: { row: DriverRow; day: string; tabIndex?: number }) {
  const mayPlan = useMay('change_planning')
  return (
    <div className="flex flex-wrap gap-1.5">
      {row.phone && (
        <>
          <a href={`tel:${row.phone}`} aria-label={`Call ${row.name}`} className={look} tabIndex={tabIndex}>
            <Phone aria-hidden="true" className={icon} />
            Call
          </a>
        </>
      )}
      <MessageButton driverId={row.driver.driver_id} name={row.name} />
      {row.driver.route_id && mayPlan && (
        <Link
          to={`/dashboard/planning?day=${day}`}
          aria-label={`Reassign stops of ${row.name}`}
          className={look}
          tabIndex={tabIndex}
        >
          <Route aria-hidden="true" className={icon} />
          Reassign
        </Link>
      )}
    </div>
  )
}
