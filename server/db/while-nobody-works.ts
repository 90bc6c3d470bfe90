import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { DatabaseError } from 'pg'
import { StartError } from '../start-error.ts'

/** Shorter than PostgreSQL waits before it ends one of two transactions that block each other. */
const takeWithinMs = 700
const pauseMs = 300
const giveUpAfterMs = 120_000

/**
 * Runs `work` in a transaction that has all tables for itself, so that it and the servers that work on them never block each
 * other. Whoever calls meanwhile waits. If somebody is in the middle of something long, it lets them go on and tries again.
 * @throws StartError if the tables were busy for two minutes
 */
export async function whileNobodyWorks(
  db: Kysely<unknown>,
  work: (trx: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const until = performance.now() + giveUpAfterMs
  for (;;) {
    let isTaken = false
    try {
      return await db.transaction().execute(async (trx) => {
        await takeTables(trx)
        isTaken = true
        // If this program dies, nobody waits for the tables until its statement ends.
        await sql`set local client_connection_check_interval = '1s'`.execute(trx)
        await work(trx)
      })
    } catch (error) {
      if (isTaken || !isBusy(error)) throw error
      if (performance.now() > until) {
        throw new StartError(
          'The database is too busy to be upgraded: something has used its tables for two minutes. Look in pg_stat_activity for what it is, and start Karta again.',
          { cause: error },
        )
      }
      await delay(pauseMs)
    }
  }
}

/** The patience is over, or PostgreSQL saw two transactions that block each other. */
const isBusy = (error: unknown) => ['57014', '55P03', '40P01'].includes((error as DatabaseError).code ?? '')

async function takeTables(trx: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ tables: string | null }>`
    select string_agg(format('%I.%I', n.nspname, c.relname), ', ' order by n.nspname, c.relname) as tables
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname in ('public', 'auth', 'site', 'storage', 'realtime')`.execute(trx)
  const tables = rows[0]?.tables
  if (!tables) return
  await sql.raw(`set local statement_timeout = ${takeWithinMs}`).execute(trx)
  await sql.raw(`lock table ${tables} in access exclusive mode`).execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
}
