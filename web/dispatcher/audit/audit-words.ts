import { auditActionNames } from '#domain/audit/actions.ts'
import type { AuditEntry } from '#domain/schema/audit.ts'
import { recordPath } from '../records/use-opened.ts'

/** What one can filter by, in the order in which people look for it. The id is what the API calls it. */
export const auditKinds: { id: string; label: string }[] = [
  { id: 'session,sign_in', label: 'Sign-ins' },
  { id: 'access', label: 'Refused attempts' },
  { id: 'member,invitation,ownership', label: 'Members and invitations' },
  { id: 'workspace,retention', label: 'Settings' },
  { id: 'api_key', label: 'API keys' },
  { id: 'integration,webhook_endpoint', label: 'Integrations and webhooks' },
  { id: exportsOf(), label: 'Exports and downloads' },
  { id: 'person,erasure,delivery.erased', label: 'Erased personal data' },
  { id: 'prescription', label: 'Prescriptions' },
  { id: 'delivery.opened', label: 'Opened confidential deliveries' },
  { id: 'delivery', label: 'Deliveries' },
  { id: 'plan', label: 'Plans' },
  { id: 'driver,vehicle,depot', label: 'Drivers, vehicles and depots' },
  { id: 'address', label: 'Address book' },
  { id: 'client', label: 'Clients' },
  { id: 'file,bucket', label: 'Files' },
  { id: 'audit', label: 'The audit log itself' },
]

function exportsOf(): string {
  return auditActionNames.filter((action) => action.endsWith('.exported')).join()
}

const pages: Record<string, (id: string) => string> = {
  delivery: (id) => `/dashboard/deliveries?delivery=${id}`,
  plan: (id) => `/dashboard/planning?plan=${id}`,
  driver: (id) => recordPath('drivers', id),
  vehicle: (id) => recordPath('vehicles', id),
  depot: (id) => recordPath('depots', id),
  day_off: () => '/dashboard/calendar',
  holiday: () => '/dashboard/calendar',
  territory: (id) => recordPath('territories', id),
  wave: () => '/dashboard/settings/planning',
  report: (id) => `/dashboard/analytics/reports/${id}`,
  planning_settings: () => '/dashboard/settings/planning',
  road_settings: () => '/dashboard/settings/road',
  alert_settings: () => '/dashboard/settings/alerts',
  tracking_settings: () => '/dashboard/settings/tracking',
  notification: () => '/dashboard/notifications',
  notification_settings: () => '/dashboard/settings/notifications',
  transfer: (id) => `/dashboard/transfers?transfer=${id}`,
  pay_rule: () => '/dashboard/pay',
  rate_card: () => '/dashboard/clients',
  client_charge: () => '/dashboard/clients',
  client_invoice: () => '/dashboard/clients',
  mail_in_settings: () => '/dashboard/settings/mail-in',
  notification_template: () => '/dashboard/settings/notifications',
  consent: () => '/dashboard/settings/notifications',
  suppression: () => '/dashboard/notifications',
  slot_settings: () => '/dashboard/settings/slots',
  shipping_settings: () => '/dashboard/settings/shipping',
  look: () => '/dashboard/settings/look',
  message_settings: () => '/dashboard/settings/answers',
  address: () => '/dashboard/addresses',
  member: () => '/dashboard/team',
  invitation: () => '/dashboard/team',
  workspace: () => '/dashboard/settings',
  api_key: (id) => `/dashboard/api-keys?key=${id}`,
  integration: () => '/dashboard/integrations',
  webhook_endpoint: (id) => `/dashboard/webhooks?endpoint=${id}`,
}

/** The page that shows the record of an entry, if there is one. */
export function recordPage({ record, action }: AuditEntry): string | undefined {
  if (!record || (record.id === null && record.kind !== 'workspace')) return undefined
  if (action.endsWith('.deleted') || action.endsWith('.discarded')) return undefined
  return pages[record.kind]?.(record.id ?? '')
}

/** What was dropped from an entry, in words. */
export const erasedWords: Record<string, string> = {
  actor: 'who did it',
  origin: 'where it came from',
  label: 'the name of the record',
  values: 'the values of personal fields',
}
