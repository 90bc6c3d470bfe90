import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { Client, Pool } from 'pg'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkFile } from './backup-file.ts'
import { restoreBackup, writeBackup } from './backup.ts'
import type { Migrations } from './backup.ts'
import { startEmbedded } from './embedded/start.ts'
import type { EmbeddedDatabase } from './embedded/start.ts'

const folder = mkdtempSync(join(tmpdir(), 'karta-backup-'))
// Otherwise root would keep the database elsewhere.
chmodSync(folder, 0o711)
const file = join(folder, 'first.backup')
const rowCount = 50_000

const statements = (...all: string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const each of all) await sql.raw(each).execute(db)
  },
})

const first = statements(
  'create schema auth',
  `create type mood as enum ('fine', 'late')`,
  'create table auth.person (id uuid primary key default gen_random_uuid(), email text not null unique)',
  `create table place (
     id bigint generated always as identity primary key, "odd ""name" text, mood mood not null default 'fine',
     payload jsonb, photo bytea, seen_at timestamptz, tags text[], gone double precision,
     letters integer generated always as (length("odd ""name")) stored,
     parent_id bigint references place, owner_id uuid references auth.person on delete cascade)`,
  'alter table place enable row level security',
  'alter table place force row level security',
  // Two tables that refer to each other, so that no order of loading is right.
  'create table route (id integer primary key, first_stop_id integer)',
  'create table stop (id integer primary key, route_id integer not null references route)',
  'alter table route add foreign key (first_stop_id) references stop deferrable initially deferred',
  'create table empty (id serial primary key)',
  `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no new stops'; end $$`,
  'create view late_place as select id from place where mood = $$late$$',
  'create materialized view stop_count as select count(*)::integer as stops from stop',
  // What a migration puts in, and somebody changed later, must come back as it was changed.
  `create table setting (name text primary key, value text)`,
  `insert into setting values ('currency', 'IDR')`,
)
const guard = statements('create trigger refuse before insert on stop for each row execute function refuse()')
const later = statements(`alter table place add column note text not null default 'unknown'`)

const program = (migrations: Record<string, Migration>): Migrations => ({
  names: Object.keys(migrations),
  async migrate(trx, target) {
    await sql`create schema if not exists migrations`.execute(trx)
    const provider = { getMigrations: async () => migrations }
    const migrator = new Migrator({ db: trx, provider, migrationTableSchema: 'migrations' })
    const { error } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest()
    if (error) throw error
  },
})
const today = program({ '001-first': first, '002-guard': guard })
const tomorrow = program({ '001-first': first, '002-guard': guard, '003-later': later })
const yesterday = program({ '001-first': first })

let database: EmbeddedDatabase
const url = (name: string, user?: string) => {
  const address = new URL(database.url)
  address.pathname = name
  if (user) {
    address.username = user
    address.password = 'secret'
  }
  return address.href
}

async function ask<Row extends pg.QueryResultRow>(name: string, query: string, user?: string): Promise<Row[]> {
  const client = new Client({ connectionString: url(name, user) })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it worked',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

/** One hash over every row of every table, written as text. */
async function contents(name: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const table of ['auth.person', 'place', 'route', 'stop', 'empty', 'setting']) {
    const rows = await ask<{ row: string }>(name, `select t::text as row from ${table} t order by 1`)
    hashes[table] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  return hashes
}

const guards = `select count(*) filter (where contype = 'f')::int as keys,
    (select count(*)::int from pg_trigger where tgenabled = 'O' and not tgisinternal) as triggers,
    (select relforcerowsecurity from pg_class where relname = 'place') as forced,
    (select condeferred from pg_constraint where conrelid = 'route'::regclass and contype = 'f') as deferred
  from pg_constraint`

async function migrated(name: string, migrations: Migrations): Promise<void> {
  const pool = new Pool({ connectionString: url(name) })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute((trx) => migrations.migrate(trx))
  await db.destroy()
}

const seeds = [
  `insert into auth.person (email) select 'person' || n || '@example.com' from generate_series(1, 20) n`,
  `insert into place ("odd ""name", mood, payload, photo, seen_at, tags, gone, parent_id, owner_id)
   select case n % 5 when 0 then null when 1 then E'tab\\tline\\nback\\\\slash' when 2 then '' when 3 then '\\N' else 'Jalan ☕ ' || n end,
     case n % 2 when 0 then 'fine' else 'late' end::mood, jsonb_build_object('n', n, 'text', 'a"b' || n),
     decode(md5(n::text), 'hex'), timestamptz '2026-03-01 00:00:00.123456+07' + n * interval '1 minute',
     array['x', null, 'y,{"z}'], case n % 3 when 0 then 'NaN' when 1 then 0.1 + n else 'infinity' end::float8,
     nullif(n / 2, 0), (select id from auth.person where email = 'person' || (n % 20 + 1) || '@example.com')
   from generate_series(1, ${rowCount}) n`,
  'insert into route values (1, null), (2, null)',
  'alter table stop disable trigger refuse',
  'insert into stop values (10, 1), (20, 2)',
  'alter table stop enable trigger refuse',
  'update route set first_stop_id = id * 10',
  `update setting set value = 'EUR'`,
  // The queue's tables, whose rows are to stay behind.
  'create schema pgboss',
  'create table pgboss.job as select 1 as id',
]

beforeAll(async () => {
  database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, isThrownAway: true })
  await ask('postgres', 'create database source')
  await migrated('source', today)
  for (const each of seeds) await ask('source', each)
  await writeBackup(url('source'), file, { productVersion: '1.2.3' })
}, 60_000)

afterAll(async () => {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await ask('postgres', 'drop database if exists target')
  await ask('postgres', 'create database target')
})

const timeout = 60_000

test('a backup restores into an empty database, row for row', { timeout }, async () => {
  await restoreBackup(url('target'), file, { migrations: today })
  expect(await contents('target')).toEqual(await contents('source'))
  expect(await ask('target', 'select count(*)::int as rows from place')).toEqual([{ rows: rowCount }])
  expect(await ask('target', 'select stops from stop_count')).toEqual([{ stops: 2 }])
  expect(await ask('target', guards)).toEqual(await ask('source', guards))
  expect(await ask('target', guards)).toEqual([{ keys: 4, triggers: 1, forced: true, deferred: true }])
  // New rows go on where the old ones ended, and a sequence never used stays so.
  expect(await ask('target', 'insert into place default values returning id')).toEqual([{ id: String(rowCount + 1) }])
  expect(await ask('target', 'insert into empty default values returning id')).toEqual([{ id: 1 }])
  // Work that was queued does not come back.
  expect(await ask('target', `select to_regclass('pgboss.job') as job`)).toEqual([{ job: null }])
})

test('a restore replaces the content of a Karta database', { timeout }, async () => {
  await migrated('target', tomorrow)
  for (const each of seeds.slice(0, 2)) await ask('target', each)
  await ask('target', 'create schema pgboss; create table pgboss.job as select 1 as id')
  await restoreBackup(url('target'), file, { migrations: today })
  expect(await contents('target')).toEqual(await contents('source'))
  expect(await ask('target', `select to_regclass('pgboss.job') as job`)).toEqual([{ job: null }])
  expect(await ask('target', 'select name from migrations.kysely_migration order by 1')).toEqual([
    { name: '001-first' },
    { name: '002-guard' },
  ])
})

test('an older backup is migrated to the newest version', { timeout }, async () => {
  await restoreBackup(url('target'), file, { migrations: tomorrow })
  expect(await ask('target', 'select note, count(*)::int as rows from place group by 1')).toEqual([
    { note: 'unknown', rows: rowCount },
  ])
  expect(await ask('target', 'select count(*)::int as count from migrations.kysely_migration')).toEqual([{ count: 3 }])
})

test('an ordinary owner can back up and restore, and learns if rows are hidden', { timeout }, async () => {
  await ask(
    'postgres',
    `do $$ begin if to_regrole('plain') is null then create role plain login password 'secret'; end if; end $$`,
  )
  await ask('postgres', 'alter database target owner to plain')
  await restoreBackup(url('target', 'plain'), file, { migrations: today })
  expect(await contents('target')).toEqual(await contents('source'))
  expect(await ask('target', guards)).toEqual(await ask('source', guards))

  // The owner of a table with forced row-level security does not see all rows.
  const hidden = join(folder, 'hidden.backup')
  expect(await refusal(writeBackup(url('target', 'plain'), hidden, { productVersion: '1' }))).toMatch(
    /^StartError: Not every row of public\.place may be read by this database user/,
  )
  expect(existsSync(hidden) || existsSync(`${hidden}.part`)).toBe(false)
  await ask('target', 'alter table place no force row level security')
  await writeBackup(url('target', 'plain'), hidden, { productVersion: '1' })
  expect(existsSync(hidden)).toBe(true)
})

test('a backup shows one moment, even while rows are written', { timeout }, async () => {
  const busy = join(folder, 'busy.backup')
  const lines: string[] = []
  // The first table is read before the others; what happens then must not be in any of them.
  let change: Promise<unknown> | undefined
  await writeBackup(url('source'), busy, {
    productVersion: '1',
    progress: (line) => {
      lines.push(line)
      change ??= ask('source', `insert into setting values ('late', 'yes')`)
    },
  })
  await change
  await ask('source', `delete from setting where name = 'late'`)
  expect(lines).toContain(`public.place: ${rowCount} rows`)
  expect(lines).toContain('public.setting: 1 rows')
})

test('a backup file is private', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a truncated or damaged file, or one that is not a backup, changes nothing', { timeout }, async () => {
  await migrated('target', today)
  const before = await contents('target')
  const bad = join(folder, 'bad.backup')
  const restore = () => refusal(restoreBackup(url('target'), bad, { migrations: today }))
  const whole = readFileSync(file)

  writeFileSync(bad, whole)
  truncateSync(bad, Math.floor(whole.length / 2))
  expect(await restore()).toMatch(/^StartError: The backup .* is damaged or cut short/)

  // Cut between two frames and packed again: gzip finds nothing wrong with that.
  const frames = gunzipSync(whole)
  writeFileSync(bad, gzipSync(frames.subarray(0, frames.lastIndexOf('Z\0\0\0'))))
  expect(await restore()).toMatch(/^StartError: The backup .* is damaged or cut short: its end is missing/)

  const changed = Buffer.from(frames)
  changed.write('X', frames.indexOf('Jalan'))
  writeFileSync(bad, gzipSync(changed))
  expect(await restore()).toMatch(/^StartError: The backup .* is damaged or cut short: its check sum differs/)

  for (const other of [Buffer.from('hello'), gzipSync('hello, world'), gzipSync(''), Buffer.alloc(0)]) {
    writeFileSync(bad, other)
    expect(await restore()).toBe(`StartError: ${bad} is not a Karta backup.`)
  }
  rmSync(bad)
  expect(await restore()).toBe(`StartError: The backup ${bad} cannot be read: it does not exist.`)
  expect(await contents('target')).toEqual(before)
})

test('with a passphrase, a backup is encrypted, and opens only with that', { timeout }, async () => {
  const secret = join(folder, 'secret.backup')
  const passphrase = 'correct horse battery'
  const encryption = { passphrase, sealingKeys: ['a key'] }
  await writeBackup(url('source'), secret, { productVersion: '1', encryption })
  expect(await checkFile(secret, passphrase)).toMatchObject({ header: { productVersion: '1' }, sealingKeys: ['a key'] })
  await restoreBackup(url('target'), secret, { migrations: today, passphrase })
  expect(await contents('target')).toEqual(await contents('source'))

  const restore = (given?: string) =>
    refusal(restoreBackup(url('target'), secret, { migrations: today, passphrase: given }))
  expect(await restore()).toMatch(/^StartError: The backup .* is encrypted: set BACKUP_PASSPHRASE/)
  expect(await restore('another passphrase')).toMatch(
    /^StartError: The backup .* was encrypted with another passphrase/,
  )
  truncateSync(secret, statSync(secret).size - 100_000)
  expect(await restore(passphrase)).toMatch(
    /^StartError: The backup .* is damaged or cut short: it was changed or its end/,
  )
  truncateSync(secret, 20)
  expect(await restore(passphrase)).toMatch(/^StartError: The backup .* is damaged or cut short: its end is missing/)
  expect(await contents('target')).toEqual(await contents('source'))
})

test('a newer backup, a foreign database and other connections are refused', { timeout }, async () => {
  const restore = (migrations: Migrations) => refusal(restoreBackup(url('target'), file, { migrations }))
  expect(await restore(yesterday)).toMatch(
    /^StartError: The backup was written by a newer Karta \(1\.2\.3\).*002-guard/,
  )

  await ask('target', 'create table somebodys (id integer)')
  expect(await restore(today)).toMatch(/^StartError: The database has tables that are not Karta’s/)
  expect(await refusal(writeBackup(url('target'), join(folder, 'no'), { productVersion: '1' }))).toBe(
    'StartError: There is no Karta in this database, so there is nothing to back up.',
  )
  await ask('target', 'drop table somebodys')

  const company = new Client({ connectionString: url('target') })
  await company.connect()
  expect(await restore(today)).toMatch(/^StartError: Something is connected to the database \(1 connections\)/)
  await company.end()
})

test('a restore that fails halfway leaves the database unchanged', { timeout }, async () => {
  await migrated('target', today)
  await ask('target', `insert into setting values ('mine', 'kept')`)
  const before = await contents('target')
  const broken = program({ '001-first': first, '002-guard': guard, '003-broken': statements('select 1 / 0') })
  expect(await refusal(restoreBackup(url('target'), file, { migrations: broken }))).toMatch(/division by zero/)
  expect(await contents('target')).toEqual(before)
})
