import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { outdatedStatement } from './sqlstates.ts'

/** Enough for the statements that a program consists of. One that is built for its input alone is not worth keeping. */
const mostNames = 300
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `karta_${names.size}`
  names.set(text, name)
  return name
}

/** The same pool, on whose connections PostgreSQL parses and plans a statement only the first time. */
export function preparing(pool: pg.Pool): PostgresPool {
  const preparingClients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const preparingClient = preparingClients.get(client) ?? prepareOn(client)
      preparingClients.set(client, preparingClient)
      return preparingClient
    },
    end: () => pool.end(),
  }
}

function prepareOn(client: pg.PoolClient): PostgresPoolClient {
  let isOutdated = false
  async function query(text: string, values: readonly unknown[]) {
    // Statements without values begin and end transactions, several in one.
    const name = values.length > 0 ? nameOf(text) : undefined
    try {
      return await client.query({ ...(name && { name }), text, values: [...values] })
    } catch (error) {
      // A newer server has changed a table. Only a new connection forgets what this one prepared.
      isOutdated ||= (error as pg.DatabaseError).code === outdatedStatement
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isOutdated),
  }
}
