import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Logger,
  type PostgresPool,
  type PostgresPoolClient,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { appRole } from './app-role.ts'
import { patienceStatements, type Patience } from './patience.ts'
import { nameOfMarked, namesOfFrequent, preparing } from './prepared.ts'
import type { Tables } from './tables.ts'

/**
 * What a transaction outside any workspace may see: the sign-in service's tables, what guests sent and outgoing mail, or
 * which contents the store of objects has.
 */
export type Scope = 'auth' | 'site' | 'objects'

/** How the connections of a pool reach PostgreSQL. */
export type Way = {
  pool: pg.Pool
  log?: Logger | undefined
  /** Whether something in between drops what a connection starts with, so that each transaction has to say it. */
  isPooled: boolean
  /** Whether what one transaction prepared is still there for the next. */
  prepares: boolean
}

/** Says what holds for a transaction in the same statement that begins it, which saves a round trip. */
class BeginningDriver extends PostgresDriver {
  readonly #begin: () => string

  constructor(pool: PostgresPool, begin: () => string) {
    super({ pool })
    this.#begin = begin
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel ?? settings.accessMode) throw new Error('What a transaction begins with is fixed')
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin()))
    } catch (error) {
      // It may have begun, and failed at what comes next. Nobody else may get it like that.
      await this.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0]).catch(() => {})
      throw error
    }
  }
}

class BeginningDialect extends PostgresDialect {
  readonly #driver: Driver

  constructor(pool: PostgresPool, begin: () => string) {
    super({ pool })
    this.#driver = new BeginningDriver(pool, begin)
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

const pools = new WeakMap<Way, { frequent: PostgresPool; marked: PostgresPool; often: PostgresPool }>()

/** The same connections, with names for all statements, for those that say so, or for those that come often. */
function preparedOn(way: Way) {
  const known = pools.get(way)
  if (known) return known
  const prepared = (name?: (text: string) => string | undefined) =>
    preparing(way.pool, way.prepares ? name : () => undefined)
  const made = {
    frequent: prepared(),
    marked: prepared(nameOfMarked),
    often: prepared(namesOfFrequent('karta_often')),
  }
  pools.set(way, made)
  return made
}

/** The same pool, whose statements outside transactions begin one of their own, so that the same holds for them. */
function bindingSingle(pool: PostgresPool, begin: () => string): PostgresPool {
  const bound = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  return {
    ...pool,
    async connect() {
      const client = await pool.connect()
      const made = bound.get(client) ?? bindSingle(client, begin)
      bound.set(client, made)
      return made
    },
  }
}

function bindSingle(client: PostgresPoolClient, begin: () => string): PostgresPoolClient {
  let isOpen = false
  const run = (text: string, values: readonly unknown[] = []) => client.query<unknown>(text, values)
  async function query(text: string, values: readonly unknown[]) {
    if (isOpen || text.startsWith('begin')) {
      isOpen = !/^(commit|rollback)$/.test(text)
      return run(text, values)
    }
    try {
      await run(begin())
      const result = await run(text, values)
      await run('commit')
      return result
    } catch (error) {
      await run('rollback').catch(() => {})
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

type Beginning = { patience: Patience; isReadOnly?: boolean; also?: string }

function beginning({ isPooled }: Way, { patience, isReadOnly, also }: Beginning): string {
  return [
    isReadOnly ? 'begin read only' : 'begin',
    ...(isPooled ? [`set local role ${appRole}`] : []),
    // What a connection of our own starts with need not be said again.
    ...(isPooled || patience !== 'call' ? [patienceStatements(patience)] : []),
    ...(also ? [also] : []),
  ].join('; ')
}

const kyselyOf = (pool: PostgresPool, { log }: Way, begin: () => string) =>
  new Kysely<Tables>({ dialect: new BeginningDialect(pool, begin), ...(log && { log }) })

/** Calls are bound by how their connections begin, even outside transactions. Other kinds of work are not in a hurry. */
const boundTo = (patience: Patience, pool: PostgresPool, begin: () => string) =>
  patience === 'call' ? pool : bindingSingle(pool, begin)

/** For transactions of a workspace. */
export function openKind(way: Way, how: Beginning): Kysely<Tables> {
  const begin = () => beginning(way, how)
  return kyselyOf(boundTo(how.patience, preparedOn(way).marked, begin), way, begin)
}

/** The same connections, with a scope for every transaction, and with prepared statements. */
export function openScopes(way: Way, patience: Patience): Record<Scope, Kysely<Tables>> {
  const open = (scope: Scope) => {
    const begin = () => beginning(way, { patience, also: `set local karta.scope = '${scope}'` })
    return kyselyOf(boundTo(patience, preparedOn(way).frequent, begin), way, begin)
  }
  return { auth: open('auth'), site: open('site'), objects: open('objects') }
}

/** What every transaction of the data API is bound to. */
export type ReadingSettings = { statementMs: number; quotas: Record<string, number> }

/**
 * The same connections, for questions that callers make up: transactions only read, and no statement runs for long. What
 * is asked again and again is prepared.
 */
export function openReading(way: Way, settings: () => ReadingSettings): Kysely<Tables> {
  const begin = () => {
    const { statementMs, quotas } = settings()
    const also = `set local statement_timeout = ${statementMs}; set local timezone = 'UTC';
      set local karta.quotas = '${JSON.stringify(quotas)}'`
    return beginning(way, { patience: 'call', isReadOnly: true, also })
  }
  return kyselyOf(preparedOn(way).often, { ...way, log: undefined }, begin)
}
