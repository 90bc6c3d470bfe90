import { randomBytes } from 'node:crypto'
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { watchWait } from '../observability/connection-waits.ts'
import { observerOf, type Observer } from '../observability/observer.ts'
import { watchStatement } from '../observability/statements.ts'
import { outdatedStatement } from './sqlstates.ts'

/** Enough for the statements that a program consists of. One that is built for its input alone is not worth keeping. */
const mostNames = 1000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `karta_${names.size}`
  names.set(text, name)
  return name
}

/**
 * Names for statements that callers make up: only for the few that come often, since each connection keeps what it
 * prepared.
 */
export function namesOfFrequent(prefix: string, { after = 5, most = 40 } = {}): (text: string) => string | undefined {
  const counts = new Map<string, number>()
  const given = new Map<string, string>()
  return (text) => {
    const known = given.get(text)
    if (known !== undefined || given.size >= most) return known
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (counts.size > most * 10) counts.delete(counts.keys().next().value!)
    if (count > after) given.set(text, `${prefix}_${given.size}`)
    return given.get(text)
  }
}

/**
 * Begins a statement that is prepared in every transaction. Only for those whose plan is the same however much is stored,
 * such as inserts of given rows: a plan that was made while a table was small would be kept.
 */
export const preparedOnce = sql`/* prepared */`

/** Names for the statements that `preparedOnce` begins. */
export const nameOfMarked = (text: string) => (text.startsWith('/* prepared */') ? nameOf(text) : undefined)

let generation = { name: '', comment: '' }

function nextGeneration() {
  const mark = randomBytes(4).toString('hex')
  return { name: `_${mark}`, comment: ` /* ${mark} */` }
}

/** The same pool, on whose connections PostgreSQL parses and plans a statement only the first time. */
export function preparing(pool: pg.Pool, name: (text: string) => string | undefined = nameOf): PostgresPool {
  const preparingClients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const observer = observerOf(pool)
      const client = await watchWait(observer, () => pool.connect())
      const preparingClient = preparingClients.get(client) ?? prepareOn(client, name, observer)
      preparingClients.set(client, preparingClient)
      return preparingClient
    },
    end: () => pool.end(),
  }
}

function prepareOn(
  client: pg.PoolClient,
  nameFor: (text: string) => string | undefined,
  observer: Observer | undefined,
): PostgresPoolClient {
  let isOutdated = false
  async function query(text: string, values: readonly unknown[]) {
    // Statements without values begin and end transactions, several in one.
    const name = values.length > 0 ? nameFor(text) : undefined
    const prepared = name && { name: `${name}${generation.name}`, text: `${text}${generation.comment}` }
    const run = () => client.query({ text, ...prepared, values: [...values] })
    try {
      return await (observer ? watchStatement(observer, client, { text, values }, run) : run())
    } catch (error) {
      // A newer server has changed a table. Only a new connection forgets what this one prepared. A pooler's connections
      // do not, and know a statement by its text.
      if (prepared && (error as pg.DatabaseError).code === outdatedStatement) {
        isOutdated = true
        generation = nextGeneration()
      }
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isOutdated),
  }
}
