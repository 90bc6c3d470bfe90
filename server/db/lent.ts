import type pg from 'pg'
import type { QueryResult } from 'pg'
import { openDb, type Db } from './connect.ts'

/**
 * A database whose transactions are all part of the one that a connection has begun, for commands that look at it before it
 * is committed. None of them may fail and be gone on from.
 */
export function lend(client: pg.ClientBase): Db {
  const nothing = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] } satisfies QueryResult
  const query = (given: string | { text: string }, values?: unknown[]) => {
    const text = typeof given === 'string' ? given : given.text
    if (/^(begin|commit)$/i.test(text)) return Promise.resolve(nothing)
    const inside = text.replace(/^begin;\s*/i, '')
    if (typeof given === 'string') return client.query(inside, values)
    // Prepared statements have a name, which is not needed for once.
    return client.query({ ...given, text: inside, name: undefined } as pg.QueryConfig)
  }
  const lent = { query, release: () => {}, on: () => {}, off: () => {} }
  const pool = { connect: async () => lent, end: async () => {}, options: {} }
  return openDb(pool as unknown as pg.Pool)
}
