import type { RouteHandoverTable } from './tables/handovers.ts'
import type { AddressSpellingTable, AddressTable, GeocodeTable } from './tables/addresses.ts'
import type {
  AuditCheckTable,
  AuditEntryTable,
  AuditHeadTable,
  AuditNoteTable,
  AuditVisitTable,
} from './tables/audit.ts'
import type {
  AlertChoiceTable,
  AlertSettingsTable,
  AlertTable,
  AuthPushKeyTable,
  PushOutboxTable,
  PushSubscriptionTable,
} from './tables/alerts.ts'
import type { DeliveryOpeningTable, PrescriptionDoorTable, PrescriptionTable } from './tables/prescriptions.ts'
import type { CashEntryTable, CashHandInTable } from './tables/cash.ts'
import type {
  FleetDocumentTable,
  FuelEntryTable,
  MaintenanceScheduleTable,
  OdometerReadingTable,
  VehicleDriveTable,
  WorkOrderTable,
} from './tables/fleet.ts'
import type {
  DeliveryExcursionTable,
  TemperatureExcursionTable,
  TemperatureReadingTable,
} from './tables/temperatures.ts'
import type { WorkspaceLookTable } from './tables/look.ts'
import type { AuthTrackingKeyTable, TrackingSettingsTable } from './tables/tracking.ts'
import type {
  NotificationOutboxTable,
  NotificationReplyTable,
  NotificationSettingsTable,
  NotificationTable,
  NotificationTemplateTable,
  RecipientSubscriptionTable,
  ConsentTable,
  SuppressionTable,
} from './tables/notifications.ts'
import type { DriverMessageTable, MessageSettingsTable, MessageThreadTable } from './tables/messages.ts'
import type {
  EtaEffectTable,
  EtaFitTable,
  EtaHistoryTable,
  EtaObservationTable,
  RouteEtaTable,
  StopEtaTable,
} from './tables/etas.ts'
import type { AddressVisitTable, LearnedPlaceTable } from './tables/address-memory.ts'
import type {
  FigureAttemptTable,
  FigureDayTable,
  FigureNameTable,
  FigurePlaceMonthTable,
  FigurePlaceTable,
  FigureProgressTable,
  FigureRouteTable,
  FigureSumTable,
  FormerCurrencyTable,
} from './tables/figures.ts'
import type { ApiKeyDayTable, ApiKeyTable, ApiUsageTable } from './tables/api-keys.ts'
import type { AuthOneTimeTokenTable, AuthSendingTable } from './tables/auth/codes.ts'
import type { AuthFlowStateTable, AuthProviderStateTable } from './tables/auth/external.ts'
import type { AuthChallengeTable, AuthFactorTable, AuthRecoveryCodeTable } from './tables/auth/factors.ts'
import type { AuthGuessTable } from './tables/auth/guesses.ts'
import type { AuthApiKeyTable, AuthSealingKeyTable, AuthSigningKeyTable } from './tables/auth/keys.ts'
import type {
  OAuthAuthorizationTable,
  OAuthClientTable,
  OAuthGrantTable,
  OAuthTokenTable,
} from './tables/auth/oauth.ts'
import type { AuthPasskeyChallengeTable, AuthPasskeyTable } from './tables/auth/passkeys.ts'
import type { AuthDeviceTable, AuthRefreshTokenTable, AuthSessionTable } from './tables/auth/sessions.ts'
import type {
  AuthAuditEntryTable,
  AuthDeletionChoiceTable,
  AuthIdentityTable,
  AuthUserTable,
  AuthWorkspaceUseTable,
} from './tables/auth/users.ts'
import type { DayOffTable, HolidayTable } from './tables/calendar.ts'
import type { ClientTable } from './tables/clients.ts'
import type { CustomFieldTable } from './tables/custom-fields.ts'
import type { ChainHeadTable, CustodyLeafTable, CustodyLogTable } from './tables/custody.ts'
import type { DeliveryEventTable, DeliveryTable } from './tables/deliveries.ts'
import type { DeliveryPinTable, PhotoTable, ProofTable } from './tables/proofs.ts'
import type { DepotTable } from './tables/depots.ts'
import type { DriverTable } from './tables/drivers.ts'
import type { EventBatchTable, EventHeadTable, EventTable } from './tables/events.ts'
import type {
  ShopDeliveryTable,
  ShopEventTable,
  ShopOrderTable,
  ShopOutboxTable,
  ShopSyncTable,
} from './tables/shops.ts'
import type { ConnectionAttemptTable, IntegrationTable } from './tables/integrations.ts'
import type { DriverCodeTable, InvitationTable } from './tables/invitations.ts'
import type { OperationTable } from './tables/operations.ts'
import type { ErasureTable, RetentionTable } from './tables/personal.ts'
import type { PickupPlaceTable, PreparationTable } from './tables/pickup-places.ts'
import type { PlanningSettingsTable } from './tables/planning-settings.ts'
import type { DriverPositionTable, PositionTable, StayTable, TrackerTable } from './tables/positions.ts'
import type { PlanChangeTable, PlanTable, RouteTable, StopTable, UnpublishedChangeTable } from './tables/plans.ts'
import type { BillingInvoiceTable, StripeEventTable, SubscriptionTable } from './tables/billing.ts'
import type {
  ImportTable,
  QuotaChangeTable,
  QuotaCountTable,
  QuotaDayTable,
  QuotaMonthTable,
  UsageDayTable,
} from './tables/quotas.ts'
import type { GuestReplyTable, IdempotentReplyTable } from './tables/replies.ts'
import type { ApplicationTable, ContactMessageTable, MailTable, UsedChallengeTable } from './tables/site.ts'
import type { DefaultViewTable, ImportMappingTable, SavedViewTable } from './tables/saved-views.ts'
import type {
  DriverDeviceTable,
  ParcelProgressTable,
  RoadEntryTable,
  RoadSettingsTable,
  ShiftTable,
  StopProgressTable,
  VehicleCheckTable,
} from './tables/road.ts'
import type { RecurringDayTable, RecurringOrderTable, StandingRouteTable } from './tables/recurring.ts'
import type { RehearsalTable } from './tables/rehearsals.ts'
import type { ShippingSettingsTable } from './tables/shipping.ts'
import type { SlotHoldTable, SlotSettingsTable } from './tables/slots.ts'
import type {
  WebhookAnswerTable,
  WebhookCallTable,
  WebhookEndpointTable,
  WebhookProgressTable,
} from './tables/webhooks.ts'
import type { FrozenWorkspaceTable, WorkspaceExportTable } from './tables/moving.ts'
import type { ReportRefusalTable, ReportSendingTable, ReportTable } from './tables/reports.ts'
import type { PayRuleTable } from './tables/pay.ts'
import type { TransferDeliveryTable, TransferTable } from './tables/transfers.ts'
import type { ClientChargeTable, ClientInvoiceTable, RateCardTable } from './tables/client-billing.ts'
import type { MailInMailTable, MailInSettingsTable, MailInStateTable } from './tables/mail-in.ts'
import type { TerritoryTable } from './tables/territories.ts'
import type { WaveTable } from './tables/waves.ts'
import type { TravelBlockTable, TravelWayTable } from './tables/travel.ts'
import type { VehicleTable } from './tables/vehicles.ts'
import type { RealtimeMessageTable } from './tables/realtime.ts'
import type { StorageBlobTable, StorageBucketTable, StorageObjectTable, StorageUploadTable } from './tables/storage.ts'
import type { MemberTable, OwnershipOfferTable, WorkspaceTable } from './tables/workspaces.ts'

/*
 * The tables as queries see them. Columns have the same names as in the API (snake_case), so rows need no translation.
 * `connect.ts` reads timestamps as RFC 3339 strings, dates as YYYY-MM-DD, times as HH:MM, numbers as numbers.
 */
export type Tables = {
  workspaces: WorkspaceTable
  members: MemberTable
  ownership_offers: OwnershipOfferTable
  invitations: InvitationTable
  driver_codes: DriverCodeTable
  route_handovers: RouteHandoverTable
  clients: ClientTable
  depots: DepotTable
  vehicles: VehicleTable
  drivers: DriverTable
  days_off: DayOffTable
  positions: PositionTable
  driver_positions: DriverPositionTable
  stays: StayTable
  trackers: TrackerTable
  holidays: HolidayTable
  territories: TerritoryTable
  waves: WaveTable
  standing_routes: StandingRouteTable
  recurring_orders: RecurringOrderTable
  recurring_days: RecurringDayTable
  rehearsals: RehearsalTable
  saved_views: SavedViewTable
  default_views: DefaultViewTable
  import_mappings: ImportMappingTable
  planning_settings: PlanningSettingsTable
  deliveries: DeliveryTable
  delivery_events: DeliveryEventTable
  photos: PhotoTable
  proofs: ProofTable
  delivery_pins: DeliveryPinTable
  chain_heads: ChainHeadTable
  custody_log: CustodyLogTable
  custody_leaves: CustodyLeafTable
  events: EventTable
  event_batches: EventBatchTable
  event_heads: EventHeadTable
  audit_notes: AuditNoteTable
  audit_entries: AuditEntryTable
  audit_heads: AuditHeadTable
  audit_checks: AuditCheckTable
  audit_visits: AuditVisitTable
  addresses: AddressTable
  address_spellings: AddressSpellingTable
  address_visits: AddressVisitTable
  learned_places: LearnedPlaceTable
  geocodes: GeocodeTable
  custom_fields: CustomFieldTable
  plans: PlanTable
  operations: OperationTable
  routes: RouteTable
  stops: StopTable
  plan_changes: PlanChangeTable
  unpublished_changes: UnpublishedChangeTable
  driver_devices: DriverDeviceTable
  road_entries: RoadEntryTable
  shifts: ShiftTable
  vehicle_checks: VehicleCheckTable
  stop_progress: StopProgressTable
  parcel_progress: ParcelProgressTable
  road_settings: RoadSettingsTable
  alerts: AlertTable
  prescriptions: PrescriptionTable
  prescription_doors: PrescriptionDoorTable
  delivery_openings: DeliveryOpeningTable
  cash_entries: CashEntryTable
  maintenance_schedules: MaintenanceScheduleTable
  work_orders: WorkOrderTable
  fuel_entries: FuelEntryTable
  pickup_places: PickupPlaceTable
  preparations: PreparationTable
  fleet_documents: FleetDocumentTable
  odometer_readings: OdometerReadingTable
  vehicle_drives: VehicleDriveTable
  temperature_readings: TemperatureReadingTable
  temperature_excursions: TemperatureExcursionTable
  delivery_excursions: DeliveryExcursionTable
  cash_hand_ins: CashHandInTable
  message_threads: MessageThreadTable
  driver_messages: DriverMessageTable
  message_settings: MessageSettingsTable
  workspace_looks: WorkspaceLookTable
  tracking_settings: TrackingSettingsTable
  slot_settings: SlotSettingsTable
  shipping_settings: ShippingSettingsTable
  slot_holds: SlotHoldTable
  webhook_endpoints: WebhookEndpointTable
  webhook_progress: WebhookProgressTable
  pay_rules: PayRuleTable
  transfers: TransferTable
  transfer_deliveries: TransferDeliveryTable
  rate_cards: RateCardTable
  client_charges: ClientChargeTable
  client_invoices: ClientInvoiceTable
  mail_in_settings: MailInSettingsTable
  mail_in_mails: MailInMailTable
  webhook_calls: WebhookCallTable
  webhook_answers: WebhookAnswerTable
  alert_settings: AlertSettingsTable
  notification_settings: NotificationSettingsTable
  notification_templates: NotificationTemplateTable
  notifications: NotificationTable
  notification_replies: NotificationReplyTable
  consents: ConsentTable
  suppressions: SuppressionTable
  recipient_subscriptions: RecipientSubscriptionTable
  notification_outbox: NotificationOutboxTable
  alert_choices: AlertChoiceTable
  push_subscriptions: PushSubscriptionTable
  'auth.push_keys': AuthPushKeyTable
  'auth.tracking_keys': AuthTrackingKeyTable
  push_outbox: PushOutboxTable
  route_etas: RouteEtaTable
  stop_etas: StopEtaTable
  eta_history: EtaHistoryTable
  eta_observations: EtaObservationTable
  eta_effects: EtaEffectTable
  travel_blocks: TravelBlockTable
  travel_ways: TravelWayTable
  eta_fits: EtaFitTable
  figure_attempts: FigureAttemptTable
  figure_routes: FigureRouteTable
  figure_sums: FigureSumTable
  figure_days: FigureDayTable
  figure_progress: FigureProgressTable
  figure_names: FigureNameTable
  figure_places: FigurePlaceTable
  figure_place_months: FigurePlaceMonthTable
  former_currencies: FormerCurrencyTable
  reports: ReportTable
  frozen_workspaces: FrozenWorkspaceTable
  workspace_exports: WorkspaceExportTable
  report_sendings: ReportSendingTable
  report_refusals: ReportRefusalTable
  idempotent_replies: IdempotentReplyTable
  api_keys: ApiKeyTable
  api_usage: ApiUsageTable
  api_key_days: ApiKeyDayTable
  quota_counts: QuotaCountTable
  quota_changes: QuotaChangeTable
  quota_days: QuotaDayTable
  quota_months: QuotaMonthTable
  usage_days: UsageDayTable
  subscriptions: SubscriptionTable
  billing_invoices: BillingInvoiceTable
  imports: ImportTable
  erasures: ErasureTable
  retention: RetentionTable
  integrations: IntegrationTable
  connection_attempts: ConnectionAttemptTable
  shop_syncs: ShopSyncTable
  shop_events: ShopEventTable
  shop_orders: ShopOrderTable
  shop_deliveries: ShopDeliveryTable
  shop_outbox: ShopOutboxTable
  'auth.users': AuthUserTable
  'auth.identities': AuthIdentityTable
  'auth.sessions': AuthSessionTable
  'auth.refresh_tokens': AuthRefreshTokenTable
  'auth.signing_keys': AuthSigningKeyTable
  'auth.flow_states': AuthFlowStateTable
  'auth.one_time_tokens': AuthOneTimeTokenTable
  'auth.sendings': AuthSendingTable
  'auth.guesses': AuthGuessTable
  'auth.provider_states': AuthProviderStateTable
  'auth.factors': AuthFactorTable
  'auth.challenges': AuthChallengeTable
  'auth.recovery_codes': AuthRecoveryCodeTable
  'auth.passkeys': AuthPasskeyTable
  'auth.passkey_challenges': AuthPasskeyChallengeTable
  'auth.devices': AuthDeviceTable
  'auth.audit_entries': AuthAuditEntryTable
  'auth.deletion_choices': AuthDeletionChoiceTable
  'auth.workspace_uses': AuthWorkspaceUseTable
  'auth.api_keys': AuthApiKeyTable
  'auth.oauth_clients': OAuthClientTable
  'auth.oauth_grants': OAuthGrantTable
  'auth.oauth_authorizations': OAuthAuthorizationTable
  'auth.oauth_tokens': OAuthTokenTable
  'auth.sealing_keys': AuthSealingKeyTable
  'site.contact_messages': ContactMessageTable
  'site.applications': ApplicationTable
  'site.stripe_events': StripeEventTable
  'site.used_challenges': UsedChallengeTable
  'site.guest_replies': GuestReplyTable
  'site.mails': MailTable
  'site.mail_in': MailInStateTable
  'realtime.messages': RealtimeMessageTable
  'storage.buckets': StorageBucketTable
  'storage.objects': StorageObjectTable
  'storage.uploads': StorageUploadTable
  'storage.blobs': StorageBlobTable
}
