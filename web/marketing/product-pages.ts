/** Pages of the dashboard where public pages’ claims are kept. Guests sign in on the way. */
export const productPages = {
  alerts: { to: '/dashboard/settings/alerts', label: 'Open Alerts' },
  analytics: { to: '/dashboard/analytics', label: 'Open Analytics' },
  apiKeys: { to: '/dashboard/api-keys', label: 'Open API Keys' },
  audit: { to: '/dashboard/audit', label: 'Open Audit Log' },
  planningSettings: { to: '/dashboard/settings/planning', label: 'Open Planning Settings' },
  coldChain: { to: '/dashboard/cold-chain', label: 'Open Cold Chain' },
  clients: { to: '/dashboard/clients', label: 'Open Clients' },
  deliveries: { to: '/dashboard/deliveries', label: 'Open Deliveries' },
  drivers: { to: '/dashboard/drivers', label: 'Open Drivers' },
  integrations: { to: '/dashboard/integrations', label: 'Open Integrations' },
  live: { to: '/dashboard/live', label: 'Open Live Map' },
  messages: { to: '/dashboard/settings/notifications', label: 'Open Message Settings' },
  planning: { to: '/dashboard/planning', label: 'Open Planning' },
  settings: { to: '/dashboard/settings', label: 'Open Settings' },
  shipping: { to: '/dashboard/settings/shipping', label: 'Open Shipping Rules' },
  slots: { to: '/dashboard/settings/slots', label: 'Open Time Slots' },
  team: { to: '/dashboard/team', label: 'Open Team' },
  tracking: { to: '/dashboard/settings/tracking', label: 'Open Tracking Settings' },
  vehicles: { to: '/dashboard/vehicles', label: 'Open Vehicles' },
  webhooks: { to: '/dashboard/webhooks', label: 'Open Webhooks' },
} as const

export type ProductPage = keyof typeof productPages
