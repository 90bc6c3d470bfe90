import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compactVerify, importJWK } from 'jose'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import {
  changeDelivery,
  createDelivery,
  getDelivery,
  listDeliveries,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import { listPlans } from '#domain/api/plans.ts'
import { registerDevice } from '#domain/api/road.ts'
import { signatureType } from '#domain/chain/log.ts'
import { getWorkspace } from '#domain/api/workspace.ts'
import { hashPassword } from '../auth/accounts/passwords.ts'
import { sealerWith } from '../auth/keys/sealing.ts'
import { claimBlob } from '../db/blobs.ts'
import { openPool } from '../db/connect.ts'
import { signHistories } from '../features/custody/tasks.ts'
import { checkLog } from '../features/audit/tasks.ts'
import { contentsContext, doorContext } from '../features/prescriptions/rules.ts'
import { secretContext as webhookContext } from '../features/webhooks/rules.ts'
import { secretContext as factorContext } from '../auth/factors/enroll.ts'
import { isOutage } from '../objects/outage.ts'
import { sealingKey } from '../testing/databases.ts'
import { fillWorkspace } from '../testing/fill-workspace.ts'
import { openPhone } from '../testing/phone.ts'
import { rig } from '../testing/rig.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
import type { Header, Manifest } from './archive.ts'
import { headOf, paddingOf, readTar, tarEnd } from './tar.ts'
import { readCatalog } from './catalog.ts'
import { exportWorkspace, type ExportOptions } from './export.ts'
import { freeze, release } from './freeze.ts'
import { checkExport, importWorkspace, type ImportOptions } from './import.ts'
import { newSecrets, sealedColumns } from './sealed.ts'
import { special, staying } from './tables.ts'

const here = await testApp()
const there = await testApp()

const folder = mkdtempSync(join(tmpdir(), 'karta-moving-'))
afterAll(() => rmSync(folder, { recursive: true }))

const passphrase = 'a passphrase of the operator'
/** The other installation seals with keys of its own. */
const otherSealer = sealerWith(new Map([[7, randomBytes(32)]]))

async function ask<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const askHere = <T extends object>(text: string, values: unknown[] = []) => ask<T>(here.databaseUrl, text, values)
const askThere = <T extends object>(text: string, values: unknown[] = []) => ask<T>(there.databaseUrl, text, values)

type Wishes = Partial<ExportOptions> & { name?: string }

async function exportOf(workspaceId: string, { name = randomUUID(), ...options }: Wishes = {}): Promise<string> {
  const file = join(folder, `${name}.tar.gz`)
  const { objects } = here.deps
  const { bytes, result } = exportWorkspace(here.databaseUrl, {
    workspaceId,
    productVersion: '0.1.0',
    source: 'https://here.example',
    sealer: here.deps.sealer,
    sealedColumns,
    objects: {
      open: (sha256) => objects.open(sha256),
      isLoss: (error) => !isOutage(error),
      size: (sha256) => objects.bytes.size(sha256),
    },
    ...options,
  })
  await pipeline(bytes, createWriteStream(file))
  await result
  return file
}

const verifySignature: ImportOptions['verifySignature'] = async (jws, publicKey) => {
  const { payload, protectedHeader } = await compactVerify(jws, await importJWK(publicKey))
  return protectedHeader.typ === signatureType ? JSON.parse(new TextDecoder().decode(payload)) : undefined
}

const importing = (options: Partial<ImportOptions> = {}): ImportOptions => ({
  objects: there.deps.objects,
  claim: (content) => claimBlob(there.deps.db, content),
  sealer: otherSealer,
  sealedColumns,
  newSecrets,
  withSignIn: false,
  tier: 'standard',
  operators: [],
  verifySignature,
  now: there.deps.now,
  ...options,
})

const importThere = (file: string, options: Partial<ImportOptions> = {}) =>
  importWorkspace(there.databaseUrl, file, importing(options))

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: Error) => `${error.name}: ${error.message}`,
  )

/** A workspace with a row in every table, and with histories, logs and files as they come about. */
async function fullWorkspace(): Promise<{ owner: TestMember; deliveryId: string; pictureHash: string }> {
  const owner = await here.makeMember()
  const { workspaceId } = owner
  await fillWorkspace(here, workspaceId)
  const driver = await here.makeMember({ role: 'driver', workspaceId })
  const [fake] = await askHere<{ id: string }>('select id from deliveries where workspace_id = $1', [workspaceId])
  await askHere(`delete from frozen_workspaces where workspace_id = $1`, [workspaceId])
  await askHere('update workspaces set last_delivery_number = 1 where id = $1', [workspaceId])
  await askHere(
    `update drivers set user_id = $2 where id = (select id from drivers where workspace_id = $1 order by id limit 1)`,
    [workspaceId, driver.userId],
  )
  const made: string[] = []
  for (const name of ['Ani', 'Budi "\\ Zo\u00eb\ttab\nline', 'Cici']) {
    const body = { delivery_address: 'Jl. Merdeka 1', recipient_name: name, scheduled_date: '2026-03-16' }
    made.push((await here.as(owner).call(createDelivery, { body })).body.id)
  }
  const [deliveryId] = made as [string]
  const phone = openPhone(here.deps.now)
  await here.as(driver).call(registerDevice, { body: phone.device })
  await here.as(owner).call(changeDelivery, { params: { id: deliveryId }, body: { notes: 'Ring twice' } })
  const key = await here.as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read'] } })
  expect(key.status).toBe(201)
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(200_000)])
  const pictureHash = createHash('sha256').update(picture).digest('hex')
  await here.deps.objects.put(
    (async function* () {
      yield picture
    })(),
    { maxBytes: Infinity },
  )
  const seal = (text: string, context: string) => here.deps.sealer.seal(text, context)
  await onlyRows(async (client) => {
    const run = (text: string, values: unknown[] = []) => client.query(text, values)
    await run(
      `insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version)
      values ($1, 'B', 'door.png', $2, $3, '{}', $1)`,
      [workspaceId, pictureHash, picture.length],
    )
    // What the rows of no delivery in particular say is now about one that has a history.
    const columns = await run(`select table_schema || '.' || table_name as name from information_schema.columns
      where column_name = 'delivery_id' and table_schema = 'public' and is_generated = 'NEVER'
        and table_name in (select relname from pg_class where relkind in ('r', 'p'))`)
    for (const { name } of columns.rows) {
      if (name === 'public.delivery_events') continue
      await run(`update ${name} set delivery_id = $1 where delivery_id = $2`, [deliveryId, fake!.id])
    }
    await run('delete from delivery_events where delivery_id = $1', [fake!.id])
    await run('delete from chain_heads where subject_id = $1', [fake!.id])
    await run('delete from custody_leaves where workspace_id = $1', [workspaceId])
    await run('delete from custody_log where workspace_id = $1', [workspaceId])
    await run('delete from deliveries where id = $1', [fake!.id])
    const { rows: hooks } = await run('select id from webhook_endpoints where workspace_id = $1', [workspaceId])
    await run('update webhook_endpoints set secret = $2 where id = $1', [
      hooks[0].id,
      seal('whsec_abc', webhookContext(hooks[0].id)),
    ])
    await run('update prescriptions set sealed = $2 where workspace_id = $1', [
      workspaceId,
      seal('{"items":"Amoxicillin"}', contentsContext(deliveryId)),
    ])
    await run('update prescription_doors set sealed = $2 where workspace_id = $1', [
      workspaceId,
      seal('["Ani"]', doorContext(deliveryId)),
    ])
  })
  await here.deps.objects.put(
    (async function* () {
      yield Buffer.from('x')
    })(),
    { maxBytes: 1 },
  )
  const one = createHash('sha256').update('x').digest('hex')
  await askHere(`update storage.objects set sha256 = $2 where workspace_id = $1 and name = 'N'`, [workspaceId, one])
  await signHistories(here.deps)
  return { owner, deliveryId, pictureHash }
}

/** Changes rows without triggers and foreign keys. */
async function onlyRows(work: (client: Client) => Promise<void>, url = here.databaseUrl): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await work(client).finally(() => client.end())
}

/** Every row of every table that moves, as text, without what is new where it arrives. */
async function rowsOf(url: string, workspaceId: string, without: Record<string, string[]> = {}) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const found: Record<string, string[]> = {}
  const { tables } = await readCatalog(client)
  for (const { name, columns } of tables) {
    const left = new Set([...(special[name]?.omit ?? []), ...(without[name] ?? [])])
    const sealed = sealedColumns.filter(({ table }) => table === name).map(({ column }) => column)
    const list = columns.map((column) => column.name).filter((each) => !left.has(each) && !sealed.includes(each))
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(t)::text as row from (select ${list.map((each) => `"${each}"`).join(', ')} from ${name}
        where ${name === 'workspaces' ? 'id' : 'workspace_id'} = $1) t order by 1`,
      [workspaceId],
    )
    found[name] = rows.map(({ row }) => row)
  }
  await client.end()
  return found
}

const order = (delivery_address: string) => ({ delivery_address, scheduled_date: '2026-03-16' })

let full: Awaited<ReturnType<typeof fullWorkspace>>
beforeAll(async () => {
  full = await fullWorkspace()
}, 120_000)

test('every table with a workspace moves, or says why not', async () => {
  const client = new Client({ connectionString: here.databaseUrl })
  await client.connect()
  const { tables } = await readCatalog(client)
  const { rows } = await client.query<{ name: string }>(
    `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg' and n.nspname <> 'information_schema'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')`,
  )
  await client.end()
  const moving = tables.map(({ name }) => name)
  expect([...moving, ...Object.keys(staying)].toSorted()).toEqual(
    [...rows.map(({ name }) => name), 'workspaces'].toSorted(),
  )
  for (const name of Object.keys(special)) expect(moving, name).toContain(name)
})

test('a workspace with something in every table is the same where it arrives', async () => {
  const { owner, deliveryId, pictureHash } = full
  const { workspaceId } = owner
  const factor = randomUUID()
  await askHere(`update auth.users set email_confirmed_at = now(), password_hash = $2 where id = $1`, [
    owner.userId,
    await hashPassword('correct horse battery'),
  ])
  await askHere(
    `insert into auth.factors (id, user_id, factor_type, status, friendly_name, secret, created_at, updated_at)
      values ($1, $2, 'totp', 'verified', 'Phone', $3, now(), now())`,
    [factor, owner.userId, here.deps.sealer.seal('TOTPSECRET', factorContext(factor))],
  )
  const frozen = await frozenWhile(workspaceId, () => exportOf(workspaceId, { passphrase, withSignIn: true }))
  expect(readFileSync(frozen).includes('Jl. Merdeka')).toBe(false)
  const told = await counts(there.databaseUrl)

  const imported = await importThere(frozen, { passphrase, withSignIn: true })

  expect(imported).toMatchObject({ objects: 2, lost: 0, people: { linked: 0, added: 2 }, histories: 3 })
  const [before, after] = [await rowsOf(here.databaseUrl, workspaceId), await rowsOf(there.databaseUrl, workspaceId)]
  expect(Object.keys(before).length).toBeGreaterThan(90)
  const changed = ['audit_entries', 'audit_heads', 'integrations']
  for (const [name, rows] of Object.entries(before)) {
    expect(rows.length, `${name} has no row to compare`).toBeGreaterThan(0)
    if (!changed.includes(name)) expect(after[name], name).toEqual(rows)
  }
  expect(after.integrations!.map((row) => JSON.parse(row).state)).toEqual(['not_connected'])
  // Freed again where it is from, so that the log goes on on both sides after what was exported.
  expect(after.audit_entries!.slice(0, -1).every((row) => before.audit_entries!.includes(row))).toBe(true)
  const [note] = await askThere<{ action: string }>(
    `select action from audit_entries where workspace_id = $1 order by number desc limit 1`,
    [workspaceId],
  )
  expect(note!.action).toBe('workspace.imported')

  // Nothing is to be told again.
  expect(await counts(there.databaseUrl)).toEqual({ ...told, notification_outbox: told.notification_outbox! + 1 })
  const opened = async (table: string, column: string, context: string) => {
    const [row] = await askThere<{ secret: Buffer }>(
      `select ${column} as secret from ${table} where workspace_id = $1`,
      [workspaceId],
    )
    return otherSealer.open(row!.secret, context)
  }
  const [hook] = await askThere<{ id: string }>('select id from webhook_endpoints where workspace_id = $1', [
    workspaceId,
  ])
  expect(await opened('webhook_endpoints', 'secret', webhookContext(hook!.id))).toBe('whsec_abc')
  expect(await opened('prescriptions', 'sealed', contentsContext(deliveryId))).toBe('{"items":"Amoxicillin"}')
  const [totp] = await askThere<{ secret: Buffer }>('select secret from auth.factors where id = $1', [factor])
  expect(otherSealer.open(totp!.secret, factorContext(factor))).toBe('TOTPSECRET')
  await askThere('delete from auth.factors where id = $1', [factor])

  // What is stored is counted.
  await askThere('select fold_quota_changes()')
  const used = (url: string) =>
    ask<{ name: string; used: string }>(
      url,
      `select name, used from quota_counts where workspace_id = $1 and name = 'deliveries'`,
      [workspaceId],
    )
  await askHere('select fold_quota_changes()')
  expect((await used(there.databaseUrl))[0]!.used).toBe('3')

  // The owner signs in and opens a day.
  const signedIn = await there.app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    payload: { email: owner.email, password: 'correct horse battery' },
  })
  expect(signedIn.statusCode).toBe(200)
  const member = { ...owner, token: signedIn.json<{ access_token: string }>().access_token }
  const day = await there.as(member).call(listDeliveries, { query: { day: '2026-03-16' } })
  expect(day.body.data.map(({ recipient_name }) => recipient_name)).toContain('Budi "\\ Zo\u00eb\ttab\nline')
  expect((await there.as(member).call(listPlans)).status).toBe(200)
  const history = await there.as(member).call(listDeliveryEvents, { params: { id: deliveryId } })
  expect(history.body.chain).toMatchObject({ misfit: null, signed_length: 2 })
  const changedThere = await there
    .as(member)
    .call(changeDelivery, { params: { id: deliveryId }, body: { notes: 'Ring once' } })
  expect(changedThere.status).toBe(200)
  const created = await there
    .as(member)
    .call(createDelivery, { body: { delivery_address: 'Jl. Baru 2', scheduled_date: '2026-03-16' } })
  expect(created.body.number).toBe(5)
  const bytes: Buffer[] = []
  for await (const chunk of await there.deps.objects.open(pictureHash)) bytes.push(chunk)
  expect(createHash('sha256').update(Buffer.concat(bytes)).digest('hex')).toBe(pictureHash)
  await checkLog(there.deps, { workspaceId, isWhole: true })
  const [check] = await askThere<{ state: string }>('select state from audit_checks where workspace_id = $1', [
    workspaceId,
  ])
  expect(check!.state).toBe('whole')

  expect(await refusal(importThere(frozen, { passphrase }))).toMatch(/is here already/)
})

async function counts(url: string): Promise<Record<string, number>> {
  const tables = ['push_outbox', 'notification_outbox', 'site.mails']
  const found = await Promise.all(
    tables.map(async (name) => [
      name,
      Number((await ask<{ n: string }>(url, `select count(*) as n from ${name}`))[0]!.n),
    ]),
  )
  return Object.fromEntries(found) as Record<string, number>
}

async function frozenWhile<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const owner = openPool(here.databaseUrl, { max: 2, onError: () => {} })
  const freezing = { owner, db: here.deps.db, workspaceId, now: here.deps.now }
  try {
    await freeze(freezing, 'https://there.example')
    const result = await work()
    await release(freezing)
    return result
  } finally {
    await owner.end()
  }
}

test('a file without a passphrase holds no secrets, and what it brings sends nothing twice', async () => {
  const { owner } = full
  const { workspaceId } = owner
  const file = await exportOf(workspaceId)
  const { header, manifest, people } = await checkExport(file)
  expect(header).toMatchObject({
    with_secrets: false,
    with_sign_in: false,
    is_frozen: false,
    workspace: { id: workspaceId },
  })
  expect(Object.keys(header.left_out)).toEqual(expect.arrayContaining(['prescriptions', 'operations']))
  expect(manifest.objects).toMatchObject({ count: 2, lost: [] })
  expect(people.every((person) => person.sign_in === undefined)).toBe(true)
  const text = gunzipSync(readFileSync(file)).toString('latin1')
  const [key] = await askHere<{ hash: string }>(
    `select encode(hash, 'hex') as hash from api_keys where workspace_id = $1 limit 1`,
    [workspaceId],
  )
  expect(text).toContain('Jl. Merdeka 1')
  expect(text).not.toContain(key!.hash)
  expect(text).not.toContain('Amoxicillin')

  const third = await testLater()
  const imported = await importWorkspace(third.url, file, third.importing())

  expect(imported.toDo.join(' ')).toMatch(
    /Webhooks have new secrets.*Webhooks, messages to recipients and mailed reports are off/,
  )
  const one = async (query: string) => (await ask<Record<string, unknown>>(third.url, query, [workspaceId]))[0]
  expect(await one('select bool_and(revoked_at is not null) as ok from api_keys where workspace_id = $1')).toEqual({
    ok: true,
  })
  expect(await one('select bool_or(active) as ok from webhook_endpoints where workspace_id = $1')).toEqual({
    ok: false,
  })
  expect(await one('select bool_or(active) as ok from notification_settings where workspace_id = $1')).toEqual({
    ok: false,
  })
  expect(
    await one(`select count(*)::int as ok from notifications where workspace_id = $1 and state = 'waiting'`),
  ).toEqual({ ok: 0 })
  expect(
    await one(`select count(*)::int as ok from webhook_calls where workspace_id = $1 and state = 'waiting'`),
  ).toEqual({ ok: 0 })
  expect(await one('select tier, licenses from workspaces where id = $1')).toEqual({ tier: 'standard', licenses: null })
  expect(await one('select count(*)::int as ok from prescriptions where workspace_id = $1')).toEqual({ ok: 0 })
  const hook = await one('select id, secret from webhook_endpoints where workspace_id = $1')
  expect(third.sealer.open(hook!.secret as Buffer, webhookContext(hook!.id as string))).toMatch(/^whsec_/)
  await third.drop()
})

/** One more installation, without a server. */
async function testLater() {
  const { makeDatabase } = await import('../testing/databases.ts')
  const database = await makeDatabase()
  const sealer = sealerWith(new Map([[9, randomBytes(32)]]))
  const pool = openPool(database.url, { role: 'karta_app', max: 2, onError: () => {} })
  const { openDb } = await import('../db/connect.ts')
  const db = openDb(pool)
  const claim = (content: { sha256: string; bytes: number }) => claimBlob(db, content)
  const { openObjects } = await import('../objects/open.ts')
  const { diskBytes } = await import('../objects/disk.ts')
  const { piecesOnDisk } = await import('../objects/pieces-on-disk.ts')
  const { makeFolders } = await import('../objects/folders.ts')
  const folders = makeFolders(join(folder, randomUUID(), 'objects'))
  const objects = openObjects({
    folders,
    bytes: diskBytes(folders),
    pieces: piecesOnDisk(folders.parts),
    claim,
    checkRoom: () => {},
  })
  return {
    url: database.url,
    sealer,
    importing: (options: Partial<ImportOptions> = {}) => importing({ objects, claim, sealer, ...options }),
    drop: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

test('people who have an account there keep it, and it stays as it is', async () => {
  const later = await testLater()
  const { owner } = full
  const { workspaceId } = owner
  const account = randomUUID()
  await ask(
    later.url,
    `insert into auth.users (id, email, password_hash, app_metadata, user_metadata) values ($1, $2, 'theirs', '{}', '{}')`,
    [account, owner.email.toUpperCase()],
  )
  await askHere('update auth.users set email_confirmed_at = now() where id = $1', [owner.userId])
  const file = await exportOf(workspaceId, { passphrase, withSignIn: true })
  const options = { passphrase, withSignIn: true }
  // Whoever signed up there with the address may not be able to read its mail.
  expect(await refusal(importWorkspace(later.url, file, later.importing(options)))).toMatch(
    /has an account here, but the address was not confirmed here/,
  )
  expect(await ask(later.url, 'select from workspaces')).toEqual([])
  await ask(later.url, 'update auth.users set email_confirmed_at = now()')

  const imported = await importWorkspace(later.url, file, later.importing(options))

  expect(imported.people).toEqual({ linked: 1, added: 1 })
  expect(await ask(later.url, 'select password_hash from auth.users where id = $1', [account])).toEqual([
    { password_hash: 'theirs' },
  ])
  expect(await ask(later.url, `select user_id from members where role = 'owner'`)).toEqual([{ user_id: account }])
  expect(await ask(later.url, 'select user_id from alert_choices')).toEqual([{ user_id: account }])
  await later.drop()
})

test('a file makes no account for whoever runs the installation', async () => {
  const file = await exportOf(full.owner.workspaceId)
  const later = await testLater()
  const operators = [full.owner.email.toLowerCase()]
  expect(await refusal(importWorkspace(later.url, file, later.importing({ operators })))).toMatch(/OPERATOR_EMAILS/)
  await later.drop()
})

/** Rewrites the files of an archive, with a manifest that fits again. */
async function forged(
  file: string,
  change: (name: string, bytes: Buffer) => { name: string; bytes: Buffer }[],
  changeManifest: (manifest: Manifest) => void = () => {},
): Promise<string> {
  const list = createHash('sha256')
  const rows = new Map<string, { rows: number; bytes: number; hash: ReturnType<typeof createHash> }>()
  const objects = { count: 0, bytes: 0 }
  const out: Buffer[] = []
  const write = (name: string, bytes: Buffer) =>
    out.push(headOf({ name, bytes: bytes.length }, 0), bytes, paddingOf(bytes.length))
  const source = (async function* () {
    yield gunzipSync(readFileSync(file))
  })()
  for await (const { name, content } of readTar(source)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (name === 'manifest.json') {
      const manifest = JSON.parse(bytes.toString()) as Manifest
      for (const [table, { hash, ...found }] of rows) manifest.tables[table] = { ...found, sha256: hash.digest('hex') }
      Object.assign(manifest.objects, objects)
      manifest.sha256 = list.digest('hex')
      changeManifest(manifest)
      write(name, Buffer.from(JSON.stringify(manifest)))
      continue
    }
    for (const each of change(name, bytes)) {
      write(each.name, each.bytes)
      list.update(`${createHash('sha256').update(each.bytes).digest('hex')}  ${each.name}\n`)
      if (each.name.startsWith('objects/'))
        Object.assign(objects, { count: objects.count + 1, bytes: objects.bytes + each.bytes.length })
      const table = /^tables\/(.+)\/\d+\.tsv$/.exec(each.name)?.[1]
      if (!table) continue
      const body = each.bytes.subarray(each.bytes.indexOf(10) + 1)
      const found = rows.get(table) ?? { rows: 0, bytes: 0, hash: createHash('sha256') }
      found.hash.update(body)
      rows.set(table, {
        rows: found.rows + body.toString('latin1').split('\n').length - 1,
        bytes: found.bytes + body.length,
        hash: found.hash,
      })
    }
  }
  const target = join(folder, `${randomUUID()}.tar.gz`)
  writeFileSync(target, gzipSync(Buffer.concat([...out, tarEnd])))
  return target
}

const same = (name: string, bytes: Buffer) => [{ name, bytes }]
const replacing = (table: string, from: string | RegExp, to: string) => (name: string, bytes: Buffer) =>
  name.startsWith(`tables/${table}/`) ? same(name, Buffer.from(bytes.toString().replace(from, to))) : same(name, bytes)

test('damaged, cut and hostile files are refused, and leave nothing', async () => {
  const { owner, deliveryId } = full
  const { workspaceId } = owner
  const file = await exportOf(workspaceId)
  const sealed = await exportOf(workspaceId, { passphrase })
  const stranger = await there.makeMember()
  const theirs = await there.as(stranger).call(createDelivery, { body: order('Jl. Lain 9') })
  const cut = join(folder, 'cut.tar.gz')
  writeFileSync(cut, readFileSync(file))
  truncateSync(cut, Math.floor(statSync(file).size / 2))
  const flipped = join(folder, 'flipped.tar.gz')
  const bytes = readFileSync(sealed)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(flipped, bytes)
  const nonsense = join(folder, 'nonsense.tar.gz')
  writeFileSync(nonsense, 'hello')
  const adding = (name: string) => (each: string, content: Buffer) =>
    each === 'people.ndjson' ? [...same(each, content), { name, bytes: Buffer.from('x') }] : same(each, content)
  const headerWith = (change: (header: Header) => void) => (name: string, content: Buffer) => {
    if (name !== 'karta.json') return same(name, content)
    const header = JSON.parse(content.toString()) as Header
    change(header)
    return same(name, Buffer.from(JSON.stringify(header)))
  }
  const other = randomUUID()
  const cases: [what: string, file: string, sentence: RegExp, options?: Partial<ImportOptions>][] = [
    ['nonsense', nonsense, /is not an export of a Karta workspace/],
    ['missing', join(folder, 'missing'), /cannot be read: it does not exist/],
    ['cut', cut, /damaged or cut short/],
    ['changed', flipped, /damaged or cut short/, { passphrase }],
    ['no passphrase', sealed, /is encrypted: set MOVE_PASSPHRASE/],
    ['wrong passphrase', sealed, /encrypted with another passphrase/, { passphrase: 'another passphrase' }],
    ['path', await forged(file, adding('../../etc/passwd')), /has a file "..\/..\/etc\/passwd", which no export has/],
    ['absolute path', await forged(file, adding('/etc/cron.d/x')), /which no export has/],
    [
      'a table of accounts',
      await forged(file, adding('tables/auth.users/00001.tsv')),
      /rows of auth\.users, which it does not name/,
    ],
    [
      'tables of accounts named',
      await forged(
        file,
        headerWith((header) => header.tables.push({ name: 'auth.users', columns: ['id'] })),
        (manifest) => {
          manifest.tables['auth.users'] = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }
        },
      ),
      /are not those of its version of Karta/,
    ],
    [
      'newer format',
      await forged(
        file,
        headerWith((header) => (header.version = 2)),
      ),
      /written by a newer Karta/,
    ],
    [
      'newer database',
      await forged(
        file,
        headerWith((header) => header.migrations.push('999-later')),
      ),
      /newer Karta .* \(999-later\)/,
    ],
    [
      'older database',
      await forged(
        file,
        headerWith((header) => header.migrations.pop()),
      ),
      /older Karta/,
    ],
    [
      'wrong header',
      await forged(
        file,
        headerWith((header) => Object.assign(header.workspace, { id: 5 })),
      ),
      /karta\.json is not as it has to be/,
    ],
    [
      'another workspace',
      await forged(file, replacing('vehicles', new RegExp(workspaceId, 'g'), other)),
      /rows of vehicles that are another workspace's/,
    ],
    [
      'another workspace in all',
      await forged(file, replacing('workspaces', workspaceId, stranger.workspaceId)),
      /rows of workspaces that are another workspace's/,
    ],
    [
      'somebody’s delivery',
      await forged(file, replacing('parcel_progress', deliveryId, theirs.body.id)),
      /refer to another workspace's deliveries/,
    ],
    [
      'no such delivery',
      await forged(file, replacing('parcel_progress', deliveryId, randomUUID())),
      /refers to something that is not in the export \(table parcel_progress/,
    ],
    [
      'wrong type',
      await forged(file, replacing('vehicles', 'KA-1', 'KA-1\ttoo many')),
      /has a value that does not belong there/,
    ],
    [
      'text for a number',
      await forged(file, replacing('deliveries', /\t4\t/, '\tfour\t')),
      /does not belong there \(row \d+, column number\)/,
    ],
    [
      'a changed address',
      await forged(file, replacing('delivery_events', 'Ani', 'Eve')),
      /The history of delivery .* does not verify/,
    ],
    [
      'a changed log',
      await forged(file, replacing('audit_entries', 'audit.exported', 'audit.checked')),
      /The audit log in the export does not verify/,
    ],
    [
      'a file that is not there',
      await forged(file, replacing('storage.objects', /[0-9a-f]{64}/, 'b'.repeat(64))),
      /names an uploaded file that it does not hold/,
    ],
    [
      'an object that is not what it says',
      await forged(file, (name, content) =>
        same(name, name.startsWith('objects/') ? Buffer.alloc(content.length, 7) : content),
      ),
      /an uploaded file is missing, or is not what its hash says/,
    ],
    [
      'wrong counts',
      await forged(file, same, (manifest) => (manifest.tables.vehicles!.rows = 7)),
      /the rows of vehicles are not those/,
    ],
    [
      'no rows',
      await forged(
        file,
        (name, content) => (name.startsWith('tables/workspaces/') ? [] : same(name, content)),
        (m) => {
          m.tables.workspaces = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }
        },
      ),
      /does not hold exactly one workspace/,
    ],
    [
      'a member without account',
      await forged(
        file,
        (name, content) => same(name, name === 'people.ndjson' ? Buffer.alloc(0) : content),
        (m) => (m.people = 0),
      ),
      /has a member without an account/,
    ],
    [
      'wrong accounts',
      await forged(file, (name, content) => same(name, name === 'people.ndjson' ? Buffer.from('{"id":1}\n') : content)),
      /line 1 of people\.ndjson is not an account/,
    ],
  ]
  const later = await testLater()
  await onlyRows(async (client) => {
    const row = await askThere<{ row: object }>('select row_to_json(w) as row from workspaces w where id = $1', [
      stranger.workspaceId,
    ])
    await client.query('insert into workspaces select * from json_populate_record(null::workspaces, $1)', [
      JSON.stringify(row[0]!.row),
    ])
    const delivery = await askThere<{ row: object }>('select row_to_json(d) as row from deliveries d where id = $1', [
      theirs.body.id,
    ])
    const { rows } = await client.query<{
      list: string
    }>(`select string_agg(quote_ident(attname), ', ') as list from pg_attribute
      where attrelid = 'deliveries'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    await client.query(
      `insert into deliveries (${rows[0]!.list}) select ${rows[0]!.list} from json_populate_record(null::deliveries, $1)`,
      [JSON.stringify(delivery[0]!.row)],
    )
  }, later.url)
  for (const [what, hostile, sentence, options] of cases) {
    const said = await refusal(importWorkspace(later.url, hostile, later.importing(options)))
    expect.soft(said, what).toMatch(sentence)
    expect.soft(said, what).toMatch(/^StartError/)
  }
  expect(await ask(later.url, 'select id from workspaces')).toEqual([{ id: stranger.workspaceId }])
  expect(await ask(later.url, 'select id from auth.users')).toEqual([])
  // What was refused until now arrives once it is whole.
  expect((await importWorkspace(later.url, file, later.importing())).histories).toBe(3)
  await later.drop()
}, 240_000)

test('an import that is killed leaves nothing, and works the next time', async () => {
  const file = await exportOf(full.owner.workspaceId)
  const later = await testLater()
  const killing = importWorkspace(
    later.url,
    file,
    later.importing({
      progress: (line) => {
        if (line.startsWith('deliveries:')) {
          void ask(
            later.url,
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'karta-import' and datname = current_database()`,
          )
        }
      },
    }),
  )
  await expect(killing).rejects.toThrow(/terminat|closed|ended|not queryable/i)
  for (const table of ['workspaces', 'deliveries', 'auth.users', 'storage.objects']) {
    expect(await ask(later.url, `select from ${table}`), table).toEqual([])
  }
  expect((await importWorkspace(later.url, file, later.importing())).histories).toBe(3)
  await later.drop()
})

test('a file that was lost stays lost, and takes nobody’s else', async () => {
  const owner = await here.makeMember()
  const sha256 = 'c'.repeat(64)
  await claimBlob(here.deps.db, { sha256, bytes: 5 })
  await rig(here.deps.db, owner.workspaceId, async () => {})
  await askHere(`insert into storage.buckets (workspace_id, id, name) values ($1, 'L', 'L')`, [owner.workspaceId])
  await askHere(
    `insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version) values ($1, 'L', 'N', $2, 5, '{}', $1)`,
    [owner.workspaceId, sha256],
  )
  const file = await exportOf(owner.workspaceId)
  const later = await testLater()
  expect((await importWorkspace(later.url, file, later.importing())).lost).toBe(1)
  const again = await testLater()
  await ask(again.url, 'insert into storage.blobs (sha256, bytes, touched_at) values ($1, 5, now())', [sha256])
  expect(await refusal(importWorkspace(again.url, file, again.importing()))).toMatch(
    /names a file that it does not hold/,
  )
  await later.drop()
  await again.drop()
})

test('a frozen workspace is read, and nothing in it changes until it is released', async () => {
  const owner = await here.makeMember()
  const { workspaceId } = owner
  const other = await here.makeMember()
  const made = await here.as(owner).call(createDelivery, { body: order('Jl. Merdeka 1') })
  const params = { id: made.body.id }
  const key = await here.as(owner).call(createApiKey, { body: { name: 'Shop', scopes: ['read', 'deliveries'] } })
  const withKey = here.as({ ...owner, token: key.body.secret })

  await frozenWhile(workspaceId, async () => {
    const refused = await here.as(owner).call(changeDelivery, { params, body: { notes: 'No' } })
    expect(refused).toMatchObject({ status: 503, code: 'workspace_frozen' })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await here.as(owner).call(createDelivery, { body: order('Jl. 2') })).code).toBe('workspace_frozen')
    expect((await withKey.call(createDelivery, { body: order('Jl. 2') })).code).toBe('workspace_frozen')
    expect((await here.as(owner).call(getDelivery, { params })).body.notes).toBe(made.body.notes)
    expect((await withKey.call(listDeliveries)).body.data).toHaveLength(1)
    expect((await here.as(owner).call(getWorkspace)).status).toBe(200)
    expect((await here.as(other).call(createDelivery, { body: order('Jl. 2') })).status).toBe(201)
  })

  expect((await here.as(owner).call(changeDelivery, { params, body: { notes: 'Yes' } })).status).toBe(200)
  const log = await askHere<{ action: string }>(
    `select action from audit_entries where workspace_id = $1 order by number`,
    [workspaceId],
  )
  expect(log.map(({ action }) => action).filter((action) => action.startsWith('workspace.'))).toEqual([
    'workspace.frozen',
    'workspace.released',
  ])
})

test('the command exports a frozen workspace, takes it in elsewhere, and deletes it where it was', async () => {
  const owner = await here.makeMember()
  const { workspaceId } = owner
  await here.as(owner).call(createDelivery, { body: order('Jl. Merdeka 1') })
  const later = await testLater()
  const file = join(folder, 'command.karta')
  const run = async (url: string, ...args: string[]) => {
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      KARTA_SEALING_KEY: sealingKey,
      MOVE_PASSPHRASE: passphrase,
    }
    const command = [join(import.meta.dirname, '../../scripts/workspace.ts'), ...args]
    return promisify(execFile)(process.execPath, command, { env }).catch((error: { stderr: string }) => error)
  }
  expect((await run(here.databaseUrl, 'export', workspaceId)).stderr).toMatch(
    /npm run workspace -- export WORKSPACE --to FILE/,
  )
  expect((await run(here.databaseUrl, 'delete', workspaceId)).stderr).toMatch(/is not frozen/)
  const exported = await run(here.databaseUrl, 'export', workspaceId, '--to', file, '--freeze', '--with-sign-in')
  expect(exported.stderr).toMatch(/is complete.*opens the accounts of its members/)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect((await run(here.databaseUrl, 'export', workspaceId, '--to', file)).stderr).toMatch(/already exists/)
  expect((await run(later.url, 'check', file)).stderr).toMatch(/It was frozen\.\n.*\nIts members: .*@example\.com/)
  expect((await run(later.url, 'import', file, '--with-sign-in')).stderr).toMatch(
    /1 histories and \d+ entries of the audit log verify/,
  )
  expect((await run(later.url, 'import', file)).stderr).toMatch(/is here already/)
  expect((await run(here.databaseUrl, 'delete', workspaceId)).stderr).toMatch(/Add --confirm "Test deliveries"/)
  await run(here.databaseUrl, 'delete', workspaceId, '--confirm', 'Test deliveries')
  expect(await askHere('select from workspaces where id = $1', [workspaceId])).toEqual([])
  await later.drop()
}, 120_000)
