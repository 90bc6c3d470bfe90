/** What alerts are about, with what they are called and what can be done. */
export const alertKinds = [
  'late_expected',
  'driver_silent',
  'blocking_defect',
  'conflict',
  'far_from_pin',
  'missing_proof',
  'held_work',
  'cash_mismatch',
  'message',
  'recipient',
  'plan_ready',
  'plan_not_made',
  'recipient_reply',
  'text_limit',
  'shop',
  'vehicle_away',
  'maintenance_due',
  'odometer_doubt',
  'fuel_anomaly',
  'temperature',
  'document_ends',
  'transfer_late',
  'transfer_short',
  'transfer_overdue',
  'prescription_emergency',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** `high` goes up the list of people to tell, until somebody has seen it. */
export const alertSeverities = ['low', 'medium', 'high'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const alertStates = ['open', 'seen', 'done'] as const
export type AlertState = (typeof alertStates)[number]

export const alertActions = [
  'call',
  'message',
  'reassign',
  'open_delivery',
  'open_route',
  'open_driver',
  'open_plan',
  'open_vehicle',
] as const
export type AlertAction = (typeof alertActions)[number]

type About = {
  kind: AlertKind
  driver_id: string | null
  delivery_id: string | null
  route_id: string | null
  plan_id: string | null
  vehicle_id: string | null
}

const byKind: Record<AlertKind, readonly AlertAction[]> = {
  late_expected: ['call', 'message', 'reassign', 'open_delivery', 'open_route'],
  driver_silent: ['call', 'message', 'reassign', 'open_route', 'open_driver'],
  blocking_defect: ['call', 'message', 'reassign', 'open_route', 'open_driver', 'open_vehicle'],
  conflict: ['open_delivery', 'open_route', 'call', 'message'],
  far_from_pin: ['open_delivery', 'call', 'message'],
  missing_proof: ['open_delivery', 'call', 'message'],
  held_work: ['open_driver', 'call', 'open_delivery'],
  cash_mismatch: ['open_driver', 'call', 'message'],
  message: ['message', 'call', 'open_driver'],
  recipient: ['open_delivery', 'message', 'call'],
  plan_ready: ['open_plan'],
  plan_not_made: ['open_plan'],
  recipient_reply: ['open_delivery'],
  text_limit: [],
  shop: ['open_delivery', 'call', 'message'],
  vehicle_away: ['open_plan', 'open_vehicle'],
  maintenance_due: ['open_vehicle'],
  odometer_doubt: ['open_vehicle'],
  fuel_anomaly: ['open_vehicle'],
  temperature: ['call', 'message', 'open_driver'],
  document_ends: ['open_vehicle', 'call', 'message'],
  transfer_late: ['open_route', 'reassign', 'call', 'message'],
  transfer_short: ['open_delivery'],
  transfer_overdue: ['call', 'message', 'open_driver'],
  prescription_emergency: ['open_delivery'],
}

const needs: Record<AlertAction, keyof About> = {
  call: 'driver_id',
  message: 'driver_id',
  reassign: 'route_id',
  open_delivery: 'delivery_id',
  open_route: 'route_id',
  open_driver: 'driver_id',
  open_plan: 'plan_id',
  open_vehicle: 'vehicle_id',
}

/** What can be done about an alert, the most likely first: only what its records allow. */
export function actionsOf(about: About): AlertAction[] {
  return byKind[about.kind].filter((action) => about[needs[action]] !== null)
}

export const alertNames: Record<AlertKind, string> = {
  late_expected: 'Late deliveries',
  driver_silent: 'Silent drivers',
  blocking_defect: 'Defects that stop a vehicle',
  conflict: 'Drivers who did something else than planned',
  far_from_pin: 'Proof far from the pin',
  missing_proof: 'Missing proof',
  held_work: 'Work of a revoked phone',
  recipient: 'What recipients say',
  cash_mismatch: 'Cash that does not add up',
  message: 'Messages from drivers',
  plan_ready: 'Plans made by themselves',
  plan_not_made: 'Plans that could not be made by themselves',
  recipient_reply: 'Answers from recipients',
  text_limit: 'Spending limit of texts reached',
  shop: 'Shops that change or cancel orders under way',
  vehicle_away: 'Plans that use a vehicle in the workshop',
  maintenance_due: 'Maintenance that is due',
  odometer_doubt: 'Odometers that do not fit',
  fuel_anomaly: 'Fuel and charging that is odd',
  temperature: 'Temperatures out of range',
  document_ends: 'Documents and licenses that end',
  transfer_late: 'Transfers too late for a route',
  transfer_short: 'Parcels missing from transfers',
  transfer_overdue: 'Transfers of which nobody said that they left or arrived',
  prescription_emergency: 'Prescriptions read in an emergency',
}
