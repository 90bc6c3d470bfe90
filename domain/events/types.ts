import { z } from 'zod'
import type { Action } from '../permissions.ts'
import { AddressEntry } from '../schema/address.ts'
import { Alert } from '../schema/alert.ts'
import { AlertSettings } from '../schema/alert-settings.ts'
import { App, AppGrant } from '../schema/app.ts'
import { ApiKey } from '../schema/api-key.ts'
import { DayOff, Holiday } from '../schema/calendar.ts'
import { CustomField } from '../schema/custom-field.ts'
import { CashEntry, CashHandIn } from '../schema/cash.ts'
import { Client } from '../schema/client.ts'
import { Delivery } from '../schema/delivery.ts'
import { Depot } from '../schema/depot.ts'
import { Device } from '../schema/device.ts'
import { Driver } from '../schema/driver.ts'
import { DriverCode, Invitation } from '../schema/invitation.ts'
import { Handover } from '../schema/handover.ts'
import { Integration } from '../schema/integration.ts'
import { PayRule } from '../schema/pay.ts'
import { ClientCharge, ClientInvoice, RateCard } from '../schema/client-billing.ts'
import { MailInSettings } from '../schema/mail-in.ts'
import { Member, OwnershipOffer } from '../schema/member.ts'
import { Look } from '../schema/look.ts'
import { ConsentNote, NotificationNote, SuppressionNote } from '../schema/notification.ts'
import { NotificationSettings, NotificationTemplate } from '../schema/notification-settings.ts'
import { MessageNote, MessageSettings } from '../schema/message.ts'
import { TemperatureExcursion } from '../schema/temperature.ts'
import { Tracker } from '../schema/position.ts'
import { PlanningSettings } from '../schema/planning-settings.ts'
import { PlanSummary, RouteOutline } from '../schema/plan.ts'
import { Erasure } from '../schema/recipient.ts'
import { Retention } from '../schema/retention.ts'
import { RoadSettings } from '../schema/road-settings.ts'
import { RoadShift } from '../schema/road-shift.ts'
import { ReportNote } from '../schema/report.ts'
import { RecurringOrder, StandingRoute } from '../schema/recurring.ts'
import { Transfer } from '../schema/transfer.ts'
import { Territory } from '../schema/territory.ts'
import { ShippingSettings } from '../schema/shipping.ts'
import { SlotHold, SlotSettings } from '../schema/slots.ts'
import { Wave } from '../schema/wave.ts'
import { MaintenanceSchedule } from '../schema/maintenance.ts'
import { OdometerReading } from '../schema/odometer.ts'
import { FleetDocument } from '../schema/fleet-document.ts'
import { FuelEntry } from '../schema/fuel.ts'
import { PickupPlace } from '../schema/pickup-place.ts'
import { WorkOrder } from '../schema/work-order.ts'
import { VehicleCheck } from '../schema/vehicle-check.ts'
import { LearnedNote } from '../schema/learned-place.ts'
import { TrackingSettings } from '../schema/tracking-settings.ts'
import { Vehicle } from '../schema/vehicle.ts'
import { WebhookEndpoint } from '../schema/webhook-endpoint.ts'
import { Workspace } from '../schema/workspace.ts'

/** What can change: how `/v1` shows it, and what somebody must be allowed to do to learn of it. */
export const subjects = {
  delivery: { data: Delivery, may: 'see_deliveries' },
  transfer: { data: Transfer, may: 'see_operations' },
  plan: { data: PlanSummary.omit({ waits_behind: true }), may: 'see_operations' },
  route: { data: RouteOutline, may: 'see_operations' },
  handover: { data: Handover, may: 'see_operations' },
  driver: { data: Driver, may: 'see_operations' },
  tracker: { data: Tracker, may: 'see_operations' },
  vehicle: { data: Vehicle.omit({ driver_id: true, driver_name: true }), may: 'see_operations' },
  depot: { data: Depot, may: 'see_operations' },
  day_off: { data: DayOff, may: 'see_operations' },
  holiday: { data: Holiday, may: 'see_operations' },
  recurring_order: { data: RecurringOrder.omit({ order: true, next_day: true }), may: 'see_operations' },
  standing_route: { data: StandingRoute, may: 'see_operations' },
  territory: { data: Territory, may: 'see_operations' },
  wave: { data: Wave.omit({ next_run: true }), may: 'see_operations' },
  report: { data: ReportNote, may: 'see_operations' },
  planning_settings: { data: PlanningSettings, may: 'see_operations' },
  // How far its log has come changes with every batch, and is no event.
  device: {
    data: Device.omit({ last_seen_at: true, last_sequence: true, last_hash: true, held: true }),
    may: 'see_operations',
  },
  shift: { data: RoadShift, may: 'see_operations' },
  vehicle_check: { data: VehicleCheck, may: 'see_operations' },
  maintenance_schedule: { data: MaintenanceSchedule.omit({ due: true }), may: 'see_operations' },
  work_order: { data: WorkOrder, may: 'see_operations' },
  fleet_document: { data: FleetDocument.omit({ due: true }), may: 'see_operations' },
  pickup_place: { data: PickupPlace, may: 'see_deliveries' },
  fuel_entry: { data: FuelEntry.omit({ km: true, per_100_km: true, anomalies: true }), may: 'see_operations' },
  odometer_reading: { data: OdometerReading, may: 'see_operations' },
  road_settings: { data: RoadSettings, may: 'see_operations' },
  alert: { data: Alert, may: 'see_operations' },
  alert_settings: { data: AlertSettings, may: 'see_operations' },
  temperature_excursion: { data: TemperatureExcursion, may: 'see_operations' },
  cash_entry: { data: CashEntry, may: 'see_operations' },
  cash_hand_in: { data: CashHandIn, may: 'see_operations' },
  message: { data: MessageNote, may: 'see_operations' },
  message_settings: { data: MessageSettings, may: 'see_operations' },
  tracking_settings: { data: TrackingSettings, may: 'see_operations' },
  notification: { data: NotificationNote, may: 'see_operations' },
  notification_settings: { data: NotificationSettings, may: 'see_operations' },
  notification_template: { data: NotificationTemplate, may: 'see_operations' },
  consent: { data: ConsentNote, may: 'see_operations' },
  suppression: { data: SuppressionNote, may: 'see_operations' },
  learned_place: { data: LearnedNote, may: 'see_addresses' },
  look: { data: Look, may: 'see_operations' },
  slot_settings: { data: SlotSettings, may: 'see_operations' },
  shipping_settings: { data: ShippingSettings, may: 'see_operations' },
  pay_rule: { data: PayRule, may: 'manage_workspace' },
  rate_card: { data: RateCard, may: 'see_operations' },
  client_charge: { data: ClientCharge.extend({ client_id: z.uuid() }), may: 'see_operations' },
  client_invoice: { data: ClientInvoice, may: 'see_operations' },
  mail_in_settings: { data: MailInSettings, may: 'manage_workspace' },
  slot_hold: { data: SlotHold, may: 'see_operations' },
  custom_field: { data: CustomField, may: 'see_operations' },
  client: { data: Client, may: 'see_operations' },
  address: { data: AddressEntry.omit({ open_deliveries: true }), may: 'see_addresses' },
  // A page learns from it that its own member may do something else now.
  member: { data: Member, may: 'see_operations' },
  ownership: { data: OwnershipOffer, may: 'see_operations' },
  invitation: { data: Invitation, may: 'manage_workspace' },
  driver_code: { data: DriverCode, may: 'invite_drivers' },
  workspace: { data: Workspace, may: 'see_workspace' },
  integration: { data: Integration.omit({ missing_settings: true }), may: 'manage_workspace' },
  webhook_endpoint: { data: WebhookEndpoint, may: 'manage_workspace' },
  api_key: { data: ApiKey, may: 'manage_workspace' },
  app: { data: App, may: 'manage_workspace' },
  app_grant: { data: AppGrant.omit({ last_used_at: true }), may: 'manage_workspace' },
  erasure: { data: Erasure, may: 'manage_workspace' },
  retention: { data: Retention, may: 'manage_workspace' },
} as const satisfies Record<string, { data: z.ZodObject; may: Action }>

export type SubjectKind = keyof typeof subjects

/** Every type of event, with what it says. The part before the dot is what changed. */
export const eventTypes = {
  'delivery.created': 'It was entered, imported, or came from a shop or a program',
  'delivery.updated': 'Its fields or its position changed',
  'delivery.status_changed': 'It moved to another status',
  'delivery.corrected': 'Its status was wrong, and says now how it really was',
  'delivery.deleted': 'It was deleted; it can be restored',
  'delivery.restored': 'A deleted one came back',
  'delivery.erased': 'Its personal data was erased, here too',
  'delivery.loaded': 'The driver loaded it, or one of its parcels',
  'delivery.missing': 'The driver did not find it, or one of its parcels, when loading',
  'delivery.scanned': 'A code was scanned at the door',
  'delivery.proved': 'The driver brought a proof, such as a photo or a signature',
  'delivery.measured': 'Its temperature was read',
  'delivery.photo_checked': 'A photo of it arrived, and was compared with what the driver’s phone signed',
  'delivery.handed_over': 'Its driver gives it to another driver',
  'delivery.taken_over': 'Another driver has it now',
  'delivery.returned': 'It is back at a depot',
  'delivery.excursion': 'It was, or is, out of its temperatures on board',
  'delivery.prepared': 'Its kitchen accepted it, prepares it, has it ready, or takes longer',
  'delivery.preferred': 'Its recipient asked for something on the tracking page, or no longer does',
  'delivery.rated': 'Its recipient gave it 1 to 5 stars',
  'delivery.wrote': 'Its recipient wrote to the dispatchers; the history has the text',
  'delivery.link_renewed': 'Links to its tracking page stopped working, and there is another one',
  'delivery.transfer_added': 'It goes on a transfer to another depot',
  'delivery.transfer_removed': 'It does not go on that transfer after all',
  'delivery.transfer_departed': 'Its transfer left with it',
  'delivery.transfer_arrived': 'Its transfer brought it to a depot',
  'delivery.transfer_short': 'Not all of its parcels were on board, or were there when the transfer arrived',
  'delivery.transfer_retimed': 'Its transfer is expected at another time',
  'delivery.transfer_taken_back': 'The departure or arrival of its transfer was taken back',
  'transfer.created': 'Goods are to be brought from one depot to another',
  'transfer.updated': 'A transfer changed, such as when it is expected',
  'transfer.loaded': 'Deliveries were put on a transfer, or taken off it',
  'transfer.departed': 'A transfer left',
  'transfer.arrived': 'A transfer arrived, or goods of it were found later',
  'transfer.canceled': 'A transfer does not leave',
  'transfer.taken_back': 'Its departure, arrival or cancellation was taken back',
  'plan.created': 'It waits for its turn to be calculated',
  'plan.finish_requested': 'Somebody asked for the best plan so far',
  'plan.drafted': 'It has been calculated; its routes come as route.created',
  'plan.approved': 'Its deliveries are planned',
  'plan.dispatched': 'Its routes went to the drivers',
  'plan.dispatch_taken_back': 'It is approved again, and no longer dispatched',
  'plan.approval_taken_back': 'It is a draft again',
  'plan.cancelled': 'Its calculation was stopped',
  'plan.failed': 'It could not be calculated',
  'plan.discarded': 'The draft was thrown away',
  'plan.taken': 'What it proposed is in the plan that it revises',
  'plan.scenario_changed': 'It was renamed, or is an ordinary draft by now',
  'plan.changed': 'A dispatcher changed its routes, which come as route.created, route.changed and route.removed',
  'plan.change_kept': 'A dispatcher changed it; drivers will see it once it is published',
  'plan.change_withdrawn': 'A dispatcher took back changes that were not published, or put such changes back',
  'route.created': 'A plan has it, with its stops',
  'handover.given': 'A dispatcher says that the driver has the route, such as on paper',
  'handover.not_given': 'A dispatcher says that the driver does not have it after all',
  'handover.mailed': 'The route goes to the driver’s email address',
  'handover.linked': 'The route has a link that opens it without signing in',
  'handover.link_withdrawn': 'That link no longer works',
  'handover.opened': 'Somebody opened the link, and sees the route as it is now',
  'handover.seen': 'The driver, signed in, sees the route as it is now',
  'route.changed': 'Its stops, their times, its driver or vehicle changed',
  'route.removed': 'Its last stop left it, or it became part of another; the record is as it was',
  'driver.created': 'A driver was added',
  'driver.updated': 'A driver, or what they drive, changed',
  'tracker.created': 'A tracker may send positions of a driver',
  'tracker.revoked': 'Nothing more is taken from a tracker',
  'vehicle.created': 'A vehicle was added',
  'vehicle.updated': 'A vehicle changed',
  'depot.created': 'A depot was added',
  'depot.updated': 'A depot changed',
  'day_off.created': 'A driver has a day off, or several in a row',
  'day_off.deleted': 'A driver works then after all',
  'holiday.created': 'Nobody drives on that day, or nobody of one depot',
  'holiday.deleted': 'The day is like any other again',
  'recurring_order.created': 'An order comes again from now on; it does not say whose',
  'recurring_order.updated': 'When it comes, or what each delivery says, changed',
  'recurring_order.deleted': 'It does not come again',
  'standing_route.created': 'There is a new standing route',
  'standing_route.updated': 'Its name or driver changed',
  'standing_route.deleted': 'Its orders go on without it',
  'wave.created': 'Plans are made by themselves at another time',
  'wave.updated': 'A wave, its time or what it plans changed',
  'wave.deleted': 'The wave plans no more',
  'report.created': 'A report was saved',
  'report.updated': 'What it shows, when it is mailed or to whom changed',
  'report.deleted': 'It is gone, and not mailed any more; for a day, it can be restored',
  'report.restored': 'A deleted one came back, with its schedule',
  'report.sent': 'It was due, or somebody sent it by hand: it is on its way to its recipients',
  'report.stopped': 'It is not mailed any more, because whoever scheduled it may no longer see it',
  'wave.ran': 'It was time to plan: it began a plan, or says why there was none to make',
  'territory.created': 'There is a new zone that belongs to drivers',
  'territory.updated': 'A zone, its drivers or its rule changed',
  'territory.deleted': 'The zone no longer matters to plans',
  'planning_settings.updated': 'What plans are made with changed',
  'device.registered': 'A driver signed in on another phone',
  'device.revoked': 'A phone counts no more; what it still sends waits for a decision',
  'shift.started': 'A driver is on the road',
  'shift.updated': 'A driver takes a break, or goes on',
  'shift.ended': 'A driver is done for the day',
  'vehicle_check.done': 'A driver checked a vehicle',
  'vehicle_check.blocked': 'A driver found a defect that keeps the vehicle from driving',
  'vehicle_check.mended': 'Somebody said that the vehicle may drive again',
  'maintenance_schedule.created': 'Maintenance of a vehicle comes again from now on',
  'maintenance_schedule.updated': 'When it comes again changed, or it was done',
  'maintenance_schedule.deleted': 'It does not come again',
  'work_order.created': 'Something is to be done to a vehicle',
  'work_order.updated': 'A work order, its days in the workshop or its costs changed',
  'work_order.finished': 'It is done, and plans have the vehicle again',
  'work_order.canceled': 'It is not to be done after all',
  'fleet_document.created': 'A document of a vehicle, or a license of a driver, was added',
  'fleet_document.updated': 'A document changed, such as when it ends',
  'fleet_document.deleted': 'A document is no longer kept',
  'pickup_place.created': 'A kitchen or shop where orders are picked up was added',
  'pickup_place.updated': 'Its address, hours, slots or other fields changed, or it was deactivated',
  'fuel_entry.created': 'A vehicle was filled or charged',
  'fuel_entry.updated': 'A fuel entry was corrected, or what is odd about it accepted',
  'fuel_entry.deleted': 'A fuel entry was wrong, and is gone',
  'odometer_reading.added': 'Somebody read the odometer of a vehicle',
  'odometer_reading.doubted': 'A reading of a driver does not fit, and waits for somebody to look',
  'odometer_reading.settled': 'Somebody counted it, or dropped it',
  'road_settings.updated': 'What drivers are asked for, or may do, changed',
  'alert.raised': 'Something happened that a dispatcher should look at, or became worse',
  'alert.seen': 'Somebody has seen it',
  'alert.done': 'Somebody dealt with it',
  'alert.settled': 'It was over by itself',
  'temperature_excursion.began': 'A compartment is out of its range for longer than allowed',
  'temperature_excursion.ended': 'It is back in range',
  'temperature_excursion.acknowledged': 'Somebody deals with it, and says how',
  'cash_entry.added': 'A driver took cash, took it back, or handed it in, or somebody corrected what they have',
  'cash_hand_in.created': 'A driver brings cash, which waits to be counted',
  'cash_hand_in.confirmed': 'Somebody counted it',
  'message.sent': 'A driver or a dispatcher wrote to the other; the event does not say what',
  'message.delivered': 'The phone of the driver has it',
  'message.read': 'The other side has read it',
  'message.erased': 'What it said was erased',
  'message_settings.updated': 'Ready-made answers changed',
  'learned_place.updated': 'Visits suggest something about an address, or somebody decided about it',
  'tracking_settings.updated': 'What recipients see on the tracking page, or may change, changed',
  'notification.sent': 'A provider has a message to a recipient; the event says neither to whom nor what',
  'notification.delivered': 'The provider says that the recipient has it',
  'notification.failed': 'It did not arrive, was not sent, or nobody knows',
  'notification.answered': 'The recipient answered a text; the event does not say what',
  'notification_settings.updated': 'What recipients are told, on which channels and at what cost changed',
  'notification_template.written': 'A template of your own was written',
  'notification_template.reset': 'Our template is used again',
  'consent.added': 'The owner of an address or number agreed to messages; the event does not say which',
  'consent.removed': 'They did not, or not any more',
  'suppression.added': 'Nothing more is sent to an address or number; the event does not say which',
  'suppression.removed': 'It gets messages again',
  'look.updated': 'The logo, color or contact line changed',
  'slot_settings.updated': 'Which delivery slots are offered changed',
  'shipping_settings.updated': 'The shipping rules of checkouts changed',
  'pay_rule.created': 'Drivers, or one, earn something else from a day on',
  'pay_rule.deleted': 'The rule before it counts again',
  'rate_card.created': 'A client has a rate card from a day on',
  'rate_card.updated': 'A rate card, or its last day, changed',
  'client_charge.added': 'Somebody charged a client something that is no delivery',
  'client_invoice.made': 'A client has another invoice or credit note',
  'mail_in_settings.updated': 'How orders are taken by mail changed, or they have a new address',
  'slot_hold.created': 'A slot is held for a buyer',
  'slot_hold.confirmed': 'A held slot was booked, and its delivery has the window',
  'slot_hold.released': 'A held slot was given back',
  'alert_settings.updated': 'Who is told of alerts that nobody sees changed',
  'custom_field.created': 'Deliveries have a new field of your own',
  'custom_field.updated': 'A field was renamed, moved or archived, or others see it',
  'client.created': 'A client was added',
  'client.updated': 'A client changed',
  'address.created': 'The address book has a new entry',
  'address.updated': 'An entry changed',
  'address.deleted': 'An entry was deleted',
  'member.joined': 'Somebody belongs to the workspace',
  'member.updated': 'A member has another role, name or depots',
  'member.suspended': 'A member cannot do anything in the workspace for now',
  'member.resumed': 'A suspended member may work again',
  'member.removed': 'Somebody was removed and no longer belongs to the workspace',
  'member.left': 'Somebody left and no longer belongs to the workspace',
  'ownership.offered': 'An owner offered the workspace to a member',
  'ownership.accepted': 'The member is the owner now, and the former one an admin',
  'ownership.declined': 'The member does not want it',
  'ownership.withdrawn': 'The owner took the offer back, or one of the two no longer belongs to the workspace',
  'ownership.expired': 'Nobody answered in time',
  'invitation.created': 'Somebody was invited to the workspace',
  'invitation.sent': 'An invitation was sent again, and lasts longer',
  'invitation.accepted': 'Whoever was invited accepted',
  'invitation.withdrawn': 'An invitation no longer works',
  'invitation.failed': 'An invitation could not be sent by text',
  'driver_code.created': 'A code that signs a driver’s phone in was made',
  'driver_code.used': 'It signed a phone in',
  'driver_code.withdrawn': 'It no longer works, because there is a newer one or nobody wants it any more',
  'workspace.created': 'It begins with this event',
  'workspace.updated': 'Its settings changed',
  'integration.connecting': 'A connection to a shop was begun, or went on',
  'integration.connected': 'A shop is connected',
  'integration.failed': 'A shop could not be connected',
  'integration.disconnected': 'A shop was disconnected',
  'integration.updated': 'Which orders of a shop are delivered, or how, changed',
  'integration.plugin_key_made': 'The plugin of a shop got a new key',
  'integration.broken': 'A connected shop no longer lets Karta in',
  'webhook_endpoint.created': 'Events are posted to another address',
  'webhook_endpoint.updated': 'An address that events are posted to changed, or was turned on or off',
  'webhook_endpoint.rotated': 'An address that events are posted to has a new secret',
  'webhook_endpoint.paused': 'Karta paused an address, because it failed for three days or is gone',
  'webhook_endpoint.deleted': 'Events are no longer posted to an address',
  'api_key.created': 'There is a new key',
  'api_key.updated': 'A key has another name, or may do something else',
  'api_key.rotated': 'A key has a new secret, or the overlap with the old one was ended',
  'api_key.revoked': 'A key no longer works',
  'app.created': 'An app was registered',
  'app.updated': 'An app has another name or other addresses',
  'app.secret_changed': 'An app has a new secret',
  'app.deleted': 'An app was deleted, with everything that people allowed it',
  'app_grant.allowed': 'A member allowed an app to work for them here',
  'app_grant.revoked': 'What a member allowed an app was taken back',
  'erasure.requested': 'A recipient is being erased; it does not say who',
  'erasure.finished': 'A recipient was erased, with what there was of them',
  'retention.updated': 'How long personal data is kept changed',
  'retention.applied': 'The night removed what was older than that, and says how much',
} as const satisfies Record<`${SubjectKind}.${string}`, string>

export type EventType = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as EventType[]

/** What a type of event is about. */
export type SubjectOf<T extends EventType> = T extends `${infer Kind extends SubjectKind}.${string}` ? Kind : never

export function subjectOf<T extends EventType>(type: T): SubjectOf<T> {
  return type.slice(0, type.indexOf('.')) as SubjectOf<T>
}

/** The record that an event of a type shows. */
export type DataOf<T extends EventType> = z.output<(typeof subjects)[SubjectOf<T>]['data']>

/** The types that whoever may do what `can` says may read. */
export function typesFor(can: (action: Action) => boolean): EventType[] {
  return eventTypeNames.filter((type) => can(subjects[subjectOf(type)].may))
}
