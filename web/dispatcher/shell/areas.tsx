import {
  AppWindow,
  ArrowLeftRight,
  Banknote,
  Drama,
  History,
  Building2,
  CalendarDays,
  ChefHat,
  ChartColumn,
  CreditCard,
  KeyRound,
  LayoutDashboard,
  Map,
  MapPinned,
  Navigation,
  Package,
  Plug,
  RadioTower,
  ReceiptText,
  Repeat,
  Route,
  Settings,
  ThermometerSnowflake,
  Truck,
  UserRoundCog,
  Users,
  Wallet,
  Warehouse,
  Webhook,
  MessageSquareText,
} from 'lucide-react'
import type { ReactNode } from 'react'

export type Area = { label: string; href: string; icon: ReactNode }

const overview: Area = { label: 'Overview', href: '/dashboard', icon: <LayoutDashboard /> }
const myRoute: Area = { label: 'My route', href: '/dashboard/my-route', icon: <Navigation /> }
const deliveries: Area = { label: 'Deliveries', href: '/dashboard/deliveries', icon: <Package /> }
const recurring: Area = { label: 'Recurring', href: '/dashboard/recurring', icon: <Repeat /> }
const addresses: Area = { label: 'Addresses', href: '/dashboard/addresses', icon: <MapPinned /> }
const planning: Area = { label: 'Planning', href: '/dashboard/planning', icon: <Route /> }
const rehearse: Area = { label: 'Rehearse', href: '/dashboard/rehearse', icon: <Drama /> }
const replay: Area = { label: 'Replay', href: '/dashboard/replay', icon: <History /> }
const analytics: Area = { label: 'Analytics', href: '/dashboard/analytics', icon: <ChartColumn /> }
const live: Area = { label: 'Live', href: '/dashboard/live', icon: <RadioTower /> }
const notifications: Area = { label: 'Notifications', href: '/dashboard/notifications', icon: <MessageSquareText /> }
const cash: Area = { label: 'Cash', href: '/dashboard/cash', icon: <Banknote /> }
const drivers: Area = { label: 'Drivers', href: '/dashboard/drivers', icon: <Users /> }
const pay: Area = { label: 'Hours and pay', href: '/dashboard/pay', icon: <Wallet /> }
const calendar: Area = { label: 'Calendar', href: '/dashboard/calendar', icon: <CalendarDays /> }
const vehicles: Area = { label: 'Vehicles', href: '/dashboard/vehicles', icon: <Truck /> }
const coldChain: Area = { label: 'Cold chain', href: '/dashboard/cold-chain', icon: <ThermometerSnowflake /> }
const depots: Area = { label: 'Depots', href: '/dashboard/depots', icon: <Warehouse /> }
const kitchens: Area = { label: 'Pickup places', href: '/dashboard/kitchens', icon: <ChefHat /> }
const transfers: Area = { label: 'Transfers', href: '/dashboard/transfers', icon: <ArrowLeftRight /> }
const territories: Area = { label: 'Territories', href: '/dashboard/territories', icon: <Map /> }
const clients: Area = { label: 'Clients', href: '/dashboard/clients', icon: <Building2 /> }
const invoices: Area = { label: 'Invoices', href: '/dashboard/invoices', icon: <ReceiptText /> }
const team: Area = { label: 'Team', href: '/dashboard/team', icon: <UserRoundCog /> }
const integrations: Area = { label: 'Integrations', href: '/dashboard/integrations', icon: <Plug /> }
const apiKeys: Area = { label: 'API keys', href: '/dashboard/api-keys', icon: <KeyRound /> }
const apps: Area = { label: 'Apps', href: '/dashboard/apps', icon: <AppWindow /> }
const webhooks: Area = { label: 'Webhooks', href: '/dashboard/webhooks', icon: <Webhook /> }
const billing: Area = { label: 'Billing', href: '/dashboard/billing', icon: <CreditCard /> }
const settings: Area = { label: 'Settings', href: '/dashboard/settings', icon: <Settings /> }

/** The areas of the dashboard, grouped as in the sidebar. */
export const areaGroups: readonly { title?: string; areas: readonly Area[] }[] = [
  {
    areas: [
      overview,
      myRoute,
      deliveries,
      recurring,
      addresses,
      planning,
      transfers,
      rehearse,
      live,
      replay,
      analytics,
      notifications,
      cash,
    ],
  },
  { title: 'Fleet', areas: [drivers, calendar, pay, vehicles, coldChain, depots, kitchens, territories] },
  { areas: [clients, invoices, team, integrations, apiKeys, apps, webhooks, billing, settings] },
]

/** In the order in which they are wanted in the thumb bar of a phone. */
const byThumb: readonly Area[] = [overview, deliveries, myRoute, planning, live]
const mostInThumbBar = 3

/** The groups with those areas that somebody may open, and the same for a phone: in the thumb bar, and behind More. */
export function areasFor(isOpen: (href: string) => boolean) {
  const groups = areaGroups
    .map(({ title, areas }) => ({ title, areas: areas.filter(({ href }) => isOpen(href)) }))
    .filter(({ areas }) => areas.length > 0)
  const all = groups.flatMap(({ areas }) => areas)
  const thumb = byThumb.filter((area) => all.includes(area)).slice(0, mostInThumbBar)
  return { groups, thumb, more: all.filter((area) => !thumb.includes(area)) }
}

/** Whether `path` is in the area. The overview is only its own page, not everything below it. */
export function isCurrent(area: Area, path: string): boolean {
  const here = path.replace(/\/+$/, '')
  return here === area.href || (area !== overview && here.startsWith(`${area.href}/`))
}
