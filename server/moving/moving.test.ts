import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { changeDelivery, createDelivery, getDelivery, listDeliveries, listDeliveryEvents } from '#domain/api/deliveries.ts'
import { listPlans } from '#domain/api/plans.ts'
import { registerDevice } from '#domain/api/road.ts'
import { signatureType } from '#domain/chain/log.ts'
import { getWorkspace } from '#domain/api/workspace.ts'
import { signaturesOf } from '../../scripts/export-signature.ts'
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
import { fillWorkspace } from '../testing/fill-workspace.ts'
import { openPhone } from '../testing/phone.ts'
import { rig } from '../testing/rig.ts'
import { testApp, type TestMember } from '../testing/test-app.ts'
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

const importing = (options: Partial<ImportOptions> = {}): ImportOptions => ({
  objects: there.deps.objects,
  claim: (content) => claimBlob(there.deps.db, content),
  sealer: otherSealer,
  sealedColumns,
  newSecrets,
  withSignIn: false,
  tier: 'standard',
  operators: [],
  verifySignature: signaturesOf(signatureType),
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
    await run(`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version)
      values ($1, 'B', 'door.png', $2, $3, '{}', $1)`, [workspaceId, pictureHash, picture.length])
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
  expect([...moving, ...Object.keys(staying)].toSorted()).toEqual([...rows.map(({ name }) => name), 'workspaces'].toSorted())
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
    const [row] = await askThere<{ secret: Buffer }>(`select ${column} as secret from ${table} where workspace_id = $1`, [workspaceId])
    return otherSealer.open(row!.secret, context)
  }
  const [hook] = await askThere<{ id: string }>('select id from webhook_endpoints where workspace_id = $1', [workspaceId])
  expect(await opened('webhook_endpoints', 'secret', webhookContext(hook!.id))).toBe('whsec_abc')
  expect(await opened('prescriptions', 'sealed', contentsContext(deliveryId))).toBe('{"items":"Amoxicillin"}')
  const [totp] = await askThere<{ secret: Buffer }>('select secret from auth.factors where id = $1', [factor])
  expect(otherSealer.open(totp!.secret, factorContext(factor))).toBe('TOTPSECRET')
  await askThere('delete from auth.factors where id = $1', [factor])

  // What is stored is counted.
  await askThere('select fold_quota_changes()')
  const used = (url: string) =>
    ask<{ name: string; used: string }>(url, `select name, used from quota_counts where workspace_id = $1 and name = 'deliveries'`, [workspaceId])
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
  const day = await there.as(member).call(listDeliveries, { query: { date: '2026-03-16' } as never })
  expect(day.body.data.map(({ recipient_name }) => recipient_name)).toContain('Budi "\\ Zo\u00eb\ttab\nline')
  expect((await there.as(member).call(listPlans)).status).toBe(200)
  const history = await there.as(member).call(listDeliveryEvents, { params: { id: deliveryId } })
  expect(history.body.chain).toMatchObject({ misfit: null, signed_length: 2 })
  const changedThere = await there.as(member).call(changeDelivery, { params: { id: deliveryId }, body: { notes: 'Ring once' } })
  expect(changedThere.status).toBe(200)
  const created = await there.as(member).call(createDelivery, { body: { delivery_address: 'Jl. Baru 2', scheduled_date: '2026-03-16' } })
  expect(created.body.number).toBe(5)
  const bytes: Buffer[] = []
  for await (const chunk of await there.deps.objects.open(pictureHash)) bytes.push(chunk)
  expect(createHash('sha256').update(Buffer.concat(bytes)).digest('hex')).toBe(pictureHash)
  await checkLog(there.deps, { workspaceId, isWhole: true })
  const [check] = await askThere<{ state: string }>('select state from audit_checks where workspace_id = $1', [workspaceId])
  expect(check!.state).toBe('whole')

  expect(await refusal(importThere(frozen, { passphrase }))).toMatch(/is here already/)
})

async function counts(url: string): Promise<Record<string, number>> {
  const tables = ['push_outbox', 'notification_outbox', 'site.mails']
  const found = await Promise.all(
    tables.map(async (name) => [name, Number((await ask<{ n: string }>(url, `select count(*) as n from ${name}`))[0]!.n)]),
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
