import type { TopicKind } from '#domain/live-topics.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import type { Deed } from '../../storage/rules.ts'

/*
 * Who may do what, written down a second time: `server/permissions.test.ts` calls everything as everybody and compares
 * with this. It does not read the code that decides, so a changed permission is changed in both places, on purpose, and
 * whatever is new needs a row.
 *
 * A row names whom it lets in by their letters, each in its place, with `-` for those it refuses:
 *
 *   oadrvc  owner, admin, dispatcher, driver (with a record of drivers), viewer, client
 *   RDPT    API keys with one scope: read, deliveries, planning, tracking
 *
 * A member of another role who is tied to a driver's record may do what the driver may, too.
 */

export const peopleLetters = 'oadrvc'
export const keyLetters = 'RDPT'

/** `anybody` needs to show nothing; a `person` is signed in, in whatever workspace; `fully`, with the second factor. */
export type Row = 'anybody' | 'person' | 'fully' | `${string} ${string}`

/** Endpoints of `/v1`, by their id. */
export const endpointRows: Record<string, Row> = {
  getMe: 'oadrvc ----',
  getWorkspace: 'oadrvc ----',
  changeWorkspace: 'oa---- ----',
  loadSampleData: 'oad--- --P-',

  listDeliveries: 'oad-vc RDPT',
  countDeliveries: 'oad-vc RDPT',
  getDelivery: 'oad-vc RDPT',
  listDeliveryEvents: 'oad-vc RDPT',
  createOrder: 'oad--c -D--',
  createDelivery: 'oad--c -D--',
  importDeliveries: 'oad--c -D--',
  changeDelivery: 'oad--c -D--',
  changeDeliveriesInBulk: 'oad--- -D--',
  duplicateDeliveries: 'oad--- -D--',
  cancelMissingDeliveries: 'oad--- -D--',
  undoDeliveriesInBulk: 'oad--- -D--',
  setDeliveryStatus: 'oad--- -D--',
  correctDeliveryStatus: 'oad--- -D--',
  setPosition: 'oad--- -D--',
  listSavedViews: 'oad-vc RDPT',
  createSavedView: 'oad-vc RDPT',
  changeSavedView: 'oad-vc RDPT',
  deleteSavedView: 'oad-vc RDPT',
  listImportMappings: 'oad--- -D--',
  createImportMapping: 'oad--- -D--',
  changeImportMapping: 'oad--- -D--',
  deleteImportMapping: 'oad--- -D--',
  eraseDelivery: 'oa---- ----',
  exportCustody: 'oad-v- R-P-',
  listProofs: 'oad-vc RDPT',
  getPhoto: 'oad-vc RDPT',
  printNote: 'oad-vc RDPT',
  exportDeliveryCustody: 'oad-vc RDPT',
  listAudit: 'oa---- ----',
  exportAudit: 'oa---- ----',
  getAuditState: 'oa---- ----',
  checkAudit: 'oa---- ----',
  noteExport: 'oad-vc RDPT',

  listAddresses: 'oad-v- RDP-',
  getAddress: 'oad-v- RDP-',
  reviewAddresses: 'oad-v- RDP-',
  searchAddresses: 'oad-v- RDP-',
  createAddress: 'oad--- -D--',
  changeAddress: 'oad--- -D--',
  deleteAddress: 'oad--- -D--',
  locateAgain: 'oad--- -D--',

  listClients: 'oad-v- R-P-',
  getClient: 'oad-v- R-P-',
  listCustomFields: 'oad-vc RDPT',
  createCustomField: 'oa---- ----',
  changeCustomField: 'oa---- ----',
  createClient: 'oad--- -D--',
  changeClient: 'oad--- -D--',

  listDrivers: 'oad-v- R-P-',
  getDriver: 'oad-v- R-P-',
  createDriver: 'oad--- --P-',
  changeDriver: 'oad--- --P-',
  importDrivers: 'oad--- --P-',
  listVehicles: 'oad-v- R-P-',
  getVehicle: 'oad-v- R-P-',
  createVehicle: 'oad--- --P-',
  changeVehicle: 'oad--- --P-',
  importVehicles: 'oad--- --P-',
  listDepots: 'oad-v- R-P-',
  getDepot: 'oad-v- R-P-',
  createDepot: 'oad--- --P-',
  addDepotAlias: 'oad--- --P-',
  changeDepot: 'oad--- --P-',
  importDepots: 'oad--- --P-',

  listDaysOff: 'oad-v- R-P-',
  createDayOff: 'oad--- --P-',
  deleteDayOff: 'oad--- --P-',
  listHolidays: 'oad-v- R-P-',
  createHoliday: 'oad--- --P-',
  deleteHoliday: 'oad--- --P-',
  listTerritories: 'oad-v- R-P-',
  getTerritory: 'oad-v- R-P-',
  createTerritory: 'oad--- --P-',
  changeTerritory: 'oad--- --P-',
  deleteTerritory: 'oad--- --P-',
  getPlanningSettings: 'oad-v- R-P-',
  changePlanningSettings: 'oa---- ----',

  registerDevice: '---r-- ----',
  listOwnDevices: '---r-- ----',
  getDriverDay: '---r-- ----',
  sendEntries: '---r-- ----',
  listDevices: 'oad-v- R-P-',
  revokeDevice: 'oad--- --P-',
  listVehicleChecks: 'oad-v- R-P-',
  mendVehicle: 'oad--- --P-',
  listHeldEntries: 'oad-v- R-P-',
  settleHeldEntries: 'oad--- -D--',
  handInLog: 'anybody',
  getRoadSettings: 'oad-v- R-P-',
  changeRoadSettings: 'oa---- ----',
  listAlerts: 'oad-v- R-P-',
  seeAlert: 'oad--- -D--',
  finishAlert: 'oad--- -D--',
  listPlanEtas: 'oad-v- R--T',
  listRouteEtas: 'oad-v- R--T',
  listSaidEtas: 'oad-v- R--T',
  getEtaModel: 'oad-v- R-P-',
  listOwnMessages: '---r-- ----',
  getOwnMessagePhoto: '---r-- ----',
  listThreads: 'oad-v- R-P-',
  listDriverMessages: 'oad-v- R-P-',
  sendMessage: 'oad--- -D--',
  readMessages: 'oad--- -D--',
  broadcastMessage: 'oad--- -D--',
  eraseMessage: 'oa---- ----',
  getMessagePhoto: 'oad-v- R-P-',
  getMessageSettings: 'oad-v- R-P-',
  changeMessageSettings: 'oa---- ----',
  getAlertSettings: 'oad-v- R-P-',
  changeAlertSettings: 'oa---- ----',

  getMyRoute: '---r-- ----',
  recordPings: '---r-- ----',
  listPositions: 'oad-v- R--T',
  getTrail: 'oad-v- R--T',
  listStays: 'oad-v- R--T',
  getKeptPositions: '---r-- ----',
  getOwnTrail: '---r-- ----',
  erasePositions: 'oa---- ----',
  listTrackers: 'oad-v- R-P-',
  createTracker: 'oad--- --P-',
  revokeTracker: 'oad--- --P-',
  noteRouteSeen: '---r-- ----',
  openRouteLink: 'anybody',
  listHandovers: 'oad-v- R-P-',
  giveRoutes: 'oad--- --P-',
  mailRoutes: 'oad--- --P-',
  makeRouteLink: 'oad--- --P-',
  withdrawRouteLink: 'oad--- --P-',
  printRouteSheets: 'oad-v- R-P-',
  printManifest: 'oad-vc RDPT',
  printLabels: 'oad-vc RDPT',
  listPlans: 'oad-v- R-P-',
  getPlanningDay: 'oad-v- R-P-',
  getPlan: 'oad-v- R-P-',
  getRoute: 'oad-v- R-P-',
  listNearDrivers: 'oad-v- R-P-',
  getPlanProgress: 'oad-v- R-P-',
  createPlan: 'oad--- --P-',
  listRecurringOrders: 'oad-v- R-P-',
  getRecurringOrder: 'oad-v- R-P-',
  createRecurringOrder: 'oad--- -D--',
  changeRecurringOrder: 'oad--- -D--',
  deleteRecurringOrder: 'oad--- -D--',
  listStandingRoutes: 'oad-v- R-P-',
  createStandingRoute: 'oad--- --P-',
  changeStandingRoute: 'oad--- --P-',
  deleteStandingRoute: 'oad--- --P-',
  suggestDays: 'oad--- --P-',
  cancelPlan: 'oad--- --P-',
  finishPlan: 'oad--- --P-',
  approvePlan: 'oad--- --P-',
  takeBackPlan: 'oad--- --P-',
  dispatchPlan: 'oad--- --P-',
  discardPlan: 'oad--- --P-',
  previewPlanChange: 'oad--- --P-',
  changePlan: 'oad--- --P-',
  undoPlanChange: 'oad--- --P-',
  listPlanChanges: 'oad-v- R-P-',
  findPlaces: 'oad-v- R-P-',
  getLateOrders: 'oad-v- R-P-',
  optimize: 'oad--- --P-',
  listOperations: 'oad-v- R-P-',
  getOperation: 'oad-v- R-P-',
  cancelOperation: 'oad--- --P-',

  listEvents: 'oad-vc RDPT',
  listQuotas: 'oad-v- R-P-',
  listMembers: 'oad-v- R-P-',
  getMember: 'oad-v- R-P-',
  changeMember: 'oa---- ----',
  suspendMember: 'oa---- ----',
  resumeMember: 'oa---- ----',
  removeMember: 'oa---- ----',
  leaveWorkspace: 'oadrvc ----',
  getOwnershipOffer: 'oadrvc ----',
  offerOwnership: 'o----- ----',
  acceptOwnership: 'oadrvc ----',
  declineOwnership: 'oadrvc ----',
  withdrawOwnershipOffer: 'o----- ----',

  listApiKeys: 'oa---- ----',
  createApiKey: 'oa---- ----',
  changeApiKey: 'oa---- ----',
  rotateApiKey: 'oa---- ----',
  endOverlap: 'oa---- ----',
  getApiKeyUsage: 'oa---- ----',
  getSelf: 'oadrvc RDPT',
  revokeApiKey: 'oa---- ----',
  getApiUsage: 'oa---- ----',
  findRecipients: 'oa---- ----',
  countHeldData: 'oa---- ----',
  exportRecipient: 'oa---- ----',
  eraseRecipient: 'oa---- ----',
  listErasures: 'oa---- ----',
  getErasure: 'oa---- ----',
  getRetention: 'oa---- ----',
  changeRetention: 'oa---- ----',
  previewRetention: 'oa---- ----',
  reportLeakedKey: 'anybody',
  getSandbox: 'oa---- ----',
  resetSandbox: 'oa---- ----',
  listIntegrations: 'oa---- ----',
  startConnection: 'oa---- ----',
  confirmConnection: 'oa---- ----',
  disconnectShop: 'oa---- ----',

  listWorkspaces: 'person',
  noteWorkspaceUse: 'person',
  createWorkspace: 'fully',
  deleteWorkspace: 'fully',
  listInvitations: 'oa---- ----',
  createInvitations: 'oa---- ----',
  resendInvitation: 'oad--- ----',
  withdrawInvitation: 'oad--- ----',
  getInvitationLink: 'oad--- ----',
  getDriverAccount: 'oad--- ----',
  inviteDriver: 'oad--- ----',
  createDriverCode: 'oad--- ----',
  withdrawDriverCode: 'oad--- ----',
  lookAtInvitation: 'anybody',
  joinAtOnce: 'anybody',
  acceptInvitation: 'fully',
  listOwnInvitations: 'fully',

  getAccount: 'person',
  downloadAccountData: 'fully',
  listAccountSessions: 'fully',
  endAccountSession: 'fully',
  endOtherAccountSessions: 'fully',
  getAccountDeletion: 'fully',
  requestAccountDeletion: 'fully',
  withdrawAccountDeletion: 'fully',

  getContactChallenge: 'anybody',
  sendContactMessage: 'anybody',
  applyForPosition: 'anybody',
}

/** Views of `/rest/v1`. Without `write`, nobody changes them there. */
export const viewRows: Record<string, { read: Row; write?: Row }> = {
  deliveries: { read: 'oadrvc RDPT', write: 'oad--- -D--' },
  delivery_events: { read: 'oad-v- R-P-' },
  drivers: { read: 'oadrv- R-P-', write: 'oad--- --P-' },
  vehicles: { read: 'oadrv- R-P-', write: 'oad--- --P-' },
  depots: { read: 'oadrv- R-P-', write: 'oad--- --P-' },
  days_off: { read: 'oad-v- R-P-' },
  holidays: { read: 'oad-v- R-P-' },
  territories: { read: 'oad-v- R-P-' },
  planning_settings: { read: 'oad-v- R-P-' },
  clients: { read: 'oad-v- R-P-', write: 'oad--- -D--' },
  addresses: { read: 'oad-v- RDP-', write: 'oad--- -D--' },
  plans: { read: 'oad-v- R-P-' },
  routes: { read: 'oadrv- R-P-' },
  stops: { read: 'oadrv- R-P-' },
  workspaces: { read: 'oadrvc RDPT', write: 'oa---- ----' },
  members: { read: 'oadrv- R-P-' },
  events: { read: 'oad-v- R-P-' },
  integrations: { read: 'oa---- ----' },
  quotas: { read: 'oad-v- R-P-' },
}

/** Functions of `/rest/v1/rpc`, with arguments that they take. */
export const rpcRows: Record<string, { call: Row; args?: string }> = {
  delivery_counts: { call: 'oadrvc RDPT' },
  deliveries_near: { call: 'oadrvc RDPT', args: 'lat=0&lng=0' },
  route_summary: { call: 'oad-v- R-P-', args: 'plan=00000000-0000-4000-8000-000000000000' },
  skills_in_use: { call: 'oad-v- R-P-' },
  quota_left: { call: 'oad-v- R-P-', args: 'name=deliveries' },
  current_workspace: { call: 'oadrvc RDPT' },
}

/** Functions of `/functions/v1`. */
export const functionRows: Record<string, Row> = {
  optimize: 'oad--- --P-',
  'insert-order': 'oad-v- R-P-',
  'explain-plan': 'oad-v- R-P-',
}

type TopicRow = { read: Row; broadcast: Row; presence: Row }
const nobody: Row = '------ ----'

/** Topics of private channels. Those of one driver or member are in `own` for themselves. */
export const topicRows: Record<TopicKind, TopicRow & { own?: TopicRow }> = {
  workspace: { read: 'oad-v- R-P-', broadcast: nobody, presence: 'oad-v- R-P-' },
  positions: { read: 'oad-v- R--T', broadcast: nobody, presence: nobody },
  room: { read: 'oad-v- R-P-', broadcast: 'oad--- --P-', presence: 'oad-v- R-P-' },
  member: {
    read: nobody,
    broadcast: nobody,
    presence: nobody,
    own: { read: 'oadrvc RDPT', broadcast: nobody, presence: nobody },
  },
  driver: {
    read: 'oad-v- R--T',
    broadcast: nobody,
    presence: nobody,
    own: { read: 'oadrv- ----', broadcast: nobody, presence: nobody },
  },
}

type BucketRow = Record<Extract<Deed, 'read' | 'add' | 'change' | 'remove'>, Row>
const anyBucket: BucketRow = {
  read: 'oad-v- R-P-',
  add: 'oad--- -D--',
  change: 'oad--- -D--',
  remove: 'oad--- -D--',
}

/** Objects of buckets: those of the product, and `other` for all that a workspace makes itself. */
export const bucketRows: Record<string, { anywhere: BucketRow; ownFolder: BucketRow }> = {
  proofs: { anywhere: anyBucket, ownFolder: { ...anyBucket, read: 'oadrv- R-P-', add: 'oadr-- -D--' } },
  avatars: {
    anywhere: { ...anyBucket, read: 'oadrvc R-P-' },
    ownFolder: { read: 'oadrvc R-P-', add: 'oadrvc -D--', change: 'oadrvc -D--', remove: 'oadrvc -D--' },
  },
  documents: { anywhere: anyBucket, ownFolder: anyBucket },
  other: { anywhere: anyBucket, ownFolder: anyBucket },
}

/** The buckets themselves. */
export const managingRows: Record<Extract<Deed, 'see_buckets' | 'manage_buckets'>, Row> = {
  see_buckets: 'oad-v- R-P-',
  manage_buckets: 'oa---- ----',
}

/** A day that is not over. */
const soon = () => dayAfter(dayOf(new Date(), 'UTC'), 30)

/** Bodies that endpoints take, where a call with an id needs one. `id` gives the id of a record. */
export const bodies: Record<string, (id: (kind: string) => string) => object> = {
  changeRecurringOrder: () => ({ every_weeks: 2 }),
  changeStandingRoute: () => ({ name: 'South' }),
  createStandingRoute: (id) => ({ name: 'South', driver_id: id('drivers') }),
  settleHeldEntries: () => ({ accept: false }),
  giveRoutes: (id) => ({ route_ids: [id('routes')], given: true }),
  mailRoutes: (id) => ({ route_ids: [id('routes')] }),
  changeDelivery: () => ({ notes: 'Ring twice' }),
  setDeliveryStatus: () => ({ status: 'delivered' }),
  correctDeliveryStatus: () => ({ status: 'delivered', why: 'Pressed too early' }),
  setPosition: () => ({ location: { lat: 0, lng: 0 } }),
  changeAddress: () => ({ label: 'Shop' }),
  changeClient: () => ({ name: 'Toko Dua' }),
  changeDriver: () => ({ name: 'Sari' }),
  changeVehicle: () => ({ plate: 'B 1' }),
  changeDepot: () => ({ name: 'North' }),
  addDepotAlias: () => ({ alias: 'Gudang' }),
  changeCustomField: () => ({ label: 'Door' }),
  changeTerritory: () => ({ name: 'North' }),
  createDayOff: (id) => ({ driver_id: id('drivers'), first_day: soon(), last_day: soon() }),
  changeMember: () => ({ role: 'viewer' }),
  changeApiKey: () => ({ name: 'Shop' }),
  createDelivery: (id) => ({
    delivery_address: 'Jl. Sudirman 1',
    scheduled_date: '2026-01-01',
    wanted_driver_id: id('drivers'),
  }),
  changeDeliveriesInBulk: (id) => ({ ids: [id('deliveries')], change: { deleted: true } }),
  duplicateDeliveries: (id) => ({ ids: [id('deliveries')], days: [soon()] }),
  offerOwnership: (id) => ({ to: id('members') }),
  createDriver: (id) => ({ name: 'Sari', vehicle_id: id('vehicles') }),
  previewPlanChange: () => ({ changes: [{ type: 'refresh' }] }),
  changePlan: () => ({ changes: [{ type: 'refresh' }] }),
  suggestDays: (id) => ({ first_day: soon(), last_day: soon(), driver_ids: [id('drivers')] }),
  createPlan: (id) => ({ day: '2026-01-01', driver_ids: [id('drivers')] }),
}
