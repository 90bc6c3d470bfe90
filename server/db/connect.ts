import { Kysely, PostgresDialect, sql, type Logger, type Transaction } from 'kysely'
import pg from 'pg'
import type { Role } from '#domain/permissions.ts'
import { inSpan } from '../observability/spans.ts'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'
import { patience, patienceOptions, type Patience } from './patience.ts'
import { openKind, openScopes, type Scope, type Way } from './scopes.ts'
import type { Tables } from './tables.ts'
import { insufficientPrivilege, lockNotAvailable } from './sqlstates.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** How values are read: instants as text in ISO format, large numbers as numbers. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    if (oid === pg.types.builtins.TIME) return (value: string) => value.slice(0, 5)
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

type PoolOptions = {
  role?: string
  /** Its patience, as the owner of the tables. The server's is that of a call. */
  patience?: Patience
  isPooled?: boolean
  /** After so long without an answer, the connection is lost. */
  queryMs?: number
  max?: number
  onError: (error: Error) => void
}

/**
 * Opens a pool. The server passes its role, which is set when a connection opens: not even RESET ROLE leaves it. A pooler
 * drops what a connection opens with, so there the user who logs in has to be one that begins with the role.
 */
export function openPool(url: string, how: PoolOptions): pg.Pool {
  const { role, patience: kind, isPooled, queryMs, max = 10, onError } = how
  const options = [...(role ? [`-c role=${role}`] : []), ...((kind ?? role) ? [patienceOptions(kind ?? 'call')] : [])]
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'karta',
    ...(options.length > 0 && !isPooled && { options: options.join(' ') }),
    ...((role ?? isPooled) && { connectionTimeoutMillis: 10_000 }),
    ...(queryMs && { query_timeout: queryMs }),
  })
  // Without listeners, a lost connection would end the process. If it is in use, its next query fails.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** What belongs to a database that `openDb` opened, however patient: the same connections and listeners. */
type Opened = { way: Way; root: Db; kinds: Map<Patience, Db>; scopes: Record<Scope, Db> }

const opened = new WeakMap<Db, Opened>()

/** How the server's own connections go through a pooler. */
export type Pooler = {
  url: string
  /** Whether the pooler carries prepared statements from one connection to the next, as PgBouncer does since 1.21. */
  prepares: boolean
}

type DbOptions = { log?: Logger | undefined; pooler?: Pick<Pooler, 'prepares'> | undefined }

export function openDb(pool: pg.Pool, { log, pooler }: DbOptions = {}): Db {
  const way = { pool, log, isPooled: pooler !== undefined, prepares: pooler?.prepares ?? true }
  const db = openKind(way, { patience: 'call' })
  opened.set(db, { way, root: db, kinds: new Map([['call', db]]), scopes: openScopes(way, 'call') })
  return db
}

/** The same database, whose transactions have the patience of another kind of work. */
export function dbFor(db: Db, kind: Patience): Db {
  const { way, root, kinds } = openedBy(db)
  const known = kinds.get(kind)
  if (known) return known
  const made = openKind(way, { patience: kind, isReadOnly: kind === 'figures' })
  kinds.set(kind, made)
  opened.set(made, { way, root, kinds, scopes: openScopes(way, kind) })
  return made
}

/** How the connections of a database reach PostgreSQL. */
export const wayOf = (db: Db): Way => openedBy(db).way

function openedBy(db: Db): Opened {
  const found = opened.get(db)
  if (!found) throw new Error('Only a database opened by openDb has scopes and kinds')
  return found
}

/**
 * Migrates as the owner of the tables and then closes that connection. The server itself never works as the owner.
 * @param setting the name of the address in messages
 * @throws StartError if the database cannot be reached or used
 */
export async function prepareDatabase(
  url: string,
  also: (owner: pg.Pool) => Promise<void>,
  setting = 'DATABASE_URL',
): Promise<void> {
  await checkServer(url, setting)
  const pool = openPool(url, { max: 3, patience: 'migration', onError: () => {} })
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await oneAtATime(pool, async () => {
      await migrate(owner)
      await also(pool)
    })
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (code === lockNotAvailable) {
      throw new StartError(
        `The database's tables are in use, and did not become free within ${patience.migration.lock}: end what holds them, such as a backup or a console, and start again.`,
        { cause: error },
      )
    }
    if (code !== insufficientPrivilege) throw error
    throw new StartError(
      `The user of ${setting} may not set up Karta's tables (${message}): make that user the owner of the database.`,
      { cause: error },
    )
  } finally {
    await owner.destroy()
  }
}

/** Servers that start at the same time prepare the database one after the other. The lock ends with its connection. */
async function oneAtATime(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect()
  try {
    // Another server may take its time.
    await holder.query('set lock_timeout = 0')
    await holder.query(`select pg_advisory_lock(hashtext('karta prepares the database'))`)
    await work()
  } finally {
    holder.release(true)
  }
}

/**
 * @param setting the name of the address in messages
 * @throws StartError if the database server cannot be reached, is too old, or a pooler is in between
 */
export async function checkServer(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const options = '-c karta.is_direct=yes'
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, options })
  // If the connection is lost later, the query fails. Without a listener it would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; direct: string | null }>(
      `select current_setting('server_version_num')::int as version, current_setting('karta.is_direct', true) as direct`,
    )
    if (rows[0]!.version < 150000) {
      throw new StartError(`Karta needs PostgreSQL 15 or newer; the server of ${setting} is older.`)
    }
    if (rows[0]!.direct !== 'yes') throw poolerError(setting)
  } catch (error) {
    if (error instanceof StartError) throw error
    if (/unsupported startup parameter/.test((error as Error).message)) throw poolerError(setting, error)
    throw new StartError(`The database of ${setting} cannot be used: ${sentence(error)}.`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** A pooler drops what a connection starts with, or refuses it. */
function poolerError(setting: string, cause?: unknown): StartError {
  const help =
    setting === 'DATABASE_URL'
      ? 'set DATABASE_DIRECT_URL to PostgreSQL itself (see docs/database.md), or point DATABASE_URL there'
      : `point ${setting} at PostgreSQL itself`
  return new StartError(`A pooler is between Karta and the database of ${setting}: ${help}.`, { cause })
}

function sentence(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is unknown'
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing listens there'
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'it does not answer'
  if (/timeout expired/.test(message ?? '')) return 'it does not answer'
  if (code === '28P01' || code === '28000') return 'it refuses the user or password'
  if (code === '3D000') return 'that database does not exist there'
  if (/client password must be a string/.test(message ?? '')) return 'it asks for a password'
  return (message || code || 'unknown reason').replace(/\.$/, '')
}

/** Runs `work` in a transaction that sees the sign-in service's tables, and no workspace. */
export function inAuthScope<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inScope(db, 'auth', work)
}

/** Runs `work` in a transaction that sees what guests sent and outgoing mail, and no workspace. */
export function inSiteScope<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inScope(db, 'site', work)
}

/** Runs `work` in a transaction that sees which contents the store of objects has, and no workspace. */
export function inObjectsScope<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inScope(db, 'objects', work)
}

/** From now on, the transaction sees the sign-in service's tables, besides its workspace. */
export async function enterAuthScope(trx: Trx): Promise<void> {
  await sql`select set_config('karta.scope', 'auth', true)`.execute(trx)
}

function inScope<T>(db: Db, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(scopesOf(db)[scope], db, work)
}

/** Runs `work` in a transaction that sees nothing yet. Every transaction of the server begins here or in the functions below. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(db, db, work)
}

/** What a transaction's events of a workspace were about: among others, what somebody may do there, or not. */
type Told = { isAboutAccess: boolean }

const changedIn = new WeakMap<Trx, Map<string, Told>>()
const listeners = new WeakMap<Db, (workspaceId: string, told: Told) => void>()

/** Notes that the transaction appends events to a workspace's log. */
export function noteEvents(trx: Trx, workspaceId: string, { isAboutAccess }: Told): void {
  const noted = changedIn.get(trx) ?? new Map<string, Told>()
  const before = noted.get(workspaceId)?.isAboutAccess ?? false
  changedIn.set(trx, noted.set(workspaceId, { isAboutAccess: before || isAboutAccess }))
}

/** Hears in which workspaces a transaction of this server has committed events. */
export function onEvents(db: Db, listener: (workspaceId: string, told: Told) => void): void {
  listeners.set(db, listener)
}

const lastSteps = new WeakMap<Trx, (() => Promise<void>)[]>()

/** Does something as the last thing before the transaction commits, if it gets there. */
export function beforeCommit(trx: Trx, step: () => Promise<void>): void {
  lastSteps.set(trx, [...(lastSteps.get(trx) ?? []), step])
}

const nextSteps = new WeakMap<Trx, (() => void)[]>()

/** Begins something once the transaction is committed. Nobody waits for it, and a server that stops then may not do it. */
export function afterCommit(trx: Trx, step: () => void): void {
  nextSteps.set(trx, [...(nextSteps.get(trx) ?? []), step])
}

function transact<T>(scoped: Db, db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inSpan('transaction', () => transactWithin(scoped, db, work))
}

async function transactWithin<T>(scoped: Db, db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  let changed: Map<string, Told> | undefined
  let next: (() => void)[] | undefined
  const result = await scoped.transaction().execute(async (trx) => {
    const done = await work(trx)
    for (const step of lastSteps.get(trx) ?? []) await step()
    changed = changedIn.get(trx)
    next = nextSteps.get(trx)
    return done
  })
  for (const [workspaceId, told] of changed ?? []) listeners.get(opened.get(db)?.root ?? db)?.(workspaceId, told)
  for (const step of next ?? []) step()
  return result
}

/** For a single statement, prepared and without a transaction. It sees no table, so it calls a function of the owner's. */
export const inOneStatement = (db: Db): Db => scopesOf(db).auth

const scopesOf = (db: Db): Record<Scope, Db> => openedBy(db).scopes

/** Runs work in transactions of the workspace: in one that is open, or in its own. */
export type Within = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

/** Runs `work` in a transaction that sees one workspace and nothing else: for tasks, which have no session. */
export function inWorkspace<T>(db: Db, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await setWorkspace(trx, workspaceId)
    return work(trx)
  })
}

/**
 * As whom a transaction works in its workspace; policies decide by it. `system` is Karta itself, and `operator` whoever
 * holds the secret key. A `recipient` holds the link to a tracking page.
 */
export type Identity = {
  role: Role | 'operator' | 'recipient' | 'system'
  /** The member's user, or the key. */
  person?: string
  driver?: string | null
  /** Null for all. */
  depots?: string[] | null
  /** Whose deliveries the role `client` sees. */
  client?: string | null
  /** The only delivery that a recipient sees. */
  delivery?: string
  /** Whether rows of prescriptions are visible, which the role alone does not say. */
  seesPrescriptions?: boolean
}

/** For the rest of the transaction, only rows of this workspace are visible, as far as its role sees them. */
export async function setWorkspace(
  trx: Trx,
  workspaceId: string,
  { role, person = '', driver, depots, client, delivery = '', seesPrescriptions = false }: Identity = {
    role: 'system',
  },
): Promise<void> {
  await sql`select set_config('karta.workspace', ${workspaceId}, true), set_config('karta.role', ${role}, true),
    set_config('karta.person', ${person}, true), set_config('karta.driver', ${driver ?? ''}, true),
    set_config('karta.depots', ${depots ? `{${depots.join()}}` : ''}, true),
    set_config('karta.client', ${client ?? ''}, true), set_config('karta.delivery', ${delivery}, true),
    set_config('karta.prescriptions', ${seesPrescriptions ? 'yes' : ''}, true), only_read_frozen(nullif(${workspaceId}, '')::uuid)`.execute(
    trx,
  )
}
