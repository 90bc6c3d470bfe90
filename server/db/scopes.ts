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
import { preparing } from './prepared.ts'
import type { Tables } from './tables.ts'

/**
 * What a transaction outside any workspace may see: the sign-in service's tables, what guests sent and outgoing mail, or
 * which contents the store of objects has.
 */
export type Scope = 'auth' | 'site' | 'objects'

/** Sets the scope in the same statement that begins a transaction, which saves a round trip. */
class ScopedDriver extends PostgresDriver {
  readonly #scope: Scope

  constructor(pool: PostgresPool, scope: Scope) {
    super({ pool })
    this.#scope = scope
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`begin; set local karta.scope = '${this.#scope}'`))
  }
}

class ScopedDialect extends PostgresDialect {
  readonly #driver: Driver

  constructor(pool: PostgresPool, scope: Scope) {
    super({ pool })
    this.#driver = new ScopedDriver(pool, scope)
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

/** The same pool, with a scope for every transaction, and with prepared statements. */
export function openScopes(pool: pg.Pool, log?: Logger): Record<Scope, Kysely<Tables>> {
  const prepared = preparing(pool)
  const open = (scope: Scope) =>
    new Kysely<Tables>({ dialect: new ScopedDialect(prepared, scope), ...(log && { log }) })
  return { auth: open('auth'), site: open('site'), objects: open('objects') }
}
