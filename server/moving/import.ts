import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Sealer } from '../auth/keys/sealing.ts'
import { appliedMigrations } from '../db/catalog.ts'
import { types } from '../db/connect.ts'
import type { ObjectStore } from '../objects/store.ts'
import { StartError } from '../start-error.ts'
import { longestLine, unpack, whole, type Header, type Manifest } from './archive.ts'
import { columnsOf, inSql, orderOf, quote, readCatalog, type Catalog, type Table } from './catalog.ts'
import { countRows, withoutHead } from './copy-text.ts'
import { checkImported, type VerifySignature } from './check-imported.ts'
import { placePeople, readPeople, type Person, type Placed } from './people.ts'
import { special, toDoAlways, toDoOfCopy, toDoWithoutSecrets, type SealedColumn } from './tables.ts'

export type ImportOptions = {
  passphrase?: string | undefined
  objects: ObjectStore
  /** Says that a content is needed, for one whose bytes were lost where the file is from. */
  claim: (content: { sha256: string; bytes: number }) => Promise<void>
  sealer: Sealer
  sealedColumns: readonly SealedColumn[]
  /** Makes a secret in place of one that is not in the file, by table and column. */
  newSecrets: Record<string, () => string>
  /** Takes over how members sign in. Only for files of an installation that is trusted like this one. */
  withSignIn: boolean
  /** The tier of a workspace that comes from elsewhere. */
  tier: string
  operators: readonly string[]
  verifySignature: VerifySignature
  now: () => Date
  progress?: (line: string) => void
}

export type Imported = {
  header: Header
  rows: number
  objects: number
  lost: number
  people: { linked: number; added: number }
  histories: number
  auditEntries: number
  /** What people have to do by hand now. */
  toDo: string[]
}

export type CheckedExport = { header: Header; manifest: Manifest; people: Person[] }

/**
 * Reads the whole file to make sure that it is complete and fits together: every hash, every number of rows.
 * @throws StartError
 */
export async function checkExport(file: string, passphrase?: string): Promise<CheckedExport> {
  try {
    return await readAll(file, passphrase)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${file} is damaged or cut short: ${(error as Error).message}.`, { cause: error })
  }
}

async function readAll(file: string, passphrase: string | undefined): Promise<CheckedExport> {
  let header: Header | undefined
  let people: Person[] | undefined
  const objects = { count: 0, bytes: 0, last: '' }
  const tables = new Map<string, { rows: number; bytes: number; hash: Hash; part: number }>()
  const damaged = (why: string) => new StartError(`${file} is damaged: ${why}.`)
  for await (const entry of unpack(file, passphrase)) {
    if (entry.kind === 'header') header = entry.header
    if (entry.kind === 'people') people = readPeople(await whole(entry.content, entry.bytes))
    if (entry.kind === 'object') {
      const hash = createHash('sha256')
      for await (const bytes of entry.content) hash.update(bytes)
      // In ascending order, so that none comes twice.
      if (entry.sha256 <= objects.last) throw damaged(`object ${entry.sha256} is out of place`)
      objects.last = entry.sha256
      if (hash.digest('hex') === entry.sha256) {
        objects.count++
        objects.bytes += entry.bytes
      }
    }
    if (entry.kind === 'rows') {
      const columns = header!.tables.find(({ name }) => name === entry.table)?.columns
      if (!columns) throw damaged(`it has rows of ${entry.table}, which it does not name`)
      const found = tables.get(entry.table) ?? { rows: 0, bytes: 0, hash: createHash('sha256'), part: 0 }
      if (entry.part !== ++found.part) throw damaged(`a part of ${entry.table} is missing or out of place`)
      for await (const bytes of withoutHead(entry.content, columns, longestLine)) {
        found.hash.update(bytes)
        found.bytes += bytes.length
        found.rows += countRows(bytes)
      }
      tables.set(entry.table, found)
    }
    if (entry.kind !== 'manifest') continue
    const { manifest } = entry
    if (manifest.people !== people?.length) throw damaged('its accounts are not those that its manifest counts')
    const isSame = objects.count === manifest.objects.count && objects.bytes === manifest.objects.bytes
    if (!isSame) throw damaged('an uploaded file is missing, or is not what its hash says')
    for (const { name } of header!.tables) {
      const said = manifest.tables[name]
      const { rows = 0, bytes = 0, hash = createHash('sha256') } = tables.get(name) ?? {}
      if (!said || said.rows !== rows || said.bytes !== bytes || said.sha256 !== hash.digest('hex')) {
        throw damaged(`the rows of ${name} are not those that its manifest counts`)
      }
    }
    return { header: header!, manifest, people }
  }
  throw damaged('its manifest is missing')
}

/**
 * Adds the workspace of a file to this installation, in one transaction: nobody sees any of it until all of it was
 * checked, and if anything fails, nothing has changed. Only uploaded files may be left over, which are collected.
 * @param databaseUrl as the owner of the tables
 * @throws StartError
 */
export async function importWorkspace(databaseUrl: string, file: string, options: ImportOptions): Promise<Imported> {
  const { progress = () => {}, passphrase } = options
  progress('Checking the file')
  const checked = await checkExport(file, passphrase)
  const client = new Client({ connectionString: databaseUrl, application_name: 'karta-import', types })
  // A lost connection fails the current query. Without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const catalog = await readCatalog(client)
    await refuseOthers(client, catalog, checked)
    return await inTransaction(client, () => load(client, file, options, { ...checked, catalog }))
  } catch (error) {
    throw explained(error, file)
  } finally {
    await client.end().catch(() => {})
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = '30s'; set local client_encoding = 'UTF8'; set local datestyle = iso;
    set local timezone = 'UTC'; set local karta.moving = 'yes'`)
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('karta imports a workspace')) as free`,
  )
  if (!rows[0]!.free) throw new StartError('Another workspace is being imported. Wait until that is done.')
  const result = await work()
  await client.query('commit')
  return result
}

/** Files of another version, or of a workspace that is here already. */
async function refuseOthers(
  client: pg.Client,
  { tables }: Catalog,
  { header, manifest }: CheckedExport,
): Promise<void> {
  const here = (await appliedMigrations(client)) ?? []
  const unknown = header.migrations.filter((name) => !here.includes(name))
  const product = header.product_version
  if (unknown.length) {
    throw new StartError(
      `The export was written by a newer Karta (${product}), whose database this one does not know (${unknown.slice(0, 5).join(', ')}): update this installation, and try again.`,
    )
  }
  const missing = here.filter((name) => !header.migrations.includes(name))
  if (missing.length) {
    throw new StartError(
      `The export was written by an older Karta (${product}): update that installation to the version of this one and export again, or import it into a new installation of ${product} and update that.`,
    )
  }
  const expected = columnsOf(tables, { withSecrets: header.with_secrets, withSignIn: header.with_sign_in })
  if (JSON.stringify(expected) !== JSON.stringify(header.tables)) {
    throw new StartError(
      'The tables in the export are not those of its version of Karta. Somebody has changed the file.',
    )
  }
  const { rows } = await client.query('select from workspaces where id = $1', [header.workspace.id])
  if (rows.length) {
    throw new StartError(`The workspace ${header.workspace.name} (${header.workspace.id}) is here already.`)
  }
  if (manifest.tables.workspaces!.rows !== 1) throw new StartError('The export does not hold exactly one workspace.')
}

type Loading = CheckedExport & { catalog: Catalog }

async function load(client: pg.Client, file: string, options: ImportOptions, given: Loading): Promise<Imported> {
  const { progress = () => {}, passphrase, objects, withSignIn } = options
  const { header, manifest, people, catalog } = given
  const result = { rows: 0, objects: 0 }
  const added = new Map<string, number>()
  if (withSignIn && !header.with_sign_in) {
    throw new StartError('The export does not say how members sign in. Import it without --with-sign-in.')
  }
  const placed = await placePeople(client, people, { ...options, withSignIn })
  await noteAccounts(client, placed)
  const lost = new Set(manifest.objects.lost.map(({ sha256 }) => sha256))
  await claimLost(client, options, manifest)
  await client.query('create temp table objects_of_file (sha256 text primary key) on commit drop')
  for (const sha256 of lost) await client.query('insert into objects_of_file values ($1)', [sha256])

  const entries = unpack(file, passphrase)
  let next = await entries.next()
  while (!next.done) {
    const entry = next.value
    if (entry.kind === 'object' && !lost.has(entry.sha256)) {
      const stored = await objects.put(entry.content, { maxBytes: entry.bytes })
      if (stored.sha256 !== entry.sha256) throw new StartError(`${file} is damaged: object ${entry.sha256} differs.`)
      await client.query('insert into objects_of_file values ($1)', [entry.sha256])
      result.objects++
      if (result.objects % 1000 === 0) progress(`${result.objects} files`)
    }
    if (entry.kind !== 'rows') {
      next = await entries.next()
      continue
    }
    const { name, columns } = header.tables.find((each) => each.name === entry.table)!
    const table = catalog.tables.find((each) => each.name === name)!
    await stage(client, table, columns, options.sealedColumns)
    await pipeline(
      async function* () {
        while (!next.done && next.value.kind === 'rows' && next.value.table === name) {
          yield* withoutHead(next.value.content, columns, longestLine)
          next = await entries.next()
        }
      },
      client.query(copyFrom(`copy staged (${columns.map(quote).join(', ')}) from stdin`)),
    )
    const rows = await settle(client, options, { header, table, columns, catalog })
    added.set(name, rows)
    result.rows += rows
    progress(`${name}: ${rows} rows`)
  }
  await goOnNumbering(client, header.workspace.id)
  progress('Checking what arrived')
  const found = await checkImported(client, { ...options, header, catalog, added })
  return {
    header,
    ...result,
    ...found,
    lost: lost.size,
    people: { linked: placed.linked, added: placed.added },
    toDo: [...toDoAlways, ...(header.with_secrets ? [] : toDoWithoutSecrets), ...(header.is_frozen ? [] : toDoOfCopy)],
  }
}

async function noteAccounts(client: pg.Client, { accounts }: Placed): Promise<void> {
  await client.query('create temp table accounts (there uuid primary key, here uuid not null) on commit drop')
  const pairs = [...accounts]
  await client.query('insert into accounts select * from unnest($1::uuid[], $2::uuid[])', [
    pairs.map(([there]) => there),
    pairs.map(([, here]) => here),
  ])
}

/** A content that was lost where the file is from stays lost. One that is here belongs to somebody else. */
async function claimLost(client: pg.Client, { claim }: ImportOptions, { objects }: Manifest): Promise<void> {
  const { rows } = await client.query<{ sha256: string }>(
    'select sha256 from storage.blobs where sha256 = any($1::text[]) limit 1',
    [objects.lost.map(({ sha256 }) => sha256)],
  )
  if (rows.length) throw new StartError(`The export names a file that it does not hold: ${rows[0]!.sha256}.`)
  for (const content of objects.lost) await claim(content)
}

/** Makes a place for rows as they are in the file, where what is sealed here is open. Nobody else sees it. */
async function stage(
  client: pg.Client,
  { name }: Table,
  columns: string[],
  sealed: readonly SealedColumn[],
): Promise<void> {
  const isOpen = (column: string) => sealed.some((each) => each.table === name && each.column === column)
  const list = columns.map((column) => (isOpen(column) ? `null::text as ${quote(column)}` : quote(column)))
  await client.query(
    `create temp table staged on commit drop as select ${list.join(', ')} from ${inSql(name)} with no data`,
  )
}

type Settling = { header: Header; table: Table; columns: string[]; catalog: Catalog }

/** Checks and changes what is staged, and moves it to its table. */
async function settle(client: pg.Client, options: ImportOptions, settling: Settling): Promise<number> {
  const { header, table, columns, catalog } = settling
  const { name } = table
  await refuseForeign(client, header, name)
  await replacePeople(client, table, catalog)
  const own = special[name] ?? {}
  const changes = [
    own.always,
    header.with_secrets ? undefined : own.withoutSecrets,
    header.is_frozen ? undefined : own.ofCopy,
  ]
  for (const change of changes) if (change) await client.query(`update staged set ${change}`)
  if (name === 'workspaces' && !options.withSignIn) await takeTier(client, options)
  const sealed = await sealAll(client, options, { table, columns })
  const filled = Object.entries(own.fill ?? {}).filter(([column]) => !columns.includes(column))
  const arrived = [...new Set([...columns, ...sealed])]
  const into = [...arrived, ...filled.map(([column]) => column)].map(quote)
  const from = arrived.map((column) => quote(sealed.includes(column) ? sealedName(column) : column))
  const order = orderOf(name) ? 'order by staged.ctid' : ''
  const { rowCount } = await client.query(
    `insert into ${inSql(name)} (${into.join(', ')}) overriding system value
      select ${[...from, ...filled.map(([, sql]) => sql)].join(', ')} from staged ${order}`,
  )
  await client.query('drop table staged')
  return rowCount ?? 0
}

/** Rows that say they are another workspace's, and files that the export does not hold. */
async function refuseForeign(client: pg.Client, { workspace }: Header, name: string): Promise<void> {
  const column = name === 'workspaces' ? 'id' : 'workspace_id'
  const { rows } = await client.query(`select from staged where ${column} is distinct from $1 limit 1`, [workspace.id])
  if (rows.length) throw new StartError(`The export has rows of ${name} that are another workspace's.`)
  if (name !== 'storage.objects') return
  const { rows: unknown } = await client.query(
    'select from staged s where not exists (select from objects_of_file o where o.sha256 = s.sha256) limit 1',
  )
  if (unknown.length) throw new StartError('The export names an uploaded file that it does not hold.')
}

/** Whose something is: the account here. What belongs to somebody who is not a member any more is nobody's. */
async function replacePeople(client: pg.Client, { name, columns }: Table, { references }: Catalog): Promise<void> {
  for (const column of special[name]?.people ?? []) {
    const mustBe =
      name === 'members' ||
      references.some(
        ({ from, to, columns: own }) =>
          from === name && (to === 'auth.users' || to === 'members') && own.includes(column),
      )
    const of = quote(column)
    await client.query(
      `update staged s set ${of} = a.here from accounts a where a.there = s.${of} and a.here <> a.there`,
    )
    if (!mustBe) continue
    const gone = `${of} is not null and ${of} not in (select a.here from accounts a)`
    if (name === 'members') {
      const { rows } = await client.query(`select from staged where ${gone} limit 1`)
      if (rows.length) throw new StartError('The export has a member without an account.')
    } else if (columns.find((each) => each.name === column)!.isNullable) {
      await client.query(`update staged set ${of} = null where ${gone}`)
    } else await client.query(`delete from staged where ${gone}`)
  }
}

/** What a workspace from elsewhere may do is up to whoever runs this installation. */
async function takeTier(client: pg.Client, { tier, now }: ImportOptions): Promise<void> {
  await client.query(
    `update staged set tier = $1, licenses = null, licensed_driver_ids = '{}', planning_stops_at = null,
      trial_ends_at = least(trial_ends_at, $2)`,
    [tier, now()],
  )
}

const sealedAtOnce = 1000

/** Seals what the file has open with the keys of this installation. Returns the columns. */
async function sealAll(
  client: pg.Client,
  { sealer, sealedColumns, newSecrets }: ImportOptions,
  { table, columns }: Pick<Settling, 'table' | 'columns'>,
): Promise<string[]> {
  const own = sealedColumns.filter(
    ({ table: name, column }) => name === table.name && (columns.includes(column) || `${name}.${column}` in newSecrets),
  )
  for (const { column, row, context } of own) {
    const make = columns.includes(column) ? undefined : newSecrets[`${table.name}.${column}`]
    const target = quote(sealedName(column))
    await client.query(`alter table staged add column ${target} bytea`)
    const [secret, where] = make ? [`''`, ''] : [quote(column), `where ${quote(column)} is not null`]
    await client.query(
      `declare opened no scroll cursor for
        select ctid::text as at, ${secret} as secret, ${row.map((each) => `${quote(each)}::text`).join(', ')} from staged ${where}`,
    )
    while (true) {
      const { rows } = await client.query<Record<string, string>>(`fetch ${sealedAtOnce} from opened`)
      if (!rows.length) break
      const values = rows.map((each) =>
        sealer.seal(make?.() ?? each.secret!, context(...(row.map((name) => each[name]) as never[]))),
      )
      await client.query(
        `update staged s set ${target} = v.value from unnest($1::text[], $2::bytea[]) v (at, value) where s.ctid = v.at::tid`,
        [rows.map(({ at }) => at), values],
      )
    }
    await client.query('close opened')
  }
  return own.map(({ column }) => column)
}

const sealedName = (column: string) => `sealed ${column}`

/** Batches of events that are added from now on must have numbers after those that arrived. */
async function goOnNumbering(client: pg.Client, workspaceId: string): Promise<void> {
  await client.query(
    `select setval(s.name, greatest(nextval(s.name), s.last))
      from (select pg_get_serial_sequence('event_batches', 'id')::regclass as name,
        (select coalesce(max(b.id), 0) from event_batches b where b.workspace_id = $1) as last) s where s.last > 0`,
    [workspaceId],
  )
}

const meanings: Record<string, string> = {
  '22': 'has a value that does not belong there',
  '23502': 'lacks a value',
  '23503': 'refers to something that is not in the export',
  '23505': 'has something that is here already',
  '23514': 'has a value that is not allowed',
  '42804': 'has a value that does not belong there',
}

/** What PostgreSQL refuses, without the values. */
function explained(error: unknown, file: string): unknown {
  if (error instanceof StartError) return error
  const { code = '', table, constraint, message, where } = error as pg.DatabaseError
  const meaning = meanings[code] ?? (code.startsWith('22') ? meanings['22'] : undefined)
  if (code === '42501') {
    return new StartError(`This database user lacks a right (${message}): use the owner of the database.`, {
      cause: error,
    })
  }
  if (!meaning) return error
  const line = /line (\d+)(?:, column (\w+))?/.exec(where ?? '')
  const place = [
    table && table !== 'staged' && `table ${table}`,
    constraint && `rule ${constraint}`,
    line && `row ${line[1]}`,
    line?.[2] && `column ${line[2]}`,
  ]
  const at = place.filter(Boolean).join(', ')
  return new StartError(`Nothing was imported: ${file} ${meaning}${at ? ` (${at})` : ''}.`, { cause: error })
}
