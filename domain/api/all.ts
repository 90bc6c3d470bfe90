import type { Endpoint } from './endpoint.ts'
import * as etas from './etas.ts'
import * as account from './account.ts'
import * as addresses from './addresses.ts'
import * as alerts from './alerts.ts'
import * as analytics from './analytics.ts'
import * as apiKeys from './api-keys.ts'
import * as apps from './apps.ts'
import * as audit from './audit.ts'
import * as calendar from './calendar.ts'
import * as cash from './cash.ts'
import * as prescriptions from './prescriptions.ts'
import * as temperatures from './temperatures.ts'
import * as clients from './clients.ts'
import * as customFields from './custom-fields.ts'
import * as batch from './batch.ts'
import * as bulk from './bulk.ts'
import * as contact from './contact.ts'
import * as custody from './custody.ts'
import * as deliveries from './deliveries.ts'
import * as orderPage from './order-page.ts'
import * as shipping from './shipping.ts'
import * as slots from './slots.ts'
import * as operator from './operator.ts'
import * as clientBilling from './client-billing.ts'
import * as pay from './pay.ts'
import * as transfers from './transfers.ts'
import * as mailIn from './mail-in.ts'
import * as webhooks from './webhooks.ts'
import * as statuses from './statuses.ts'
import * as depots from './depots.ts'
import * as drivers from './drivers.ts'
import * as events from './events.ts'
import * as integrations from './integrations.ts'
import * as shops from './shops.ts'
import * as notifications from './notifications.ts'
import * as look from './look.ts'
import * as messages from './messages.ts'
import * as members from './members.ts'
import * as invitations from './invitations.ts'
import * as handovers from './handovers.ts'
import * as myRoute from './my-route.ts'
import * as papers from './papers.ts'
import * as addressMemory from './address-memory.ts'
import * as tracking from './tracking.ts'
import * as travel from './travel.ts'
import * as optimize from './optimize.ts'
import * as nearDrivers from './near-drivers.ts'
import * as positions from './positions.ts'
import * as planningSettings from './planning-settings.ts'
import * as planWhy from './plan-why.ts'
import * as planChanges from './plan-changes.ts'
import * as risks from './risks.ts'
import * as unpublished from './unpublished.ts'
import * as takes from './takes.ts'
import * as days from './days.ts'
import * as plans from './plans.ts'
import * as proofs from './proofs.ts'
import * as push from './push.ts'
import * as quotas from './quotas.ts'
import * as recipients from './recipients.ts'
import * as retention from './retention.ts'
import * as workspaceExports from './workspace-exports.ts'
import * as sandbox from './sandbox.ts'
import * as importMappings from './import-mappings.ts'
import * as savedViews from './saved-views.ts'
import * as maintenance from './maintenance.ts'
import * as fleetCosts from './fleet-costs.ts'
import * as fleetDocuments from './fleet-documents.ts'
import * as fuel from './fuel.ts'
import * as pickupPlaces from './pickup-places.ts'
import * as odometer from './odometer.ts'
import * as workOrders from './work-orders.ts'
import * as road from './road.ts'
import * as recurring from './recurring.ts'
import * as territories from './territories.ts'
import * as reports from './reports.ts'
import * as waves from './waves.ts'
import * as leftovers from './leftovers.ts'
import * as planningWeek from './planning-week.ts'
import * as replay from './replay.ts'
import * as rehearsals from './rehearsals.ts'
import * as billing from './billing.ts'
import * as tiers from './tiers.ts'
import * as vehicles from './vehicles.ts'
import * as workspace from './workspace.ts'
import * as workspaces from './workspaces.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every declared endpoint, for the OpenAPI document and for the test that all are mounted. */
export const allEndpoints: Endpoint[] = [
  workspace,
  workspaces,
  members,
  deliveries,
  statuses,
  custody,
  audit,
  batch,
  bulk,
  clients,
  customFields,
  addresses,
  drivers,
  vehicles,
  maintenance,
  workOrders,
  odometer,
  fuel,
  pickupPlaces,
  fleetDocuments,
  fleetCosts,
  depots,
  calendar,
  territories,
  waves,
  reports,
  leftovers,
  planningWeek,
  recurring,
  savedViews,
  importMappings,
  planningSettings,
  plans,
  days,
  handovers,
  papers,
  travel,
  proofs,
  planChanges,
  unpublished,
  risks,
  rehearsals,
  replay,
  planWhy,
  takes,
  myRoute,
  road,
  alerts,
  etas,
  analytics,
  messages,
  look,
  notifications,
  tracking,
  shipping,
  slots,
  clientBilling,
  pay,
  transfers,
  mailIn,
  operator,
  webhooks,
  addressMemory,
  orderPage,
  push,
  prescriptions,
  cash,
  temperatures,
  positions,
  nearDrivers,
  optimize,
  contact,
  apiKeys,
  apps,
  invitations,
  sandbox,
  events,
  quotas,
  tiers,
  billing,
  recipients,
  retention,
  workspaceExports,
  integrations,
  shops,
  account,
].flatMap((area) => Object.values(area).filter(isEndpoint))
