import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { LogController, type FastifyInstance, type RouteOptions } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { mostBodyBytes } from '#domain/api/endpoint.ts'
import { driverAccounts } from './auth/accounts/driver-accounts.ts'
import { registerApps } from './auth/oauth/apps.ts'
import { namesAuthorization, registerOAuthMetadata } from './auth/oauth/metadata.ts'
import { registerAuth } from './auth/service.ts'
import type { Deps } from './deps.ts'
import { leaveWorkspaces } from './features/account/commands.ts'
import { registerAccount } from './features/account/endpoints.ts'
import { registerAccountData } from './features/account-data/endpoints.ts'
import { registerAddresses } from './features/addresses/endpoints.ts'
import { registerApiKeys } from './features/api-keys/endpoints.ts'
import { registerBookingPage } from './features/booking-page/endpoints.ts'
import { registerOrderPage } from './features/order-page/endpoints.ts'
import { registerShopCheckout } from './features/shop-checkout/endpoints.ts'
import { registerShipping } from './features/shipping/endpoints.ts'
import { registerSlots } from './features/slots/endpoints.ts'
import { registerOperator } from './features/operator/endpoints.ts'
import { registerTransferDrives } from './features/transfer-drives/endpoints.ts'
import { registerTransfers } from './features/transfers/endpoints.ts'
import { registerPay } from './features/pay/endpoints.ts'
import { registerClientBilling } from './features/client-billing/endpoints.ts'
import { registerMailIn } from './features/mail-in/endpoints.ts'
import { registerWebhooks } from './features/webhooks/endpoints.ts'
import { registerStatuses } from './features/statuses/endpoints.ts'
import { registerBatch } from './http/batch.ts'
import { registerBulk } from './features/bulk/endpoints.ts'
import { registerContact } from './features/contact/endpoints.ts'
import { registerAlerts } from './features/alerts/endpoints.ts'
import { bringCash } from './features/cash/commands.ts'
import { registerPrescriptions } from './features/prescriptions/endpoints.ts'
import { registerCash } from './features/cash/endpoints.ts'
import { registerTemperatures } from './features/temperatures/endpoints.ts'
import { messageHandlers } from './features/messages/commands.ts'
import { registerNotificationSettings } from './features/notification-settings/endpoints.ts'
import { registerNotifications } from './features/notifications/endpoints.ts'
import { registerRecipientReplies } from './features/recipient-replies/endpoints.ts'
import { registerLook } from './features/look/endpoints.ts'
import { registerMessages } from './features/messages/endpoints.ts'
import { registerAudit } from './features/audit/endpoints.ts'
import { registerCustody } from './features/custody/endpoints.ts'
import { registerDays } from './features/days/endpoints.ts'
import { registerDeliveries } from './features/deliveries/endpoints.ts'
import { registerDeliveryErasing } from './features/delivery-erasing/endpoints.ts'
import { registerCalendar } from './features/calendar/endpoints.ts'
import { registerClients } from './features/clients/endpoints.ts'
import { registerDepots } from './features/depots/endpoints.ts'
import { registerDriverCodes } from './features/driver-codes/endpoints.ts'
import { registerDrivers } from './features/drivers/endpoints.ts'
import { registerEtas } from './features/etas/endpoints.ts'
import { registerFigurePlaces } from './features/figure-places/endpoints.ts'
import { registerFigures } from './features/figures/endpoints.ts'
import { registerOutcomes } from './features/outcomes/endpoints.ts'
import { registerEvents } from './features/events/endpoints.ts'
import { registerImportMappings } from './features/import-mappings/endpoints.ts'
import { registerDeliveryNotes } from './features/delivery-notes/endpoints.ts'
import { registerHandovers } from './features/handovers/endpoints.ts'
import { registerShops } from './features/shops/endpoints.ts'
import { registerShopHooks } from './features/shop-sync/endpoints.ts'
import { registerIntegrations } from './features/integrations/endpoints.ts'
import { registerMembers } from './features/members/endpoints.ts'
import { registerInvitations } from './features/invitations/endpoints.ts'
import { registerJoining } from './features/joining/endpoints.ts'
import { addressOf, isInvitationPage } from './features/joining/queries.ts'
import { registerMyRoute } from './features/my-route/endpoints.ts'
import { registerLeakedKeys } from './features/leaked-keys/endpoints.ts'
import { registerOptimize } from './features/optimize/endpoints.ts'
import { registerOwnership } from './features/ownership/endpoints.ts'
import { registerPapers } from './features/papers/endpoints.ts'
import { registerTakes } from './features/takes/endpoints.ts'
import { registerExplain } from './features/explain/endpoints.ts'
import { registerPlanChanges, rerouting } from './features/plan-changes/endpoints.ts'
import { registerRemedies } from './features/remedies/endpoints.ts'
import { registerRisks } from './features/risks/endpoints.ts'
import { registerUnpublished } from './features/unpublished/endpoints.ts'
import { registerDevices } from './features/devices/endpoints.ts'
import { registerRoad } from './features/road/endpoints.ts'
import { registerRoadSettings } from './features/road-settings/endpoints.ts'
import { parcelHandlers } from './features/road-parcels/commands.ts'
import { planHandlers } from './features/road-plans/commands.ts'
import { stopHandlers } from './features/road-stops/commands.ts'
import { shiftHandlers } from './features/shifts/commands.ts'
import { registerPlanning } from './features/planning/endpoints.ts'
import { takeProof } from './features/proofs/commands.ts'
import { registerProofs } from './features/proofs/endpoints.ts'
import { registerNearDrivers } from './features/near-drivers/endpoints.ts'
import { registerPositions } from './features/positions/endpoints.ts'
import { registerPush } from './features/push/endpoints.ts'
import { registerQuotas } from './features/quotas/endpoints.ts'
import { registerBilling } from './features/billing/endpoints.ts'
import { registerTiers } from './features/tiers/endpoints.ts'
import { registerRecipients } from './features/recipients/endpoints.ts'
import { registerPlanningSettings } from './features/planning-settings/endpoints.ts'
import { registerReports } from './features/reports/endpoints.ts'
import { registerRecurring } from './features/recurring/endpoints.ts'
import { registerWorkspaceExports } from './features/workspace-exports/endpoints.ts'
import { registerRetention } from './features/retention/endpoints.ts'
import { registerSampleData } from './features/sample-data/endpoints.ts'
import { registerSandbox } from './features/sandbox/endpoints.ts'
import { registerSavedViews } from './features/saved-views/endpoints.ts'
import { registerCustomFields } from './features/custom-fields/endpoints.ts'
import { registerTerritories } from './features/territories/endpoints.ts'
import { registerAddressMemory } from './features/address-memory/endpoints.ts'
import { registerTrackingPage } from './features/tracking-page/endpoints.ts'
import { registerTrackingPush } from './features/tracking-push/endpoints.ts'
import { registerTrackingSlots } from './features/tracking-slots/endpoints.ts'
import { registerTracking } from './features/tracking/endpoints.ts'
import { registerTrackers } from './features/trackers/endpoints.ts'
import { registerGeometry } from './features/geometry/endpoints.ts'
import { registerTravel } from './features/travel/endpoints.ts'
import { registerVehicles } from './features/vehicles/endpoints.ts'
import { registerLeftovers } from './features/leftovers/endpoints.ts'
import { registerWeek } from './features/week/endpoints.ts'
import { registerReplay } from './features/replay/endpoints.ts'
import { registerRehearsals } from './features/rehearsals/endpoints.ts'
import { registerWaves } from './features/waves/endpoints.ts'
import { createWorkspaceFor } from './features/workspace/commands.ts'
import { registerFleetStates } from './features/fleet-states/endpoints.ts'
import { registerMaintenance } from './features/maintenance/endpoints.ts'
import { registerFleetCosts } from './features/fleet-costs/endpoints.ts'
import { registerFleetDocuments } from './features/fleet-documents/endpoints.ts'
import { registerPickupPlaces } from './features/pickup-places/endpoints.ts'
import { registerPreparations } from './features/preparations/endpoints.ts'
import { registerFuel } from './features/fuel/endpoints.ts'
import { registerOdometer } from './features/odometer/endpoints.ts'
import { registerVehicleChecks } from './features/vehicle-checks/endpoints.ts'
import { workshopHandlers } from './features/work-orders/commands.ts'
import { registerWorkOrders } from './features/work-orders/endpoints.ts'
import { registerWorkspace } from './features/workspace/endpoints.ts'
import { registerWorkspaces } from './features/workspaces/endpoints.ts'
import { allFunctions } from './functions/registry.ts'
import { registerFunctions } from './functions/service.ts'
import { registerBodies } from './http/bodies.ts'
import { servedWith, renewCertificate } from './http/certificate.ts'
import { connectionsWithin, patience, watchConnections } from './http/connections.ts'
import { registerDevMessages } from './http/dev-messages.ts'
import { drain } from './http/drain.ts'
import { noteRefusals, registerErrors } from './http/errors.ts'
import { registerHealth } from './http/health.ts'
import { keepToRoles } from './http/keep-to-roles.ts'
import { logOptions } from './http/log.ts'
import { isLongBody } from './http/long-bodies.ts'
import { mapFileUrl, registerMapFile } from './http/map-file.ts'
import { registerMetrics } from './http/metrics.ts'
import { registerPluginFile } from './http/plugin-file.ts'
import { registerApiFiles } from './http/api-files.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import { traceRequests } from './http/trace-requests.ts'
import { registerSite } from './http/site.ts'
import { openLive } from './live/live.ts'
import { registerMcp } from './mcp/service.ts'
import { isHandshake } from './realtime/handshake.ts'
import { registerRealtime } from './realtime/service.ts'
import { registerRest } from './rest/service.ts'
import { registerStorage } from './storage/service.ts'
import { dataWriters } from './writers/writers.ts'
import { answerUnreadable, answerUnusual, maxHeaderBytes, readableUrl } from './http/unreadable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Says to monitors that this server stops, and sends its clients to other servers over so many seconds, while it still
     * answers. Close it afterwards.
     * @param hurry sends away at once who is left
     */
    part(seconds: number, hurry: AbortSignal): Promise<void>
  }
}

/**
 * Builds the app, and lists everything that it contains.
 * @param onRoute hears of every route
 */
export async function buildApp(
  deps: Deps,
  siteRoot: string,
  onRoute: (route: RouteOptions) => void = () => {},
): Promise<FastifyInstance> {
  const { config } = deps
  let stopping = false
  const app: FastifyInstance = Fastify({
    ...logOptions(config.logLevel),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    // There is one line for each request, written below when it has been answered.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: mostBodyBytes,
    ...patience,
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    // Endpoints check their own parameters, and no address is longer than the headers may be.
    routerOptions: { maxParamLength: maxHeaderBytes },
    ...servedWith(
      {
        ...patience.http,
        maxHeaderSize: maxHeaderBytes,
        requireHostHeader: false,
        shouldUpgradeCallback: isHandshake,
      },
      config.tls,
    ),
    clientErrorHandler: (error, socket) => {
      if (!isLongBody(error, socket)) answerUnreadable(error, socket, app.log)
    },
  })
  app.addHook('onRoute', onRoute)
  deps.observer.writeTo((fields, text) => app.log.warn(fields, text))
  traceRequests(app, deps.observer)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A reply that says nothing about caches is for its caller alone.
    if (!reply.hasHeader('cache-control') && !reply.hasHeader('expires')) reply.header('cache-control', 'no-store')
    // Otherwise the caller keeps the connection, and the server cannot stop until it times out.
    if (stopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  app.addHook('preClose', async () => {
    stopping = true
  })
  namesAuthorization(app, config.publicUrl)
  if (config.tls) renewCertificate(app, config.tls)
  registerErrors(app, deps.db)
  noteRefusals(app, deps)
  const connections = watchConnections(app, {
    total: connectionsWithin(deps.descriptorLimit, config.maxConnections),
    perAddress: config.maxConnectionsPerAddress,
    behindProxies: config.trustedProxies > 0,
  })
  await app.register(compress, { encodings: ['br', 'gzip'] })
  registerBodies(app, deps.bodyRoom)
  keepToRoles(app, config.roles)

  registerHealth(app, deps, { connections, isStopping: () => stopping })
  const measure = registerMetrics(app, deps, connections)
  // Writing it takes longer than the rest of the start, so it waits for the first who asks.
  registerApiFiles(app, config.publicUrl)
  const forBrowsers = {
    version: packageJson.version,
    public_url: config.publicUrl,
    publishable_key: deps.keys.publishableKey,
    contact: config.contactDetails,
    map_url: mapFileUrl(config.mapFile) ?? null,
    tile_url: config.tileUrl,
    tile_attribution: config.tileAttribution,
    // Which share of its calls a page begins a trace with.
    traces: config.traces?.share ?? 0,
    geocoder: config.geocoder ? { kind: config.geocoder.kind, attribution: config.geocoder.attribution } : null,
    providers: {
      email: true,
      google: config.auth.providers.has('google'),
      oidc: [...config.auth.providers.keys()].filter((name) => name !== 'google'),
      linking: config.auth.manualLinking,
      phone: deps.sms !== undefined,
      passkeys: config.auth.passkeys !== undefined,
    },
  }
  app.get('/app-config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(forBrowsers))
  // The same as a script, so that our own pages have it before they start.
  const asScript = `globalThis.kartaConfig = ${JSON.stringify(forBrowsers)}\n`
  app.get('/app-config.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript').send(asScript),
  )

  registerMembers(app, deps)
  registerOwnership(app, deps)
  const reroute = rerouting(deps)
  registerDeliveries(app, deps, reroute)
  registerDeliveryErasing(app, deps)
  registerEvents(app, deps)
  registerCustody(app, deps)
  registerAudit(app, deps)
  registerBulk(app, deps, reroute)
  registerBatch(app, deps)
  registerStatuses(app, deps)
  registerAddresses(app, deps, reroute)
  registerDrivers(app, deps)
  registerVehicles(app, deps)
  registerMaintenance(app, deps)
  registerWorkOrders(app, deps)
  registerOdometer(app, deps)
  registerFuel(app, deps)
  registerPickupPlaces(app, deps)
  registerPreparations(app, deps, reroute)
  registerFleetDocuments(app, deps)
  registerFleetCosts(app, deps)
  registerFleetStates(app, deps)
  registerDepots(app, deps)
  registerCalendar(app, deps)
  registerTerritories(app, deps)
  registerCustomFields(app, deps)
  registerSavedViews(app, deps)
  registerImportMappings(app, deps)
  registerPlanningSettings(app, deps)
  registerClients(app, deps)
  registerWorkspace(app, deps)
  registerSampleData(app, deps)
  registerPlanning(app, deps)
  registerPlanChanges(app, deps)
  registerUnpublished(app, deps)
  registerRisks(app, deps)
  registerRemedies(app, deps)
  registerExplain(app, deps)
  registerTakes(app, deps)
  registerDays(app, deps)
  registerWaves(app, deps)
  registerRehearsals(app, deps)
  registerReplay(app, deps)
  registerWeek(app, deps)
  registerLeftovers(app, deps, reroute)
  registerRecurring(app, deps)
  registerMyRoute(app, deps)
  registerDevices(app, deps)
  registerRoadSettings(app, deps)
  registerAlerts(app, deps)
  registerPush(app, deps)
  registerEtas(app, deps)
  registerFigures(app, deps)
  registerFigurePlaces(app, deps)
  registerReports(app, deps)
  registerOutcomes(app, deps)
  registerMessages(app, deps)
  registerNotificationSettings(app, deps)
  registerNotifications(app, deps)
  registerRecipientReplies(app, deps)
  registerLook(app, deps)
  registerTracking(app, deps, reroute)
  registerTrackingSlots(app, deps, reroute)
  registerTrackingPush(app, deps)
  registerAddressMemory(app, deps)
  registerTrackingPage(app, deps, siteRoot)
  registerBookingPage(app, deps, siteRoot)
  registerPrescriptions(app, deps)
  registerCash(app, deps)
  registerTemperatures(app, deps)
  registerVehicleChecks(app, deps)
  // Whoever owns what a kind of entry changes adds its handlers here.
  registerRoad(app, deps, {
    ...stopHandlers,
    ...parcelHandlers,
    ...planHandlers,
    ...shiftHandlers,
    ...workshopHandlers,
    ...messageHandlers,
    cash_handed_in: bringCash,
    proof_taken: takeProof,
  })
  registerProofs(app, deps)
  registerDeliveryNotes(app, deps)
  const intake = registerPositions(app, deps)
  registerNearDrivers(app, deps)
  registerTrackers(app, deps, intake)
  registerPapers(app, deps)
  registerTravel(app, deps)
  registerGeometry(app, deps)
  registerSlots(app, deps, reroute)
  registerShipping(app, deps)
  registerShopCheckout(app, deps)
  registerClientBilling(app, deps)
  registerPay(app, deps)
  registerTransfers(app, deps)
  registerTransferDrives(app, deps)
  registerMailIn(app, deps)
  registerOperator(app, deps, packageJson.version)
  registerWebhooks(app, deps)
  registerOrderPage(app, deps, reroute)
  registerHandovers(app, deps)
  const optimize = registerOptimize(app, deps)
  registerContact(app, deps)
  registerDevMessages(app, deps)
  registerApiKeys(app, deps)
  registerLeakedKeys(app, deps)
  registerApps(app, deps)
  registerOAuthMetadata(app, deps)
  registerMcp(app, deps, packageJson.version)
  registerSandbox(app, deps)
  registerQuotas(app, deps)
  registerTiers(app, deps)
  registerBilling(app, deps)
  registerRecipients(app, deps)
  registerRetention(app, deps)
  registerWorkspaceExports(app, deps)
  registerIntegrations(app, deps)
  registerShopHooks(app, deps)
  registerShops(app, deps)
  registerInvitations(app, deps)
  registerDriverCodes(app, deps)
  registerJoining(app, deps, driverAccounts(deps))
  registerAccount(app, deps)
  registerAccountData(app, deps)
  registerWorkspaces(app, deps)

  registerPluginFile(app)

  // Otherwise the site would take calls that no endpoint takes.
  for (const url of ['/v1', '/v1/*']) app.all(url, (_request, reply) => reply.callNotFound())

  await registerSite(app, {
    root: siteRoot,
    tileUrl: config.tileUrl,
    mapUrl: config.mapFile && 'url' in config.mapFile ? config.mapFile.url : undefined,
    publicUrl: config.publicUrl,
  })
  if (config.mapFile && 'path' in config.mapFile) await registerMapFile(app, config.mapFile.path)
  registerRateLimit(app, deps.limiter)
  answerUnusual(app)
  // After the site, so that its security headers apply here too.
  await registerAuth(app, deps, {
    version: packageJson.version,
    onNewUser: async (trx, user) => {
      deps.disk.checkRoom()
      // Whoever comes to join a workspace gets none of their own.
      if (user.redirectTo && isInvitationPage(user.redirectTo)) return
      await createWorkspaceFor(trx, user, {
        limits: config.quotas,
        now: deps.now(),
        defaultTier: config.defaultTier,
      })
    },
    invitedAddress: (trx, token) => addressOf(trx, token, deps.now()),
    onUserDeleted: (trx, userId) => leaveWorkspaces(trx, userId, deps.now()),
  })
  await registerRest(app, deps, dataWriters(deps))
  await registerFunctions(app, deps, allFunctions({ optimize }))
  const live = openLive(deps)
  app.addHook('preClose', () => live.close())
  const realtime = await registerRealtime(app, deps, live)
  measure(realtime.measures)
  app.decorate('part', async (seconds: number, hurry: AbortSignal) => {
    stopping = true
    await realtime.part(seconds, hurry)
  })
  await registerStorage(app, deps)
  // Last, because it waits until everything above has been told to stop.
  app.addHook('preClose', async () => {
    const cutOff = await drain(app, connections, { seconds: config.stopSeconds })
    if (cutOff) app.log.warn({ connections: cutOff }, 'cut off while stopping')
  })
  return app
}
