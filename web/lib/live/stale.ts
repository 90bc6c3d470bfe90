import { keys } from '../keys.ts'

type Key = readonly unknown[]

/** What a change makes stale: reads whose key begins like this. */
export type Stale = readonly Key[]

const members: Key = ['members']
const drivers: Key = ['drivers']
const vehicles: Key = ['vehicles']
const depots: Key = ['depots']
/** What is due, done and driven of vehicles. */
const fleet: Key = ['vehicles', 'fleet']
/** Who can drive on a day, and what is in the way. */
const planningDays: Key = ['plans', 'planning-day']
/** Several days side by side. */
const week: Key = ['plans', 'week']
const deliveryLists: Stale = [
  ['deliveries', 'list'],
  ['deliveries', 'of-day'],
  ['deliveries', 'pending-of'],
  ['deliveries', 'manifest'],
]
/** Where drivers are and what they drive. */
const road: Stale = [keys.positions.all, ['route'], keys.happenings, ['nearest-drivers']]
// Without searches, which ask the geocoder.
const addresses: Stale = [
  ['addresses', 'review'],
  ['addresses', 'count-of'],
  ['addresses', 'list'],
  ['addresses', 'one'],
]

/** The reads of other records that show something of a record of this kind. */
const shownBy: Readonly<Record<string, Stale>> = {
  // Plans say what has become of the deliveries they left out, and the address book how many go where.
  delivery: [
    ...deliveryLists,
    ['deliveries', 'counts'],
    ...addresses,
    ['plans', 'whole'],
    ['plans', 'problem'],
    ['plans', 'why'],
    ['plans', 'sheets'],
    ['plans', 'late-orders'],
    ['plans', 'risks'],
    week,
    keys.kitchens.all,
    ['found'],
    keys.myRoute,
    ...road,
  ],
  plan: [keys.plans.all, keys.myRoute, ...road],
  route: [keys.plans.all, keys.myRoute, keys.handovers, ...road],
  handover: [keys.handovers],
  stop: [keys.plans.all, keys.myRoute, ...road],
  driver: [
    keys.me,
    keys.myRoute,
    members,
    drivers,
    vehicles,
    keys.calendar.all,
    ...deliveryLists,
    ['plans', 'whole'],
    ['plans', 'problem'],
    ['plans', 'why'],
    ['plans', 'sheets'],
    ['plans', 'risks'],
    planningDays,
    week,
    keys.waves,
    ['found'],
    keys.positions.all,
    // A license is one active driver.
    keys.billing.tier,
  ],
  tracker: [['drivers', 'trackers']],
  vehicle: [
    vehicles,
    drivers,
    ['plans', 'whole'],
    ['plans', 'problem'],
    ['plans', 'why'],
    planningDays,
    week,
    ['found'],
  ],
  depot: [depots, drivers, keys.configuration, planningDays, ['found']],
  day_off: [keys.calendar.all, planningDays, keys.waves, week],
  holiday: [keys.calendar.all, planningDays, keys.recurring.all, keys.waves, week],
  recurring_order: [keys.recurring.all],
  standing_route: [keys.recurring.all],
  territory: [keys.territories, planningDays],
  wave: [keys.waves],
  report: [keys.reports.all],
  custom_field: [keys.customFields, ...deliveryLists],
  planning_settings: [keys.planningSettings, planningDays],
  device: [['drivers', 'devices'], keys.happenings],
  shift: [drivers, ...road],
  vehicle_check: [['vehicles', 'checks'], ['plans', 'whole'], ['plans', 'risks'], planningDays],
  maintenance_schedule: [fleet],
  work_order: [fleet, ['plans', 'whole'], ['plans', 'problem'], ['plans', 'risks'], planningDays, week],
  odometer_reading: [fleet],
  fuel_entry: [fleet],
  pickup_place: [keys.kitchens.all, ...deliveryLists],
  fleet_document: [fleet],
  road_settings: [keys.roadSettings],
  // A late route has an alert.
  alert: [keys.alerts.all, ['plans', 'risks']],
  alert_settings: [keys.alerts.all],
  temperature_excursion: [keys.coldChain],
  cash_entry: [keys.cash],
  cash_hand_in: [keys.cash],
  message: [keys.messages.all],
  message_settings: [keys.messages.settings],
  notification: [keys.notifications.all],
  notification_settings: [keys.notifications.all],
  notification_template: [keys.notifications.all],
  consent: [keys.notifications.all],
  suppression: [keys.notifications.all],
  look: [keys.look],
  tracking_settings: [keys.trackingSettings],
  slot_settings: [keys.slots.all],
  shipping_settings: [keys.shippingSettings],
  transfer: [keys.transfers.all],
  pay_rule: [keys.pay.all],
  rate_card: [keys.clients.billing],
  client_charge: [keys.clients.billing],
  client_invoice: [keys.clients.billing],
  mail_in_settings: [keys.mailIn.all],
  slot_hold: [keys.slots.found],
  learned_place: [keys.learned.all, ...addresses],
  client: [keys.clients.all, ...deliveryLists],
  address: [...addresses, ...deliveryLists],
  integration: [keys.integrations],
  webhook_endpoint: [keys.webhooks.all],
  api_key: [keys.apiKeys, keys.apiUsage, keys.sandbox],
  app: [keys.apps.all],
  app_grant: [keys.apps.all],
  // A role or a tie to a driver's record changes what a page may offer.
  member: [keys.me, keys.workspaces, members],
  ownership: [members],
  workspace: [keys.me, keys.workspaces, keys.configuration, keys.billing.all],
  invitation: [keys.invitations.all, ['drivers', 'account']],
  driver_code: [['drivers', 'account']],
  // What was erased cannot be found any more, and is not left for the night.
  erasure: [keys.personalData.all],
  retention: [keys.personalData.all],
}

/** Every change is an entry of the audit log. */
const newestAudit: Key = ['audit', 'newest']

/** The types of events that change how many records there are, which is what quotas count. */
const countable = /\.(created|deleted|restored|drafted|joined|left|removed|revoked)$/

/**
 * What a change of this record makes stale. A kind that this page does not know, because the server is newer, makes
 * everything stale.
 * @param id absent if many records of the kind changed, in whatever way
 */
export function staleAfter(kind: string, id?: string, type?: string): Stale {
  const shown = shownBy[kind]
  if (!shown) return everything
  const also = type === undefined || countable.test(type) ? [keys.quotas, newestAudit] : [newestAudit]
  const isCounted = kind === 'delivery' && (type === undefined || countable.test(type))
  // Over a month's number of deliveries, further ones wait.
  const stale = [...shown, ...also, ...(isCounted ? [keys.billing.tier] : [])]
  if (kind !== 'delivery') return stale
  const own =
    id === undefined
      ? [keys.deliveries.all]
      : [keys.deliveries.one(id), keys.deliveries.history(id), keys.deliveries.proofs(id)]
  return [...stale, ...own]
}

/** What a snapshot reads again: everything that the workspace's members share. */
export const everything: Stale = [[]]

/** Reads of one person's own account. Nobody else changes them, and some create something when they run. */
const personal: readonly unknown[] = [
  keys.session[0],
  keys.liveStart[0],
  keys.account.all[0],
  keys.newFactor[0],
  keys.newRecoveryCodes[0],
]

/** Whether a read is among the stale ones. */
export function isStale(key: Key, stale: Stale): boolean {
  if (personal.includes(key[0])) return false
  return stale.some((prefix) => prefix.every((part, position) => part === key[position]))
}
