import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { createAddress, getAddress } from '#domain/api/addresses.ts'
import { allEndpoints } from '#domain/api/all.ts'
import { getAlertSettings } from '#domain/api/alerts.ts'
import { createApiKey, listApiKeys } from '#domain/api/api-keys.ts'
import { createApp, listApps } from '#domain/api/apps.ts'
import { changeInBulk, undoInBulk } from '#domain/api/bulk.ts'
import { createDayOff, createHoliday, listDaysOff, listHolidays } from '#domain/api/calendar.ts'
import { createCustomField, listCustomFields } from '#domain/api/custom-fields.ts'
import { createClient, getClient } from '#domain/api/clients.ts'
import { changeDelivery, createDelivery, getDelivery, listDeliveries } from '#domain/api/deliveries.ts'
import { changeDepot, createDepot, getDepot } from '#domain/api/depots.ts'
import { changeDriver, createDriver, getDriver } from '#domain/api/drivers.ts'
import type { Endpoint, May } from '#domain/api/endpoint.ts'
import { listIntegrations } from '#domain/api/integrations.ts'
import { getLearned } from '#domain/api/address-memory.ts'
import { getTrackingSettings } from '#domain/api/tracking.ts'
import { getNotificationSettings, listNotificationTemplates } from '#domain/api/notifications.ts'
import { getLook } from '#domain/api/look.ts'
import { getMessageSettings } from '#domain/api/messages.ts'
import { getMember } from '#domain/api/members.ts'
import { getPlanningSettings } from '#domain/api/planning-settings.ts'
import { approvePlan, dispatchPlan, getPlanProgress } from '#domain/api/plans.ts'
import { getRetention } from '#domain/api/retention.ts'
import { createImportMapping, listImportMappings } from '#domain/api/import-mappings.ts'
import { createSavedView, listSavedViews } from '#domain/api/saved-views.ts'
import {
  createRecurringOrder,
  createStandingRoute,
  getRecurringOrder,
  listStandingRoutes,
} from '#domain/api/recurring.ts'
import { createTerritory, getTerritory } from '#domain/api/territories.ts'
import { getShippingSettings } from '#domain/api/shipping.ts'
import { createRateCard, listRateCards } from '#domain/api/client-billing.ts'
import { getMailIn } from '#domain/api/mail-in.ts'
import { getSlotSettings } from '#domain/api/slots.ts'
import { createReport } from '#domain/api/reports.ts'
import { createWave, listWaves } from '#domain/api/waves.ts'
import { createWebhook, listWebhooks } from '#domain/api/webhooks.ts'
import { createTransfer, getTransfer } from '#domain/api/transfers.ts'
import { createMaintenance, listMaintenance } from '#domain/api/maintenance.ts'
import { createWorkOrder, getWorkOrder } from '#domain/api/work-orders.ts'
import { createDocument, listDocuments } from '#domain/api/fleet-documents.ts'
import { createPickupPlace, getPickupPlace } from '#domain/api/pickup-places.ts'
import { createFuel, listFuel } from '#domain/api/fuel.ts'
import { getRoadSettings } from '#domain/api/road.ts'
import { changeVehicle, createVehicle, getVehicle } from '#domain/api/vehicles.ts'
import { changeWorkspace, getWorkspace } from '#domain/api/workspace.ts'
import { merge } from '#domain/merge.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import { rig } from '../testing/rig.ts'

const { as, deps, makeMember } = await testApp()

/** One record of every kind, in one workspace. */
async function makeAll() {
  const member = await makeMember()
  const { call } = as(member)
  const make = async <B extends z.ZodType, R extends z.ZodType>(
    endpoint: Endpoint<z.ZodObject, z.ZodObject, B, R>,
    body: z.input<B>,
  ) => (await call(endpoint, { body } as never)).body as z.output<R>
  const location = { lat: -6.2, lng: 106.8 }
  const { workspaceId: workspace_id } = member
  const driver = await make(createDriver, { name: 'Budi' })
  const vehicle = await make(createVehicle, { code: 'KA-1' })
  const plan = await rig(deps.db, workspace_id, async (trx) => {
    await trx
      .insertInto('integrations')
      .values({ workspace_id, platform: 'wix', state: 'failed' } as never)
      .execute()
    return trx
      .insertInto('plans')
      .values({ workspace_id, day: '2099-03-15', state: 'draft', driver_ids: [], time_limit_seconds: 1, failure: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const client = await make(createClient, { name: 'Toko Satu' })
  return {
    member,
    colleague: await makeMember({ role: 'dispatcher', workspaceId: workspace_id }),
    call,
    plan,
    delivery: await make(createDelivery, { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2099-03-15' }),
    driver,
    dayOff: await make(createDayOff, { driver_id: driver.id, first_day: soon, last_day: soon }),
    view: await make(createSavedView, { name: 'Late', query: 'status=pending' }),
    mapping: await make(createImportMapping, { kind: 'deliveries', name: 'Shop', header: ['a'], fields: ['notes'] }),
    holiday: await make(createHoliday, { day: soon, name: 'Nyepi' }),
    standing: await make(createStandingRoute, { name: 'North', driver_id: driver.id }),
    recurring: await make(createRecurringOrder, {
      order: { delivery_address: 'Jl. Sudirman 1' },
      weekdays: [1],
      first_day: '2099-01-01',
    }),
    territory: await make(createTerritory, { name: 'North', area }),
    report: await make(createReport, { name: 'On time', measures: ['on_time_rate'], range: 'last_week' }),
    wave: await make(createWave, { name: 'Morning', plan_at: '05:30' }),
    vehicle,
    maintenance: (
      await call(createMaintenance, { params: { id: vehicle.id }, body: { name: 'Oil', every_months: 12 } })
    ).body,
    kitchen: await make(createPickupPlace, { name: 'Warung', address: 'Jl. Sabang 5', location }),
    fuel: (await call(createFuel, { params: { id: vehicle.id }, body: { quantity: 40 } })).body,
    document: await make(createDocument, { vehicle_id: vehicle.id, kind: 'other', name: 'Permit' }),
    workOrder: await make(createWorkOrder, { vehicle_id: vehicle.id, title: 'Brakes' }),
    customField: await make(createCustomField, { label: 'Gate', type: 'text' }),
    client,
    rateCard: (
      await call(createRateCard, {
        params: { id: client.id },
        body: { valid_from: '2026-01-01', prices: [{ amount: 500 }] },
      })
    ).body,
    depot: await make(createDepot, { name: 'North', address: 'Kemayoran', location }),
    transfer: await planTransfer(call),
    address: await make(createAddress, { address: 'Jl. Sudirman 2', location }),
    learned: await rig(deps.db, workspace_id, async (trx) => {
      const { rows } = await sql<{
        id: string
      }>`insert into learned_places (workspace_id, address_key, address, kind, minutes,
        spread, seen, days, pinned, first_at, last_at, state) values (${workspace_id}, 'a', 'A', 'service', 5, 0, 5, 3, 0, now(),
        now(), 'suggested') returning id`.execute(trx)
      return rows[0]!
    }),
    webhook: await make(createWebhook, { url: 'https://example.com/in' }),
    app: await make(createApp, { name: 'Zap', redirect_uris: ['https://example.com/in'] }),
    apiKey: await make(createApiKey, { name: 'Shop', scopes: ['read'] }),
  }
}

const soon = dayAfter(dayOf(deps.now(), 'UTC'), 30)
const area = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [106, -6],
      [107, -6],
      [107, -7],
      [106, -6],
    ] as [number, number][],
  ],
}

type All = Awaited<ReturnType<typeof makeAll>>
const location = { lat: -6.21, lng: 106.81 }
const template = { language: 'en', event: 'arrived', channel: 'push' }

/** How each operation that changes a record is called. */
const changes: Record<string, (all: All) => { params?: object; body?: object }> = {
  changeDelivery: ({ delivery }) => ({ params: { id: delivery.id }, body: { notes: 'x' } }),
  setDeliveryStatus: ({ delivery }) => ({ params: { id: delivery.id }, body: { status: 'delivered' } }),
  correctDeliveryStatus: ({ delivery }) => ({
    params: { id: delivery.id },
    body: { status: 'delivered', why: 'Pressed too early' },
  }),
  putPrescription: ({ delivery }) => ({
    params: { id: delivery.id },
    body: { numbers: ['RX-1'], received_by: 'patient' },
  }),
  setPosition: ({ delivery }) => ({ params: { id: delivery.id }, body: { location } }),
  changeDriver: ({ driver }) => ({ params: { id: driver.id }, body: { name: 'Budi S' } }),
  changeTransfer: ({ transfer }) => ({ params: { id: transfer.id }, body: { note: 'Bay 4' } }),
  addToTransfer: ({ transfer, delivery }) => ({ params: { id: transfer.id }, body: { delivery_ids: [delivery.id] } }),
  removeFromTransfer: ({ transfer, delivery }) => ({
    params: { id: transfer.id },
    body: { delivery_ids: [delivery.id] },
  }),
  ...Object.fromEntries(
    ['departTransfer', 'arriveTransfer'].map((id) => [
      id,
      ({ transfer }: All) => ({ params: { id: transfer.id }, body: {} }),
    ]),
  ),
  ...Object.fromEntries(
    ['cancelTransfer', 'takeBackTransfer'].map((id) => [id, ({ transfer }: All) => ({ params: { id: transfer.id } })]),
  ),
  changeVehicle: ({ vehicle }) => ({ params: { id: vehicle.id }, body: { plate: 'B 1' } }),
  changeMaintenance: ({ maintenance }) => ({ params: { id: maintenance.id }, body: { warn_km: 9 } }),
  deleteMaintenance: ({ maintenance }) => ({ params: { id: maintenance.id } }),
  changeDocument: ({ document }) => ({ params: { id: document.id }, body: { warn_days: 9 } }),
  deleteDocument: ({ document }) => ({ params: { id: document.id } }),
  changePickupPlace: ({ kitchen }) => ({ params: { id: kitchen.id }, body: { name: 'Warung Sari' } }),
  changeFuel: ({ fuel }) => ({ params: { id: fuel.id }, body: { cost: 9 } }),
  deleteFuel: ({ fuel }) => ({ params: { id: fuel.id } }),
  changeWorkOrder: ({ workOrder }) => ({ params: { id: workOrder.id }, body: { note: 'x' } }),
  changeClient: ({ client }) => ({ params: { id: client.id }, body: { name: 'Toko Dua' } }),
  changeCustomField: ({ customField }) => ({ params: { id: customField.id }, body: { label: 'Door' } }),
  changeDepot: ({ depot }) => ({ params: { id: depot.id }, body: { name: 'N' } }),
  changeAddress: ({ address }) => ({ params: { id: address.id }, body: { notes: 'x' } }),
  deleteDayOff: ({ dayOff }) => ({ params: { id: dayOff.id } }),
  changeSavedView: ({ view }) => ({ params: { id: view.id }, body: { name: 'Later' } }),
  deleteSavedView: ({ view }) => ({ params: { id: view.id } }),
  changeImportMapping: ({ mapping }) => ({ params: { id: mapping.id }, body: { name: 'Shops' } }),
  deleteImportMapping: ({ mapping }) => ({ params: { id: mapping.id } }),
  deleteHoliday: ({ holiday }) => ({ params: { id: holiday.id } }),
  changeStandingRoute: ({ standing }) => ({ params: { id: standing.id }, body: { name: 'South' } }),
  deleteStandingRoute: ({ standing }) => ({ params: { id: standing.id } }),
  changeRecurringOrder: ({ recurring }) => ({ params: { id: recurring.id }, body: { every_weeks: 2 } }),
  deleteRecurringOrder: ({ recurring }) => ({ params: { id: recurring.id } }),
  changeTerritory: ({ territory }) => ({ params: { id: territory.id }, body: { name: 'South' } }),
  deleteTerritory: ({ territory }) => ({ params: { id: territory.id } }),
  changeReport: ({ report }) => ({ params: { id: report.id }, body: { name: 'Late' } }),
  deleteReport: ({ report }) => ({ params: { id: report.id } }),
  changeWave: ({ wave }) => ({ params: { id: wave.id }, body: { name: 'Evening' } }),
  deleteWave: ({ wave }) => ({ params: { id: wave.id } }),
  changePlanningSettings: () => ({ body: { cost_per_km: 100 } }),
  changeRoadSettings: () => ({ body: { ask_name: true } }),
  changeAlertSettings: () => ({ body: { escalation: [] } }),
  changeTrackingSettings: () => ({ body: { link_days: 10 } }),
  changeNotificationSettings: () => ({ body: { near_minutes: 30 } }),
  writeNotificationTemplate: () => ({ params: template, body: { subject: 'Here', body: 'Here it is: {{link}}' } }),
  resetNotificationTemplate: () => ({ params: template }),
  decideLearned: ({ learned }) => ({ params: { id: learned.id }, body: { decision: 'refused' } }),
  changeLook: () => ({ body: { contact: 'Call us' } }),
  changeSlotSettings: () => ({ body: { days_ahead: 7 } }),
  changeShippingSettings: () => ({ body: { most_rates: 7 } }),
  changeMessageSettings: () => ({ body: { driver_answers: ['Yes'] } }),
  deleteAddress: ({ address }) => ({ params: { id: address.id } }),
  changeMember: ({ colleague }) => ({ params: { id: colleague.userId }, body: { name: 'Sari' } }),
  suspendMember: ({ colleague }) => ({ params: { id: colleague.userId } }),
  resumeMember: ({ colleague }) => ({ params: { id: colleague.userId } }),
  changeRetention: () => ({ body: { recipients_days: 365 } }),
  changeWorkspace: () => ({ body: { name: 'West' } }),
  changeApiKey: ({ apiKey }) => ({ params: { id: apiKey.id }, body: { name: 'Y' } }),
  changeRateCard: ({ rateCard }) => ({ params: { id: rateCard.id }, body: { minimum: 100 } }),
  changeMailIn: () => ({ body: { senders: ['shop@example.com'] } }),
  renewMailIn: () => ({}),
  changeWebhook: ({ webhook }) => ({ params: { id: webhook.id }, body: { description: 'Shop' } }),
  rotateWebhook: ({ webhook }) => ({ params: { id: webhook.id }, body: {} }),
  deleteWebhook: ({ webhook }) => ({ params: { id: webhook.id } }),
  changeApp: ({ app }) => ({ params: { id: app.id }, body: { name: 'Y' } }),
  changeAppSecret: ({ app }) => ({ params: { id: app.id } }),
  deleteApp: ({ app }) => ({ params: { id: app.id } }),
  rotateApiKey: ({ apiKey }) => ({ params: { id: apiKey.id }, body: {} }),
  endOverlap: ({ apiKey }) => ({ params: { id: apiKey.id } }),
  revokeApiKey: ({ apiKey }) => ({ params: { id: apiKey.id } }),
  disconnectShop: () => ({ params: { platform: 'wix' } }),
  changeShopRules: () => ({ params: { platform: 'wix' }, body: { takes_tests: true } }),
  changePlan: ({ plan }) => ({ params: { id: plan.id }, body: { changes: [{ type: 'refresh' }] } }),
  renameScenario: ({ plan }) => ({ params: { id: plan.id }, body: { name: 'Two vans fewer' } }),
  takeRevision: ({ plan }) => ({ params: { id: plan.id }, body: {} }),
  undoPlanChange: ({ plan }) => ({ params: { id: plan.id, change_id: plan.id } }),
  addUnpublished: ({ plan }) => ({ params: { id: plan.id }, body: { changes: [{ type: 'refresh' }] } }),
  withdrawUnpublished: ({ plan }) => ({ params: { id: plan.id, change_id: plan.id } }),
  discardUnpublished: ({ plan }) => ({ params: { id: plan.id } }),
  restoreUnpublished: ({ plan }) => ({ params: { id: plan.id }, body: { change_ids: [plan.id] } }),
  publishPlan: ({ plan }) => ({ params: { id: plan.id } }),
  ...Object.fromEntries(
    ['cancelPlan', 'finishPlan', 'approvePlan', 'dispatchPlan', 'takeBackPlan', 'discardPlan'].map((id) => [
      id,
      ({ plan }: All) => ({ params: { id: plan.id } }),
    ]),
  ),
}

async function planTransfer(call: ReturnType<typeof as>['call']) {
  const depot = async (name: string) =>
    (await call(createDepot, { body: { name, address: name, location: { lat: -6.2, lng: 106.8 } } })).body.id
  const body = {
    from_depot_id: await depot('West'),
    to_depot_id: await depot('East'),
    departs_at: '2099-03-15T05:00:00Z',
    arrives_at: '2099-03-15T07:00:00Z',
  }
  return (await call(createTransfer, { body })).body.transfer
}

/** Operations on one thing that is not a record which two people edit. */
const otherwise = [
  // A driver says what happened, whatever somebody changed.
  'departMyTransfer',
  'arriveMyTransfer',
  'delayMyTransfer',
  'endAccountSession',
  'cancelOperation',
  'cancelRehearsal',
  // It changes nothing.
  'previewPlanChange',
  'previewUnpublished',
  'previewTake',
  // It honors the version in its body, as kitchens send it.
  'changePreparation',
  // Another connection that stands is refused already; these are about one attempt.
  'startConnection',
  'connectWithKeys',
  'retryShop',
  'syncShopNow',
  'confirmConnection',
  // The operator's last word counts; what they do not change stays.
  'changeOperatorWorkspace',
  'changeOperatorMessage',
  // The last word of a recipient counts.
  'changePreferences',
  'rateDelivery',
  'chooseTrackingSlot',
  'subscribeToTracking',
  'unsubscribeFromTracking',
  'writeToDispatcher',
  'tryDeliveryAgain',
  // A link that went to the wrong person has to end, whatever somebody changed.
  'renewTrackingLink',
  // Events are sent again as they are, whatever became of the address since somebody looked.
  'testWebhook',
  'replayWebhook',
  'replayWebhookCall',
  // A message is sent again as it was, and an address is on the list or not.
  'textRecipient',
  'sendNotificationAgain',
  'removeSuppression',
  'removeConsent',
  // It adds a name, whatever else somebody changed.
  'addDepotAlias',
  // Whoever deals with it last says what is done.
  'acknowledgeExcursion',
  // An emergency goes on the road whatever somebody changed meanwhile.
  'insertEmergency',
  // The recipient’s data goes, whatever somebody changed about it.
  'eraseDelivery',
  // Whoever removes somebody means the person, whatever their role is by now. A workspace’s name is typed to delete it.
  'releaseSlot',
  'findOrderSlots',
  'holdOrderSlot',
  'placeOrder',
  'releaseOrderSlot',
  'removeMember',
  'deleteRehearsal',
  'deletePayRule',
  'deleteWorkspace',
  'deleteWorkspaceExport',
  'noteWorkspaceUse',
  // Invitations and codes are replaced or withdrawn as a whole.
  'resendInvitation',
  'getInvitationLink',
  'withdrawInvitation',
  'inviteDriver',
  'createDriverCode',
  'withdrawDriverCode',
  // What reached a driver is noted as it is, whoever noted something before.
  'giveRoutes',
  'mailRoutes',
  'makeRouteLink',
  'makeWorkspaceExportLink',
  'withdrawRouteLink',
  // What an app was allowed is taken back as a whole.
  'revokeAppGrant',
  'revokeAllowedApp',
  // A driver's positions and trackers have no version: they are added and deleted, or revoked, for good.
  'createTracker',
  'revokeTracker',
  'erasePositions',
  // A phone is revoked, its entries are settled, a vehicle is mended and an alert is seen or done once, by whoever is first.
  'revokeDevice',
  'settleHeldEntries',
  'mendVehicle',
  'settleReading',
  // What is added to a vehicle is a record of its own.
  'createMaintenance',
  'createFuel',
  'readOdometer',
  // It says what is there, whatever it was before; and what is read in an emergency is not changed.
  'removePrescription',
  'readPrescriptionInEmergency',
  'seeAlert',
  'finishAlert',
  // Messages are written, read and erased, never edited.
  'sendMessage',
  // What was deleted comes back as it was. A report is mailed as it is; and what somebody wants for themselves.
  'restoreReport',
  'sendReport',
  'stopReportMails',
  'readMessages',
  'eraseMessage',
  'deletePushSubscription',
  'testPushSubscription',
  // Cash is a ledger: a hand-in is counted once, and a correction is an entry of its own.
  'confirmHandIn',
  'confirmSlot',
  'addClientCharge',
  'createRateCard',
  'creditInvoice',
  'makeInvoices',
  'correctCash',
  'takeHandIn',
]

const changing = allEndpoints.filter(({ record }) => record === 'changed')

/** Everything about the records that a change could alter. */
async function versionsOf({
  call,
  colleague,
  delivery,
  driver,
  vehicle,
  workOrder,
  kitchen,
  depot,
  transfer,
  client,
  address,
  plan,
  territory,
  learned,
  standing,
  recurring,
}: All) {
  const { data: keys } = (await call(listApiKeys)).body
  const { data: webhooks } = (await call(listWebhooks)).body
  const { data: shops } = (await call(listIntegrations)).body
  const { data: daysOff } = (await call(listDaysOff)).body
  const { data: views } = (await call(listSavedViews)).body
  const { data: mappings } = (await call(listImportMappings)).body
  const { data: holidays } = (await call(listHolidays)).body
  return [
    (await call(getDelivery, { params: { id: delivery.id } })).body,
    (await call(getDriver, { params: { id: driver.id } })).body,
    (await call(getVehicle, { params: { id: vehicle.id } })).body,
    ...(await call(listMaintenance, { params: { id: vehicle.id } })).body.data,
    ...(await call(listFuel, { params: { id: vehicle.id } })).body.data,
    ...(await call(listDocuments, {})).body.data,
    (await call(getWorkOrder, { params: { id: workOrder.id } })).body,
    (await call(getDepot, { params: { id: depot.id } })).body,
    (await call(getPickupPlace, { params: { id: kitchen.id } })).body,
    (await call(getTransfer, { params: { id: transfer.id } })).body,
    (await call(getClient, { params: { id: client.id } })).body,
    (await call(getAddress, { params: { id: address.id } })).body,
    (await call(getLearned, { params: { id: learned.id } })).body,
    (await call(getPlanProgress, { params: { id: plan.id } })).body,
    (await call(getMember, { params: { id: colleague.userId } })).body,
    (await call(getRetention)).body,
    (await call(getWorkspace)).body,
    ...keys,
    ...(await call(listApps)).body.data,
    ...webhooks.map(({ health: _, ...endpoint }) => endpoint),
    ...shops,
    (await call(getTerritory, { params: { id: territory.id } })).body,
    (await call(getRecurringOrder, { params: { id: recurring.id } })).body,
    ...(await call(listStandingRoutes)).body.data.filter(({ id }) => id === standing.id),
    ...(await call(listWaves)).body.data,
    (await call(getPlanningSettings)).body,
    (await call(getRoadSettings)).body,
    (await call(getAlertSettings)).body,
    (await call(getMessageSettings)).body,
    (await call(getTrackingSettings)).body,
    (await call(getLook)).body,
    (await call(getNotificationSettings)).body,
    ...(await call(listNotificationTemplates, { query: { language: 'en' } })).body.data,
    ...(await call(listRateCards, { params: { id: client.id } })).body.data,
    (await call(getMailIn)).body,
    (await call(getSlotSettings)).body,
    (await call(getShippingSettings)).body,
    ...(await call(listCustomFields)).body.data,
    ...daysOff,
    ...holidays,
    ...views,
    ...mappings,
  ].map(({ version }) => version)
}

test('every operation on one record honors If-Match', () => {
  const onOne = allEndpoints.filter(({ method, path }) => method !== 'GET' && path.includes(':'))
  const unprotected = onOne.filter(({ record }) => record !== 'changed').map(({ id }) => id)
  expect(unprotected.toSorted()).toEqual(otherwise.toSorted())
  expect(changing.length).toBeGreaterThan(15)
})

test('a change by somebody who has not seen the record as it is does nothing, and shows the record', async () => {
  const all = await makeAll()
  const before = await versionsOf(all)
  for (const endpoint of changing) {
    const send = (tag: string) =>
      all.call(endpoint, { ...changes[endpoint.id]!(all), headers: { 'if-match': tag } } as never)
    const { status, body, headers, code } = await send('"999"')
    expect([endpoint.id, status, code]).toEqual([endpoint.id, 412, 'version_conflict'])
    const { current } = body as { current: { version: number } }
    expect(headers.etag).toBe(`"${current.version}"`)
    expect(await send('7'), endpoint.id).toMatchObject({ status: 400, errors: [{ path: 'If-Match' }] })
  }
  expect(await versionsOf(all)).toEqual(before)
})

test('reading and writing one record tell its version, which rises by one with each change', async () => {
  const all = await makeAll()
  const { call, delivery, plan } = all
  const params = { id: delivery.id }
  const { etag } = (await call(getDelivery, { params })).headers
  expect(etag).toMatch(/^"1-/)
  const asRead = await call(changeDelivery, { params, body: {}, headers: { 'if-match': String(etag) } })
  expect([asRead.status, asRead.body.version]).toEqual([200, 1])
  const changed = await call(changeDelivery, { params, body: { notes: 'a' }, headers: { 'if-match': '"1"' } })
  expect([changed.status, changed.headers.etag, changed.body.version]).toEqual([200, '"2"', 2])
  expect((await call(listDeliveries)).body.data).toMatchObject([{ version: 2 }])

  const bulk = await call(changeInBulk, { body: { ids: [delivery.id], change: { priority: 1 } } })
  expect((await call(getDelivery, { params })).body.version).toBe(3)
  await call(undoInBulk, { body: { event_ids: bulk.body.changed.map(({ event_id }) => event_id) } })
  expect((await call(getDelivery, { params })).body.version).toBe(4)

  const approved = await call(approvePlan, { params: { id: plan.id }, headers: { 'if-match': '"1"' } })
  expect([approved.status, approved.headers.etag]).toEqual([200, '"2"'])
  const again = await call(dispatchPlan, { params: { id: plan.id }, headers: { 'if-match': '"1"' } })
  expect(again.body).toMatchObject({ code: 'version_conflict', current: { state: 'approved', version: 2 } })
})

test('whoever changes a record raises its version, and what the server counts by itself does not', async () => {
  const all = await makeAll()
  const { member, delivery, plan } = all
  const before = await versionsOf(all)
  await rig(deps.db, member.workspaceId, async (trx) => {
    await trx.updateTable('deliveries').set({ location_search: 'not_found' }).where('id', '=', delivery.id).execute()
    const progress = { iterations: 1, elapsed_seconds: 1, cost: 1, routes: 1, unassigned: 0, history: [] }
    await trx
      .updateTable('plans')
      .set({ progress: JSON.stringify(progress) })
      .where('id', '=', plan.id)
      .execute()
    await trx.updateTable('workspaces').set({ last_delivery_number: 40 }).execute()
    await trx.updateTable('api_keys').set({ last_used_at: deps.now() }).execute()
  })
  expect(await versionsOf(all)).toEqual([before[0]! + 1, ...before.slice(1)])
})

test('who changed a delivery last is named to whoever did not see it', async () => {
  const { member, call, delivery } = await makeAll()
  const ana = await makeMember({ workspaceId: member.workspaceId, role: 'dispatcher' })
  const params = { id: delivery.id }
  await as(ana).call(changeDelivery, { params, body: { notes: 'Ring twice' } })
  const { body } = await call(changeDelivery, { params, body: { notes: 'x' }, headers: { 'if-match': '"1"' } })
  expect(body).toMatchObject({ current: { notes: 'Ring twice' }, changed_by: ana.email })
})

test('a list of tags, a tag that a proxy weakened and * are understood', async () => {
  const { call, driver } = await makeAll()
  const change = (tag: string) =>
    call(changeDriver, { params: { id: driver.id }, body: { name: tag }, headers: { 'if-match': tag } })
  expect((await change('"x", "1"')).body.version).toBe(2)
  expect((await change('W/"2"')).body.version).toBe(3)
  expect((await change('*')).body.version).toBe(4)
  expect((await change('"x"')).status).toBe(412)
  for (const wrong of ['"4', '4', '"4" "5"', '', '"4",']) expect((await change(wrong)).status, wrong).toBe(400)
})

test('of 40 edits at once on the same version, exactly one is made', async () => {
  const { call, delivery, driver } = await makeAll()
  const attempts = Array.from({ length: 40 }, (_, index) => index)
  for (const [endpoint, { id }] of [[changeDelivery, delivery] as const, [changeDriver, driver] as const]) {
    const replies = await Promise.all(
      attempts.map((index) => {
        const body = endpoint === changeDelivery ? { notes: `${index}` } : { name: `${index}` }
        return call(endpoint as typeof changeDriver, { params: { id }, body, headers: { 'if-match': '"1"' } })
      }),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'version_conflict')).toHaveLength(39)
  }
})

type Change = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType, May, 'changed'>
type Versioned = { id: string; version: number } & Record<string, unknown>

/** Saves one field as our pages do: on a conflict, merges and tries again on the new version. */
async function save(member: TestMember, endpoint: Change, opened: Versioned, field: string, value: unknown) {
  const pick = (record: Versioned) => ({ ...record, id: undefined, version: undefined, updated_at: undefined })
  for (let base = opened; ;) {
    const reply = await as(member).call(endpoint, {
      ...(endpoint.path.includes(':') && { params: { id: opened.id } }),
      body: { [field]: value },
      headers: { 'if-match': `"${base.version}"` },
    } as never)
    if (reply.code !== 'version_conflict') return reply.status
    const { current } = reply.body as { current: Versioned }
    expect(merge(pick(base), { ...pick(base), [field]: value }, pick(current)).conflicts).toEqual([])
    base = current
  }
}

test('40 edits at once, each of another field, all survive', async () => {
  const { member, call, delivery, driver, vehicle, depot } = await makeAll()
  const { body: workspace } = await call(getWorkspace)
  const wanted = [
    [
      changeDelivery,
      delivery,
      {
        reference: 'R-1',
        pickup_address: 'Depot',
        recipient_name: 'Ana',
        recipient_phone: '+628110000001',
        recipient_email: 'ana@example.com',
        delivery_location: location,
        scheduled_date: '2099-03-16',
        window_start: '08:00',
        window_end: '12:00',
        service_minutes: 9,
        weight_kg: 3,
        volume_l: 4,
        priority: 1,
        skills: ['cold'],
        notes: 'Ring twice',
      },
    ],
    [
      changeDriver,
      driver,
      {
        name: 'Sari',
        phone: '+628110000002',
        email: 'sari@example.com',
        shift_start: '07:00',
        shift_end: '15:00',
        skills: ['cold'],
        vehicle_id: vehicle.id,
        depot_id: depot.id,
      },
    ],
    [
      changeVehicle,
      vehicle,
      { code: 'KA-9', type: 'truck', plate: 'B 1', capacity_kg: 5, capacity_l: 6, skills: ['cold'], fuel_level: 50 },
    ],
    [changeDepot, depot, { name: 'South', address: 'Senen', location, opens: '05:00', closes: '21:00' }],
    [
      changeWorkspace,
      workspace,
      { name: 'West', start_time: '08:00', end_time: '18:00', speed_kmh: 30, currency: 'IDR' },
    ],
  ] as unknown as [Change, Versioned, Record<string, unknown>][]
  const edits = wanted.flatMap(([endpoint, record, fields]) =>
    Object.entries(fields).map(([field, value]) => save(member, endpoint, record, field, value)),
  )
  expect(edits).toHaveLength(40)
  expect(await Promise.all(edits)).toEqual(edits.map(() => 200))
  const read = [
    (await call(getDelivery, { params: { id: delivery.id } })).body,
    (await call(getDriver, { params: { id: driver.id } })).body,
    (await call(getVehicle, { params: { id: vehicle.id } })).body,
    (await call(getDepot, { params: { id: depot.id } })).body,
    (await call(getWorkspace)).body,
  ]
  for (const [index, [, , fields]] of wanted.entries()) expect(read[index]).toMatchObject(fields)
})
