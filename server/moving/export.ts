import { createHash, type Hash } from 'node:crypto'
import { Client } from 'pg'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Sealer } from '../auth/keys/sealing.ts'
import { appRole } from '../db/app-role.ts'
import type { ObjectSource } from '../db/backup-objects.ts'
import { keepObjects } from '../db/backup-objects.ts'
import { appliedMigrations } from '../db/catalog.ts'
import { longestLine, pack, partBytes, type Header, type Manifest, type Part } from './archive.ts'
import { columnsOf, inSql, orderOf, quote, readCatalog, type Table } from './catalog.ts'
import { countRows, fieldOf, inParts } from './copy-text.ts'
import { peopleLines } from './people.ts'
import { special, staying, type SealedColumn } from './tables.ts'

export type ExportOptions = {
  workspaceId: string
  productVersion: string
  /** The address of this installation. */
  source: string
  /** Encrypts the file. Only then does it hold secrets. */
  passphrase?: string | undefined
  /** Opens sealed columns, for a file that holds secrets. */
  sealer?: Sealer | undefined
  sealedColumns: readonly SealedColumn[]
  /** Password hashes and second factors of members. Only with a passphrase. */
  withSignIn?: boolean
  objects: ObjectSource & {
    /** Undefined if it is not there. */
    size(sha256: string): Promise<number | undefined>
  }
  /** Hears of each table and every thousand files, with what there is so far. */
  progress?: (at: Progress) => void
}

export type Progress = { what: string; rows: number; objects: number; bytes: number }

export type Exported = { rows: number; objects: number; lost: string[]; header: Header }

/**
 * Reads everything of one workspace in one snapshot, as the server's role: what row-level security does not show of a
 * workspace to Karta itself is not in the file.
 * @returns the bytes of the file, and what it held once they are all read
 */
export function exportWorkspace(
  databaseUrl: string,
  options: ExportOptions,
): { bytes: AsyncGenerator<Buffer>; result: Promise<Exported> } {
  const result = Promise.withResolvers<Exported>()
  // Whoever reads the bytes hears of a failure first.
  result.promise.catch(() => {})
  const bytes = async function* () {
    const client = new Client({ connectionString: databaseUrl, application_name: 'karta-export' })
    // A lost connection fails the current query. Without a listener it would also end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      yield* written(client, options, result.resolve)
    } catch (error) {
      result.reject(error)
      throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
  return { bytes: bytes(), result: result.promise }
}

async function* written(
  client: pg.Client,
  options: ExportOptions,
  done: (result: Exported) => void,
): AsyncGenerator<Buffer> {
  const { workspaceId, passphrase } = options
  await keepObjects(client)
  const migrations = (await appliedMigrations(client))!
  const { tables } = await readCatalog(client)
  await beginReading(client, workspaceId)
  const header = await describe(client, options, { migrations, tables })
  const state: State = { people: 0, tables: {}, rows: 0, objects: 0, bytes: 0, lost: [] }
  const parts = partsOf(client, options, { header, state })
  const end = (): Omit<Manifest, 'sha256'> => ({
    people: state.people,
    tables: state.tables,
    objects: { count: state.objects, bytes: state.bytes, lost: state.lost },
  })
  yield* pack(parts, { end, seconds: Math.floor(Date.parse(header.created_at) / 1000), passphrase })
  await client.query('commit')
  done({ rows: state.rows, objects: state.objects, lost: state.lost.map(({ sha256 }) => sha256), header })
}

/** From here on, the connection sees the workspace as it is now, and nothing of others. */
async function beginReading(client: pg.Client, workspaceId: string): Promise<void> {
  await client.query(`set role ${appRole}`)
  await client.query(`begin transaction isolation level repeatable read read only`)
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local client_encoding = 'UTF8'; set local datestyle = iso; set local intervalstyle = postgres;
    set local extra_float_digits = 3; set local timezone = 'UTC'; set local bytea_output = hex`)
  await client.query(
    `select set_config('karta.workspace', $1, true), set_config('karta.role', 'system', true),
      set_config('karta.scope', 'auth', true)`,
    [workspaceId],
  )
}

async function describe(
  client: pg.Client,
  { workspaceId, productVersion, source, passphrase, sealer, withSignIn = false }: ExportOptions,
  { migrations, tables }: { migrations: string[]; tables: Table[] },
): Promise<Header> {
  const { rows } = await client.query<{ name: string; is_frozen: boolean; created_at: string }>(
    `select name, exists (select from frozen_workspaces f where f.workspace_id = w.id and f.holds) as is_frozen,
        to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
      from workspaces w where id = $1`,
    [workspaceId],
  )
  const { name, is_frozen, created_at } = rows[0]!
  const withSecrets = passphrase !== undefined && sealer !== undefined
  const moved = columnsOf(tables, { withSecrets, withSignIn })
  const left = tables.filter((table) => !moved.some((each) => each.name === table.name))
  const why = 'It holds secrets, and the file is not encrypted.'
  return {
    format: 'karta-workspace',
    version: 1,
    product_version: productVersion,
    created_at,
    source,
    migrations,
    workspace: { id: workspaceId, name },
    is_frozen,
    with_secrets: withSecrets,
    with_sign_in: withSecrets && withSignIn,
    tables: moved,
    left_out: {
      ...staying,
      ...Object.fromEntries(
        left.map((table) => [table.name, special[table.name]?.needsSecrets ? why : 'It is for moves of the operator.']),
      ),
    },
  }
}

type State = Omit<Manifest, 'sha256' | 'objects'> & {
  rows: number
  objects: number
  bytes: number
  lost: { sha256: string; bytes: number }[]
}

type Reading = { header: Header; state: State }

async function* partsOf(client: pg.Client, options: ExportOptions, { header, state }: Reading): AsyncGenerator<Part> {
  const { progress = () => {} } = options
  const say = (what: string) => progress({ what, rows: state.rows, objects: state.objects, bytes: state.bytes })
  yield { name: 'karta.json', bytes: Buffer.from(JSON.stringify(header, null, 2)) }
  const people = await peopleLines(client, header.with_sign_in ? options.sealer : undefined)
  state.people = people.length
  yield { name: 'people.ndjson', bytes: Buffer.from(people.map((line) => `${line}\n`).join('')) }
  yield* objectParts(client, options, state, say)
  for (const { name, columns } of header.tables) {
    const sealed = options.sealedColumns.filter((each) => each.table === name && columns.includes(each.column))
    const source = sealed.length
      ? openedRows(client, { name, columns, sealed, sealer: options.sealer!, ...options })
      : storedRows(client, { name, columns, ...options })
    yield* tableParts(source, { name, columns, state })
    say(name)
  }
}

async function* tableParts(
  source: AsyncIterable<Buffer>,
  { name, columns, state }: { name: string; columns: string[]; state: State },
): AsyncGenerator<Part> {
  const head = Buffer.from(`${columns.join('\t')}\n`)
  const hash: Hash = createHash('sha256')
  const found = { rows: 0, bytes: 0 }
  let part = 0
  for await (const bytes of inParts(source, { size: partBytes, longest: longestLine })) {
    hash.update(bytes)
    const rows = countRows(bytes)
    found.rows += rows
    found.bytes += bytes.length
    state.rows += rows
    yield { name: `tables/${name}/${String(++part).padStart(5, '0')}.tsv`, bytes: Buffer.concat([head, bytes]) }
  }
  state.tables[name] = { ...found, sha256: hash.digest('hex') }
}

type Rows = { name: string; columns: string[]; workspaceId: string }

const ofWorkspace = ({ name, workspaceId }: Rows) => {
  const order = orderOf(name)
  return `${inSql(name)} where ${name === 'workspaces' ? 'id' : 'workspace_id'} = '${workspaceId}'
    ${order ? `order by ${quote(order)}` : ''}`
}

function storedRows(client: pg.Client, rows: Rows): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy (select ${rows.columns.map(quote).join(', ')} from ${ofWorkspace(rows)}) to stdout`))
}

const atOnce = 500

/** Rows with sealed columns, opened: the file is encrypted, and is for an installation with other keys. */
async function* openedRows(
  client: pg.Client,
  { sealed, sealer, ...rows }: Rows & { sealed: readonly SealedColumn[]; sealer: Sealer },
): AsyncGenerator<Buffer> {
  const bytes = new Set(sealed.map(({ column }) => column))
  const list = rows.columns.map((each) => (bytes.has(each) ? quote(each) : `${quote(each)}::text`)).join(', ')
  await client.query(`declare opened no scroll cursor for select ${list} from ${ofWorkspace(rows)}`)
  while (true) {
    const page = await client.query<Record<string, string | Buffer | null>>(`fetch ${atOnce} from opened`)
    if (!page.rows.length) break
    const lines = page.rows.map((row) => rows.columns.map((column) => fieldOf(textOf(row, column))).join('\t'))
    yield Buffer.from(lines.map((line) => `${line}\n`).join(''))
  }
  await client.query('close opened')

  function textOf(row: Record<string, string | Buffer | null>, column: string): string | null {
    const value = row[column]!
    if (!Buffer.isBuffer(value)) return value
    const { row: names, context } = sealed.find((each) => each.column === column)!
    return sealer.open(value, context(...(names.map((each) => row[each]) as never[])))
  }
}

async function* objectParts(
  client: pg.Client,
  { workspaceId, objects }: ExportOptions,
  state: State,
  say: (what: string) => void,
): AsyncGenerator<Part> {
  await client.query(`declare objects no scroll cursor for
    select sha256, max(size)::text as bytes from storage.objects where workspace_id = '${workspaceId}'
      group by 1 order by sha256 collate "C"`)
  while (true) {
    const page = await client.query<{ sha256: string; bytes: string }>(`fetch ${atOnce} from objects`)
    if (!page.rows.length) break
    for (const { sha256, bytes } of page.rows) {
      const length = Number(bytes)
      if ((await objects.size(sha256)) !== length) {
        state.lost.push({ sha256, bytes: length })
        continue
      }
      let isWhole = true
      const content = contentOf(objects, { sha256, length }, (whole) => (isWhole = whole))
      yield { name: `objects/${sha256}`, length, content }
      if (!isWhole) {
        state.lost.push({ sha256, bytes: length })
        continue
      }
      state.objects++
      state.bytes += length
      if (state.objects % 100 === 0) say('files')
    }
  }
  await client.query('close objects')
  say('files')
}

/** The bytes of an object. The archive has said its length, so one that turns out damaged is filled up. */
async function* contentOf(
  objects: ObjectSource,
  { sha256, length }: { sha256: string; length: number },
  end: (isWhole: boolean) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let left = length
  try {
    for await (const chunk of await objects.open(sha256)) {
      const some = chunk.subarray(0, left)
      left -= some.length
      hash.update(some)
      if (some.length) yield some
    }
  } catch (error) {
    if (!objects.isLoss(error)) throw error
  }
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
  end(hash.digest('hex') === sha256)
}
