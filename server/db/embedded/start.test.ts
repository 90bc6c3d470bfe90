import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { connectRunning } from './connection.ts'
import { startEmbedded } from './start.ts'

const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), 'karta-start-'))
// Otherwise root would keep the databases elsewhere.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const silent = () => {}
const start = (dataDir: string, log: (line: string) => void = silent) => startEmbedded({ dataDir, log })

async function ask(url: string, query: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows
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

test('the first start creates the database, and the next one finds it', { timeout: 60_000 }, async () => {
  const dataDir = join(folder, 'first')
  const lines: string[] = []
  const first = await start(dataDir, (line) => lines.push(line))
  expect(lines.at(-1)).toBe(`Creating the database in ${join(dataDir, 'postgres')}`)
  const [settings] = await ask(
    first.url,
    `select current_database(), current_user, getdatabaseencoding() as encoding,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('data_checksums') as checksums, current_setting('password_encryption') as passwords,
       (select datlocale from pg_database where datname = 'karta') as locale`,
  )
  expect(settings).toEqual({
    current_database: 'karta',
    current_user: 'postgres',
    encoding: 'UTF8',
    fsync: 'on',
    commit: 'on',
    checksums: 'on',
    passwords: 'scram-sha-256',
    locale: 'C.UTF-8',
  })
  await ask(first.url, `create table note as select 'kept' as text`)
  await first.stop()
  expect(existsSync(join(dataDir, 'karta.pid'))).toBe(false)

  const second = await start(dataDir)
  expect(await ask(second.url, 'select text from note')).toEqual([{ text: 'kept' }])
  await second.stop()
})

test('a running database', { timeout: 60_000 }, async (context) => {
  const dataDir = join(folder, 'running')
  expect(await connectRunning(dataDir)).toBeUndefined()
  const database = await start(dataDir)
  context.onTestFinished(() => database.stop())

  // refuses a second instance, and goes on
  expect(await refusal(start(dataDir))).toBe(
    `StartError: Another Karta (process ${process.pid}) is already running on ${dataDir}.`,
  )
  // can be found by the backup
  expect(await connectRunning(dataDir)).toBe(database.url)
  expect(new URL(database.url).pathname).toBe('/karta')
  // asks for the password
  const withPassword = (password: string) => database.url.replace(new URL(database.url).password, password)
  expect(await refusal(ask(withPassword('wrong'), 'select'))).toMatch(/password authentication failed/)
  expect(await refusal(ask(withPassword(''), 'select'))).toMatch(/password/)
  // listens on its socket only
  const [{ listening, address }] = await ask(
    database.url,
    `select current_setting('listen_addresses') as listening, inet_server_addr() as address`,
  )
  expect({ listening, address }).toEqual({ listening: '', address: null })
  // keeps its files private
  const mode = (name: string) => statSync(join(dataDir, name)).mode & 0o777
  for (const name of ['postgres-password', 'postgres-address.json', 'postgres.log', 'karta.lock', 'karta.pid']) {
    expect({ name, mode: mode(name) }).toEqual({ name, mode: 0o600 })
  }
  for (const name of ['postgres', 'run']) expect({ name, mode: mode(name) }).toEqual({ name, mode: 0o700 })
  expect(mode('run/.s.PGSQL.5432')).toBe(0o700)
  // runs as somebody unprivileged
  const uid = Number(spawnSync('ps', ['-o', 'uid=', '-p', String(database.postmasterPid)], { encoding: 'utf8' }).stdout)
  expect(uid).not.toBe(0)
  // is out of reach of a terminal's Ctrl+C, which goes to the whole group of processes
  const group = spawnSync('ps', ['-o', 'pgid=', '-p', String(database.postmasterPid)], { encoding: 'utf8' }).stdout
  expect(Number(group)).toBe(database.postmasterPid)
  // tells when it ends by itself
  const why = new Promise<string>((resolve) => database.onUnexpectedExit(resolve))
  process.kill(database.postmasterPid, 'SIGKILL')
  expect(await why).toMatch(/^PostgreSQL ended by itself \(SIGKILL\); its log is /)
})

test('stale files are removed, and a live process they name is left alone', { timeout: 60_000 }, async (context) => {
  const other = await start(join(folder, 'other'))
  context.onTestFinished(() => other.stop())
  const bystander = spawn('sleep', ['600'], { stdio: 'ignore' })
  context.onTestFinished(() => void bystander.kill())

  const dataDir = join(folder, 'stale')
  await (await start(dataDir)).stop()
  for (const pid of [other.postmasterPid, bystander.pid!, process.pid, 2 ** 22 + 1]) {
    const cluster = join(dataDir, 'postgres')
    writeFileSync(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n${dataDir}/run\n\n\nready   \n`)
    mkdirSync(join(dataDir, 'run'), { recursive: true })
    writeFileSync(join(dataDir, 'run/.s.PGSQL.5432'), '')
    writeFileSync(join(dataDir, 'run/.s.PGSQL.5432.lock'), `${pid}\n${cluster}\n1\n5432\n${dataDir}/run\n\n`)
    const database = await start(dataDir)
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
  }
  expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a data folder with a long path gets its socket elsewhere', { timeout: 60_000 }, async () => {
  const dataDir = join(folder, 'long'.repeat(30), 'with a space, 100% é')
  const database = await start(dataDir)
  const socketFolder = new URL(database.url).searchParams.get('host')!
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  expect(existsSync(socketFolder)).toBe(false)
})

test('data that this PostgreSQL cannot use is refused with an explanation', { timeout: 60_000 }, async () => {
  const dataDir = join(folder, 'unusable')
  const cluster = join(dataDir, 'postgres')
  await (await start(dataDir)).stop()

  renameSync(join(dataDir, 'postgres-password'), join(dataDir, 'aside'))
  expect(await refusal(start(dataDir))).toMatch(/^StartError: The file .*postgres-password .* is missing/)
  renameSync(join(dataDir, 'aside'), join(dataDir, 'postgres-password'))

  const version = readFileSync(join(cluster, 'PG_VERSION'))
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  expect(await refusal(start(dataDir))).toMatch(/^StartError: The database in .* was written by PostgreSQL 17 and this/)
  writeFileSync(join(cluster, 'PG_VERSION'), version)

  truncateSync(join(cluster, 'global/pg_control'), 100)
  expect(await refusal(start(dataDir))).toMatch(/^StartError: The database files in .* are damaged: restore a backup/)
  rmSync(join(cluster, 'PG_VERSION'))
  expect(await refusal(start(dataDir))).toMatch(/^StartError: .* is not a PostgreSQL data directory/)
})

test('a data folder that is not a folder is refused', async () => {
  writeFileSync(join(folder, 'file'), '')
  expect(await refusal(start(join(folder, 'file', 'data')))).toMatch(
    /^StartError: The data folder .* cannot be used \(/,
  )
})

test.runIf(isRoot)(
  'root keeps the database of a private home under /var/lib/karta',
  { timeout: 60_000 },
  async (context) => {
    const dataDir = mkdtempSync(join(homedir(), '.karta-test-'))
    context.onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const first = await start(dataDir)
    await ask(first.url, `create table note as select 'kept' as text`)
    await first.stop()
    const home = readFileSync(join(dataDir, 'postgres-home'), 'utf8').trim()
    context.onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    expect(home).toMatch(/^\/var\/lib\/karta\/[0-9a-f]{16}$/)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

    // a data folder that moved still finds it, a copy does not get at it
    const moved = `${dataDir}-moved`
    renameSync(dataDir, moved)
    context.onTestFinished(() => rmSync(moved, { recursive: true, force: true }))
    const second = await start(moved)
    expect(await ask(second.url, 'select text from note')).toEqual([{ text: 'kept' }])
    await second.stop()
    spawnSync('cp', ['-a', moved, dataDir])
    expect(await refusal(start(dataDir))).toMatch(/^StartError: .* is a copy of /)

    rmSync(home, { recursive: true })
    expect(await refusal(start(moved))).toMatch(/^StartError: The database of .* was kept in .*, which is gone/)
  },
)
