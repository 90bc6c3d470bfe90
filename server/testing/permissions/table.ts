import type { TopicKind } from '#domain/live-topics.ts'
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
  loadSampleData: 'oad--- -DPT',

  listDeliveries: 'oad-vc RDPT',
  countDeliveries: 'oad-vc RDPT',
  getDelivery: 'oad-vc RDPT',
  listDeliveryEvents: 'oad-vc RDPT',
  createDelivery: 'oad--c -DPT',
  importDeliveries: 'oad--c -DPT',
  changeDelivery: 'oad--- -DPT',
  changeDeliveriesInBulk: 'oad--- -DPT',
  undoDeliveriesInBulk: 'oad--- -DPT',
  setPosition: 'oad--- -DPT',
  eraseDelivery: 'oa---- ----',
  exportCustody: 'oad-v- RDPT',

  listAddresses: 'oad-v- RDPT',
  getAddress: 'oad-v- RDPT',
  reviewAddresses: 'oad-v- RDPT',
  searchAddresses: 'oad-v- RDPT',
  createAddress: 'oad--- -DPT',
  changeAddress: 'oad--- -DPT',
  deleteAddress: 'oad--- -DPT',
  locateAgain: 'oad--- -DPT',

  listDrivers: 'oad-v- RDPT',
  getDriver: 'oad-v- RDPT',
  createDriver: 'oad--- -DPT',
  changeDriver: 'oad--- -DPT',
  importDrivers: 'oad--- -DPT',
  listVehicles: 'oad-v- RDPT',
  getVehicle: 'oad-v- RDPT',
  createVehicle: 'oad--- -DPT',
  changeVehicle: 'oad--- -DPT',
  importVehicles: 'oad--- -DPT',
  listDepots: 'oad-v- RDPT',
  getDepot: 'oad-v- RDPT',
  createDepot: 'oad--- -DPT',
  changeDepot: 'oad--- -DPT',
  importDepots: 'oad--- -DPT',

  listPlans: 'oad-v- RDPT',
  getPlan: 'oad-v- RDPT',
  getPlanProgress: 'oad-v- RDPT',
  createPlan: 'oad--- -DPT',
  cancelPlan: 'oad--- -DPT',
  finishPlan: 'oad--- -DPT',
  approvePlan: 'oad--- -DPT',
  takeBackPlan: 'oad--- -DPT',
  dispatchPlan: 'oad--- -DPT',
  discardPlan: 'oad--- -DPT',
  optimize: 'oad--- -DPT',
  listOperations: 'oad-v- RDPT',
  getOperation: 'oad-v- RDPT',
  cancelOperation: 'oad--- -DPT',

  listEvents: 'oad-v- RDPT',
  listQuotas: 'oad-v- RDPT',
  listApiKeys: 'oa---- ----',
  createApiKey: 'oa---- ----',
  renameApiKey: 'oa---- ----',
  revokeApiKey: 'oa---- ----',
  getApiUsage: 'oa---- ----',
  listIntegrations: 'oa---- ----',
  startConnection: 'oa---- ----',
  confirmConnection: 'oa---- ----',
  disconnectShop: 'oa---- ----',

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
  deliveries: { read: 'oadrv- RDPT', write: 'oad--- -DPT' },
  delivery_events: { read: 'oad-v- RDPT' },
  drivers: { read: 'oadrv- RDPT', write: 'oad--- -DPT' },
  vehicles: { read: 'oadrv- RDPT', write: 'oad--- -DPT' },
  depots: { read: 'oadrv- RDPT', write: 'oad--- -DPT' },
  addresses: { read: 'oad-v- RDPT', write: 'oad--- -DPT' },
  plans: { read: 'oad-v- RDPT' },
  routes: { read: 'oadrv- RDPT' },
  stops: { read: 'oadrv- RDPT' },
  workspaces: { read: 'oadrvc RDPT', write: 'oa---- ----' },
  members: { read: 'oadrv- RDPT' },
  events: { read: 'oad-v- RDPT' },
  integrations: { read: 'oa---- ----' },
  quotas: { read: 'oad-v- RDPT' },
}

/** Functions of `/rest/v1/rpc`, with arguments that they take. */
export const rpcRows: Record<string, { call: Row; args?: string }> = {
  delivery_counts: { call: 'oadrv- RDPT' },
  deliveries_near: { call: 'oadrv- RDPT', args: 'lat=0&lng=0' },
  route_summary: { call: 'oad-v- RDPT', args: 'plan=00000000-0000-4000-8000-000000000000' },
  skills_in_use: { call: 'oad-v- RDPT' },
  quota_left: { call: 'oad-v- RDPT', args: 'name=deliveries' },
  current_workspace: { call: 'oadrvc RDPT' },
}

/** Functions of `/functions/v1`. */
export const functionRows: Record<string, Row> = {
  optimize: 'oad--- -DPT',
  'insert-order': 'oad-v- RDPT',
  'explain-plan': 'oad-v- RDPT',
}

type TopicRow = { read: Row; broadcast: Row; presence: Row }
const nobody: Row = '------ ----'

/** Topics of private channels. Those of one driver are in `own` for that driver. */
export const topicRows: Record<TopicKind, TopicRow & { own?: TopicRow }> = {
  workspace: { read: 'oad-v- RDPT', broadcast: nobody, presence: 'oad-v- RDPT' },
  positions: { read: 'oad-v- RDPT', broadcast: nobody, presence: nobody },
  room: { read: 'oad-v- RDPT', broadcast: 'oad--- -DPT', presence: 'oad-v- RDPT' },
  driver: {
    read: 'oad-v- RDPT',
    broadcast: nobody,
    presence: nobody,
    own: { read: 'oadrv- ----', broadcast: nobody, presence: nobody },
  },
}

type BucketRow = Record<Extract<Deed, 'read' | 'add' | 'change' | 'remove'>, Row>
const anyBucket: BucketRow = {
  read: 'oad-v- RDPT',
  add: 'oad--- -DPT',
  change: 'oad--- -DPT',
  remove: 'oad--- -DPT',
}

/** Objects of buckets: those of the product, and `other` for all that a workspace makes itself. */
export const bucketRows: Record<string, { anywhere: BucketRow; ownFolder: BucketRow }> = {
  proofs: { anywhere: anyBucket, ownFolder: { ...anyBucket, read: 'oadrv- RDPT', add: 'oadr-- -DPT' } },
  avatars: {
    anywhere: { ...anyBucket, read: 'oadrvc RDPT' },
    ownFolder: { read: 'oadrvc RDPT', add: 'oadrvc RDPT', change: 'oadrvc RDPT', remove: 'oadrvc RDPT' },
  },
  documents: { anywhere: anyBucket, ownFolder: anyBucket },
  other: { anywhere: anyBucket, ownFolder: anyBucket },
}

/** The buckets themselves. */
export const managingRows: Record<Extract<Deed, 'see_buckets' | 'manage_buckets'>, Row> = {
  see_buckets: 'oad-v- RDPT',
  manage_buckets: 'oa---- ----',
}

/** Bodies that endpoints take, where a call with an id needs one. `id` gives the id of a record. */
export const bodies: Record<string, (id: (kind: string) => string) => object> = {
  changeDelivery: () => ({ notes: 'Ring twice' }),
  setPosition: () => ({ location: { lat: 0, lng: 0 } }),
  changeAddress: () => ({ label: 'Shop' }),
  changeDriver: () => ({ name: 'Sari' }),
  changeVehicle: () => ({ plate: 'B 1' }),
  changeDepot: () => ({ name: 'North' }),
  renameApiKey: () => ({ name: 'Shop' }),
  createDelivery: (id) => ({
    delivery_address: 'Jl. Sudirman 1',
    scheduled_date: '2026-01-01',
    wanted_driver_id: id('drivers'),
  }),
  changeDeliveriesInBulk: (id) => ({ ids: [id('deliveries')], change: { deleted: true } }),
  createDriver: (id) => ({ name: 'Sari', vehicle_id: id('vehicles') }),
  createPlan: (id) => ({ day: '2026-01-01', driver_ids: [id('drivers')] }),
}
