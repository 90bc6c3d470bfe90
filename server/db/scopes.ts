import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Logger,
  type PostgresPool,
} from 'kysely'
import type pg from 'pg'
import { namesOfFrequent, preparing } from './prepared.ts'
import type { Tables } from './tables.ts'

/**
 * What a transaction outside any workspace may see: the sign-in service's tables, what guests sent and outgoing mail, or
 * which contents the store of objects has.
 */
export type Scope = 'auth' | 'site' | 'objects'

/** Says what holds for a transaction in the same statement that begins it, which saves a round trip. */
class BeginningDriver extends PostgresDriver {
  readonly #begin: () => string

  constructor(pool: PostgresPool, begin: () => string) {
    super({ pool })
    this.#begin = begin
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin()))
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

/** The same pool, with a scope for every transaction, and with prepared statements. */
export function openScopes(pool: pg.Pool, log?: Logger): Record<Scope, Kysely<Tables>> {
  const prepared = preparing(pool)
  const open = (scope: Scope) =>
    new Kysely<Tables>({
      dialect: new BeginningDialect(prepared, () => `begin; set local karta.scope = '${scope}'`),
      ...(log && { log }),
    })
  return { auth: open('auth'), site: open('site'), objects: open('objects') }
}

/** What every transaction of the data API is bound to. */
export type ReadingSettings = { statementMs: number; quotas: Record<string, number> }

/**
 * The same pool, for questions that callers make up: transactions only read, and no statement runs for long. What is asked
 * again and again is prepared.
 */
export function openReading(pool: pg.Pool, settings: () => ReadingSettings): Kysely<Tables> {
  const begin = () => {
    const { statementMs, quotas } = settings()
    return `begin read only; set local statement_timeout = ${statementMs}; set local timezone = 'UTC';
      set local karta.quotas = '${JSON.stringify(quotas)}'`
  }
  return new Kysely<Tables>({ dialect: new BeginningDialect(preparing(pool, namesOfFrequent('karta_often')), begin) })
}
