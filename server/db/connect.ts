import { Kysely, PostgresDialect, sql, type Logger, type Transaction } from 'kysely'
import pg from 'pg'
import type { Role } from '#domain/permissions.ts'
import { inSpan } from '../observability/spans.ts'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'
import { nameOfMarked, preparing } from './prepared.ts'
import { openScopes, type Scope } from './scopes.ts'
import type { Tables } from './tables.ts'
import { insufficientPrivilege } from './sqlstates.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    if (oid === pg.types.builtins.TIME) return (value: string) => value.slice(0, 5)
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/** Time limits for the server's connections: nothing may occupy a connection, or lock rows, for longer. */
const patience = '-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s'

/** Opens a pool. The server passes its role, which is set when a connection opens: not even RESET ROLE leaves it. */
export function openPool(
  url: string,
  options: { role?: string; max?: number; onError: (error: Error) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    application_name: 'karta',
    ...(options.role && { options: `-c role=${options.role} ${patience}`, connectionTimeoutMillis: 10_000 }),
  })
  // Without listeners, a lost connection would end the process. If it is in use, its next query fails.
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const scopes = new WeakMap<Db, Record<Scope, Db>>()

export function openDb(pool: pg.Pool, log?: Logger): Db {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing(pool, nameOfMarked) }),
    ...(log && { log }),
  })
  scopes.set(db, openScopes(pool, log))
  return db
}

/**
 * Migrates as the owner of the tables and then closes that connection. The server itself never works as the owner.
 * @throws StartError if the database cannot be reached or used
 */
export async function prepareDatabase(url: string, also: (owner: pg.Pool) => Promise<void>): Promise<void> {
  await checkServer(url)
  const pool = openPool(url, { max: 3, onError: () => {} })
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await oneAtATime(pool, async () => {
      await migrate(owner)
      await also(pool)
    })
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (code !== insufficientPrivilege) throw error
    throw new StartError(
      `The user of DATABASE_URL may not set up Karta's tables (${message}): make that user the owner of the database.`,
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
    await holder.query(`select pg_advisory_lock(hashtext('karta prepares the database'))`)
    await work()
  } finally {
    holder.release(true)
  }
}

/** @throws StartError if the database server cannot be reached, or is too old */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // If the connection is lost later, the query fails. Without a listener it would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (rows[0]!.version < 150000) {
      throw new StartError('Karta needs PostgreSQL 15 or newer; the server of DATABASE_URL is older.')
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database of DATABASE_URL cannot be used: ${sentence(error)}.`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
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
  for (const [workspaceId, told] of changed ?? []) listeners.get(db)?.(workspaceId, told)
  for (const step of next ?? []) step()
  return result
}

/** For a single statement, prepared and without a transaction. It sees no table, so it calls a function of the owner's. */
export const inOneStatement = (db: Db): Db => scopesOf(db).auth

function scopesOf(db: Db): Record<Scope, Db> {
  const scoped = scopes.get(db)
  if (!scoped) throw new Error('Only a database opened by openDb has scopes')
  return scoped
}

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
    set_config('karta.prescriptions', ${seesPrescriptions ? 'yes' : ''}, true)`.execute(trx)
}
