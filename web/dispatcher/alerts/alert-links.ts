import type { AlertAction } from '#domain/alerts/kinds.ts'
import type { InboxAlert } from '#domain/schema/alert.ts'

export type AlertLink = { label: string; href: string; isPhone?: true }

/** Where somebody goes to deal with an alert. What leads nowhere is left out. */
export function linksOf(alert: InboxAlert): AlertLink[] {
  const links = alert.actions.flatMap((action) => linkOf(action, alert) ?? [])
  return links.filter((link, place) => links.findIndex(({ href }) => href === link.href) === place)
}

function linkOf(action: AlertAction, alert: InboxAlert): AlertLink | undefined {
  const { driver_id, driver_name, driver_phone, delivery_id, plan_id, route_id, vehicle_id } = alert
  const driver = `/dashboard/live?driver=${driver_id}`
  switch (action) {
    case 'call':
      return driver_phone ? { label: `Call ${driver_name}`, href: phoneLink(driver_phone), isPhone: true } : undefined
    case 'message':
      return { label: 'Message', href: `${driver}&message=${driver_id}` }
    case 'reassign':
      return driver_id ? { label: 'Reassign', href: `${driver}&reassign=1` } : undefined
    case 'open_route':
      return plan_id
        ? { label: 'Open route', href: `/dashboard/planning?plan=${plan_id}&route=${route_id}` }
        : undefined
    case 'open_delivery':
      return { label: 'Open delivery', href: `/dashboard/deliveries?delivery=${delivery_id}` }
    case 'open_plan':
      return { label: 'Open plan', href: `/dashboard/planning?plan=${plan_id}` }
    case 'open_driver':
      return { label: 'Show on the map', href: `${driver}&follow=1` }
    case 'open_vehicle':
      return { label: 'Open vehicle', href: `/dashboard/vehicles/${vehicle_id}` }
  }
}

const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
