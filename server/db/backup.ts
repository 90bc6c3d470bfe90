import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool, PostgresPoolClient, Transaction } from 'kysely'
import { Client } from 'pg'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../start-error.ts'
import { checkFile, readFrames, writeFrames } from './backup-file.ts'
import type { BackupHeader, Frame } from './backup-file.ts'
import { keepObjects, objectFrames, type Earlier, type ObjectSource } from './backup-objects.ts'
import {
  appliedMigrations,
  dropStatements,
  listSequences,
  listTables,
  loadingGuards,
  quoted,
  quotedName,
  refreshStatements,
} from './catalog.ts'
import { insufficientPrivilege, lockNotAvailable } from './sqlstates.ts'

export type Progress = (line: string) => void

export type Encryption = {
  passphrase: string
  /** What opens the keys in the database, to come with the backup. */
  sealingKeys: string[]
}

/** What a restore needs to know about the program's migrations. */
export type Migrations = {
  /** The names of all migrations the program knows, oldest first. */
  names: readonly string[]
  /** Migrates to `target`, or else to the newest version, inside the given transaction. */
  migrate: (trx: Transaction<unknown>, target?: string) => Promise<void>
}

export type BackupOptions = {
  productVersion: string
  progress?: Progress
  encryption?: Encryption
  /** Undefined leaves them out. */
  objects?: ObjectSource | undefined
  /** Leaves out the objects of this backup. */
  earlier?: Earlier | undefined
}

export type Written = {
  id: string
  rows: number
  objects: number
  /** Objects that are missing or damaged. The backup is complete without them. */
  lost: string[]
}

/**
 * Writes every row of Karta's database, except for the task queue, and every object that they refer to, to one file. It is
 * a consistent snapshot, even while the server runs. It throws rather than write a file that is incomplete because of
 * row-level security.
 */
export async function writeBackup(connectionString: string, file: string, options: BackupOptions): Promise<Written> {
  const written: Written = { id: randomUUID(), rows: 0, objects: 0, lost: [] }
  await withClient(connectionString, async (client) => {
    await keepObjects(client)
    await client.query('begin transaction isolation level repeatable read read only')
    // Makes PostgreSQL refuse instead of silently leaving out rows.
    await client.query('set local row_security = off')
    await client.query(
      `set local datestyle = iso; set local intervalstyle = postgres; set local extra_float_digits = 3`,
    )
    await writeFrames(file, snapshot(client, options, written), options.encryption?.passphrase)
    await client.query('commit')
  })
  return written
}

async function* snapshot(client: pg.Client, options: BackupOptions, written: Written): AsyncGenerator<Frame> {
  const { encryption, objects, earlier, progress = () => {} } = options
  const header = await describe(client, options, written.id)
  yield { kind: 'header', header }
  if (encryption && encryption.sealingKeys.length > 0) yield { kind: 'keys', sealingKeys: encryption.sealingKeys }
  if (objects) {
    let total = 0
    const onObject = (sha256: string, bytes: number | undefined) => {
      if (bytes === undefined) return void written.lost.push(sha256)
      total += bytes
      written.objects++
      if (written.objects % 1000 === 0) progress(`${written.objects} objects`)
    }
    yield* objectFrames(client, objects, { earlier, onObject })
    progress(`objects: ${written.objects}, ${total} bytes`)
  }
  for (const table of header.tables) {
    const { schema, name, columns } = table
    yield { kind: 'table', table: { schema, name } }
    const list = columns.map(quotedName).join(', ')
    // With a query, COPY includes the rows of partitioned tables.
    const copy = client.query(copyTo(`copy (select ${list} from ${quoted(table)}) to stdout`))
    try {
      for await (const bytes of copy) yield { kind: 'data', bytes }
    } catch (error) {
      throw readError(error, table.schema, table.name)
    }
    progress(`${schema}.${name}: ${copy.rowCount} rows`)
    written.rows += copy.rowCount
    yield { kind: 'end', rows: copy.rowCount }
  }
}

async function describe(client: pg.Client, options: BackupOptions, id: string): Promise<BackupHeader> {
  const { rows } = await client.query<{ createdAt: string; postgres: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
       current_setting('server_version') as postgres`,
  )
  const migrations = await appliedMigrations(client)
  if (!migrations) throw new StartError('There is no Karta in this database, so there is nothing to back up.')
  const tables = await listTables(client)
  const { productVersion, objects, earlier } = options
  return {
    format: 'karta-backup',
    version: 2,
    id,
    ...(objects ? { objects: earlier ? 'newer' : 'all' } : { objects: 'none' }),
    ...(earlier && {
      since: { id: earlier.header.id!, createdAt: earlier.header.createdAt, file: basename(earlier.file) },
    }),
    productVersion,
    ...rows[0]!,
    migrations,
    tables,
    sequences: await listSequences(client),
    sealedWith: await sealingKeyIds(client, tables),
  }
}

async function sealingKeyIds(client: pg.Client, tables: BackupHeader['tables']): Promise<string[]> {
  const table = tables.find((each) => quoted(each) === quoted({ schema: 'auth', name: 'sealing_keys' }))
  if (!table?.columns.includes('root_key_id')) return []
  const { rows } = await client.query<{ id: string }>(
    'select distinct root_key_id as id from auth.sealing_keys where root_key_id is not null order by 1',
  )
  return rows.map(({ id }) => id)
}

function readError(error: unknown, schema: string, name: string): unknown {
  const { code, message } = error as pg.DatabaseError
  if (code !== insufficientPrivilege) return error
  return new StartError(
    `Not every row of ${schema}.${name} may be read by this database user (${message}): back up as the owner of the tables, a superuser or a role with BYPASSRLS.`,
    { cause: error },
  )
}

/**
 * Replaces everything in the database with the content of the file, in one transaction: empties the database, migrates to
 * the file's version, loads the rows, and migrates to the newest version. Nobody else may be connected. If anything
 * fails, the database is unchanged.
 */
export async function restoreBackup(
  connectionString: string,
  file: string,
  options: { migrations: Migrations; progress?: Progress; passphrase?: string | undefined },
): Promise<void> {
  const { migrations, passphrase, progress = () => {} } = options
  progress('Checking the file')
  const { header } = await checkFile(file, passphrase)
  const unknown = header.migrations.filter((name) => !migrations.names.includes(name))
  if (unknown.length > 0) {
    throw new StartError(
      `The backup was written by a newer Karta (${header.productVersion}), whose database this one does not know (${unknown.join(', ')}): restore it with that one.`,
    )
  }
  await withClient(connectionString, async (client) => {
    await refuseCompany((text) => client.query(text))
    await refuseForeignDatabase(client)
    await inOneTransaction(client, async (trx) => {
      // Somebody may still connect. It is better to give up than to wait forever for a lock.
      await client.query(`set local lock_timeout = '10s'`)
      await client.query(`set local client_encoding = 'UTF8'; set local datestyle = iso; set local row_security = off`)
      for (const statement of await dropStatements(client)) await client.query(statement)
      progress('Making the tables')
      await migrations.migrate(trx, header.migrations.at(-1))
      await load(client, readFrames(file, passphrase), header, progress)
      await migrations.migrate(trx)
    })
    await client.query('analyze')
  })
}

async function load(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  header: BackupHeader,
  progress: Progress,
): Promise<void> {
  const existing = new Set((await listTables(client)).map(quoted))
  const lost = header.tables.filter((table) => !existing.has(quoted(table)))
  if (lost.length > 0)
    throw new StartError(`The backup has tables that its migrations do not make: ${lost.map(quoted).join(', ')}.`)
  const guards = await loadingGuards(client)
  for (const statement of guards.before) await client.query(statement)
  // Migrations may have added rows. The file has a later state of them.
  if (existing.size > 0) await client.query(`truncate ${[...existing].join(', ')}`)

  for await (const frame of frames) {
    if (frame.kind !== 'table') continue
    const table = header.tables.find((each) => quoted(each) === quoted(frame.table))
    if (!table) throw new StartError(`The backup is damaged: ${quoted(frame.table)} is not in its header.`)
    const columns = table.columns.length > 0 ? `(${table.columns.map(quotedName).join(', ')})` : ''
    const copy = client.query(copyFrom(`copy ${quoted(table)} ${columns} from stdin`))
    let expected: number | undefined
    await pipeline(
      rowsOf(frames, (rows) => (expected = rows)),
      copy,
    )
    if (copy.rowCount !== expected) {
      throw new StartError(`${quoted(table)} took ${copy.rowCount} rows of the ${expected} in the backup.`)
    }
    progress(`${table.schema}.${table.name}: ${copy.rowCount} rows`)
  }
  for (const sequence of header.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoted(sequence), sequence.value, sequence.isCalled])
  }
  progress('Checking the references between tables')
  for (const statement of guards.after) await client.query(statement)
  for (const statement of await refreshStatements(client)) await client.query(statement)
}

async function* rowsOf(frames: AsyncGenerator<Frame>, onEnd: (rows: number) => void): AsyncGenerator<Buffer> {
  // Not for-await: leaving such a loop would end the frames, and more tables are to come.
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    if (next.value.kind === 'end') return onEnd(next.value.rows)
    if (next.value.kind === 'data') yield next.value.bytes
  }
}

/** @throws StartError if anybody else is connected to the database */
export async function refuseCompany(
  query: (text: string) => Promise<{ rows: { count: number }[] }>,
  before = 'a restore',
): Promise<void> {
  // Background workers have no user.
  const { rows } = await query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename is not null`,
  )
  if (rows[0]!.count === 0) return
  throw new StartError(
    `Something is connected to the database (${rows[0]!.count} connections): stop every Karta on it before ${before}.`,
  )
}

async function refuseForeignDatabase(client: pg.Client): Promise<void> {
  if ((await appliedMigrations(client)) || (await listTables(client)).length === 0) return
  throw new StartError(
    'The database has tables that are not Karta’s: restore into an empty database or one of Karta’s own.',
  )
}

async function inOneTransaction(client: pg.Client, work: (trx: Transaction<unknown>) => Promise<void>): Promise<void> {
  // Kysely's migrations and our COPY share this one connection, and so one transaction.
  let firstFailure: unknown
  const query = (text: string, values: unknown[]) =>
    client.query(text, values).catch((error: unknown) => {
      firstFailure ??= error
      throw error
    })
  const lent = { query, release: () => {} } as unknown as PostgresPoolClient
  const pool: PostgresPool = { connect: async () => lent, end: async () => {}, options: {} }
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await kysely.transaction().execute(work)
  } catch (error) {
    if (error instanceof StartError) throw error
    // After its first failure a transaction refuses everything, even the migrator's cleanup, which would hide the cause.
    const cause = firstFailure ?? error
    if ((cause as pg.DatabaseError).code !== lockNotAvailable) throw cause
    throw new StartError('Another program is using the database: stop every Karta on it before a restore.', { cause })
  } finally {
    await kysely.destroy()
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, application_name: 'karta-backup' })
  // A lost connection fails the current query. Without a listener it would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`The database cannot be reached: ${(error as Error).message}.`, { cause: error })
  }
  try {
    return await work(client)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (code !== insufficientPrivilege) throw error
    throw new StartError(`This database user lacks a right (${message}): use the owner of the database.`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}
