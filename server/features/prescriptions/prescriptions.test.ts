import { afterAll, expect, test } from 'vitest'
import { listAlerts } from '#domain/api/alerts.ts'
import { allEndpoints } from '#domain/api/all.ts'
import { changeApiKey, createApiKey, rotateApiKey } from '#domain/api/api-keys.ts'
import { listAudit } from '#domain/api/audit.ts'
import { sendBatch } from '#domain/api/batch.ts'
import {
  changeDelivery,
  createDelivery,
  eraseDelivery,
  getDelivery,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import { changeMember } from '#domain/api/members.ts'
import * as api from '#domain/api/prescriptions.ts'
import { exportRecipient, findRecipients } from '#domain/api/recipients.ts'
import { getDriverDay } from '#domain/api/road.ts'
import { changeWorkspace, getMe } from '#domain/api/workspace.ts'
import type { AuditEntry } from '#domain/schema/audit.ts'
import { openPool } from '../../db/connect.ts'
import { keptMail } from '../../testing/kept-mail.ts'
import { dispatchedDay } from '../../testing/road-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

let clock = new Date('2027-02-01T03:00:00Z')
const testing = await testApp(() => ({ now: () => clock }))
const { app, as, deps, databaseUrl, makeMember } = testing
const ownerPool = openPool(databaseUrl, { onError: () => {} })
afterAll(() => ownerPool.end())
const { mailsTo } = keptMail(deps)

// Words that stand nowhere else.
const secrets = ['RX-77120', 'Zolpidemotril', 'Xanthophobia', 'Quentin Vorbeck'] as const
const [number, drug, illness, authorized] = secrets
const body = {
  numbers: [number],
  items: [{ name: drug, quantity: '30 tablets', schedule: 'IV', is_controlled: true }],
  note: `For ${illness}`,
  received_by: 'authorized' as const,
  authorized_names: [authorized],
}
const nowhere = '00000000-0000-4000-8000-000000000000'

async function workspace() {
  const owner = await makeMember()
  const { workspaceId } = owner
  const join = (role: 'admin' | 'dispatcher' | 'viewer' | 'client') => makeMember({ role, workspaceId })
  const delivery = { delivery_address: 'Jl. Mawar 1', recipient_name: 'Sari Wulandari', scheduled_date: '2027-02-02' }
  const { body: made } = await as(owner).call(createDelivery, { body: delivery })
  const params = { id: made.id }
  const handle = (member: TestMember, handles_prescriptions = true) =>
    as(owner).call(changeMember, { params: { id: member.userId }, body: { handles_prescriptions } })
  const put = (who: TestMember = owner, changed: object = {}, headers = {}) =>
    as(who).call(api.putPrescription, { params, body: { ...body, ...changed }, headers })
  const log = async (action: string): Promise<AuditEntry[]> =>
    (await as(owner).call(listAudit, { query: { action, limit: 100 } })).body.data
  return { owner, workspaceId, join, params, made, handle, put, log }
}

/** A program with a key of these scopes. */
async function keyOf(owner: TestMember, scopes: string[]) {
  const { body: key } = await as(owner).call(createApiKey, { body: { name: 'Pharmacy', scopes } as never })
  return { ...owner, token: key.secret, keyId: key.id }
}

test('an owner writes a prescription, and reading it is an entry of the audit log', async () => {
  const { owner, params, put, log } = await workspace()
  const written = await put()
  expect(written).toMatchObject({ status: 200, body: { version: 1, checks: ['signature', 'identity'] } })
  expect(JSON.stringify(written.body)).not.toContain(drug)
  expect(written.headers['cache-control']).toBe('no-store')
  const { body: delivery } = await as(owner).call(getDelivery, { params })
  expect(delivery).toMatchObject({ has_prescription: true, requirements: ['signature', 'identity'] })

  const read = await as(owner).call(api.getPrescription, { params, query: { purpose: 'treatment' } })
  expect(read).toMatchObject({ status: 200, body: { ...body, version: 1, updated_by: owner.email } })
  expect(read.headers['cache-control']).toBe('no-store')
  const [added, seen] = (await log('prescription')).toReversed()
  expect(added).toMatchObject({ action: 'prescription.added', record: { id: params.id } })
  expect(seen).toMatchObject({
    action: 'prescription.seen',
    actor: { id: owner.userId },
    record: { kind: 'delivery', id: params.id, label: `#${delivery.number}` },
    detail: { door: 'dashboard', purpose: 'treatment' },
  })
  const accesses = await as(owner).call(api.listPrescriptionAccesses, { params })
  expect(accesses.body).toMatchObject({ total: 2, data: [{ kind: 'seen', name: owner.email }, { kind: 'added' }] })
})

test('a browser that has the answer already is a reading, too', async () => {
  const { owner, params, put, log } = await workspace()
  await put()
  const { headers } = await as(owner).call(api.getPrescription, { params })
  const again = await app.inject({
    url: `/v1/deliveries/${params.id}/prescription`,
    headers: { authorization: `Bearer ${owner.token}`, 'if-none-match': String(headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(await log('prescription.seen')).toHaveLength(2)
})

test('only those whom an owner let handle prescriptions read and write them, whatever their role', async () => {
  const { owner, join, params, put, handle, log } = await workspace()
  await put()
  for (const role of ['admin', 'dispatcher', 'viewer'] as const) {
    const member = await join(role)
    const read = () => as(member).call(api.getPrescription, { params })
    expect(await read(), role).toMatchObject({ status: 403, code: 'not_allowed' })
    expect(await put(member), role).toMatchObject({ status: 403, code: 'not_allowed' })
    expect((await handle(member)).body, role).toMatchObject({ handles_prescriptions: true })
    expect((await as(member).call(getMe)).body).toMatchObject({ handles_prescriptions: true })
    expect(await read(), role).toMatchObject({ status: 200, body: { numbers: [number] } })
    expect(await put(member, { note: role, checks: [] }), role).toMatchObject({ status: 200, body: { checks: [] } })
    expect(await put(), role).toMatchObject({ status: 200 })
    // The page may still be open when the right is taken away.
    await handle(member, false)
    expect(await read(), role).toMatchObject({ status: 403, code: 'not_allowed' })
    expect(await as(member).call(api.listPrescriptionAccesses, { params }), role).toMatchObject({ status: 403 })
  }
  const client = await join('client')
  for (const [who, status] of [
    [client, 403],
    [await makeMember({ role: 'driver', workspaceId: owner.workspaceId }), 403],
    [await makeMember(), 404],
  ] as const)
    expect(await as(who).call(api.getPrescription, { params })).toMatchObject({ status })
  expect(await handle(client)).toMatchObject({ status: 400, code: 'validation_failed' })
  expect((await log('prescription.seen')).map(({ actor }) => actor.id)).not.toContain(client.userId)
})

test('an admin gives nobody the right, also not by a key', async () => {
  const { owner, join, handle } = await workspace()
  const [admin, dispatcher] = [await join('admin'), await join('dispatcher')]
  const grant = (who: TestMember) =>
    as(admin).call(changeMember, { params: { id: who.userId }, body: { handles_prescriptions: true } })
  for (const who of [admin, dispatcher]) expect(await grant(who)).toMatchObject({ status: 403, code: 'owner_grants' })
  const wanted = { name: 'Mine', scopes: ['prescriptions'] } as never
  expect(await as(admin).call(createApiKey, { body: wanted })).toMatchObject({ status: 403, code: 'owner_grants' })
  const plain = await keyOf(admin, ['read'])
  const widen = { params: { id: plain.keyId }, body: { scopes: ['read', 'prescriptions'] } } as never
  expect(await as(admin).call(changeApiKey, widen)).toMatchObject({ status: 403, code: 'owner_grants' })
  const pharmacy = await keyOf(owner, ['prescriptions'])
  const rotate = { params: { id: pharmacy.keyId }, body: { overlap_hours: 0 } } as never
  expect(await as(admin).call(rotateApiKey, rotate)).toMatchObject({ status: 403, code: 'owner_grants' })

  await handle(dispatcher)
  // Whoever manages the team may take it away, and another role does.
  const asClient = { role: 'driver', depot_ids: null } as never
  expect(
    (await as(admin).call(changeMember, { params: { id: dispatcher.userId }, body: asClient })).body,
  ).toMatchObject({ handles_prescriptions: false })
})

test('a key needs the scope, and is named in the log', async () => {
  const { owner, params, put, log } = await workspace()
  await put()
  for (const scope of ['read', 'deliveries', 'planning', 'tracking', 'temperatures']) {
    const key = await keyOf(owner, [scope])
    expect(await as(key).call(api.getPrescription, { params }), scope).toMatchObject({
      status: 403,
      code: 'api_key_scope',
    })
  }
  const key = await keyOf(owner, ['prescriptions'])
  expect(await put(key, { numbers: ['RX-2'] })).toMatchObject({ status: 200 })
  expect((await as(key).call(api.getPrescription, { params })).body).toMatchObject({ numbers: ['RX-2'] })
  expect((await log('prescription.seen'))[0]).toMatchObject({
    actor: { kind: 'api_key', id: key.keyId },
    detail: { door: 'api_key' },
  })
})

test('a member limited to depots reaches no prescription outside of them', async () => {
  const { owner, params, put } = await workspace()
  await put()
  const limited = await makeMember({ role: 'dispatcher', workspaceId: owner.workspaceId, depotIds: [nowhere] })
  const change = { params: { id: limited.userId }, body: { handles_prescriptions: true } }
  expect((await as(owner).call(changeMember, change)).body).toMatchObject({ handles_prescriptions: true })
  for (const endpoint of [api.getPrescription, api.removePrescription, api.listPrescriptionAccesses])
    expect(await as(limited).call(endpoint as never, { params } as never)).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
    })
  expect(await put(limited)).toMatchObject({ status: 404, code: 'delivery_not_found' })
})

test('an emergency needs a reason, is logged as one, and every owner is told', async () => {
  const { owner, join, params, made, put, log } = await workspace()
  await put()
  const [admin, dispatcher] = [await join('admin'), await join('dispatcher')]
  const read = (who: TestMember, reason: string) =>
    as(who).call(api.readPrescriptionInEmergency, { params, body: { reason } })
  expect(await read(admin, 'now')).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(await read(dispatcher, 'The patient is in the hospital')).toMatchObject({ status: 403 })
  const reason = 'The hospital asks what he takes'
  expect(await read(admin, reason)).toMatchObject({ status: 200, body: { numbers: [number] } })
  const [entry] = await log('prescription.seen_in_emergency')
  expect(entry).toMatchObject({ actor: { id: admin.userId }, changes: { reason: { to: reason } } })
  const [mail] = await mailsTo(owner.email)
  expect(mail!.text).toContain(reason)
  expect(secrets.some((secret) => mail!.text.includes(secret))).toBe(false)
  const { body: alerts } = await as(owner).call(listAlerts, { query: {} } as never)
  expect(JSON.stringify(alerts)).toContain(`read the prescription of delivery ${made.number} in an emergency`)
  const { body: accesses } = await as(owner).call(api.listPrescriptionAccesses, { params })
  expect(accesses.data[0]).toMatchObject({ kind: 'seen_in_emergency', name: admin.email, reason })

  // A batch would keep the answer for its key.
  const item = { method: 'POST', path: `/v1/deliveries/${params.id}/prescription/emergency`, body: { reason } }
  const batch = await as(admin).call(sendBatch, { body: { items: [item] } } as never)
  expect(JSON.stringify(batch.body)).not.toContain(number)
  expect(await log('prescription.seen_in_emergency')).toHaveLength(1)
})

test('bad input changes nothing, and hostile text is only text', async () => {
  const { owner, params, put } = await workspace()
  const tooMany = (count: number, each: unknown) => Array.from({ length: count }, () => each)
  for (const [changed, path] of [
    [{ numbers: [] }, 'numbers'],
    [{ numbers: tooMany(21, 'RX') }, 'numbers'],
    [{ numbers: ['x'.repeat(61)] }, 'numbers.0'],
    [{ numbers: ['a\u0000b'] }, 'numbers.0'],
    [{ numbers: 'RX-1' }, 'numbers'],
    [{ items: tooMany(51, { name: 'A' }) }, 'items'],
    [{ items: [{ name: '' }] }, 'items.0.name'],
    [{ items: [{ name: 'A', dose: 1 }] }, 'items.0'],
    [{ note: 'x'.repeat(2001) }, 'note'],
    [{ received_by: 'neighbor' }, 'received_by'],
    [{ authorized_names: [] }, 'authorized_names'],
    [{ received_by: 'patient' }, 'authorized_names'],
    [{ checks: ['photo'] }, 'checks.0'],
    [{ patient: 'Sari' }, ''],
  ] as const) {
    const refused = await put(owner, changed)
    expect(refused, JSON.stringify(changed).slice(0, 80)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(refused.errors!.map((error) => error.path)).toContain(path)
  }
  expect((await as(owner).call(getDelivery, { params })).body).toMatchObject({ has_prescription: false, version: 1 })
  expect(await as(owner).call(api.getPrescription, { params })).toMatchObject({ code: 'prescription_not_found' })
  for (const id of [nowhere, (await workspace()).made.id]) {
    const other = { params: { id }, body } as never
    expect(await as(owner).call(api.putPrescription, other)).toMatchObject({ status: 404, code: 'delivery_not_found' })
    expect(await as(owner).call(api.removePrescription, { params: { id } })).toMatchObject({ status: 404 })
  }
  const hostile = `<img src=x onerror=alert(1)> '); drop table prescriptions; -- {{7*7}} \u202e`
  expect(await put(owner, { note: hostile, numbers: [hostile.slice(0, 60).trim()] })).toMatchObject({ status: 200 })
  expect((await as(owner).call(api.getPrescription, { params })).body.note).toBe(hostile.trim())
})

test('nobody overwrites what they have not read, and a conflict does not say what it is', async () => {
  const { owner, params, put } = await workspace()
  const first = { 'if-match': '"0"' }
  expect(await put(owner, {}, first)).toMatchObject({ status: 200 })
  const second = await put(owner, { numbers: ['RX-9'] }, first)
  expect(second).toMatchObject({ status: 412, code: 'version_conflict', body: { current: { version: 1 } } })
  expect(JSON.stringify(second.body)).not.toContain(number)
  expect(await put(owner, { numbers: ['RX-9'] }, { 'if-match': '"1"' })).toMatchObject({ body: { version: 2 } })
  // The same again changes nothing.
  expect(await put(owner, { numbers: ['RX-9'] })).toMatchObject({ body: { version: 2 } })
  expect(await as(owner).call(api.removePrescription, { params })).toMatchObject({ status: 204 })
  expect(await as(owner).call(api.removePrescription, { params })).toMatchObject({ code: 'prescription_not_found' })
  expect((await as(owner).call(getDelivery, { params })).body).toMatchObject({ has_prescription: false })
})

test('what it asks for at the door goes along with the other requirements, and a fridge sets temperatures', async () => {
  const { owner, params, put } = await workspace()
  await as(owner).call(changeDelivery, { params, body: { requirements: ['photo', 'signature'] } })
  await put(owner, { checks: ['identity'], is_refrigerated: true })
  const { body: delivery } = await as(owner).call(getDelivery, { params })
  expect(delivery).toMatchObject({ requirements: ['photo', 'identity'], temperature_min_c: 2, temperature_max_c: 8 })
  await as(owner).call(changeDelivery, { params, body: { temperature_min_c: -20, temperature_max_c: -15 } })
  await put(owner, { is_refrigerated: true, note: null })
  expect((await as(owner).call(getDelivery, { params })).body).toMatchObject({ temperature_min_c: -20 })
})

test('a driver learns who may receive it, and nothing else', async () => {
  const { owner, driver, stops } = await dispatchedDay(testing, { stops: 1 })
  const params = { id: stops[0]!.delivery_id! }
  expect(await as(owner).call(api.putPrescription, { params, body })).toMatchObject({ status: 200 })
  const { body: day } = await as(driver).call(getDriverDay)
  const [carried] = day.routes.flatMap((route) => route.stops.flatMap(({ delivery }) => delivery ?? []))
  expect(carried).toMatchObject({
    requirements: ['signature', 'identity'],
    handed_to: { received_by: 'authorized', authorized_names: [authorized] },
  })
  for (const secret of [number, drug, illness]) expect(JSON.stringify(day)).not.toContain(secret)
  expect(await as(driver).call(api.getPrescription, { params })).toMatchObject({ status: 403, code: 'not_allowed' })
})

test('no other door says what is in it', { timeout: 300_000 }, async () => {
  const { owner, join, params, put } = await workspace()
  await put()
  await put(owner, { note: `For ${illness}, again` })
  await as(owner).call(api.getPrescription, { params })
  const admin = await join('admin')
  const readers: [string, TestMember][] = [
    ['admin', admin],
    ['dispatcher', await join('dispatcher')],
    ['viewer', await join('viewer')],
    ['key', await keyOf(owner, ['read', 'deliveries', 'planning', 'tracking'])],
  ]
  const found: string[] = []
  let reached = 0
  const look = async (who: string, token: string, url: string, more: object = {}) => {
    const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}`, apikey: token }, ...more })
    if (reply.statusCode < 300) reached++
    if (secrets.some((secret) => reply.body.includes(secret))) found.push(`${who} ${url}`)
  }
  const paths = allEndpoints
    .filter(({ method, path }) => method === 'GET' && !/:(?!id\b)/.test(path))
    .map(({ path }) => path.replace(':id', params.id))
  for (const [who, { token }] of readers) {
    // Whoever sees most looks behind every door; the others behind those of deliveries.
    const doors = paths.filter((path) => who === 'admin' || path.includes(params.id))
    for (let from = 0; from < doors.length; from += 4)
      await Promise.all(doors.slice(from, from + 4).map((path) => look(who, token, path)))
    await look(who, token, `/v1/deliveries?q=${encodeURIComponent(drug)}`)
    await look(who, token, `/v1/events?after=0&limit=500`)
    await look(who, token, `/v1/deliveries/${params.id}/custody`)
    await look(who, token, '/rest/v1/deliveries')
    await look(who, token, `/rest/v1/prescriptions`)
    await look(who, token, '/v1/audit/export?format=jsonl')
    for (const call of [
      { name: 'find_deliveries', arguments: { words: drug } },
      { name: 'read_delivery', arguments: { delivery_id: params.id } },
    ]) {
      const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
      await look(who, token, '/mcp', { method: 'POST', payload })
    }
  }
  expect(found).toEqual([])
  // Otherwise this test would prove nothing.
  expect(reached).toBeGreaterThan(80)
  const { body: history } = await as(owner).call(listDeliveryEvents, { params })
  expect(history.data.map(({ detail }) => detail)).toContainEqual({ has_prescription: { from: null, to: true } })
})

test('neither the database nor its backups hold a word of it', async () => {
  const { owner, join, params, put } = await workspace()
  await put()
  await as(owner).call(api.getPrescription, { params })
  await as(await join('admin')).call(api.readPrescriptionInEmergency, {
    params,
    body: { reason: 'Nobody else is here' },
  })
  const tables = await ownerPool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth', 'site', 'storage', 'realtime', 'pgboss')`)
  const leaks: string[] = []
  for (const { name } of tables.rows) {
    for (const secret of secrets) {
      const hex = Buffer.from(secret).toString('hex')
      const { rowCount } = await ownerPool.query(
        `select from ${name} as t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
        [secret, hex],
      )
      if (rowCount) leaks.push(`${name} ${secret}`)
    }
  }
  expect(leaks).toEqual([])
  const { rows } = await ownerPool.query('select sealed from prescriptions where delivery_id = $1', [params.id])
  expect(rows).toHaveLength(1)
})

test('erasing the recipient erases it, and only those who handle prescriptions get it in an export', async () => {
  const { owner, join, params, put, log } = await workspace()
  await put()
  const admin = await join('admin')
  const { body: found } = await as(owner).call(findRecipients, { body: { by: 'name', value: 'Sari Wulandari' } })
  const groups = found.groups.map(({ key }) => key)
  const exported = async (who: TestMember) =>
    (
      await app.inject({
        method: 'POST',
        url: exportRecipient.path,
        headers: { authorization: `Bearer ${who.token}` },
        payload: { groups, address_ids: [] },
      })
    ).body
  expect(await exported(admin)).not.toContain(drug)
  expect(await log('prescription.seen')).toHaveLength(0)
  expect(await exported(owner)).toContain(drug)
  expect(await log('prescription.seen')).toMatchObject([{ detail: { door: 'recipient_export' } }])

  await as(owner).call(changeDelivery, { params, body: { status: 'cancelled' } as never })
  expect(await as(admin).call(eraseDelivery, { params })).toMatchObject({ status: 200 })
  expect(await as(owner).call(api.getPrescription, { params })).toMatchObject({ code: 'prescription_not_found' })
  expect(await put()).toMatchObject({ status: 409, code: 'delivery_erased' })
  for (const table of ['prescriptions', 'prescription_doors']) {
    const { rowCount } = await ownerPool.query(`select from ${table} where delivery_id = $1`, [params.id])
    expect(rowCount, table).toBe(0)
  }
})

test('opening a confidential delivery is logged once an hour for each person, if the workspace wants it', async () => {
  const { owner, join, params, log } = await workspace()
  const viewer = await join('viewer')
  const open = (who: TestMember) => as(who).call(getDelivery, { params })
  await as(owner).call(changeDelivery, { params, body: { is_confidential: true } })
  await open(viewer)
  expect(await log('delivery.opened')).toEqual([])
  await as(owner).call(changeWorkspace, { body: { logs_opening: true } })
  for (const who of [viewer, viewer, owner]) expect(await open(who)).toMatchObject({ status: 200 })
  expect((await log('delivery.opened')).map(({ actor }) => actor.id)).toEqual([owner.userId, viewer.userId])
  clock = new Date(clock.getTime() + 3_600_000)
  await open(viewer)
  expect(await log('delivery.opened')).toHaveLength(3)
  await as(owner).call(changeDelivery, { params, body: { is_confidential: false } })
  clock = new Date(clock.getTime() + 3_600_000)
  await open(viewer)
  expect(await log('delivery.opened')).toHaveLength(3)
})

test('minutes without use are set within bounds', async () => {
  const owner = await makeMember()
  for (const idle_minutes of [0, 721, 1.5, 'soon'])
    expect(await as(owner).call(changeWorkspace, { body: { idle_minutes } as never })).toMatchObject({ status: 400 })
  expect((await as(owner).call(changeWorkspace, { body: { idle_minutes: 15 } })).body).toMatchObject({
    idle_minutes: 15,
  })
})
