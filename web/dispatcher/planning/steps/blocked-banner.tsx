import { TriangleAlert } from 'lucide-react'
import type { BlockedRoute } from '#domain/schema/plan.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { recordPath } from '../../records/use-opened.ts'

/** Routes whose vehicle may not drive: a driver found a defect after they were planned, or it is in the workshop. */
export function BlockedBanner({ routes }: { routes: BlockedRoute[] }) {
  return (
    <Banner tone="warning" icon={<TriangleAlert />}>
      {routes.map(({ route_id, driver_name, vehicle_id, sentence }) => (
        <p key={route_id}>
          {`${driver_name}’s route: ${sentence} `}
          <Link to={recordPath('vehicles', vehicle_id)}>Open the vehicle</Link>
        </p>
      ))}
      <p>Give the route another vehicle, or finish what keeps the vehicle from driving.</p>
    </Banner>
  )
}
