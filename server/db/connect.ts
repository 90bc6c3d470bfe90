import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** The role the server works as; it owns nothing, so row-level security binds it. */
export const appRole = 'karta_app'

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    if (oid === pg.types.builtins.TIME) return (value: string) => value.slice(0, 5)
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/** Opens a pool. `role` is set at connection time, so that even RESET ROLE stays in it. */
export function openPool(
  url: string,
  options: { role?: string; max?: number; onError: (error: Error) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    application_name: 'karta',
    ...(options.role && { options: `-c role=${options.role}` }),
  })
  // Without a listener a lost idle connection would take the process down.
  pool.on('error', options.onError)
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Migrates as the owner of the tables, then closes that connection: the server itself never works as the owner.
 * @throws StartError when the database cannot be reached or used
 */
export async function prepareDatabase(url: string, also: (owner: pg.Pool) => Promise<void>): Promise<void> {
  const pool = openPool(url, { max: 2, onError: () => {} })
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await checkServer(owner)
    await migrate(owner)
    await also(pool)
  } finally {
    await owner.destroy()
  }
}

async function checkServer(owner: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`
    .execute(owner)
    .catch((error: unknown) => {
      throw new StartError(`The database of DATABASE_URL cannot be used: ${sentence(error)}`, { cause: error })
    })
  if (rows[0]!.version < 150000) {
    throw new StartError('Karta needs PostgreSQL 15 or newer; the server of DATABASE_URL is older.')
  }
}

function sentence(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is unknown.'
  if (code === 'ECONNREFUSED') return 'nothing listens there.'
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') return 'it does not answer.'
  if (code === '28P01' || code === '28000') return 'it refuses the user or password.'
  if (code === '3D000') return 'that database does not exist there.'
  return `${message || code || 'unknown reason'}.`
}

/** Runs `work` in a transaction that sees the sign-in service's tables and no workspace. */
export function inAuthScope<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('karta.scope', 'auth', true)`.execute(trx)
    return work(trx)
  })
}

/** Runs `work` in a transaction that sees one workspace and nothing else: for tasks, which have no session. */
export function inWorkspace<T>(db: Db, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await setWorkspace(trx, workspaceId)
    return work(trx)
  })
}

/** Makes `workspaceId` the tenant of the rest of the transaction. */
export async function setWorkspace(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select set_config('karta.workspace', ${workspaceId}, true)`.execute(trx)
}
