import {
  LayoutDashboard,
  MapPinned,
  Package,
  Plug,
  Route,
  Settings,
  Truck,
  UserRoundCog,
  Users,
  Warehouse,
} from 'lucide-react'
import type { ReactNode } from 'react'

export type Area = { label: string; href: string; icon: ReactNode }

const overview: Area = { label: 'Overview', href: '/dashboard', icon: <LayoutDashboard /> }
const deliveries: Area = { label: 'Deliveries', href: '/dashboard/deliveries', icon: <Package /> }
const addresses: Area = { label: 'Addresses', href: '/dashboard/addresses', icon: <MapPinned /> }
const planning: Area = { label: 'Planning', href: '/dashboard/planning', icon: <Route /> }
const drivers: Area = { label: 'Drivers', href: '/dashboard/drivers', icon: <Users /> }
const vehicles: Area = { label: 'Vehicles', href: '/dashboard/vehicles', icon: <Truck /> }
const depots: Area = { label: 'Depots', href: '/dashboard/depots', icon: <Warehouse /> }
const team: Area = { label: 'Team', href: '/dashboard/team', icon: <UserRoundCog /> }
const integrations: Area = { label: 'Integrations', href: '/dashboard/integrations', icon: <Plug /> }
const settings: Area = { label: 'Settings', href: '/dashboard/settings', icon: <Settings /> }

/** The areas of the dashboard, grouped as in the sidebar. */
export const areaGroups: readonly { title?: string; areas: readonly Area[] }[] = [
  { areas: [overview, deliveries, addresses, planning] },
  { title: 'Fleet', areas: [drivers, vehicles, depots] },
  { areas: [team, integrations, settings] },
]

/** The areas in the thumb bar of a phone. The others are behind More. */
export const thumbAreas: readonly Area[] = [overview, deliveries, planning]
export const moreAreas: readonly Area[] = [addresses, drivers, vehicles, depots, team, integrations, settings]

/** Whether `path` is in the area. The overview is only its own page, not everything below it. */
export function isCurrent(area: Area, path: string): boolean {
  const here = path.replace(/\/+$/, '')
  return here === area.href || (area !== overview && here.startsWith(`${area.href}/`))
}
