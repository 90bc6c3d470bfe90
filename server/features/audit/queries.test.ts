import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { compactVerify, importJWK, type JWK } from 'jose'
import { expect, test } from 'vitest'
import * as api from '#domain/api/audit.ts'
import { changeDelivery, createDelivery, eraseDelivery, importDeliveries } from '#domain/api/deliveries.ts'
import { createDriver } from '#domain/api/drivers.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { verifyAuditExport } from '#domain/audit/verify-export.ts'
import type { VerifySignature } from '#domain/chain/verify-export.ts'
import { noteAudit } from '../../audit/note.ts'
import { inWorkspace, openPool, type Trx } from '../../db/connect.ts'
import { readCsvLines, readJsonLines } from '../../audit/read-export.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { eraseAuditValues, forgetAuditValues } from './commands.ts'
import { checkLog } from './tasks.ts'

const { as, app, databaseUrl, deps, makeMember } = await testApp()
const owners = openPool(databaseUrl, { onError: () => {} })

const within = <T>({ workspaceId }: TestMember, work: (trx: Trx) => Promise<T>) =>
  inWorkspace(deps.db, workspaceId, work)
const who = ({ workspaceId, userId }: TestMember, name = 'Sari') => ({ workspaceId, userId, name })
const at = (day: number) => new Date(Date.UTC(2027, 0, day, 12))

/** Twelve exports, one a day, by two members in turn. */
async function filled() {
  const owner = await makeMember()
  const other = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  for (let day = 1; day <= 12; day++) {
    await within(owner, async (trx) => {
      const action = day % 3 ? ('deliveries.exported' as const) : ('custody.exported' as const)
      const by = day % 2 ? who(owner) : who(other, 'Budi')
      noteAudit(trx, by, { action, detail: { rows: day } }, at(day))
    })
  }
  return { owner, other }
}

test('filters by who, what and when combine, and pages follow each other without gaps', async () => {
  const { owner, other } = await filled()
  const list = async (query: Parameters<ReturnType<typeof as>['call']>[1] extends never ? never : object) => {
    const reply = await as(owner).call(api.listAudit, { query })
    return { ...reply.body, days: reply.body.data.map(({ at }) => Number(at.slice(8, 10))) }
  }
  const noted = 'deliveries,custody'
  expect((await list({ action: noted, actor: other.userId })).days).toEqual([12, 10, 8, 6, 4, 2])
  expect((await list({ action: 'custody.exported' })).days).toEqual([12, 9, 6, 3])
  expect((await list({ action: noted, from: '2027-01-03', to: '2027-01-05' })).days).toEqual([5, 4, 3])
  expect((await list({ action: noted, actor: 'operator' })).days).toEqual([])
  const read: number[] = []
  let cursor: string | undefined
  do {
    const page = await list({ action: noted, limit: 5, ...(cursor && { cursor }) })
    read.push(...page.days)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(read).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect((await list({ action: noted, q: 'budi EXPORTED' })).days).toEqual([12, 10, 8, 6, 4, 2])
  expect((await list({ q: '%_' })).days).toEqual([])
  const bad = await as(owner).call(api.listAudit, { query: { cursor: 'x' } })
  expect(bad).toMatchObject({ status: 400, code: 'bad_cursor' })
})

const delivery = (reference: string) => ({ delivery_address: 'Jalan Mawar 1', scheduled_date: '2027-01-05', reference })

test('the entries about a record include those about many, and only managers of the workspace read them', async () => {
  const owner = await makeMember()
  const imported = await as(owner).call(importDeliveries, { body: { deliveries: ['A', 'B'].map(delivery) } })
  expect(imported.status).toBeLessThan(300)
  const ids = await within(owner, (trx) => trx.selectFrom('deliveries').select('id').orderBy('number').execute())
  const { body: driver } = await as(owner).call(createDriver, { body: { name: 'Budi', phone: '+628110000001' } })
  const about = async (record: string) => (await as(owner).call(api.listAudit, { query: { record } })).body.data
  expect(await about(ids[1]!.id)).toMatchObject([
    {
      action: 'delivery.created',
      records: 2,
      record_ids: ids.map(({ id }) => id),
      sentence: `${owner.email} added 2 deliveries.`,
    },
  ])
  expect(await about(driver.id)).toMatchObject([
    { record: { kind: 'driver', label: 'Budi' }, changes: { phone: { to: '+628110000001' } } },
  ])
  const stranger = await makeMember()
  expect((await as(stranger).call(api.listAudit, { query: { record: driver.id } })).body.data).toEqual([])
  const dispatcher = await makeMember({ workspaceId: owner.workspaceId, role: 'dispatcher' })
  expect(await as(dispatcher).call(api.listAudit)).toMatchObject({ code: 'not_allowed' })
  const seen = await deps.db.transaction().execute(async (trx) => {
    await sql`select set_config('karta.workspace', ${owner.workspaceId}, true), set_config('karta.role', 'dispatcher', true)`.execute(
      trx,
    )
    return trx.selectFrom('audit_entries').selectAll().execute()
  })
  expect(seen).toEqual([])
})

const verifySignature: VerifySignature = async (jws, publicKey) => {
  const { payload } = await compactVerify(jws, await importJWK(publicKey as JWK))
  return JSON.parse(new TextDecoder().decode(payload)) as unknown
}

async function exported(member: TestMember, format: 'csv' | 'jsonl', filter = '') {
  const reply = await app.inject({
    url: `/v1/audit/export?format=${format}${filter}`,
    headers: { authorization: `Bearer ${member.token}` },
  })
  const read = format === 'csv' ? readCsvLines : readJsonLines
  const report = await verifyAuditExport(() => read([reply.body]), verifySignature, { format })
  return { text: reply.body, report }
}

test('exports verify, whole or filtered, as CSV and JSON Lines, and each is an entry itself', async () => {
  const { owner } = await filled()
  await as(owner).call(createDriver, { body: { name: '=HYPERLINK("x")' } })
  for (const format of ['jsonl', 'csv'] as const) {
    const whole = await exported(owner, format)
    expect(whole.report.misfits, format).toEqual([])
    expect(whole.report).toMatchObject({ first: 1, header: { workspace_id: owner.workspaceId } })
    const part = await exported(owner, format, '&action=custody.exported&from=2027-01-04')
    expect(part.report, format).toMatchObject({ misfits: [], entries: 3 })
  }
  expect((await exported(owner, 'csv')).text).not.toMatch(/,"?=HYPERLINK/)
  const list = await as(owner).call(api.listAudit, { query: { action: 'audit.exported' } })
  expect(list.body.data).toHaveLength(5)
  expect(list.body.data[1]!.detail).toEqual({ format: 'csv', action: 'custody.exported', from: '2027-01-04' })
})

test('the command verifies a file without the server, and says what was removed since an earlier one', async () => {
  const { owner } = await filled()
  const folder = mkdtempSync(join(tmpdir(), 'karta-audit-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const run = (...more: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/audit.ts', 'verify', ...more], {
      encoding: 'utf8',
    })
    return { status, stdout }
  }
  const { text } = await exported(owner, 'csv')
  const whole = file('whole.csv', text)
  expect(run(whole)).toMatchObject({ status: 0, stdout: expect.stringContaining('Everything fits.') })
  const lines = text.split('\r\n')
  const cut = file('cut.csv', lines.toSpliced(5, 1).join('\r\n'))
  expect(run(cut, '--against', whole)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Entry 4 is missing.'),
  })
  rmSync(folder, { recursive: true })
})

test('dropped values show as erased, are found no more, and the log and its exports still verify', async () => {
  const owner = await makeMember()
  const { body: driver } = await as(owner).call(createDriver, { body: { name: 'Budi', phone: '+628110000001' } })
  const { body: other } = await as(owner).call(createDriver, { body: { name: 'Dewi', phone: '+628110000002' } })
  await within(owner, (trx) => eraseAuditValues(trx, who(owner), { recordIds: [driver.id] }, deps.now()))
  const about = async (record: string) => (await as(owner).call(api.listAudit, { query: { record } })).body.data[0]!
  expect(await about(driver.id)).toMatchObject({ erased: ['label', 'values'], actor: { name: owner.email } })
  expect((await about(driver.id)).sentence).toBe(`${owner.email} added a driver.`)
  expect(await about(other.id)).toMatchObject({ erased: [], record: { label: 'Dewi' } })
  expect((await exported(owner, 'jsonl')).report.misfits).toEqual([])

  const later = new Date(deps.now().getTime() + 1000)
  const dropped = await within(owner, (trx) => forgetAuditValues(trx, { ...who(owner), userId: null }, later, later))
  expect(dropped).toEqual({ entries: expect.any(Number), hasMore: false })
  expect(await within(owner, (trx) => forgetAuditValues(trx, who(owner), later, later))).toEqual({
    entries: 0,
    hasMore: false,
  })
  const { text, report } = await exported(owner, 'jsonl')
  expect(report.misfits).toEqual([])
  expect(text).not.toMatch(/Budi|Dewi|628110/)
  expect((await about(other.id)).sentence).toBe('Somebody (name erased) added a driver.')
  expect((await as(owner).call(api.listAudit, { query: { q: 'Dewi' } })).body.data).toEqual([])
  await checkLog(deps, { workspaceId: owner.workspaceId, isWhole: true })
  expect((await as(owner).call(api.getAuditState)).body.check).toMatchObject({ state: 'whole', misfit: null })
})

test('a check says what somebody with the database in hand changed, removed or cut off', async () => {
  const owner = await makeMember()
  for (const speed_kmh of [31, 32, 33, 34]) await as(owner).call(changeWorkspace, { body: { speed_kmh } })
  const { workspaceId } = owner
  const check = async (isWhole = true) => {
    await checkLog(deps, { workspaceId, isWhole })
    return (await as(owner).call(api.getAuditState)).body
  }
  expect(await check()).toMatchObject({ check: { state: 'whole' } })
  await as(owner).call(createDelivery, { body: delivery('C') })
  const { entries, check: found } = await check(false)
  expect(found).toMatchObject({ state: 'whole', entries })
  const tamper = async (statement: string, says: RegExp) => {
    await owners.query('begin')
    await owners.query(statement.replaceAll('$w', `workspace_id = '${workspaceId}'`))
    await owners.query('commit')
    expect((await check()).check!.misfit, statement).toMatch(says)
  }
  await tamper(
    `update audit_entries set changes = changes || '{"forged": {}}' where $w and number = 2`,
    /^Entry 2 was changed/,
  )
  await owners.query(`update audit_entries set changes = changes - 'forged' where workspace_id = '${workspaceId}'`)
  expect((await check()).check!.state).toBe('whole')
  // The head moved back along with the entry: only what was signed shows it.
  await tamper(
    `with gone as (delete from audit_entries where $w and number = ${entries} returning 1)
      update audit_heads h set length = length - 1, hash = (select hash from audit_entries e where e.workspace_id = h.workspace_id
        and e.number = h.length - 1) where $w`,
    /newest entries are missing/,
  )
  await tamper('delete from audit_entries where $w and number = 2', /^Entry 2 is missing/)
  await owners.end()
})

test('asking for a check answers at once and says that it waits', async () => {
  const owner = await makeMember()
  const asked = await as(owner).call(api.checkAudit)
  expect(asked).toMatchObject({ status: 202, body: { check: { state: 'waiting' } } })
  expect((await as(owner).call(api.checkAudit)).body.check!.state).toBe('waiting')
  const noted = await as(owner).call(api.listAudit, { query: { action: 'audit.checked' } })
  expect(noted.body.data).toHaveLength(1)
})

test('what a page exports by itself is noted too', async () => {
  const owner = await makeMember()
  await as(owner).call(api.noteExport, { body: { what: 'deliveries', format: 'csv', rows: 1200 } })
  const { data } = (await as(owner).call(api.listAudit, { query: { action: 'deliveries' } })).body
  expect(data[0]!.sentence).toBe(`${owner.email} exported 1,200 deliveries (csv).`)
})

test('buckets and files that are made and deleted are entries, whoever may not read them', async () => {
  const owner = await makeMember()
  const headers = { authorization: `Bearer ${owner.token}`, apikey: deps.keys.publishableKey }
  const send = async (method: 'POST' | 'DELETE', url: string, payload: string | object, type = 'application/json') => {
    const reply = await app.inject({
      method,
      url: `/storage/v1${url}`,
      payload,
      headers: { ...headers, 'content-type': type },
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  await send('POST', '/bucket', { name: 'papers' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await send('POST', `/object/papers/${name}`, 'Hello', 'text/plain')
  await send('DELETE', '/object/papers', { prefixes: ['a.txt', 'b.txt'] })
  await send('DELETE', '/object/papers/c.txt', {})
  const { data } = (await as(owner).call(api.listAudit, { query: { action: 'file,bucket' } })).body
  expect(data.map(({ sentence }) => sentence.replace(`${owner.email} `, ''))).toEqual([
    'deleted file papers/c.txt.',
    'deleted 2 files.',
    'uploaded file papers/c.txt.',
    'uploaded file papers/b.txt.',
    'uploaded file papers/a.txt.',
    'created bucket papers.',
  ])
})

test('erasing a delivery drops the recipient from the log, and the log still verifies', async () => {
  const owner = await makeMember()
  const { body: made } = await as(owner).call(createDelivery, { body: delivery('E') })
  const params = { id: made.id }
  await as(owner).call(changeDelivery, { params, body: { recipient_name: 'Dewi', priority: 1 } })
  await as(owner).call(changeDelivery, { params, body: { status: 'cancelled' } })
  expect((await exported(owner, 'jsonl')).text).toContain('Dewi')
  expect((await as(owner).call(eraseDelivery, { params })).status).toBeLessThan(300)
  const { text, report } = await exported(owner, 'jsonl')
  expect(report.misfits).toEqual([])
  expect(text).not.toContain('Dewi')
  const { data } = (await as(owner).call(api.listAudit, { query: { record: made.id, action: 'delivery.updated' } }))
    .body
  expect(data[0]).toMatchObject({ erased: ['values'], changes: { priority: { to: 1 } }, record: { label: '#1' } })
})
