import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { keepHouse } from './auth/housekeeping.ts'
import { prepareSealing } from './auth/keys/prepare-sealing.ts'
import type { FastifyBaseLogger } from 'fastify'
import { loadMailTemplates } from './auth/mails/load.ts'
import { buildApp } from './app.ts'
import { readEncryption } from './backups/encryption.ts'
import { makeBackupFolder } from './backups/scheduled.ts'
import { workOnBackups } from './backups/tasks.ts'
import { openClosers } from './closers.ts'
import { readConfig, type Config } from './config.ts'
import { unknownDisk, watchDisk, type Disk } from './db/embedded/disk.ts'
import { checkServer, dbFor, prepareDatabase } from './db/connect.ts'
import { unprivilegedAccount, type Account } from './db/embedded/account.ts'
import { keepRunning } from './db/embedded/keep-running.ts'
import { lockDataDir } from './db/embedded/lock.ts'
import { startEmbedded } from './db/embedded/start.ts'
import { isPassing } from './db/passing.ts'
import { openDeps, systemClock, type Deps } from './deps.ts'
import { workOnAccounts } from './features/account/tasks.ts'
import { workOnClientCharges } from './features/client-billing/tasks.ts'
import { workOnAddressMemory } from './features/address-memory/tasks.ts'
import { workOnAddresses } from './features/addresses/tasks.ts'
import { keepSlotsReady, workOnSlots } from './features/slots/tasks.ts'
import { workOnAudit } from './features/audit/tasks.ts'
import { workOnCustody } from './features/custody/tasks.ts'
import { workOnFleet } from './features/fleet-states/tasks.ts'
import { workOnTransfers } from './features/transfer-drives/tasks.ts'
import { workOnOdometers } from './features/odometer/tasks.ts'
import { workOnEtas } from './features/etas/tasks.ts'
import { workOnFigures } from './features/figure-keeping/tasks.ts'
import { workOnTemperatures } from './features/temperatures/tasks.ts'
import { workOnEstimates } from './features/plan-changes/tasks.ts'
import { workOnTravel } from './features/travel/tasks.ts'
import { forgetAttempts } from './features/integrations/commands.ts'
import { workOnRouteMails } from './features/handovers/tasks.ts'
import { rerouting } from './features/plan-changes/endpoints.ts'
import { workOnShopPrivacy } from './features/shop-privacy/tasks.ts'
import { workOnFulfilling } from './features/shop-fulfilling/tasks.ts'
import { workOnShops } from './features/shop-sync/tasks.ts'
import { workOnIntegrations } from './features/integrations/tasks.ts'
import { forgetOldOperations, operationSearches } from './features/optimize/tasks.ts'
import { planSearches } from './features/planning/tasks.ts'
import { readRevision } from './features/revisions/queries.ts'
import { workOnEvents } from './features/events/tasks.ts'
import { workOnAlerts } from './features/alerts/tasks.ts'
import { workOnPhotos } from './features/proofs/tasks.ts'
import { workOnNotifications } from './features/notification-sending/tasks.ts'
import { workOnMailIn } from './features/mail-in/tasks.ts'
import { workOnWebhooks } from './features/webhook-sending/tasks.ts'
import { workOnPush } from './features/push/tasks.ts'
import { workOnQuotas } from './features/quotas/tasks.ts'
import { workOnBilling } from './features/billing/tasks.ts'
import { workOnTiers } from './features/tiers/tasks.ts'
import { workOnRecipients } from './features/recipients/tasks.ts'
import { workOnReports } from './features/reports/tasks.ts'
import { workOnRecurring } from './features/recurring/tasks.ts'
import { workOnWaves } from './features/waves/tasks.ts'
import { workOnRetention } from './features/retention/tasks.ts'
import { checkReadable, checkWritable, giveUpRoot } from './give-up-root.ts'
import { forgetGuests } from './http/callers/guest.ts'
import { forgetMessages } from './live/history.ts'
import { takenWithin } from './http/log-stream.ts'
import { mailPageUrl } from './http/dev-messages.ts'
import { raiseDescriptorLimit } from './http/descriptors.ts'
import { forgetReplies } from './http/idempotency.ts'
import { isMailShown } from './http/mail-guard.ts'
import { keptMailToken, newMailToken } from './http/mail-token.ts'
import { removeOld, workOnObjects } from './objects/collect.ts'
import { makeFolders, type Folders } from './objects/folders.ts'
import { workOnInvitations } from './features/invitations/tasks.ts'
import { workOnMail } from './queue/mail.ts'
import { workOnWorkspaceExports } from './moving/tasks.ts'
import { prepareQueue } from './queue/queue.ts'
import { workOnSearches } from './queue/turns.ts'
import { keepStorage } from './storage/housekeeping.ts'
import { StartError } from './start-error.ts'

const siteRoot = join(import.meta.dirname, '..', 'build', 'client')

/** How often the log repeats that the database is away. */
const passingEveryMs = 10_000

const closers = openClosers()

async function start(): Promise<void> {
  const config = readConfig()
  // Before the database, so that a start that cannot succeed leaves nothing behind.
  const mailTemplates = loadMailTemplates(config.auth.mailTemplates)
  await checkAddress(config)
  const descriptorLimit = raiseDescriptorLimit()
  const say = (line: string) => console.error(line)
  const { databaseUrl, databaseRestarts, disk, home, account } = await openDatabase(config, say)
  const runsAs = config.runAs === 'root' ? undefined : account
  const folders = makeFolders(join(home, 'objects'), runsAs)
  // The database's disk is another one, which nobody knows.
  const objectsDisk = config.databaseUrl ? watchDisk(folders.root, config.diskReserveBytes, say) : undefined
  closers.add(async () => objectsDisk?.close())
  if (config.backups) makeBackupFolder(config.backups.folder, runsAs)
  // With a database of its own, no other server is using the folder.
  if (!config.databaseUrl) await removeOld(folders.arriving, systemClock())
  await prepareDatabase(
    databaseUrl,
    async (owner) => {
      await prepareQueue(owner)
      await prepareSealing(owner, config, say)
    },
    directSetting(config),
  )

  let log: Deps['report'] = () => {}
  const report: Deps['report'] = (error, what) => log(error, what)
  const mailToken = config.databaseUrl ? newMailToken() : keptMailToken(config.dataDir)
  const deps = await openDeps({
    config,
    descriptorLimit,
    databaseUrl,
    databaseRestarts,
    disk,
    folders,
    ...(objectsDisk && { objectsDisk }),
    closers,
    report,
    mailTemplates,
    mailToken,
    warn: say,
  })
  const app = await buildApp(deps, siteRoot)
  let nextAt = 0
  log = (error, what) => {
    // While the database is away, everything that works in the background says so several times a second.
    if (isPassing(error) && (stopping || performance.now() < nextAt)) return
    if (isPassing(error)) nextAt = performance.now() + passingEveryMs
    app.log.error({ err: error }, what)
  }
  closers.add(() => app.close())
  part = async () => void (await Promise.all([deps.queue.handBack(), app.part(config.drainSeconds, hurry.signal)]))
  keepUp(deps)
  if (config.roles.includes('worker')) {
    await startWork(deps)
    await workOnWorkspaceExports(deps, { databaseUrl })
  }
  // Read now: the user that the server goes on as may not.
  if (config.backups && config.roles.includes('worker'))
    workOnBackups(deps, { ownerUrl: databaseUrl, encryption: readEncryption(config) })
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw addressError(error, config)
  })
  if (runsAs) await becomeOrdinary(runsAs, config, { databaseUrl, folders }, { log: app.log, say })
  if (!deps.mailer) say(whereMailIs(config, mailToken))
  console.log(`Karta is ready on ${config.publicUrl}`)
}

/** The setting that has the address of PostgreSQL itself. */
const directSetting = ({ pooler }: Config) => (pooler ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')

/** Gives up root for an account, unless that account could not read the program or reach the database. */
async function becomeOrdinary(
  account: NonNullable<Account>,
  config: Config,
  { databaseUrl, folders }: { databaseUrl: string; folders: Folders },
  { log, say }: { log: FastifyBaseLogger; say: (line: string) => void },
): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const needed = [
    'server/engine/engine.worker.ts',
    'solver/index.ts',
    'domain/errors.ts',
    'node_modules/pg/package.json',
  ]
  const site = ['build/client', 'build/client/index.html'].filter((path) => existsSync(join(root, path)))
  const map = config.mapFile && 'path' in config.mapFile ? [config.mapFile.path] : []
  const databaseLog = config.databaseUrl ? [] : [join(config.dataDir, 'postgres.log')]
  const why = await giveUpRoot(account, async () => {
    checkReadable([...map, ...databaseLog, ...[...needed, ...site].map((path) => join(root, path))])
    checkWritable([...Object.values(folders), ...(config.backups ? [config.backups.folder] : [])])
    await checkServer(databaseUrl, directSetting(config))
  })
  if (why === undefined) return log.info(account, 'gave up root')
  say(`Karta goes on as root: ${why}. Start it as an ordinary user instead, or set RUN_AS=root to hide this line.`)
}

/** Without a mail server: where the mail is that Karta would have sent. */
function whereMailIs(config: Config, token: string): string {
  return isMailShown(config)
    ? `Mail is kept at ${mailPageUrl(config.publicUrl, token)} for this machine only. It opens accounts: keep the link to yourself.`
    : 'Mail is kept and shown nowhere, because people open Karta from other machines: set SMTP_URL to send it.'
}

const reloadKeysSeconds = 60
const sightingsEverySeconds = 30
const attemptsEverySeconds = 5

/** What every server does for itself: it learns of new keys, writes down what it has noted, and keeps days ready. */
function keepUp(deps: Deps): void {
  const { queue, config } = deps
  queue.every(reloadKeysSeconds, () => deps.keys.reload())
  queue.every(attemptsEverySeconds, () => deps.attempts.flush(deps.now()))
  queue.every(sightingsEverySeconds, () => deps.sightings.flush(deps.now()))
  if (config.roles.includes('web')) keepSlotsReady(deps)
}

/**
 * Starts working on the queue's tasks and on everything that is done at intervals, on one server or on several together.
 * Nobody waits for any of it.
 */
async function startWork(given: Deps): Promise<void> {
  const deps = { ...given, db: dbFor(given.db, 'task') }
  workOnSearches(deps, [planSearches(deps, readRevision), operationSearches(deps)])
  await workOnMail(deps)
  await workOnInvitations(deps)
  await workOnRouteMails(deps)
  await workOnRecurring(deps)
  workOnWaves(deps)
  await workOnReports(deps)
  await workOnIntegrations(deps)
  await workOnShops({ ...deps, reroute: rerouting(deps) })
  await workOnShopPrivacy(deps)
  await workOnFulfilling(deps)
  await workOnAddresses(deps)
  workOnSlots(deps)
  workOnClientCharges(deps)
  workOnCustody(deps)
  await workOnAudit(deps)
  await workOnPhotos(deps)
  await workOnBilling(deps)
  await workOnRecipients(deps)
  workOnEtas(deps)
  workOnOdometers(deps)
  workOnFleet(deps)
  workOnTransfers(deps)
  workOnTemperatures(deps)
  workOnTravel(deps)
  workOnEstimates(deps)
  workOnAlerts(deps)
  workOnNotifications(deps)
  workOnWebhooks(deps)
  workOnMailIn(deps, rerouting(deps))
  await workOnPush(deps)
  keepOrder({ ...given, db: dbFor(given.db, 'house') })
}

/** What counts, adds up, forgets and removes in all workspaces, which can be much at once. */
function keepOrder(deps: Deps): void {
  const { db, queue } = deps
  forgetOldOperations(deps)
  workOnAddressMemory(deps)
  workOnAccounts(deps)
  workOnQuotas(deps)
  workOnTiers(deps)
  workOnEvents(deps)
  workOnRetention(deps)
  workOnFigures(deps)
  keepHouse(deps)
  keepStorage(deps)
  workOnObjects(deps)
  queue.every(3600, () => forgetReplies(db))
  queue.every(3600, () => forgetGuests(db))
  queue.every(3600, () => forgetAttempts(db))
  queue.every(3600, () => forgetMessages(db, deps.now()))
}

/** `home` is where files are kept, and `account` is who root should become. */
type Database = { databaseUrl: string; databaseRestarts: () => number; disk: Disk; home: string; account: Account }

async function openDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  const { databaseUrl } = config
  const runAs = config.runAs === 'root' ? undefined : config.runAs
  if (databaseUrl) {
    return {
      databaseUrl,
      databaseRestarts: () => 0,
      disk: unknownDisk,
      home: config.dataDir,
      account: unprivilegedAccount(runAs),
    }
  }
  const lock = lockDataDir(config.dataDir)
  closers.add(async () => lock.release())
  const opening = startEmbedded({ dataDir: config.dataDir, log, lock, runAs })
  // When told to stop in the middle of it, Karta waits until the database has started and then stops it.
  closers.add(async () => (await opening.catch(() => undefined))?.stop())
  const embedded = await opening
  const kept = keepRunning(embedded, {
    log,
    giveUp(why) {
      log(why)
      void stop(1)
    },
    wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    now: () => performance.now(),
  })
  closers.add(() => kept.letGo())
  const disk = watchDisk(embedded.reserve, config.diskReserveBytes, log)
  closers.add(async () => disk.close())
  const { url, home, account } = embedded
  return { databaseUrl: url, databaseRestarts: kept.restarts, disk, home, account }
}

/** Takes the address for a moment, because a start that cannot listen should not create or start a database first. */
async function checkAddress(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host)
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw addressError(error, config)
  })
  probe.close()
  await once(probe, 'close')
}

function addressError(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE') {
    const other = port === 3001 ? 3002 : 3001
    return new StartError(
      `Port ${port} is already in use: stop what uses it, or choose another one with PORT=${other} npm start.`,
    )
  }
  if (code === 'EACCES') return new StartError(`Port ${port} needs more rights: choose one above 1023 with PORT.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return new StartError(`HOST is ${host}, which is not an address of this machine.`)
  }
  return error
}

let stopping: Promise<void> | undefined

/** Hands work back and sends clients to other servers, once the server has any. */
let part: (() => Promise<void>) | undefined
const hurry = new AbortController()

/**
 * Finishes requests, hands running work back to the queue, closes the database, exits. Calling it again makes it hurry.
 * @param isGentle clients get time to go to other servers
 */
function stop(code: number, isGentle = false): Promise<void> {
  if (stopping) hurry.abort()
  stopping ??= (async () => {
    if (isGentle) await part?.().catch((error: unknown) => console.error('While stopping:', error))
    await closers.close((error) => {
      console.error('While stopping:', error)
      code ||= 1
    })
    // A pipe that nobody reads takes no more.
    await takenWithin(process.stdout, 1000)
    process.exit(code)
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0, signal === 'SIGTERM'))
}

try {
  await start()
} catch (error) {
  // A start that was told to stop fails because its database went away: there is nothing to report.
  if (!stopping) console.error(error instanceof StartError ? error.message : error)
  await stop(1)
}
