import type { Logger } from 'kysely'
import type pg from 'pg'
import { agreedOf } from './agreed-settings.ts'
import { openKeys, tokenVerifier, type Keys } from './auth/keys/keys.ts'
import { openSealer } from './auth/keys/data-keys.ts'
import { readPushKeys } from './auth/keys/push-keys.ts'
import { readTrackingKey } from './auth/keys/tracking-key.ts'
import type { Sealer } from './auth/keys/sealing.ts'
import { loadMailTemplates, type MailTemplates } from './auth/mails/load.ts'
import { openLocalBus, type Bus } from './bus/bus.ts'
import { openPostgresBus } from './bus/postgres-bus.ts'
import { openBackups, type Backups } from './backups/scheduled.ts'
import type { Closers } from './closers.ts'
import type { Config } from './config.ts'
import { appRole, confirmAppRole, confirmPooledLogin } from './db/app-role.ts'
import { onEvents, openDb, openPool, type Db } from './db/connect.ts'
import { openStandby, type Standby } from './db/standby.ts'
import { unknownDisk, type Disk } from './db/embedded/disk.ts'
import { eventsTopic } from './events/follow.ts'
import { openEngine, withinProcessors, type Engine } from './engine/engine.ts'
import { claimBlob } from './db/blobs.ts'
import { openBodyRoom, type BodyRoom } from './http/body-room.ts'
import { accessTopic } from './http/callers/access.ts'
import { openSightings, type Sightings } from './http/callers/sightings.ts'
import { openAttempts, type Attempts } from './http/callers/attempts.ts'
import { openEntries, type ReadEntries } from './http/callers/entry.ts'
import type { VerifyToken } from './http/callers/token.ts'
import { newMailToken } from './http/mail-token.ts'
import { openLimiter, type Limiter } from './http/rate-limit.ts'
import { openPapers, type Papers } from './papers/papers.ts'
import type { Folders } from './objects/folders.ts'
import { openClock } from './nodes/clock.ts'
import { openNodes, type Nodes } from './nodes/nodes.ts'
import { objectsFrom } from './objects/from-settings.ts'
import type { ObjectStore } from './objects/store.ts'
import { openObserver, observe, type Observer } from './observability/observer.ts'
import { watched } from './observability/outside-calls.ts'
import { openGeocoder, type Geocoder } from './outside/geocoder/geocoder.ts'
import { openTravelEngine, type TravelEngine } from './outside/travel/engine.ts'
import { openMailer, type Mailer } from './outside/mail.ts'
import type { Payments, StripeSettings } from './outside/stripe.ts'
import { openPushSender, type PushSender } from './outside/push.ts'
import { openWebhookPoster, type WebhookPoster } from './outside/webhook-poster.ts'
import { openHttpSms } from './outside/http-sms.ts'
import { openSms } from './outside/sms.ts'
import { type SmsSender } from './outside/sms-sender.ts'
import { openShares, type Shares } from './http/shares.ts'
import { openBell, type Bell } from './queue/bell.ts'
import { openQueue, type Queue } from './queue/queue.ts'

/** Everything that the app's parts work with, in one object, so that a test can replace any part. */
export type Deps = {
  config: Config
  /** Connected as the server's role, so a query outside a workspace's transaction sees nothing. */
  db: Db
  pool: pg.Pool
  /** The same on connections of its own, for live channels: what people see must not wait for what others write. */
  liveDb: Db
  /** One connection that only asks whether the database answers: the others may all wait for something. */
  pulse: pg.Pool
  /** Where figures are read, if there is one. */
  standby: Standby | undefined
  /** Sees how long everything takes, for metrics, traces and the log. */
  observer: Observer
  queue: Queue
  /** The servers of this database. */
  nodes: Nodes
  /** The database's disk, if it is on this machine. */
  disk: Disk
  /** The disk that uploaded files arrive on. */
  filesDisk: Disk
  /** Where the bytes of uploaded files are. */
  objects: ObjectStore
  /** Undefined when only people write backups. */
  backups: Backups | undefined
  /** Where files are on this machine while they arrive. */
  folders: Folders
  /** Solves plans and what programs send. */
  engine: Engine
  /** Draws what is printed. */
  papers: Papers
  /** Tells whoever follows something, on all servers. */
  bus: Bus
  /** Takes payments. Undefined when nobody pays. */
  payments: Payments | undefined
  /** Tells whoever waits on any server that something happened, sooner than the database would. */
  bell: Bell
  /** What part of the database's connections a workspace may hold. */
  shares: Shares
  /** Memory for all bodies that come in. */
  bodyRoom: BodyRoom
  /** Undefined without a mail server. Mail is then kept, and `/dev/messages` shows it. */
  mailer: Mailer | undefined
  /** Opens `/dev/messages`. */
  mailToken: string
  /** The texts of the sign-in service's mails. */
  mailTemplates: MailTemplates
  /** Undefined without an SMS provider. Signing in by phone is then off. */
  sms: SmsSender | undefined
  /** Undefined without a geocoder. Positions then come from orders, the address book and people. */
  geocoder: Geocoder | undefined
  /** Undefined without a routing engine. Vehicles then drive straight lines. */
  travel: TravelEngine | undefined
  /** Sends notifications to browsers. */
  push: PushSender
  /** Posts events to addresses that workspaces name. */
  webhooks: WebhookPoster
  keys: Keys
  /** The secret of the links to tracking pages. */
  trackingKey: Buffer
  sealer: Sealer
  verifyToken: VerifyToken
  /** Notes when members were last seen. */
  sightings: Sightings
  /** Whose sessions began, and what was refused, to be noted in the audit log. */
  attempts: Attempts
  /** Who those are who come with a session, read for many together. */
  entries: ReadEntries
  /** Counts what comes in, together with other servers. */
  limiter: Limiter
  /** How many files and sockets this process may have open. */
  descriptorLimit: number
  /** How often the embedded database was started again. */
  databaseRestarts: () => number
  now: () => Date
  /** By how many milliseconds this machine is ahead of the database's clock, which `now` goes by; 0 if hardly. */
  clockAheadMs: () => number
  /** Logs a failure of background work that somebody should look into. */
  report: (error: unknown, what: string) => void
  /** Check every reply against its declaration. It costs time, so only tests do. */
  checkReplies: boolean
}

type Settings = {
  config: Config
  /** A database that has been prepared, straight to PostgreSQL. */
  databaseUrl: string
  /** Is told how to close what was opened. */
  closers: Closers
  report: Deps['report']
  /** Where objects are on this machine. */
  folders: Folders
  disk?: Disk
  /** The disk that objects arrive on. By default the database's. */
  objectsDisk?: Disk
  mailTemplates?: MailTemplates
  /** By default, a new one. */
  mailToken?: string
  checkReplies?: boolean
  descriptorLimit?: number
  databaseRestarts?: () => number
  /** At most so many connections to the database at the same time. */
  maxConnections?: number
  logQuery?: Logger
  /** What this machine takes for the time, in milliseconds. */
  machineMs?: () => number
  /** Is told in a sentence what an operator should know. */
  warn?: (sentence: string) => void
}

const shareOfConnections = 0.4
const liveConnections = 3
/** A database that does not answer for so long is as good as none. */
const mostPulseMs = 2000

/** Opens everything that the app works with, for a server, a test or a measurement. */
export async function openDeps(settings: Settings): Promise<Deps> {
  const { config, closers, report, machineMs = () => systemClock().getTime(), warn = () => {} } = settings
  const clock = openClock(machineMs)
  const { now } = clock
  const onError = (error: Error) => report(error, 'database connection')
  const { pooler } = config
  const openConnections = (how: { max?: number; queryMs?: number }) => {
    const opened = openPool(pooler?.url ?? settings.databaseUrl, {
      ...(pooler ? { isPooled: true } : { role: appRole }),
      onError,
      ...how,
    })
    closers.add(() => opened.end())
    return opened
  }
  const pool = openConnections(settings.maxConnections ? { max: settings.maxConnections } : {})
  const livePool = openConnections({ max: liveConnections })
  const pulse = openConnections({ max: 1, queryMs: mostPulseMs })
  const observer = await openObserver(config.traces, config.slow)
  closers.add(() => observer.close())
  observe(pool, observer)
  observe(livePool, observer)
  await (pooler ? confirmPooledLogin(pool) : confirmAppRole(pool))
  const db = openDb(pool, { log: settings.logQuery, pooler })
  const liveDb = openDb(livePool, { log: settings.logQuery, pooler })
  const { roles } = config
  const nodes = await openNodes({ db, roles, agreed: agreedOf(config), clock, machineMs, warn, report })
  closers.add(() => nodes.close())
  const standby = config.replica && (await openStandby({ ...config.replica, db, pooler, now, report }))
  closers.add(async () => standby?.close())
  // Closed after the queue, so that running tasks are handed back before they lose their threads.
  const engine = openEngine(withinProcessors(config.solverThreads), {
    keepsSpare: true,
    memoryBytes: config.searchMemoryBytes,
  })
  closers.add(() => engine.stop())
  const papers = openPapers()
  closers.add(() => papers.stop())
  const bus = await openBus(settings)
  closers.add(() => bus.close())
  const attempts = openAttempts(db)
  closers.add(() => attempts.flush(now()).catch((error: unknown) => report(error, 'audit of attempts')))
  onEvents(db, (workspaceId, { isAboutAccess }) => {
    if (isAboutAccess) bus.publish(accessTopic(workspaceId), '')
    bus.publish(eventsTopic(workspaceId), '')
  })
  const queue = await openQueue(pool, onError, bus)
  closers.add(() => queue.stop())
  const sealer = await openSealer(db, config.sealing)
  const keys = await openKeys({ db, sealer, now }, config.auth.externalUrl, config.auth)
  const verifyToken = tokenVerifier(keys)
  const disk = settings.disk ?? unknownDisk
  const filesDisk = settings.objectsDisk ?? disk
  const { folders } = settings
  const objects = await objectsFrom(config.s3, {
    folders,
    claim: (content) => claimBlob(db, content),
    checkRoom: () => filesDisk.checkRoom(),
  })
  const webhooks = watched(observer, 'webhook', openWebhookPoster({ allowPrivate: config.webhooksAllowPrivate }))
  closers.add(async () => webhooks.close())
  return {
    config,
    db,
    pool,
    liveDb,
    pulse,
    standby,
    observer,
    disk,
    filesDisk,
    objects,
    backups: config.backups && openBackups(config.backups, now),
    folders,
    queue,
    nodes,
    engine,
    papers,
    bus,
    bell: openBell(bus),
    shares: openShares(Math.max(1, Math.floor(pool.options.max * shareOfConnections))),
    bodyRoom: openBodyRoom(config.bodyBytes),
    mailer: config.smtpUrl ? watched(observer, 'mail', openMailer(config.smtpUrl, config.mailFrom)) : undefined,
    mailToken: settings.mailToken ?? newMailToken(),
    mailTemplates: settings.mailTemplates ?? loadMailTemplates(config.auth.mailTemplates),
    sms:
      config.sms &&
      watched(observer, 'sms', 'accountSid' in config.sms ? openSms(config.sms) : openHttpSms(config.sms)),
    geocoder:
      config.geocoder &&
      watched(observer, 'geocoder', openGeocoder(config.geocoder, { now, sharedBy: () => nodes.count('web') })),
    travel: config.routing && watched(observer, 'routing', openTravelEngine(config.routing, { now })),
    payments: config.stripe && watched(observer, 'payments', await openStripe(config.stripe)),
    push: watched(
      observer,
      'push',
      openPushSender({ ...(await readPushKeys(db, sealer, now())), subject: pushSubject(config) }),
    ),
    webhooks,
    keys,
    trackingKey: await readTrackingKey(db, sealer, now()),
    sealer,
    verifyToken,
    sightings: openSightings(db),
    attempts,
    entries: openEntries(db),
    limiter: openLimiter(config.limits, { now, verifyToken, bus: config.databaseUrl ? bus : undefined }),
    descriptorLimit: settings.descriptorLimit ?? Infinity,
    databaseRestarts: settings.databaseRestarts ?? (() => 0),
    now,
    clockAheadMs: clock.aheadMs,
    report,
    checkReplies: settings.checkReplies ?? false,
  }
}

/** Between all servers of the database. The embedded one has no other. */
async function openBus({ config, databaseUrl, report }: Settings): Promise<Bus> {
  if (config.nats) return (await import('./bus/nats-bus.ts')).openNatsBus({ ...config.nats, report })
  return config.databaseUrl ? openPostgresBus({ url: databaseUrl, role: appRole, report }) : openLocalBus(report)
}

/** Its package is loaded here, as that of NATS is above: only those who use it should pay for it with memory and a slower start. */
async function openStripe(settings: StripeSettings): Promise<Payments> {
  return (await import('./outside/stripe.ts')).openPayments(settings)
}

/** Whom push services write to if something is wrong. */
function pushSubject({ publicUrl, mailFrom }: Config): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom.address}`
}

/** What this machine takes for the time. The server's clock, `now`, begins with it. */
export const systemClock = () => new Date()
