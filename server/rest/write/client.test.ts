import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { createApiKey } from '#domain/api/api-keys.ts'
import { keyScopes } from '#domain/permissions.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { mostWritten } from './body.ts'

/*
 * The official client, writing to the running app. Every write is a command, so its rules, history and events hold.
 */
const { app, as, deps, makeMember } = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const key = deps.keys.publishableKey
const clientOf = ({ token }: Pick<TestMember, 'token'>) => createClient(url, key, { accessToken: async () => token })

/** A dispatcher of a new workspace, and what the workspace tells about what happened. */
async function start() {
  const member = await makeMember({ role: 'dispatcher' })
  const { workspaceId } = member
  const events = async () => {
    const rows = await inWorkspace(deps.db, workspaceId, (trx) =>
      trx.selectFrom('events').select(['type', 'actor_id']).orderBy('batch_id').orderBy('index').execute(),
    )
    expect(rows.every(({ actor_id }) => actor_id === member.userId)).toBe(true)
    return rows.map(({ type }) => type)
  }
  return { member, data: clientOf(member), events }
}

const order = (reference: string, fields: object = {}) => ({
  reference,
  delivery_address: `Jl. ${reference}`,
  scheduled_date: '2026-03-16',
  ...fields,
})

test('a row is inserted, changed and deleted by the commands of the product, with history and events', async () => {
  const { data, events, member } = await start()
  let woken = 0
  deps.bus.subscribe(`events:${member.workspaceId}`, () => woken++)
  const added = await data.from('deliveries').insert(order('A')).select('id, number, source, status, priority').single()
  expect(added).toMatchObject({
    error: null,
    status: 201,
    data: { number: 1, source: 'manual', status: 'pending', priority: 2 },
  })
  expect(woken, 'whoever follows the workspace is woken').toBe(1)
  const { id } = added.data!
  const changed = await data.from('deliveries').update({ priority: 1, notes: 'Ring' }).eq('id', id).select()
  expect(changed).toMatchObject({ status: 200, data: [{ id, priority: 1, notes: 'Ring', version: 2 }] })
  expect(await data.from('deliveries').update({ status: 'cancelled' }).eq('number', 1)).toMatchObject({
    status: 204,
    data: null,
  })
  const gone = await data.from('deliveries').delete().eq('id', id).select('reference, status')
  expect(gone).toMatchObject({ status: 200, data: [{ reference: 'A', status: 'cancelled' }] })
  expect((await data.from('deliveries').select()).data).toEqual([])
  expect((await events()).every((type) => type.startsWith('delivery.'))).toBe(true)
  const kinds = await inWorkspace(deps.db, member.workspaceId, (trx) =>
    trx.selectFrom('delivery_events').select('kind').orderBy('sequence').execute(),
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(['created', 'updated', 'status_changed', 'deleted'])
})

test('many rows are inserted in order and all or none, with embedding, counts and only some columns', async () => {
  const { data } = await start()
  const { data: depot } = await data
    .from('depots')
    .insert({ name: 'D', address: 'A', location: { lat: -6.2, lng: 106.8 } })
    .select()
    .single()
  const names = ['Budi', 'Sari', 'Agus']
  const rows = names.map((name) => ({ name, depot_id: depot!.id, shift_start: '08:00', shift_end: '16:00' }))
  const added = await data.from('drivers').insert(rows, { count: 'exact' }).select('name, shift_start, depots(name)')
  expect([added.count, added.status]).toEqual([3, 201])
  expect(added.data).toEqual(names.map((name) => ({ name, shift_start: '08:00', depots: { name: 'D' } })))

  // The second has a name that is too long, so the first is not there either.
  const refused = await data.from('drivers').insert([{ name: 'Rina' }, { name: 'x'.repeat(101) }])
  expect(refused).toMatchObject({ status: 400, error: { code: 'validation_failed' } })
  expect(refused.error!.details).toMatch(/^1\.name: /)
  expect((await data.from('drivers').select('*', { count: 'exact', head: true })).count).toBe(3)

  // The client names all columns of such rows. What is missing is null, or the default if it says so.
  const uneven = [{ code: 'A' }, { code: 'B', type: 'truck' }]
  expect((await data.from('vehicles').insert(uneven)).error).toMatchObject({ code: 'validation_failed' })
  const usual = await data.from('vehicles').insert(uneven, { defaultToNull: false }).select('code, type')
  expect(usual.data).toEqual([
    { code: 'A', type: 'van' },
    { code: 'B', type: 'truck' },
  ])
})

test('an upsert by reference finds the row of the same client', async () => {
  const { data } = await start()
  const { data: clients } = await data
    .from('clients')
    .insert([{ name: 'One' }, { name: 'Two' }])
    .select('id')
  const [one, two] = clients!.map(({ id }) => id as string)
  await data.from('deliveries').insert([order('A', { client_id: one }), order('A', { client_id: two })])
  const sent = [order('A', { client_id: two, notes: 'two' }), order('A', { client_id: null, notes: 'nobody' })]
  for (const status of [201, 200]) {
    const done = await data.from('deliveries').upsert(sent, { onConflict: 'reference' }).select('id')
    expect([done.status, done.data!.length]).toEqual([status, 2])
  }
  const { data: rows } = await data.from('deliveries').select('client_id, notes').order('number')
  expect(rows!.map(({ client_id, notes }) => [client_id, notes])).toEqual([
    [one, null],
    [two, 'two'],
    [null, 'nobody'],
  ])
})

test('an upsert finds rows by id or by a unique column, and merges or leaves them', async () => {
  const { data } = await start()
  await data.from('deliveries').insert([order('A'), order('B')])
  const merged = await data
    .from('deliveries')
    .upsert([order('A', { notes: 'new' }), order('C', { notes: 'new' })], { onConflict: 'reference' })
    .select('reference, notes')
  expect([merged.status, merged.data]).toEqual([
    201,
    [
      { reference: 'A', notes: 'new' },
      { reference: 'C', notes: 'new' },
    ],
  ])
  const again = await data
    .from('deliveries')
    .upsert(order('A', { notes: '2' }), { onConflict: 'reference' })
    .select()
  expect([again.status, again.data!.length]).toEqual([200, 1])
  const left = await data
    .from('deliveries')
    .upsert([order('A', { notes: '3' }), order('D')], { onConflict: 'reference', ignoreDuplicates: true })
    .select('reference')
  expect(left.data).toEqual([{ reference: 'D' }])

  const { data: rows } = await data.from('deliveries').select('id, reference, notes').order('number')
  expect(rows!.map(({ reference, notes }) => [reference, notes])).toEqual([
    ['A', '2'],
    ['B', null],
    ['C', 'new'],
    ['D', null],
  ])
  const byId = await data.from('deliveries').upsert({ id: rows![1]!.id, notes: 'by id' }).select('notes')
  expect(byId.data).toEqual([{ notes: 'by id' }])
  const unknown = await data.from('deliveries').upsert(order('E', { id: '00000000-0000-4000-8000-000000000000' }))
  expect(unknown.error).toMatchObject({ code: '428C9' })
  expect((await data.from('deliveries').upsert(order('E'), { onConflict: 'number' })).error?.code).toBe('42P10')
})

test('filters, also on what belongs to a row, say what is changed, and a limit on how much holds', async () => {
  const { data } = await start()
  const { data: sari } = await data.from('drivers').insert({ name: 'Sari' }).select('id').single()
  await data
    .from('deliveries')
    .insert(['A', 'B', 'C', 'D'].map((each) => order(each, { wanted_driver_id: each < 'C' ? sari!.id : null })))
  const change = data.from('deliveries').update({ priority: 3 }, { count: 'exact' })
  expect(await change.or('reference.eq.C,reference.eq.D')).toMatchObject({ status: 204, count: 2, error: null })
  const both = data.from('deliveries').update({ priority: 1 }).in('reference', ['A', 'B'])
  // Its types have this for a newer PostgREST only.
  const limited = await (both as unknown as { maxAffected(most: number): typeof both }).maxAffected(1)
  expect(limited.error).toMatchObject({ code: 'PGRST124', details: 'The query affects 2 rows' })
  const one = await data.from('deliveries').update({ priority: 1 }).neq('reference', 'A').select().single()
  expect(one).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  const priorities = async () =>
    (await data.from('deliveries').select('priority').order('number')).data!.map(({ priority }) => priority)
  expect(await priorities()).toEqual([2, 2, 3, 3])

  const embedded = '*, driver:drivers!deliveries_wanted_driver!inner(name)'
  const hers = await data.from('deliveries').update({ priority: 1 }).eq('driver.name', 'Sari').select(embedded)
  expect(hers.data).toMatchObject([{ driver: { name: 'Sari' } }, { driver: { name: 'Sari' } }])
  expect(await priorities()).toEqual([1, 1, 3, 3])
  expect((await data.from('deliveries').delete({ count: 'exact' }).gte('number', 3)).count).toBe(2)
  expect((await data.from('deliveries').update({}).eq('number', 1)).status).toBe(204)
})

test('CSV, PUT, headers only and a try that is rolled back', async () => {
  const { member, data } = await start()
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: string | object, headers = {}) => {
    const sent = { authorization: `Bearer ${member.token}`, apikey: key, ...headers }
    return app.inject({ method, url: `/rest/v1/${path}`, payload, headers: sent })
  }
  const csv = 'code,capacity_kg,skills,plate,active\nV-1,500,"{cold,tall}",NULL,f\n"V-2",20.5,{},B 1,t\n'
  const prefer = 'return=representation'
  const added = await send('POST', 'vehicles?select=code,capacity_kg,skills,plate,active', csv, {
    'content-type': 'text/csv',
    prefer,
  })
  expect(added.json()).toEqual([
    { code: 'V-1', capacity_kg: 500, skills: ['cold', 'tall'], plate: null, active: false },
    { code: 'V-2', capacity_kg: 20.5, skills: [], plate: 'B 1', active: true },
  ])
  const { data: vehicle } = await data.from('vehicles').select('id').eq('code', 'V-1').single()
  const { id } = vehicle!
  expect((await send('PUT', `vehicles?id=eq.${id}`, { id, plate: 'B 2' }, { prefer })).json()).toMatchObject([
    { code: 'V-1', plate: 'B 2' },
  ])
  expect((await send('PUT', `vehicles?code=eq.V-1`, { id })).json().code).toBe('PGRST105')
  expect((await send('PUT', `vehicles?id=eq.${id}`, { id: 'x' })).json().code).toBe('PGRST115')

  const placed = await send('POST', 'vehicles', { code: 'V-3' }, { prefer: 'return=headers-only' })
  expect([placed.statusCode, placed.body, placed.headers.location]).toEqual([
    201,
    '',
    expect.stringMatching(/^\/vehicles\?id=eq\.[0-9a-f-]{36}$/),
  ])
  const tried = await send('POST', 'vehicles', { code: 'V-4' }, { prefer: `${prefer}, tx=rollback` })
  expect([tried.json()[0].code, tried.headers['preference-applied']]).toEqual([
    'V-4',
    'return=representation, tx=rollback',
  ])
  expect((await data.from('vehicles').select('code').order('code')).data).toHaveLength(3)
})

test('what has no command is read only, and who may not write does not', async () => {
  const { member, data } = await start()
  for (const name of ['plans', 'routes', 'stops', 'members', 'delivery_events', 'events']) {
    const { status, error } = await data.from(name).delete().neq('id', 1)
    expect([name, status, error?.code]).toEqual([name, 405, 'PGRST117'])
  }
  const { error } = await data.from('drivers').delete().eq('name', 'x')
  expect(error).toMatchObject({ code: 'PGRST117', hint: 'It takes GET, HEAD, POST, PATCH, PUT.' })

  const { workspaceId } = member
  for (const role of ['viewer', 'driver'] as const) {
    const { status, error: refusal } = await clientOf(await makeMember({ workspaceId, role }))
      .from('vehicles')
      .insert({ code: role })
    expect([status, refusal?.code]).toEqual([403, '42501'])
  }
  expect(await createClient(url, key).from('vehicles').insert({ code: 'x' })).toMatchObject({ status: 401 })
  expect((await data.from('workspaces').update({ name: 'x' }).neq('name', '')).error?.code).toBe('42501')
  const owner = await makeMember({ workspaceId })
  expect((await clientOf(owner).from('workspaces').update({ name: 'x' }).neq('name', '')).status).toBe(204)

  const { body } = await as(owner).call(createApiKey, { body: { name: 'Shop', scopes: [...keyScopes] } })
  const shop = createClient(url, body.secret)
  const added = await shop.from('deliveries').insert(order('A')).select('source').single()
  expect(added.data).toEqual({ source: 'api' })
  // Another source has references of its own, and another workspace nothing of this one.
  await data.from('deliveries').upsert(order('A'), { onConflict: 'reference' })
  expect((await data.from('deliveries').select('source').order('number')).data).toEqual([
    { source: 'api' },
    { source: 'manual' },
  ])
  const stranger = clientOf(await makeMember())
  expect((await stranger.from('deliveries').delete().gte('number', 0).select()).data).toEqual([])
})

test.each([
  ['a column that is not there', { nonsense: 1 }, 'PGRST204'],
  ['a column that Karta sets', { version: 7 }, '428C9'],
  ['a value of a wrong kind', { capacity_kg: 'many' }, 'validation_failed'],
  ['a code that is taken', { code: 'TAKEN' }, 'duplicate_code'],
  ['no object', [1], 'PGRST102'],
  ['objects with different keys', [{ code: 'X' }, { plate: 'Y' }], 'PGRST102'],
  ['too many rows', Array.from({ length: mostWritten + 1 }, () => ({ type: 'van' })), 'PGRST100'],
])('%s is refused', async (_what, body, code) => {
  const { member, data } = await start()
  await data.from('vehicles').insert({ code: 'TAKEN' })
  const headers = { authorization: `Bearer ${member.token}`, apikey: key }
  const reply = await app.inject({ method: 'POST', url: '/rest/v1/vehicles', payload: body, headers })
  expect(reply.json()).toEqual({
    code,
    message: expect.any(String),
    details: reply.json().details,
    hint: reply.json().hint,
  })
  expect(reply.statusCode).toBeLessThan(500)
  expect((await data.from('vehicles').select('code')).data).toEqual([{ code: 'TAKEN' }])
})
