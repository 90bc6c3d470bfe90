import { compactVerify, createLocalJWKSet, importJWK, type JSONWebKeySet } from 'jose'
import { afterAll, expect, test } from 'vitest'
import {
  changeDelivery,
  createDelivery,
  eraseDelivery,
  getDelivery,
  listDeliveryEvents,
} from '#domain/api/deliveries.ts'
import type { ExportLine } from '#domain/chain/export.ts'
import { oldEntryHash, type OldEntry } from '#domain/chain/format-1.ts'
import { compareExports, verifyExport } from '#domain/chain/verify-export.ts'
import { inWorkspace, openPool } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { noteOnRoad } from '../delivery-moves/commands.ts'
import { signHistories } from './tasks.ts'

const { app, as, deps, databaseUrl, makeMember } = await testApp()
// Whoever owns the tables can do what the server cannot. It must show.
const owner = openPool(databaseUrl, { max: 1, onError: () => {} })
afterAll(() => owner.end())

const day = (date: string) => ({ ...deps, now: () => new Date(`${date}T00:05:00Z`) })
const recipient = {
  recipient_name: 'Budi Santoso',
  recipient_phone: '+628110000001',
  recipient_email: 'budi@example.com',
  pickup_address: 'Gudang 7',
  notes: 'Ring twice',
  delivery_location: { lat: -6.19, lng: 106.82 },
}
const personal = /Budi|628110000001|budi@|Gudang|Ring twice|Thamrin|106\.82/

/** A delivery with four entries. */
async function makeDelivery(member: TestMember, fields: object = {}) {
  const { call } = as(member)
  const body = { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2026-03-15', ...fields }
  const { id } = (await call(createDelivery, { body })).body
  for (const weight_kg of [1, 2]) await call(changeDelivery, { params: { id }, body: { weight_kg } })
  await call(changeDelivery, { params: { id }, body: { status: 'cancelled' } })
  return id
}

const chainOf = async (member: TestMember, id: string) =>
  (await as(member).call(listDeliveryEvents, { params: { id } })).body.chain

async function exportOf(member: TestMember, query = '') {
  const headers = { authorization: `Bearer ${member.token}` }
  const reply = await app.inject({ url: `/v1/custody/export${query}`, headers })
  return {
    ...reply,
    lines: reply.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ExportLine),
  }
}

const verify = (lines: ExportLine[]) =>
  verifyExport(lines, async (jws, publicKey) => {
    const { payload } = await compactVerify(jws, await importJWK(publicKey))
    return JSON.parse(new TextDecoder().decode(payload)) as unknown
  })

const cuts: [name: string, statements: string[], misfit: object][] = [
  [
    'the newest entry was removed',
    ['delete from delivery_events where delivery_id = $1 and sequence = 4'],
    { reason: 'newest_missing', entry: 4, count: 1, against: 'head' },
  ],
  [
    'the newest entries were removed and the head was moved back',
    [
      'delete from delivery_events where delivery_id = $1 and sequence > 1',
      'alter table chain_heads disable trigger keep_chain_head',
      'update chain_heads set length = 1, hash = (select hash from delivery_events where delivery_id = $1) where subject_id = $1',
      'alter table chain_heads enable trigger keep_chain_head',
    ],
    { reason: 'newest_missing', entry: 2, count: 3, against: 'signature' },
  ],
  [
    'the whole history was removed',
    ['delete from delivery_events where delivery_id = $1'],
    { reason: 'history_missing', count: 4, against: 'head' },
  ],
  [
    'the whole history was removed with its head',
    ['delete from delivery_events where delivery_id = $1', 'delete from chain_heads where subject_id = $1'],
    { reason: 'history_missing', count: 4, against: 'signature' },
  ],
  ['the head was removed', ['delete from chain_heads where subject_id = $1'], { reason: 'head_missing' }],
  [
    'an entry was removed',
    ['delete from delivery_events where delivery_id = $1 and sequence = 2'],
    { reason: 'entry_missing', entry: 2, count: 1 },
  ],
  [
    'the id of the actor was changed',
    ['update delivery_events set actor_id = new_id() where delivery_id = $1 and sequence = 3'],
    { reason: 'actor_changed', entry: 3 },
  ],
  [
    'the name of the actor was changed',
    [
      `update delivery_events set opened = jsonb_set(opened::jsonb, '{actor,value,name}', '"Eka"') where delivery_id = $1 and sequence = 3`,
    ],
    { reason: 'actor_changed', entry: 3 },
  ],
  [
    'the time was changed',
    [`update delivery_events set at = at - interval '1 hour' where delivery_id = $1 and sequence = 2`],
    { reason: 'entry_changed', entry: 2 },
  ],
  [
    'two entries changed places',
    [
      'update delivery_events set sequence = case sequence when 2 then 30 else 20 end where delivery_id = $1 and sequence in (2, 3)',
      'update delivery_events set sequence = sequence / 10 where delivery_id = $1 and sequence in (20, 30)',
    ],
    { reason: 'entry_moved', entry: 2 },
  ],
  [
    'an entry was put in between',
    [
      'update delivery_events set sequence = sequence + 10 where delivery_id = $1 and sequence > 1',
      'update delivery_events set sequence = sequence - 9 where delivery_id = $1 and sequence > 1',
      `insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, previous_hash, hash)
        select workspace_id, delivery_id, 2, 2, 'updated', at, hash, 'made up' from delivery_events where delivery_id = $1 and sequence = 1`,
    ],
    { reason: 'entry_added', entry: 2 },
  ],
  [
    'the row was changed',
    [`update deliveries set weight_kg = 9, recipient_name = 'Eka', status = 'delivered' where id = $1`],
    { reason: 'fields_differ', fields: ['status', 'weight_kg', 'recipient_name'] },
  ],
]

test('whatever is changed or removed outside Karta is named, with the first entry that does not fit', async () => {
  const member = await makeMember()
  const ids: string[] = []
  while (ids.length < cuts.length) ids.push(await makeDelivery(member, recipient))
  await signHistories(deps)
  expect(await chainOf(member, ids[0]!)).toMatchObject({ length: 4, misfit: null, signed_length: 4 })
  for (const [index, [name, statements, misfit]] of cuts.entries()) {
    for (const statement of statements) await owner.query(statement, statement.includes('$1') ? [ids[index]] : [])
    const { misfit: found } = await chainOf(member, ids[index]!)
    expect(found, name).toMatchObject(misfit)
    expect(found!.say, name).toMatch(/^[A-Z].*\.$/)
  }
  // Not even the owner of the tables can remove a delivery and leave its history.
  await expect(owner.query('delete from deliveries where id = $1', [ids[0]])).rejects.toThrow(/delivery_events/)
})

test('each day with changes is signed once, however many servers try', async () => {
  const member = await makeMember()
  const id = await makeDelivery(member)
  await Promise.all([1, 2, 3].map(() => signHistories(day('2027-01-01'))))
  await signHistories(day('2027-01-02'))
  await as(member).call(changeDelivery, { params: { id }, body: { status: 'pending' } })
  expect(await chainOf(member, id)).toMatchObject({ length: 5, signed_on: '2027-01-01', signed_length: 4 })
  await signHistories(day('2027-01-03'))
  const { lines, headers } = await exportOf(member)
  expect(headers['content-type']).toBe('application/jsonl')
  const log = lines.filter((line) => line.type === 'log')
  expect(log.map(({ number, day, chains }) => [number, day, chains])).toEqual([
    [1, '2027-01-01', 1],
    [2, '2027-01-03', 1],
  ])
  const jwks = (await app.inject({ url: '/auth/v1/.well-known/jwks.json' })).json<JSONWebKeySet>()
  const { protectedHeader } = await compactVerify(log[1]!.signature, createLocalJWKSet(jwks))
  expect(protectedHeader.typ).toBe('karta-custody+jwt')
  await expect(deps.keys.verify(log[1]!.signature)).rejects.toThrow('missing required')
})

test('an export proves without the server what was there, and shows what a newer one lacks', async () => {
  const member = await makeMember()
  const kept = await makeDelivery(member, recipient)
  const gone = await makeDelivery(member)
  const rewritten = await makeDelivery(member)
  await signHistories(day('2027-01-01'))
  const { body, lines } = await exportOf(member)
  expect(body).not.toMatch(personal)
  const older = await verify(lines)
  expect(older).toMatchObject({ chains: 3, entries: 12, misfits: [], signed: { entries: 1, first: '2027-01-01' } })
  expect((await exportOf(member, '?with_personal_data=true')).body).toMatch(personal)
  expect((await verify((await exportOf(member, '?with_personal_data=true')).lines)).misfits).toEqual([])

  const other = lines.filter((line) => !(line.type === 'entry' && line.subject_id === kept && line.sequence === 4))
  expect((await verify(other)).misfits.map(({ of }) => of)).toEqual([`delivery ${kept}`, 'The file'])
  const forged = lines.map((line) => (line.type === 'log' ? { ...line, root: 'f'.repeat(64) } : line))
  expect((await verify(forged)).misfits).toEqual([{ of: 'The signed log', say: 'Entry 1 was changed.' }])

  // Everything that could tell is removed too; the older export still knows.
  await as(member).call(changeDelivery, { params: { id: kept }, body: { status: 'pending' } })
  await owner.query('delete from delivery_events where delivery_id = $1 or (delivery_id = $2 and sequence > 2)', [
    gone,
    rewritten,
  ])
  await owner.query('delete from custody_log where workspace_id = $1', [member.workspaceId])
  await owner.query('delete from chain_heads where subject_id in ($1, $2)', [gone, rewritten])
  await owner.query('delete from deliveries where id = $1', [gone])
  const newer = await verify((await exportOf(member)).lines)
  expect(compareExports(older, newer).sort((a, b) => a.say.localeCompare(b.say))).toEqual([
    {
      of: `delivery ${rewritten}`,
      say: 'The newest 2 entries are missing, from entry 3 on: the older export counts 4.',
    },
    { of: 'The signed log', say: 'The whole history is missing: the older export counts 1 entry.' },
    { of: `delivery ${gone}`, say: 'The whole history is missing: the older export counts 4 entries.' },
  ])
})

/** A plan with a stop at the delivery, and one that left it out. */
async function putInPlan(workspaceId: string, id: string): Promise<void> {
  const left = { delivery_id: id, delivery_number: 1, delivery_address: 'Jl. Thamrin 1', recipient_name: 'Budi' }
  const other = {
    ...left,
    delivery_id: workspaceId,
    delivery_number: 2,
    delivery_address: 'Elsewhere',
    recipient_name: null,
  }
  const run = (statement: string, ...values: unknown[]) => owner.query(statement, [workspaceId, ...values])
  await run(
    `insert into plans (workspace_id, day, driver_ids, time_limit_seconds, unassigned)
      values ($1, '2026-03-15', '{}', 1, $2)`,
    JSON.stringify([other, { ...left, location: recipient.delivery_location, reason_code: 'x', reason: 'x' }]),
  )
  await run(`insert into drivers (workspace_id, name) values ($1, 'N')`)
  await run(`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
      driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
    select $1, p.id, 0, d.id, 'N', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0 from plans p, drivers d
    where p.workspace_id = $1 and d.workspace_id = $1`)
  await run(
    `insert into stops (workspace_id, route_id, position, kind, delivery_id, name, address, lat, lng, arrival_at, departure_at,
      waiting_seconds, service_seconds, distance_km, load_kg, load_l)
    select $1, id, 0, 'delivery', $2, 'Budi', 'Jl. Thamrin 1', -6.19, 106.82, now(), now(), 0, 0, 0, 0, 0 from routes
    where workspace_id = $1`,
    id,
  )
}

test('erasing a recipient drops every personal value, and the chain stays whole', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const id = await makeDelivery(member, recipient)
  const params = { id }
  const dispatcher = as(await makeMember({ workspaceId: member.workspaceId, role: 'dispatcher' }))
  expect(await dispatcher.call(eraseDelivery, { params })).toMatchObject({ status: 403, code: 'not_allowed' })
  await call(changeDelivery, { params, body: { status: 'pending', notes: 'Ring twice, Budi' } })
  expect(await call(eraseDelivery, { params })).toMatchObject({ status: 409, code: 'delivery_not_ended' })
  const noted = { delivery_id: id, kind: 'proved', detail: { proof: 'name' }, said: { name: 'Budi' } } as const
  const { workspaceId } = member
  await inWorkspace(deps.db, workspaceId, (trx) =>
    noteOnRoad(trx, { workspaceId, userId: null, name: 'Eka' }, [noted], deps.now()),
  )
  const { body: proved } = await call(listDeliveryEvents, { params })
  expect(proved.data.at(-1)).toMatchObject({ kind: 'proved', actor_name: 'Eka', detail: { said: { name: 'Budi' } } })
  await call(changeDelivery, { params, body: { status: 'cancelled' } })

  await putInPlan(member.workspaceId, id)
  const { body: first } = await call(eraseDelivery, { params })
  expect((await call(eraseDelivery, { params })).body).toEqual(first)
  const { body: history } = await call(listDeliveryEvents, { params })
  expect(history.chain).toMatchObject({ misfit: null, erased_at: first.erased_at })
  expect(history.data.at(-1)).toMatchObject({ kind: 'erased', actor_name: member.email })
  expect(history.data[4]).toMatchObject({ kind: 'updated', detail: { notes: { to: { erased: true } } } })
  expect(JSON.stringify(history)).not.toMatch(personal)
  const { body: erased } = await call(getDelivery, { params })
  expect(erased).toMatchObject({ delivery_address: 'Erased', delivery_location: null, weight_kg: 2 })
  for (const table of ['deliveries', 'delivery_events', 'idempotent_replies', 'plans', 'stops']) {
    const { rows } = await owner.query(`select * from ${table} where workspace_id = $1`, [member.workspaceId])
    expect(JSON.stringify(rows), table).not.toMatch(personal)
  }
  const { rows: plans } = await owner.query('select unassigned from plans where workspace_id = $1', [
    member.workspaceId,
  ])
  expect(plans[0].unassigned.map((each: { delivery_address: string }) => each.delivery_address)).toEqual([
    'Elsewhere',
    'Erased',
  ])
  expect((await verify((await exportOf(member, '?with_personal_data=true')).lines)).misfits).toEqual([])
  expect(await call(changeDelivery, { params, body: { notes: 'x' } })).toMatchObject({ code: 'delivery_erased' })
  expect(await call(changeDelivery, { params, body: { status: 'pending' } })).toMatchObject({ code: 'delivery_erased' })
})

test('a history from Karta 0.1.0 goes on, and its delivery is watched from the next signing on', async () => {
  const member = await makeMember()
  const [first, second] = [await makeDelivery(member), await makeDelivery(member)]
  for (const id of [first, second]) {
    const at = '2026-01-01T00:00:00.000Z'
    const said = { subject_id: id, sequence: 1, kind: 'created', at, actor_name: 'N', detail: { source: 'manual' } }
    const entry: OldEntry = { format: 1, ...said, previous_hash: null, hash: '' }
    const hash = oldEntryHash(entry)
    await owner.query('delete from delivery_events where delivery_id = $1', [id])
    await owner.query('delete from chain_heads where subject_id = $1', [id])
    await owner.query(
      `insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, actor_name, detail, hash)
        values ($1, $2, 1, 1, 'created', $3, 'N', $4, $5)`,
      [member.workspaceId, id, entry.at, entry.detail, hash],
    )
    await owner.query(`insert into chain_heads values ($1, 'delivery', $2, 1, $3, false)`, [
      member.workspaceId,
      id,
      hash,
    ])
  }
  const { call } = as(member)
  await call(changeDelivery, { params: { id: first }, body: { status: 'pending' } })
  await signHistories(day('2027-01-01'))
  const kindsOf = async (id: string) =>
    (await call(listDeliveryEvents, { params: { id } })).body.data.map(({ kind }) => kind)
  expect(await kindsOf(first)).toEqual(['created', 'recorded', 'status_changed'])
  expect(await kindsOf(second)).toEqual(['created', 'recorded'])
  expect((await chainOf(member, second)).misfit).toBeNull()
  expect((await verify((await exportOf(member)).lines)).misfits).toEqual([])
  await owner.query('update deliveries set weight_kg = 9 where id = $1', [second])
  expect((await chainOf(member, second)).misfit).toMatchObject({ reason: 'fields_differ', fields: ['weight_kg'] })
  // Writing the next entry does not hide it.
  await call(eraseDelivery, { params: { id: second } })
  expect((await chainOf(member, second)).misfit).toMatchObject({ reason: 'fields_differ', fields: ['weight_kg'] })
})
