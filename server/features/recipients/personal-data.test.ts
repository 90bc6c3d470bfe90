import { createCustomField } from '#domain/api/custom-fields.ts'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createAddress } from '#domain/api/addresses.ts'
import { changeDelivery, countDeliveries, createDelivery, listDeliveryEvents } from '#domain/api/deliveries.ts'
import * as api from '#domain/api/recipients.ts'
import { auditContentHash, auditLink, recordsHash, type AuditContent } from '#domain/audit/entry.ts'
import type { Trx } from '../../db/connect.ts'
import { inWorkspace, openPool } from '../../db/connect.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { recordEvents } from '../deliveries/commands.ts'
import { lockDeliveries } from '../deliveries/queries.ts'
import { continueErasure } from './commands.ts'
import { unfinishedErasures } from './queries.ts'
import { erase, sweepErasures } from './tasks.ts'

const { app, as, databaseUrl, deps, makeMember } = await testApp()
// Whoever owns the tables sees what is left, wherever it is.
const owner = openPool(databaseUrl, { max: 1, onError: () => {} })
afterAll(() => owner.end())

const sari = {
  recipient_name: 'Sari Wulandari-Prasetyo',
  recipient_phone: '+62 812-3456-7891',
  recipient_email: 'Sari.Wulandari@Example.com',
  pickup_address: 'Gudang Kenanga 77',
  delivery_address: 'Jl. Cempaka Putih No. 41, Jakarta',
  notes: 'Belakang warung Bu Ningsih',
  delivery_location: { lat: -6.1812345, lng: 106.8712345 },
  scheduled_date: '2027-01-05',
  pickup_location: { lat: -6.1998765, lng: 106.8898765 },
  pickup_name: 'Toko Handoko',
  pickup_phone: '+62 813-9876-5432',
  pickup_notes: 'Pintu samping, tanya Handoko',
  parcels: [{ description: 'Hadiah ulang tahun Sari' }],
  custom: { gate: 'Kode Wulandari' },
}
/** Spelled otherwise, and by somebody who may be another person. */
const otherwise = { recipient_name: 'Bu Sari W.', recipient_email: null }
const hers =
  /sari|wulandari|prasetyo|3456.?7891|34567891|gudang kenanga|cempaka putih|ningsih|106\.8712345|-6\.1812345|handoko|9876.?5432|106\.8898765|-6\.1998765|hadiah|kode w/i

async function add(member: TestMember, fields: object = {}, status = 'cancelled') {
  await as(member).call(createCustomField, { body: { key: 'gate', label: 'Gate', type: 'text' } })
  const { id } = (await as(member).call(createDelivery, { body: { ...sari, ...fields } as never })).body
  await as(member).call(changeDelivery, { params: { id }, body: { notes: 'Call Sari Wulandari first' } })
  if (status === 'cancelled') await as(member).call(changeDelivery, { params: { id }, body: { status } })
  else
    await rig(deps.db, member.workspaceId, (trx) =>
      sql`update deliveries set status = ${status} where id = ${id}`.execute(trx),
    )
  return id
}

/** Every row of every table, as text, by the names of the tables: a new table is searched without being named here. */
async function everything(): Promise<Map<string, string[]>> {
  const { rows: tables } = await owner.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_(catalog|toast)|^information_schema$'`)
  const found = new Map<string, string[]>()
  for (const { schema, name } of tables) {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${schema}"."${name}" t`,
    )
    found.set(
      `${schema}.${name}`,
      rows.map(({ row }) => readable(row)),
    )
  }
  return found
}

/** Also what is stored as bytes, which PostgreSQL writes in hex. */
const readable = (row: Record<string, unknown>) =>
  JSON.stringify(row) +
  Object.values(row)
    .filter((value): value is string => typeof value === 'string' && value.startsWith('\\x'))
    .map((value) => Buffer.from(value.slice(2), 'hex').toString())
    .join(' ')

/** The tables that say something of hers. */
async function tablesSaying(pattern: RegExp): Promise<string[]> {
  const all = await everything()
  return [...all]
    .filter(([, rows]) => rows.some((row) => pattern.test(row)))
    .map(([name]) => name)
    .toSorted()
}

/** A file of the workspace, without its content. */
async function addFile(trx: Trx, workspaceId: string, bucket: string, name: string, metadata: object | null = null) {
  const sha256 = randomUUID().replaceAll('-', '').repeat(2)
  await sql`set local role none`.execute(trx)
  await sql`insert into storage.blobs (sha256, bytes, touched_at) values (${sha256}, 3, now())`.execute(trx)
  await sql`insert into storage.buckets (workspace_id, id, name) values (${workspaceId}, ${bucket}, ${bucket})
    on conflict do nothing`.execute(trx)
  await sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, user_metadata, version)
    values (${workspaceId}, ${bucket}, ${name}, ${sha256}, 3, '{}', ${metadata && JSON.stringify(metadata)}, gen_random_uuid())`.execute(
    trx,
  )
}

/** Whether each entry of the audit log follows from the one before it, as `npm run audit -- verify` looks at it. */
async function expectWholeAudit(workspaceId: string): Promise<void> {
  const { rows } = await owner.query('select * from audit_entries where workspace_id = $1 order by number', [
    workspaceId,
  ])
  expect(rows.length).toBeGreaterThan(5)
  let previous = ''
  for (const { record_ids, hash, number, ...row } of rows) {
    const said = { records: record_ids?.length ?? 0, records_hash: record_ids && recordsHash(record_ids) }
    const content = { ...row, ...said, format: 1, at: new Date(row.at).toISOString() } as AuditContent
    previous = auditLink(Number(number), previous, auditContentHash(content))
    expect(hash).toBe(previous)
  }
}

/** What else may hold her data: routes, files, answers of the geocoder, broadcasts, problems of programs. */
async function spread(workspaceId: string, deliveryId: string): Promise<void> {
  await rig(deps.db, workspaceId, async (trx) => {
    await sql`insert into geocodes (workspace_id, provider, key, hits, asked_at, expires_at)
      values (${workspaceId}, 'test', address_key(${sari.delivery_address}), ${JSON.stringify([{ label: sari.delivery_address }])}, now(), now() + interval '1 day')`.execute(
      trx,
    )
    const payload = JSON.stringify({ payload: { to: sari.recipient_name } })
    await sql`insert into realtime.messages (id, workspace_id, topic, event, payload, inserted_at, expires_at)
      values (${randomUUID()}, ${workspaceId}, ${`workspace:${workspaceId}:chat`}, 'said', ${payload}, now(), now() + interval '1 day'),
        (${randomUUID()}, ${workspaceId}, ${`workspace:${workspaceId}:chat`}, 'said', '{"payload":"lunch?"}', now(), now() + interval '1 day')`.execute(
      trx,
    )
    const problem = gzipSync(JSON.stringify({ jobs: [{ id: 1, description: `For ${sari.recipient_phone}` }] }))
    await sql`insert into operations (workspace_id, status, stops, vehicles, time_limit_seconds, threads, seed, problem, result)
      values (${workspaceId}, 'queued', 1, 1, 1, 1, 1, ${problem}, null),
        (${workspaceId}, 'succeeded', 1, 1, 1, 1, 1, null, ${JSON.stringify({ steps: [{ description: sari.recipient_name }] })}),
        (${workspaceId}, 'succeeded', 1, 1, 1, 1, 1, null, '{"steps":[]}')`.execute(trx)
    const plan = await sql<{
      id: string
    }>`insert into plans (workspace_id, day, driver_ids, time_limit_seconds, state, unassigned)
      values (${workspaceId}, '2027-01-05', '{}', 1, 'discarded', ${JSON.stringify([
        {
          delivery_id: deliveryId,
          delivery_number: 1,
          delivery_address: sari.delivery_address,
          recipient_name: sari.recipient_name,
          location: sari.delivery_location,
        },
      ])}) returning id`.execute(trx)
    await sql`insert into drivers (workspace_id, name) values (${workspaceId}, 'Budi')`.execute(trx)
    const route = await sql<{
      id: string
    }>`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at,
      distance_km, driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select ${workspaceId}, ${plan.rows[0]!.id}, 0, d.id, d.name, now(), now(), 12, 0, 0, 0, 0, 0, 0, 0 from drivers d returning id`.execute(
      trx,
    )
    await sql`insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at,
      departure_at, waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      values (${workspaceId}, ${route.rows[0]!.id}, 0, 'delivery', ${deliveryId}, ${sari.recipient_name}, ${sari.delivery_address},
        ${sari.delivery_location.lat}, ${sari.delivery_location.lng}, now(), now(), 0, 0, 3, 0, 0)`.execute(trx)
    const said = JSON.stringify({ name: sari.recipient_name, strokes: [[[1, 1, 1]]] })
    await sql`insert into proofs (workspace_id, id, delivery_id, kind, taken_at, received_at, lat, lng, data)
      values (${workspaceId}, ${randomUUID()}, ${deliveryId}, 'signature', now(), now(), ${sari.delivery_location.lat},
        ${sari.delivery_location.lng}, ${said})`.execute(trx)
    await addFile(trx, workspaceId, 'proofs', `${randomUUID()}/${deliveryId}/sari.jpg`)
    await addFile(trx, workspaceId, 'documents', 'scans/7.pdf', {
      delivery_id: deliveryId.toUpperCase(),
      signed_by: 'Sari',
    })
    await addFile(trx, workspaceId, 'documents', 'price-list.pdf')
  })
}

/** What she was told, answered and asked for, and how she rated it. Of one message, nobody has heard yet. */
async function correspond(workspaceId: string, deliveryId: string): Promise<void> {
  const told = { to: sari.recipient_phone, body: `Sari, it is on its way to ${sari.delivery_address}` }
  await rig(deps.db, workspaceId, async (trx) => {
    await sql`insert into notifications (workspace_id, delivery_id, event, channel, occasion, state, recipient, subject, body,
      failure_detail, unsubscribe_token, send_after, created_at)
      values (${workspaceId}, ${deliveryId}, 'planned', 'sms', '1', 'sent', ${told.to}, null, ${told.body}, null, null, now(), now()),
        (${workspaceId}, ${deliveryId}, 'planned', 'email', '1', 'failed', ${sari.recipient_email}, 'For Sari', ${told.body},
          ${`no mailbox ${sari.recipient_email}`}, ${randomUUID()}, now(), now()),
        (${workspaceId}, ${deliveryId}, 'delivered', 'sms', '1', 'waiting', ${told.to}, null, null, null, null, now(), now())`.execute(
      trx,
    )
    await sql`insert into notification_replies (workspace_id, delivery_id, sender, body, provider_reference, received_at)
      values (${workspaceId}, ${deliveryId}, ${told.to}, 'Leave it with Bu Ningsih', 'SM1', now())`.execute(trx)
    await sql`insert into recipient_subscriptions (workspace_id, delivery_id, endpoint, p256dh, auth, created_at)
      values (${workspaceId}, ${deliveryId}, 'https://push.example.com/sari', 'key', 'auth', now())`.execute(trx)
    await sql`insert into consents (workspace_id, channel, address, author_name, created_at)
      values (${workspaceId}, 'sms', '+6281234567891', 'Budi', now())`.execute(trx)
    await sql`insert into slot_holds (workspace_id, day, starts, ends, price, wanted, delivery_id, state, expires_at, created_at)
      values (${workspaceId}, '2027-01-05', '09:00', '10:00', 0, ${JSON.stringify({ delivery_address: sari.delivery_address })},
        ${deliveryId}, 'held', now(), now())`.execute(trx)
  })
  const author = { workspaceId, userId: null, name: 'Recipient', role: 'recipient' as const }
  const wishes = { note: 'Sari is upstairs', leave: 'neighbor', leave_where: 'Bu Ningsih', receiver: 'Pak Prasetyo' }
  await inWorkspace(deps.db, workspaceId, async (trx) => {
    const [before] = await lockDeliveries(trx, workspaceId, { ids: [deliveryId] })
    await sql`update deliveries set wishes = ${JSON.stringify(wishes)}, rating = 5, rating_comment = 'Thanks, Sari',
      rated_at = now() where id = ${deliveryId}`.execute(trx)
    const at = deps.now()
    await recordEvents(trx, author, [{ delivery_id: deliveryId, kind: 'preferred', before: before! }], at)
    const written = { said: { text: 'It is Sari. Ring at Handoko.' } }
    await recordEvents(trx, author, [{ delivery_id: deliveryId, kind: 'wrote', before: before!, written }], at)
  })
}

const find = (member: TestMember, by: 'phone' | 'email' | 'name' | 'address', value: string) =>
  as(member).call(api.findRecipients, { body: { by, value } })

const keysOf = async (member: TestMember, by: 'phone' | 'name', value: string) =>
  (await find(member, by, value)).body.groups.map(({ key }) => key)

const begin = (member: TestMember, groups: object[], expected: object, address_ids: string[] = []) =>
  as(member).call(api.eraseRecipient, { body: { groups, address_ids, expected } as never })

const finish = (member: TestMember, id: string) => erase(deps, { workspaceId: member.workspaceId, erasureId: id })

test('after an erasure, no row of any table says anything of the person, and figures and chains are as before', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const key = { 'idempotency-key': 'once' }
  const ids = [await add(member), await add(member, otherwise)]
  const kept = (await call(createDelivery, { body: { ...sari, notes: 'Sari again' }, headers: key })).body
  await call(changeDelivery, { params: { id: kept.id }, body: { status: 'cancelled' } })
  // Somebody else, whose data stays.
  const budi = {
    delivery_address: 'Jl. Melati 3',
    recipient_name: 'Budi',
    scheduled_date: '2027-01-05',
    recipient_phone: '+628110001112',
  }
  await call(createDelivery, { body: budi })
  const entry = await call(createAddress, {
    body: {
      address: sari.delivery_address,
      label: 'Rumah Sari',
      location: sari.delivery_location,
      gate_code: '7788#',
      notes: 'Bu Ningsih has the key',
      aliases: ['Cempaka Putih 41'],
    },
  })
  await spread(member.workspaceId, ids[0]!)
  await correspond(member.workspaceId, ids[1]!)
  const before = await tablesSaying(hers)
  expect(before).toEqual(
    expect.arrayContaining([
      'public.addresses',
      'public.audit_entries',
      'public.address_spellings',
      'public.consents',
      'public.deliveries',
      'public.delivery_events',
      'public.events',
      'public.geocodes',
      'public.idempotent_replies',
      'public.notification_replies',
      'public.notifications',
      'public.operations',
      'public.plans',
      'public.proofs',
      'public.recipient_subscriptions',
      'public.slot_holds',
      'public.stops',
      'realtime.messages',
      'storage.objects',
    ]),
  )
  const figures = async () => ({
    // That fewer positions are known is no figure that anybody reports.
    counts: { ...(await call(countDeliveries)).body, without_location: 0 },
    rows: [...(await everything())]
      .filter(([name]) => ['public.deliveries', 'public.plans', 'public.routes', 'public.stops'].includes(name))
      .map(([name, rows]) => [name, rows.length]),
  })
  const figuresBefore = await figures()

  const found = await find(member, 'phone', '081234567891')
  expect(found.body.groups).toHaveLength(2)
  expect(found.body.addresses).toMatchObject([{ id: entry.body.id, others: 0 }])
  const choice = { groups: found.body.groups.map((group) => group.key), address_ids: [entry.body.id] }
  const held = await call(api.countHeldData, { body: choice })
  expect(held.body.counts).toMatchObject({
    deliveries: 3,
    notes: 3,
    stops: 1,
    files: 2,
    addresses: 1,
    geocodes: 1,
    messages: 1,
    replies: 1,
    operations: 2,
  })
  const begun = await begin(member, choice.groups, { deliveries: 3, addresses: 1 }, choice.address_ids)
  expect(begun).toMatchObject({ status: 202, body: { state: 'running', erased: 0 } })
  await finish(member, begun.body.id)

  expect(await tablesSaying(hers)).toEqual([])
  expect(await tablesSaying(/Melati/)).toContain('public.deliveries')
  expect(await tablesSaying(/lunch\?/)).toEqual(['realtime.messages'])
  expect(await figures()).toEqual(figuresBefore)
  await expectWholeAudit(member.workspaceId)
  for (const id of [...ids, kept.id]) {
    const { chain } = (await call(listDeliveryEvents, { params: { id } })).body
    expect(chain).toMatchObject({ misfit: null, erased_at: expect.any(String) })
  }
  expect((await call(api.getErasure, { params: { id: begun.body.id } })).body).toMatchObject({
    state: 'done',
    erased: 3,
    left_open: 0,
    counts: { deliveries: 3, files: 2, addresses: 1, messages: 1, operations: 2 },
  })
  expect((await find(member, 'phone', '081234567891')).body).toEqual({ groups: [], addresses: [], is_cut: false })
})

test('a recipient is found by phone, email, name and address in every spelling, and each stands for itself', async () => {
  const member = await makeMember()
  await add(member)
  await add(member, { ...otherwise, delivery_address: 'Jl. Anggrek 2' })
  await add(member, { recipient_name: 'SARI wulandari prasetyo', recipient_email: 'sari.wulandari@example.com' })
  await add(await makeMember())
  const groups = async (by: 'phone' | 'email' | 'name' | 'address', value: string) =>
    (await find(member, by, value)).body.groups.map(({ name, deliveries }) => [name, deliveries])
  const spelled = ['SARI wulandari prasetyo', 2]
  expect(await groups('phone', '0812 3456 7891')).toEqual([spelled, ['Bu Sari W.', 1]])
  expect(await groups('email', 'sari.wulandari@example.com')).toEqual([spelled])
  expect(await groups('name', 'prasetyo, Sari')).toEqual([spelled])
  expect(await groups('name', 'sari')).toEqual([spelled, ['Bu Sari W.', 1]])
  expect(await groups('address', 'jalan cempaka putih 41 jakarta')).toEqual([spelled])
  expect(await groups('phone', '0812 3456 7892')).toEqual([])
  const [group] = (await find(member, 'email', 'SARI.wulandari@example.com')).body.groups
  expect(group).toMatchObject({
    key: {
      name: 'sari wulandari prasetyo',
      phone: '+6281234567891',
      email: 'sari.wulandari@example.com',
      address: null,
    },
    open_deliveries: 0,
    addresses: 1,
  })
  for (const [by, value] of [
    ['phone', '12345'],
    ['email', 'sari'],
    ['name', '...'],
    ['address', ' '],
  ] as const) {
    expect(await find(member, by, value), by).toMatchObject({ status: 400, errors: [{ path: 'value' }] })
  }
})

test('a recipient without name, phone or email is known by the address', async () => {
  const member = await makeMember()
  const nobody = { recipient_name: null, recipient_phone: null, recipient_email: null }
  await add(member, nobody)
  await add(member)
  const { groups } = (await find(member, 'address', sari.delivery_address)).body
  expect(groups.map(({ name, deliveries }) => [name, deliveries])).toEqual(
    expect.arrayContaining([
      [null, 1],
      [sari.recipient_name, 1],
    ]),
  )
  const key = groups.find(({ name }) => name === null)!.key
  expect((await as(member).call(api.countHeldData, { body: { groups: [key] } })).body.counts.deliveries).toBe(1)
})

test('only what was chosen is erased, and only as much as was shown', async () => {
  const member = await makeMember()
  await add(member)
  await add(member, otherwise)
  const [first] = (await find(member, 'name', 'Wulandari')).body.groups
  expect(await begin(member, [first!.key], { deliveries: 2, addresses: 0 })).toMatchObject({
    status: 409,
    code: 'recipient_changed',
  })
  const begun = await begin(member, [first!.key], { deliveries: 1, addresses: 0 })
  await finish(member, begun.body.id)
  const left = (await find(member, 'phone', sari.recipient_phone)).body.groups
  expect(left.map(({ name }) => name)).toEqual(['Bu Sari W.'])
  const gone = await begin(member, [first!.key], { deliveries: 1, addresses: 0 })
  expect(gone).toMatchObject({ status: 404, code: 'recipient_not_found' })
})

test('nothing is erased while a delivery has not ended, and the reply names it', async () => {
  const member = await makeMember()
  await add(member)
  for (const status of ['pending', 'dispatched', 'in_transit']) await add(member, {}, status)
  const keys = await keysOf(member, 'phone', sari.recipient_phone)
  const held = await as(member).call(api.countHeldData, { body: { groups: keys } })
  expect(held.body).toMatchObject({ open_deliveries: 3, open: [{ number: 4 }, { number: 3 }, { number: 2 }] })
  const refused = await begin(member, keys, { deliveries: 4, addresses: 0 })
  expect(refused).toMatchObject({
    status: 409,
    code: 'recipient_has_open_deliveries',
    body: { detail: '3 not ended: 4, 3, 2.', numbers: [4, 3, 2] },
  })
})

test('an erasure goes on where a crash ended it, and one that was reopened meanwhile keeps its recipient', async () => {
  const member = await makeMember()
  const { workspaceId } = member
  const ids = await Promise.all(Array.from({ length: 3 }, () => add(member)))
  const keys = await keysOf(member, 'phone', sari.recipient_phone)
  const { id } = (await begin(member, keys, { deliveries: 3, addresses: 0 })).body
  await as(member).call(changeDelivery, { params: { id: ids[0]! }, body: { status: 'pending' } })
  // The first part is committed; the server then dies in the second.
  const part = () => inWorkspace(deps.db, workspaceId, (trx) => continueErasure(trx, workspaceId, id, deps.now()))
  expect(await part()).toBe(false)
  const dying = inWorkspace(deps.db, workspaceId, async (trx) => {
    await continueErasure(trx, workspaceId, id, deps.now())
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  const running = (await as(member).call(api.getErasure, { params: { id } })).body
  expect(running).toMatchObject({ state: 'running', erased: 2 })
  expect(await unfinishedErasures(deps.db)).toContainEqual({ workspaceId, erasureId: id })
  await sweepErasures(deps)
  await finish(member, id)
  await finish(member, id)
  const done = (await as(member).call(api.listErasures)).body.data
  expect(done).toMatchObject([{ id, state: 'done', erased: 2, left_open: 1 }])
  expect(done[0]!.counts.deliveries).toBe(2)
})

test('an export has everything about the person and nothing about others', async () => {
  const member = await makeMember()
  const id = await add(member)
  await as(member).call(createDelivery, {
    body: { delivery_address: 'Jl. Melati 3', recipient_name: 'Budi', scheduled_date: '2027-01-05' },
  })
  await spread(member.workspaceId, id)
  const groups = await keysOf(member, 'phone', sari.recipient_phone)
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/recipients/export',
    headers: { authorization: `Bearer ${member.token}` },
    payload: { groups },
  })
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="karta-recipient-.*\.json"$/)
  const file = reply.json()
  expect(file.deliveries).toHaveLength(1)
  expect(file.deliveries[0]).toMatchObject({
    delivery: { id, recipient_name: sari.recipient_name },
    stops: [{ address: sari.delivery_address }],
  })
  expect(file.deliveries[0].history.length).toBeGreaterThan(1)
  expect(file.deliveries[0].events.length).toBeGreaterThan(1)
  expect(file.deliveries[0].files.map(({ name }: { name: string }) => name)).toHaveLength(2)
  expect(file).toMatchObject({ messages: [{ event: 'said' }], geocoder_answers: [{ provider: 'test' }] })
  expect(reply.body).not.toContain('Melati')
  const viewer = await makeMember({ workspaceId: member.workspaceId, role: 'dispatcher' })
  expect(await find(viewer, 'name', 'Sari')).toMatchObject({ status: 403, code: 'not_allowed' })
})
