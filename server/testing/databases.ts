import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** The migrated database that test files copy. */
export const templateName = 'karta_template'

/** What seals the keys in databases of tests: their `KARTA_SEALING_KEY`. */
export const sealingKey = Buffer.alloc(32, 'karta tests').toString('base64')

/** The address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

/** Makes a database of its own for the calling test file: a migrated one, unless another template is given. */
export async function makeDatabase(template = templateName): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // A third of the time of the other strategy, which writes each page into the log.
  await runOn(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return { url: withDatabase(serverUrl, name), drop: () => runOn(serverUrl, `drop database ${name} with (force)`) }
}

/** Runs a statement as the superuser. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
