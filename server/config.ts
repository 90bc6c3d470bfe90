import { isIPv6 } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import type { QuotaLimits } from '#domain/quotas.ts'
import type { TierName } from '#domain/tiers.ts'
import packageJson from '../package.json' with { type: 'json' }
import { readAuthConfig } from './auth-config.ts'
import { readRootKey, type SealingSettings } from './auth/keys/root-keys.ts'
import type { AuthSettings } from './auth/settings.ts'
import { limitTable, type LimitName, type Limits } from './http/limit-table.ts'
import { readDefaultTier, readStripe } from './billing-config.ts'
import type { NatsSettings } from './bus/nats-bus.ts'
import { geocoderKinds, type GeocoderKind, type GeocoderSettings } from './outside/geocoder/settings.ts'
import type { BackupSettings, Every } from './backups/schedule.ts'
import type { S3Settings } from './objects/s3.ts'
import type { SlowSettings, TraceSettings } from './observability/settings.ts'
import type { MailAddress } from './outside/mail.ts'
import type { HttpSmsSettings } from './outside/http-sms.ts'
import type { SmsSettings } from './outside/sms.ts'
import type { StripeSettings } from './outside/stripe.ts'
import { usualRealtime, type RealtimeSettings } from './realtime/settings.ts'
import type { TlsFiles } from './http/certificate.ts'
import { readDatabase, type DatabaseSettings } from './database-config.ts'
import { readNats } from './nats-config.ts'
import { readNodeRoles, type NodeRole } from './nodes/roles.ts'
import { readQuotaLimits } from './quota-config.ts'
import type { RoutingSettings } from './outside/travel/settings.ts'
import { readHttpSms } from './sms-config.ts'
import { readRouting } from './routing-config.ts'
import { readMailIn, type MailInConfig } from './mail-in-config.ts'
import { StartError } from './start-error.ts'
import { readTraces } from './trace-config.ts'

/** Every setting. All are optional, and `.env.example` lists them. */
export type Config = DatabaseSettings & {
  port: number
  host: string
  publicUrl: string
  /** Whether the operator said so, or it is only a guess. */
  isPublicUrlSet: boolean
  /** The files of the certificate that Karta serves HTTPS with. Undefined when it speaks HTTP, such as behind a proxy. */
  tls: TlsFiles | undefined
  dataDir: string
  /** What carries messages between servers. Undefined when the database does. */
  nats: NatsSettings | undefined
  /** What this server does. */
  roles: readonly NodeRole[]
  /** Where the key is that seals the keys in the database. */
  sealing: SealingSettings
  /** What encrypts backups, or the file it is in. Undefined when backups are not encrypted. */
  backupPassphrase: { text: string } | { file: string } | undefined
  /** What files of moving workspaces are encrypted with. */
  movePassphrase: string | undefined
  /** When and where backups are written. Undefined when only people write them. */
  backups: BackupSettings | undefined
  /** Where objects are kept. Undefined when they are in the data folder. */
  s3: S3Settings | undefined
  /** A PMTiles file of vector tiles, by its path or its address. */
  mapFile: { path: string } | { url: string } | undefined
  /** Empty when no tile server is asked. */
  tileUrl: string
  tileAttribution: string
  logLevel: string
  /** Where traces go. Undefined when nobody collects them. */
  traces: TraceSettings | undefined
  /** What the log says of slow statements. */
  slow: SlowSettings
  /** How often somebody may call, by what is limited. */
  limits: Limits
  /** Memory for the bodies of all requests that come in at the same time. */
  bodyBytes: number
  /** Who besides this machine may read `/metrics`: everybody, or whoever has the token. */
  metricsOpen: boolean
  metricsToken: string | undefined
  /** The user whom root runs Karta as. `root` means that it stays root. */
  runAs: string | undefined
  /** How many connections there may be at the same time, in all and from one address. */
  maxConnections: number
  maxConnectionsPerAddress: number
  /** How long requests get to finish when the server stops. */
  stopSeconds: number
  /** Over how many seconds clients are sent to other servers before that. */
  drainSeconds: number
  /** How long events stay in the log. */
  eventRetentionDays: number
  /** Whether webhooks may lead to this machine and its network, and without TLS. */
  webhooksAllowPrivate: boolean
  /** How many proxies in front of Karta are trusted to tell a caller's address. */
  trustedProxies: number
  auth: AuthSettings
  /** The mail server's address, with the password. Undefined when mail is kept instead of sent. */
  smtpUrl: string | undefined
  /** The sender of mail. */
  mailFrom: MailAddress
  /** How texts are sent. Undefined when they are not. */
  sms: SmsSettings | HttpSmsSettings | undefined
  /** How many texts to recipients are handed over a second. */
  smsPerSecond: number
  /** Where addresses are looked up. Undefined when they are not. */
  geocoder: GeocoderSettings | undefined
  /** What measures travel along roads. Undefined when vehicles drive straight lines. */
  routing: RoutingSettings | undefined
  /** Who receives what guests write in the forms. */
  contactTo: string
  /** The mailbox that takes orders, if any. */
  mailIn: MailInConfig | undefined
  /** Who runs the installation, in lower case. */
  operatorEmails: readonly string[]
  /** How people reach the operator, besides the form. What is not set is not shown. */
  contactDetails: { address: string; phone: string; email: string }
  /** How many plans and problems from programs are solved at the same time by anyone, and the most threads of one. */
  solverThreads: number
  /** The most memory that the tables of one search may take, in each of its threads. */
  searchMemoryBytes: number
  /** How many problems from programs may wait. */
  optimizeQueue: number
  /** What each workspace may create and store. */
  quotas: QuotaLimits
  storage: StorageSettings
  /** Below this much free space on the disk of the embedded database, nothing can be added. */
  diskReserveBytes: number
  shops: ShopSettings
  /** How payments are taken. Undefined when they are not. */
  stripe: StripeSettings | undefined
  /** The tier of new workspaces. Undefined when the owner of the first one may choose. */
  defaultTier: TierName | undefined
  realtime: RealtimeSettings
  /** What one request to the data API may take. */
  rest: { mostRows: number; statementMs: number }
}

/** What the storage service takes. */
export type StorageSettings = {
  /** The most bytes of one file. A bucket may take less. */
  maxBytes: number
}

/** How shops are reached. Shops of a platform without keys cannot be connected. */
export type ShopSettings = {
  /** Also allows shops on this machine, on private networks and without HTTPS, for tests and doubles only. */
  allowPrivate: boolean
  /** Where shops at Shopify are, with `{shop}` in place of the shop's own address. */
  shopifyUrl: string
  shopify: { clientId: string; clientSecret: string } | undefined
  wix:
    | {
        appId: string
        appSecret: string
        /** With which Wix's webhooks and questions are verified. */
        publicKey: string | undefined
        shareUrlId: string | undefined
        installerUrl: string
        apiUrl: string
      }
    | undefined
}

/** Where map tiles come from by default. */
const defaultTileUrl = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'

/**
 * Reads the settings from the environment, once.
 * @throws StartError naming the setting and what it should look like.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = whole(env, 'PORT', 3000, 1, 65535)
  const host = env.HOST || '127.0.0.1'
  const smtpUrl = mailServer(env)
  const tls = tlsFiles(env)
  const publicUrl = publicAddress(env, `${tls ? 'https' : 'http'}://${shownHost(host)}:${port}`)
  const mailFrom = mailSender(env, smtpUrl)
  const dataDir = resolve(env.DATA_DIR || './data')
  return {
    port,
    host,
    publicUrl,
    isPublicUrlSet: Boolean(env.PUBLIC_URL),
    tls,
    dataDir,
    ...readDatabase(env),
    nats: readNats(env),
    roles: readNodeRoles(env),
    sealing: { given: sealingKeys(env), file: join(dataDir, 'sealing-key') },
    backupPassphrase: backupPassphrase(env),
    movePassphrase: env.MOVE_PASSPHRASE?.trim() || undefined,
    backups: backupSettings(env),
    s3: s3Settings(env),
    mapFile: mapFile(env),
    tileUrl: tileAddress(env),
    tileAttribution: env.TILE_ATTRIBUTION || '© OpenStreetMap contributors',
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    traces: readTraces(env),
    slow: {
      milliseconds: whole(env, 'SLOW_STATEMENT_MS', 500, 1, 3_600_000),
      plans: oneOf(env, 'SLOW_STATEMENT_PLANS', 'false', ['true', 'false']) === 'true',
    },
    trustedProxies: whole(env, 'TRUST_PROXIES', 0, 0, 10),
    limits: readLimits(env),
    bodyBytes: whole(env, 'BODY_MEGABYTES', 256, 64, 65_536) * 1024 * 1024,
    metricsOpen: oneOf(env, 'METRICS_OPEN', 'false', ['true', 'false']) === 'true',
    metricsToken: metricsToken(env),
    runAs: env.RUN_AS || undefined,
    maxConnections: whole(env, 'MAX_CONNECTIONS', 10_000, 10, 1_000_000),
    maxConnectionsPerAddress: whole(env, 'MAX_CONNECTIONS_PER_ADDRESS', 1000, 1, 1_000_000),
    stopSeconds: whole(env, 'STOP_SECONDS', 25, 1, 3600),
    drainSeconds: whole(env, 'DRAIN_SECONDS', env.DATABASE_URL ? 30 : 0, 0, 3600),
    eventRetentionDays: whole(env, 'EVENT_RETENTION_DAYS', 30, 1, 3650),
    webhooksAllowPrivate: oneOf(env, 'WEBHOOKS_ALLOW_PRIVATE', 'false', ['true', 'false']) === 'true',
    auth: readAuthConfig(env, readers(env), { publicUrl, hasMail: smtpUrl !== undefined }),
    smtpUrl,
    mailFrom,
    sms: smsSettings(env),
    smsPerSecond: whole(env, 'SMS_PER_SECOND', 10, 1, 1000),
    geocoder: geocoderSettings(env, publicUrl),
    routing: readRouting(env, readers(env), `Karta/${packageJson.version} (${publicUrl})`),
    mailIn: readMailIn(env, isAddress),
    operatorEmails: operatorEmails(env),
    contactTo: env.CONTACT_TO ? mailbox(env, 'CONTACT_TO').address : mailFrom.address,
    contactDetails: contactDetails(env),
    solverThreads: whole(env, 'SOLVER_THREADS', Math.min(64, availableParallelism()), 1, 64),
    searchMemoryBytes: whole(env, 'SEARCH_MEMORY_MB', searchMegabytes(), 16, 1_000_000) * 2 ** 20,
    optimizeQueue: whole(env, 'OPTIMIZE_QUEUE', 100, 1, 100_000),
    quotas: readQuotaLimits(env.QUOTAS),
    storage: { maxBytes: whole(env, 'STORAGE_MAX_FILE_MB', 50, 1, 1_000_000) * 2 ** 20 },
    diskReserveBytes: whole(env, 'DISK_RESERVE_MB', 200, 0, 1_000_000) * 1_000_000,
    shops: shopSettings(env),
    stripe: readStripe(env, webAddress(env, 'STRIPE_API_URL')),
    defaultTier: readDefaultTier(env.DEFAULT_TIER),
    realtime: realtimeSettings(env),
    rest: {
      mostRows: whole(env, 'REST_MAX_ROWS', 1000, 1, 100_000),
      statementMs: whole(env, 'REST_STATEMENT_SECONDS', 8, 1, 25) * 1000,
    },
  }
}

const mostCalls = 10_000_000

function readLimits(env: NodeJS.ProcessEnv): Limits {
  const read = ([name, { setting, calls }]: [string, (typeof limitTable)[LimitName]]) => [
    name,
    whole(env, setting, calls, 1, mostCalls),
  ]
  return Object.fromEntries(Object.entries(limitTable).map(read)) as Limits
}

const readers = (env: NodeJS.ProcessEnv) => ({
  whole: (name: string, fallback: number, min: number, max: number) => whole(env, name, fallback, min, max),
  flag: (name: string, fallback: boolean) => oneOf(env, name, String(fallback), ['true', 'false']) === 'true',
  webAddress: (name: string) => webAddress(env, name),
})

function shownHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

/** Half of the memory of this machine or container, shared by its processors and the turns beyond them (`queue/lanes.ts`). */
function searchMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.max(16, Math.floor(bytes / 2 / (availableParallelism() + 2) / 2 ** 20))
}

function whole(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const raw = env[name]
  if (!raw) return fallback
  const value = Number(raw)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StartError(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`)
  }
  return value
}

function oneOf(env: NodeJS.ProcessEnv, name: string, fallback: string, choices: string[]): string {
  const raw = env[name] || fallback
  if (!choices.includes(raw)) throw new StartError(`${name} must be one of ${choices.join(', ')}, not "${raw}".`)
  return raw
}

function webAddress(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const raw = env[name]
  if (!raw) return undefined
  if (!/^https?:$/.test(URL.parse(raw)?.protocol ?? '')) {
    throw new StartError(`${name} must be an address like https://karta.example.com, not "${raw}".`)
  }
  return raw.replace(/\/+$/, '')
}

/**
 * The address that people open, with which links in mails begin. With a mail server it must be set, because a guess
 * would send people to their own machine.
 */
function publicAddress(env: NodeJS.ProcessEnv, listens: string): string {
  const address = webAddress(env, 'PUBLIC_URL')
  if (address === undefined) {
    if (env.SMTP_URL) throw new StartError('PUBLIC_URL must be set along with SMTP_URL: links in mails begin with it.')
    return listens
  }
  const { username, pathname, search, hash, origin } = new URL(address)
  if (username || pathname !== '/' || search || hash) {
    throw new StartError(
      `PUBLIC_URL must be an address without path, like https://karta.example.com, not "${address}".`,
    )
  }
  return origin
}

function tlsFiles(env: NodeJS.ProcessEnv): TlsFiles | undefined {
  const { TLS_CERT: cert, TLS_KEY: key } = env
  if (!cert && !key) return undefined
  if (!cert || !key) {
    const [given, missing] = cert ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT']
    throw new StartError(`${missing} must be set too: ${given} and ${missing} go together.`)
  }
  return { cert: resolve(cert), key: resolve(key) }
}

function metricsToken(env: NodeJS.ProcessEnv): string | undefined {
  const raw = env.METRICS_TOKEN
  if (!raw) return undefined
  // The token is never repeated in the message.
  if (!/^[\x21-\x7e]{16,}$/.test(raw))
    throw new StartError('METRICS_TOKEN must have at least 16 characters, none of them a space.')
  return raw
}

function sealingKeys(env: NodeJS.ProcessEnv): SealingSettings['given'] {
  if (env.KARTA_SEALING_KEY_PREVIOUS && !env.KARTA_SEALING_KEY) {
    throw new StartError('KARTA_SEALING_KEY must be set too: KARTA_SEALING_KEY_PREVIOUS is the key that it replaces.')
  }
  return ['KARTA_SEALING_KEY', 'KARTA_SEALING_KEY_PREVIOUS'].flatMap((name) => {
    const raw = env[name]
    if (!raw) return []
    const key = readRootKey(raw)
    // The key is never repeated in the message.
    if (!key)
      throw new StartError(`${name} must be 32 random bytes in base64 or hex, as openssl rand -base64 32 prints.`)
    return key
  })
}

function backupPassphrase(env: NodeJS.ProcessEnv): Config['backupPassphrase'] {
  const { BACKUP_PASSPHRASE: text, BACKUP_PASSPHRASE_FILE: file } = env
  if (text && file) throw new StartError('Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.')
  if (text) return { text }
  return file ? { file: resolve(file) } : undefined
}

function backupSettings(env: NodeJS.ProcessEnv): BackupSettings | undefined {
  if (!env.BACKUP_DIR) return undefined
  return {
    folder: resolve(env.BACKUP_DIR),
    every: backupEvery(env.BACKUP_EVERY || '24h'),
    keepDays: whole(env, 'BACKUP_KEEP_DAYS', 7, 0, 10_000),
    keepWeeks: whole(env, 'BACKUP_KEEP_WEEKS', 4, 0, 10_000),
    withObjects: oneOf(env, 'BACKUP_OBJECTS', 'true', ['true', 'false']) === 'true',
  }
}

const leastBackupSeconds = 300

function backupEvery(raw: string): Every {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(raw) ?? []
  if (hours !== undefined) return { minuteOfDay: Number(hours) * 60 + Number(minutes) }
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(raw) ?? []
  const seconds = Number(count) * { m: 60, h: 3600, d: 86_400 }[unit ?? 'm']!
  if (seconds >= leastBackupSeconds) return { seconds }
  throw new StartError(`BACKUP_EVERY must be like 24h, 30m (at least 5m) or 03:00 in UTC, not "${raw}".`)
}

function s3Settings(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const bucket = env.S3_BUCKET
  const credentials = together(env, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  if (!bucket) {
    const other = Object.keys(env).find((name) => name.startsWith('S3_') && env[name])
    if (other) throw new StartError(`S3_BUCKET must be set too: ${other} says how to reach it.`)
    return undefined
  }
  const endpoint = webAddress(env, 'S3_ENDPOINT')
  if (endpoint && !credentials) throw new StartError('S3_ACCESS_KEY_ID must be set along with S3_ENDPOINT.')
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix)) throw new StartError(`S3_PREFIX must be a path like karta/files, not "${prefix}".`)
  return {
    endpoint,
    bucket,
    region: env.S3_REGION || 'us-east-1',
    credentials: credentials && { accessKeyId: credentials[0], secretAccessKey: credentials[1] },
    forcePathStyle: oneOf(env, 'S3_FORCE_PATH_STYLE', String(endpoint !== undefined), ['true', 'false']) === 'true',
    prefix: prefix && `${prefix}/`,
  }
}

function mapFile(env: NodeJS.ProcessEnv): Config['mapFile'] {
  const raw = env.MAP_FILE
  if (!raw) return undefined
  const url = /^https?:\/\//.test(raw) ? URL.parse(raw) : undefined
  if (!(url?.pathname ?? raw).endsWith('.pmtiles')) {
    throw new StartError(`MAP_FILE must be a file or an address that ends in .pmtiles, not "${raw}".`)
  }
  return url ? { url: raw } : { path: resolve(raw) }
}

function tileAddress(env: NodeJS.ProcessEnv): string {
  if (env.TILE_URL === 'none') return ''
  const raw = env.TILE_URL || defaultTileUrl
  if (!/^(https?:\/\/|\/)/.test(raw) || !['{z}', '{x}', '{y}'].every((part) => raw.includes(part))) {
    throw new StartError(`TILE_URL must be none or an address with {z}, {x} and {y}, not "${raw}".`)
  }
  return raw
}

function mailServer(env: NodeJS.ProcessEnv): string | undefined {
  const raw = env.SMTP_URL
  if (!raw) return undefined
  const {
    protocol = '',
    hostname = '',
    pathname = '',
    search = '',
    username = '',
    password = '',
  } = URL.parse(raw) ?? {}
  // The address may hold a password, so it is never repeated in the message.
  const isWhole = /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === ''
  const isReadable = [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part))
  if (!isWhole || !isReadable)
    throw new StartError('SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://….')
  return raw
}

/** The sender: as set, else the mail server's user if that is an address, else a placeholder that never sends. */
function mailSender(env: NodeJS.ProcessEnv, smtpUrl: string | undefined): MailAddress {
  if (env.MAIL_FROM) return mailbox(env, 'MAIL_FROM')
  const user = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : 'karta@localhost'
  if (isAddress(user) || !smtpUrl) return { name: 'Karta', address: user }
  throw new StartError('MAIL_FROM must be set along with SMTP_URL, like Karta <karta@example.com>.')
}

/** `name@example.com` or `Name <name@example.com>`. */
function mailbox(env: NodeJS.ProcessEnv, name: string): MailAddress {
  const raw = env[name]!.trim()
  const named = /^"?([^"<>\r\n]*?)"?\s*<([^<>]+)>$/.exec(raw)
  const address = named ? named[2]! : raw
  if (!isAddress(address)) {
    throw new StartError(`${name} must be an address like Karta <karta@example.com>, not ${JSON.stringify(raw)}.`)
  }
  return { name: named?.[1] ?? '', address }
}

function operatorEmails(env: NodeJS.ProcessEnv): string[] {
  const emails = (env.OPERATOR_EMAILS ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const wrong = emails.find((email) => !isAddress(email))
  if (wrong) throw new StartError(`OPERATOR_EMAILS must be addresses with commas between, not "${wrong}".`)
  return emails
}

function contactDetails(env: NodeJS.ProcessEnv): Config['contactDetails'] {
  const phone = (env.CONTACT_PHONE ?? '').trim()
  if (phone && !/^\+[1-9][\d ().-]{5,24}$/.test(phone)) {
    throw new StartError(`CONTACT_PHONE must be a number with its country code, like +1 555 010 0100, not "${phone}".`)
  }
  return {
    address: (env.CONTACT_ADDRESS ?? '').trim().replaceAll('\\n', '\n'),
    phone,
    email: env.CONTACT_EMAIL ? mailbox(env, 'CONTACT_EMAIL').address : '',
  }
}

const isAddress = (value: string) => /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(value)

function smsSettings(env: NodeJS.ProcessEnv): SmsSettings | HttpSmsSettings | undefined {
  if (env.SMS_HTTP_URL) return readHttpSms(env)
  const account = together(env, 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN')
  if (!account) return undefined
  const from = env.SMS_FROM ?? ''
  if (!/^(\+?\d{3,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[\w -]{1,11})$/i.test(from)) {
    throw new StartError(
      `SMS_FROM must be set along with SMS_ACCOUNT_SID: a number like +15550001111, a messaging service or a name of up to 11 characters.`,
    )
  }
  const url = webAddress(env, 'SMS_API_URL') ?? 'https://api.twilio.com'
  return { accountSid: account[0], authToken: account[1], from, url }
}

function geocoderSettings(env: NodeJS.ProcessEnv, publicUrl: string): GeocoderSettings | undefined {
  const url = env.GEOCODER_URL
  if (!url) return undefined
  // The address may hold a password or a key, so it is never repeated in the message.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new StartError('GEOCODER_URL must be an address like https://nominatim.example.com.')
  }
  const kind = oneOf(env, 'GEOCODER_KIND', 'nominatim', [...geocoderKinds]) as GeocoderKind
  const countries = (env.GEOCODER_COUNTRIES ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (countries.some((country) => !/^[a-z]{2}$/.test(country))) {
    throw new StartError(`GEOCODER_COUNTRIES must be codes like id,sg, not "${env.GEOCODER_COUNTRIES}".`)
  }
  return {
    url,
    kind,
    countries,
    perSecond: whole(env, 'GEOCODER_RATE_PER_SECOND', kind === 'nominatim' ? 1 : 10, 1, 1000),
    language: env.GEOCODER_LANGUAGE || undefined,
    attribution: env.GEOCODER_ATTRIBUTION || '© OpenStreetMap contributors',
    userAgent: `Karta/${packageJson.version} (${publicUrl})`,
  }
}

function shopSettings(env: NodeJS.ProcessEnv): ShopSettings {
  const shopify = together(env, 'SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET')
  const wix = together(env, 'WIX_APP_ID', 'WIX_APP_SECRET')
  return {
    allowPrivate: oneOf(env, 'SHOPS_ALLOW_PRIVATE', 'false', ['true', 'false']) === 'true',
    shopifyUrl: shopifyAddress(env),
    shopify: shopify && { clientId: shopify[0], clientSecret: shopify[1] },
    wix: wix && {
      appId: wix[0],
      appSecret: wix[1],
      publicKey: env.WIX_PUBLIC_KEY || undefined,
      shareUrlId: env.WIX_SHARE_URL_ID || undefined,
      installerUrl: webAddress(env, 'WIX_INSTALLER_URL') ?? 'https://www.wix.com/app-installer',
      apiUrl: webAddress(env, 'WIX_API_URL') ?? 'https://www.wixapis.com',
    },
  }
}

function realtimeSettings(env: NodeJS.ProcessEnv): RealtimeSettings {
  const usual = usualRealtime
  return {
    sockets: whole(env, 'REALTIME_MAX_SOCKETS', usual.sockets, 1, 1_000_000),
    channels: whole(env, 'REALTIME_CHANNELS_PER_SOCKET', usual.channels, 1, 10_000),
    joinsPerSecond: whole(env, 'REALTIME_JOINS_PER_SECOND', usual.joinsPerSecond, 1, 100_000),
    messagesPerSecond: whole(env, 'REALTIME_MESSAGES_PER_SECOND', usual.messagesPerSecond, 1, 100_000),
    bufferBytes: whole(env, 'REALTIME_BUFFER_KB', usual.bufferBytes / 1024, 16, 1_000_000) * 1024,
    privateOnly: oneOf(env, 'REALTIME_PRIVATE_ONLY', 'false', ['true', 'false']) === 'true',
  }
}

/** Two settings that only make sense together. The second is a secret, and messages never repeat it. */
function together(env: NodeJS.ProcessEnv, id: string, secret: string): [string, string] | undefined {
  const [first, second] = [env[id], env[secret]]
  if (!first && !second) return undefined
  if (!first || !second)
    throw new StartError(`${first ? secret : id} must be set too: ${id} and ${secret} go together.`)
  return [first, second]
}

function shopifyAddress(env: NodeJS.ProcessEnv): string {
  const raw = env.SHOPIFY_SHOP_URL || 'https://{shop}'
  if (!/^https?:\/\//.test(raw) || !raw.includes('{shop}')) {
    throw new StartError(`SHOPIFY_SHOP_URL must be an address with {shop}, not "${raw}".`)
  }
  return raw.replace(/\/+$/, '')
}
