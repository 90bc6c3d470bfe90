import type { Action } from '#domain/permissions.ts'

/** A page of the dashboard, and who may open it: whoever may do one of these. */
export type PageRight = {
  /** As in `web/routes.ts`. */
  path: string
  may: readonly Action[]
  /** What the person wanted to see, after “see”. */
  what: string
}

/** Every page of the dashboard. Navigation, palette and the frame ask here, so that nobody is sent to a refusal. */
export const pageRights: readonly PageRight[] = [
  { path: '/dashboard', may: ['see_operations'], what: 'the overview' },
  { path: '/dashboard/my-route', may: ['work_own_route'], what: 'a route of their own' },
  { path: '/dashboard/deliveries', may: ['see_deliveries'], what: 'deliveries' },
  { path: '/dashboard/recurring', may: ['see_operations'], what: 'recurring orders' },
  { path: '/dashboard/addresses', may: ['see_operations'], what: 'the address book' },
  { path: '/dashboard/planning', may: ['see_operations'], what: 'plans' },
  { path: '/dashboard/planning/:date', may: ['see_operations'], what: 'plans' },
  { path: '/dashboard/planning/:date/scenarios', may: ['see_operations'], what: 'scenarios of a day' },
  { path: '/dashboard/planning/week/:date', may: ['see_operations'], what: 'plans' },
  { path: '/dashboard/analytics', may: ['see_operations'], what: 'analytics' },
  { path: '/dashboard/analytics/addresses', may: ['see_operations'], what: 'analytics' },
  { path: '/dashboard/analytics/reports', may: ['see_operations'], what: 'reports' },
  { path: '/dashboard/analytics/reports/:id', may: ['see_operations'], what: 'a report' },
  { path: '/dashboard/rehearse', may: ['see_operations'], what: 'rehearsals' },
  { path: '/dashboard/replay', may: ['see_positions'], what: 'days as they were driven' },
  { path: '/dashboard/live', may: ['see_positions'], what: 'where drivers are' },
  { path: '/dashboard/notifications', may: ['see_operations'], what: 'messages to recipients' },
  { path: '/dashboard/cash', may: ['see_operations'], what: 'cash' },
  { path: '/dashboard/cold-chain', may: ['see_operations'], what: 'temperatures' },
  { path: '/dashboard/pay', may: ['see_operations'], what: 'what drivers worked' },
  { path: '/dashboard/transfers', may: ['see_operations'], what: 'transfers between depots' },
  { path: '/dashboard/drivers', may: ['see_operations'], what: 'drivers' },
  { path: '/dashboard/drivers/:id/documents', may: ['see_operations'], what: 'a driver’s documents' },
  { path: '/dashboard/calendar', may: ['see_operations'], what: 'the drivers’ calendar' },
  { path: '/dashboard/vehicles', may: ['see_operations'], what: 'vehicles' },
  { path: '/dashboard/vehicles/:id', may: ['see_operations'], what: 'a vehicle' },
  { path: '/dashboard/depots', may: ['see_operations'], what: 'depots' },
  { path: '/dashboard/kitchens', may: ['see_deliveries'], what: 'pickup places' },
  { path: '/dashboard/kitchens/:id', may: ['see_deliveries'], what: 'the orders of a kitchen' },
  { path: '/dashboard/territories', may: ['see_operations'], what: 'territories' },
  { path: '/dashboard/clients', may: ['see_operations'], what: 'clients' },
  { path: '/dashboard/clients/:id', may: ['see_operations'], what: 'what clients pay' },
  { path: '/dashboard/invoices', may: ['see_own_charges'], what: 'invoices of your own' },
  { path: '/dashboard/team', may: ['see_workspace'], what: 'the team' },
  { path: '/dashboard/audit', may: ['manage_workspace'], what: 'the audit log' },
  { path: '/dashboard/integrations', may: ['manage_workspace'], what: 'and connect shops' },
  { path: '/dashboard/integrations/:platform', may: ['manage_workspace'], what: 'a connected shop' },
  { path: '/dashboard/personal-data', may: ['manage_workspace'], what: 'and erase personal data' },
  { path: '/dashboard/api-keys', may: ['manage_workspace'], what: 'and manage API keys' },
  { path: '/dashboard/apps', may: ['manage_workspace'], what: 'and manage apps' },
  { path: '/dashboard/webhooks', may: ['manage_workspace'], what: 'and manage webhooks' },
  { path: '/dashboard/billing', may: ['manage_billing'], what: 'the tier and what is paid' },
  { path: '/dashboard/billing/usage', may: ['manage_billing'], what: 'what was used' },
  { path: '/dashboard/settings', may: ['see_operations'], what: 'settings' },
  { path: '/dashboard/settings/planning', may: ['see_operations'], what: 'planning settings' },
  { path: '/dashboard/settings/road', may: ['see_operations'], what: 'settings for the road' },
  { path: '/dashboard/settings/alerts', may: ['see_operations'], what: 'settings of alerts' },
  { path: '/dashboard/settings/tracking', may: ['see_operations'], what: 'settings of the tracking page' },
  { path: '/dashboard/settings/slots', may: ['see_operations'], what: 'delivery slots' },
  { path: '/dashboard/settings/shipping', may: ['see_operations'], what: 'shipping rules' },
  { path: '/dashboard/settings/mail-in', may: ['manage_workspace'], what: 'and take orders by mail' },
  { path: '/dashboard/settings/notifications', may: ['see_operations'], what: 'settings of notifications' },
  { path: '/dashboard/settings/look', may: ['see_operations'], what: 'logo and color' },
  { path: '/dashboard/settings/answers', may: ['see_operations'], what: 'ready-made answers' },
  { path: '/dashboard/settings/custom-fields', may: ['see_operations'], what: 'custom fields' },
]

/** The page at an address. */
export function pageAt(pathname: string): PageRight | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/')
  return pageRights.find(({ path }) => {
    const named = path.split('/')
    return named.length === parts.length && named.every((part, at) => part.startsWith(':') || part === parts[at])
  })
}

/** Where somebody begins: the first of these that they may open. */
const landings = ['/dashboard', '/dashboard/deliveries', '/dashboard/my-route']

/** Whether somebody may open the page at an address. An address without a page is the router's business. */
export const mayOpen = (pathname: string, may: (action: Action) => boolean): boolean =>
  pageAt(pathname)?.may.some(may) ?? true

/** Where somebody begins. Undefined if no page is for them. */
export const landingFor = (may: (action: Action) => boolean): string | undefined =>
  landings.find((path) => mayOpen(path, may))
