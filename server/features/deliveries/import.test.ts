import { expect, test } from 'vitest'
import { cancelMissing, changeInBulk, undoInBulk } from '#domain/api/bulk.ts'
import * as api from '#domain/api/deliveries.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp } from '../../testing/test-app.ts'
import { setDeliveryStates } from './commands.ts'

const { makeMember, as, deps } = await testApp()

const row = (reference: string | null, fields: object = {}) => ({
  reference,
  delivery_address: `Jl. ${reference} 1`,
  scheduled_date: '2026-03-15',
  ...fields,
})

test('new references are created in order, changed ones updated, unchanged ones left alone', async () => {
  const { call } = as(await makeMember())
  const first = await call(api.importDeliveries, {
    body: { source: 'csv', deliveries: [row('A'), row('B'), row(null)] },
  })
  expect(first).toMatchObject({ status: 200, body: { created: 3, updated: 0, unchanged: 0, refused: [] } })
  const deliveries = [row('C'), row('B', { weight_kg: 2 }), row('A'), row(null)]
  const second = await call(api.importDeliveries, { body: { source: 'csv', deliveries } })
  expect(second.body).toMatchObject({
    created: 2,
    updated: 1,
    unchanged: 1,
    outcomes: ['created', 'updated', 'unchanged', 'created'],
    refused: [],
  })

  const { body } = await call(api.listDeliveries, { query: { order: 'asc' } })
  expect(body.data.map((each) => [each.number, each.reference, each.weight_kg, each.source])).toEqual([
    [1, 'A', 0, 'csv'],
    [2, 'B', 2, 'csv'],
    [3, null, 0, 'csv'],
    [4, 'C', 0, 'csv'],
    [5, null, 0, 'csv'],
  ])
  const kinds = async (index: number) => {
    const { body: history } = await call(api.listDeliveryEvents, { params: { id: body.data[index]!.id } })
    expect(history.chain_intact).toBe(true)
    return history.data.map((event) => [event.kind, event.detail])
  }
  expect(await kinds(0)).toEqual([['created', { source: 'csv' }]])
  expect(await kinds(1)).toEqual([
    ['created', { source: 'csv' }],
    ['updated', { weight_kg: { from: 0, to: 2 } }],
  ])
})

test('phone numbers without a country code are of the workspace’s country, and impossible ones say so', async () => {
  const { call } = as(await makeMember())
  const { body } = await call(api.importDeliveries, {
    body: {
      source: 'csv',
      deliveries: [
        row('A', { recipient_phone: '(0812) 3456-789', pickup_phone: '+65 9123 4567' }),
        row('B', { recipient_phone: '0812' }),
        row('C', { pickup_phone: '+1 555 1' }),
      ],
    },
  })
  expect(body).toMatchObject({
    created: 1,
    refused: [{ index: 1, reason: expect.stringContaining('workspace’s country (Indonesia)') }, { index: 2 }],
  })
  const { data } = (await call(api.listDeliveries)).body
  expect(data[0]).toMatchObject({ recipient_phone: '+628123456789', pickup_phone: '+6591234567' })
  const params = { id: data[0]!.id }
  const changed = await call(api.changeDelivery, { params, body: { recipient_phone: '0813 3456 789' } })
  expect(changed.body).toMatchObject({ recipient_phone: '+628133456789', pickup_phone: '+6591234567' })
  const wrong = await call(api.createDelivery, { body: { ...row(null), recipient_phone: '0812' } })
  expect(wrong).toMatchObject({ status: 400, errors: [{ path: 'recipient_phone' }] })
})

test('whatever is written in a row is stored as it is written', async () => {
  const { call } = as(await makeMember())
  const written = ['a "b"', String.raw`c\d`, 'null', '{e}']
  const fields = { tags: written, notes: written.join(), parcels: [{ code: written[0] }] }
  const { body } = await call(api.importDeliveries, {
    body: { source: 'csv', deliveries: [row('A', fields), row('B')] },
  })
  expect(body).toMatchObject({ created: 2 })
  await call(api.importDeliveries, { body: { source: 'csv', deliveries: [row('B', { ...fields, parcels: [] })] } })
  const { data } = (await call(api.listDeliveries, { query: { order: 'asc' } })).body
  expect(data).toMatchObject([fields, { ...fields, parcels: [] }])
  expect(data.map(({ skills }) => skills)).toEqual([[], []])
})

test('a reference belongs to its source', async () => {
  const { call } = as(await makeMember())
  await call(api.importDeliveries, { body: { source: 'csv', deliveries: [row('A')] } })
  const other = await call(api.importDeliveries, { body: { source: 'api', deliveries: [row('A')] } })
  expect(other.body.created).toBe(1)
  expect((await call(api.createDelivery, { body: row('A') })).status).toBe(201)
  expect(await call(api.createDelivery, { body: row('A') })).toMatchObject({ code: 'duplicate_reference' })
})

test('a repeated reference in one batch is rejected with the number of the first row', async () => {
  const { call } = as(await makeMember())
  const deliveries = [row('A'), row('B'), row('A', { notes: 'again' }), row('B')]
  const { body } = await call(api.importDeliveries, { body: { deliveries } })
  expect(body).toMatchObject({
    created: 2,
    updated: 0,
    unchanged: 0,
    outcomes: ['created', 'created', 'refused', 'refused'],
    refused: [
      { index: 2, reference: 'A', reason: 'Same reference as row 1 of this batch.' },
      { index: 3, reference: 'B', reason: 'Same reference as row 2 of this batch.' },
    ],
  })
})

test('an import does not change deliveries on a route', async () => {
  const member = await makeMember()
  const { call } = as(member)
  await call(api.importDeliveries, { body: { deliveries: [row('A'), row('B'), row('C')] } })
  const { body: list } = await call(api.listDeliveries, { query: { order: 'asc' } })
  await inWorkspace(deps.db, member.workspaceId, (trx) =>
    setDeliveryStates(trx, {
      ids: [list.data[0]!.id, list.data[1]!.id],
      to: 'planned',
      actor: { ...member, name: 'Planner' },
      now: deps.now(),
    }),
  )
  const deliveries = [row('C', { priority: 1 }), row('B', { priority: 1 }), row('A')]
  const { body } = await call(api.importDeliveries, { body: { deliveries } })
  expect(body).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  expect(body.refused).toEqual([
    { index: 1, reference: 'B', reason: 'Delivery 2 is on a planned route. Take it off the route first.' },
  ])
})

test('importing the reference of a deleted delivery creates a new one', async () => {
  const { call } = as(await makeMember())
  await call(api.importDeliveries, { body: { deliveries: [row('A')] } })
  const { body: list } = await call(api.listDeliveries)
  await call(changeInBulk, { body: { ids: [list.data[0]!.id], change: { deleted: true } } })
  expect((await call(api.importDeliveries, { body: { deliveries: [row('A')] } })).body.created).toBe(1)
  expect((await call(api.listDeliveries)).body.data.map((each) => each.number)).toEqual([2])
})

test('an import without locations keeps and reuses the known ones', async () => {
  const { call } = as(await makeMember())
  const place = { lat: -6.2, lng: 106.8 }
  await call(api.importDeliveries, {
    body: { deliveries: [row('A', { delivery_location: place, service_minutes: 9 })] },
  })
  const deliveries = [row('A'), row('B', { delivery_address: 'JL A 1' }), row('C')]
  const { body } = await call(api.importDeliveries, { body: { deliveries } })
  expect(body).toMatchObject({ created: 2, updated: 0, unchanged: 1 })
  const { body: list } = await call(api.listDeliveries, { query: { order: 'asc' } })
  expect(list.data.map((each) => [each.delivery_location, each.service_minutes])).toEqual([
    [place, 9],
    [place, 5],
    [null, 5],
  ])
})

test('text that looks like a formula, SQL or markup is stored unchanged', async () => {
  const { call } = as(await makeMember())
  const texts = [
    '=HYPERLINK("http://example.com")',
    '+1-2',
    '@SUM(A1)',
    "'; drop table deliveries; --",
    '<b>x</b>',
    '{"a":1}',
  ]
  const deliveries = texts.map((text, index) =>
    row(`R${index}`, { delivery_address: text, notes: text, skills: [text] }),
  )
  expect((await call(api.importDeliveries, { body: { deliveries } })).body.created).toBe(texts.length)
  const { body } = await call(api.listDeliveries, { query: { order: 'asc' } })
  expect(body.data.map((each) => each.notes)).toEqual(texts)
  expect(body.data.map((each) => each.delivery_address)).toEqual(texts)
  expect(body.data.map((each) => each.skills[0])).toEqual(texts.map((text) => text.toLowerCase()))
})

test('one invalid row rejects a batch that is all or nothing, with row and field, and nothing is stored', async () => {
  const { call } = as(await makeMember())
  const deliveries = [row('A', { weight_kg: -1 }), row('B'), row('C', { scheduled_date: undefined })]
  const reply = await call(api.importDeliveries, { body: { deliveries, all_or_nothing: true } })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(reply.errors!.map((each) => each.path)).toEqual(['deliveries.0.weight_kg', 'deliveries.2.scheduled_date'])
  expect((await call(api.listDeliveries)).body.total).toBe(0)
})

test('a row that is not as it should be is refused alone, and every row has its answer', async () => {
  const { call } = as(await makeMember())
  await call(api.importDeliveries, { body: { deliveries: [row('A'), row('B')] } })
  const rows = [row('X', { weight_kg: -1 }), row('A', { notes: 'Gate 2' }), null, row('B'), row('C'), row('C'), 'text']
  const { body } = await call(api.importDeliveries, { body: { deliveries: rows as never } })
  expect(body).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
  expect(body.results.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
    expect.stringMatching(/^weight_kg: /),
    'updated',
    expect.any(String),
    'unchanged',
    'created',
    'Same reference as row 5 of this batch.',
    expect.any(String),
  ])
  expect(body.refused[0]).toMatchObject({ index: 0, reference: 'X' })
  const { data } = (await call(api.listDeliveries, { query: { order: 'asc' } })).body
  const ids = data.map(({ id }) => id)
  expect(body.results.map(({ id }) => id)).toEqual([null, ids[0], null, ids[1], ids[2], null, null])
  const whole = await call(api.importDeliveries, { body: { deliveries: [row('D'), row('D')], all_or_nothing: true } })
  expect(whole.errors).toEqual([{ path: 'deliveries.1', message: 'Same reference as row 1 of this batch.' }])
  expect((await call(api.listDeliveries)).body.total).toBe(3)
})

test('a sync cancels what the list of a day lacks, but nothing that is listed with a mistake', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const other = row('E', { scheduled_date: '2026-03-16' })
  await call(api.importDeliveries, { body: { deliveries: [row('A'), row('B'), row('C'), other] } })
  const body = {
    mode: 'sync' as const,
    days: ['2026-03-15'],
    deliveries: [row('A', { notes: 'Gate 2' }), row('B', { weight_kg: -1 }), row('D')],
  }
  const { body: dry } = await call(api.importDeliveries, { body: { ...body, dry_run: true } })
  const { body: done } = await call(api.importDeliveries, { body })
  expect(done).toMatchObject({ created: 1, updated: 1, missing: [{ number: 3, reason: null }] })
  expect(dry.missing).toEqual(done.missing)
  const { data } = (await call(api.listDeliveries, { query: { order: 'asc' } })).body
  expect(data.map(({ reference, status }) => `${reference} ${status}`)).toEqual([
    'A pending',
    'B pending',
    'C cancelled',
    'E pending',
    'D pending',
  ])
  const client = as(await makeMember({ workspaceId: member.workspaceId, role: 'viewer' }))
  expect((await client.call(api.importDeliveries, { body })).status).toBe(403)
})

test('a batch has from 1 to 2,500 rows', async () => {
  const { call } = as(await makeMember())
  const deliveries = Array.from({ length: 2501 }, (_, index) => row(`R${index}`))
  expect(await call(api.importDeliveries, { body: { deliveries } })).toMatchObject({ code: 'validation_failed' })
  expect(await call(api.importDeliveries, { body: { deliveries: [] } })).toMatchObject({ code: 'validation_failed' })
  const full = await call(api.importDeliveries, { body: { deliveries: deliveries.slice(0, 2500) } })
  expect(full.body.created).toBe(2500)
})

test('two concurrent imports of one file leave each reference once', async () => {
  const { call } = as(await makeMember())
  const deliveries = Array.from({ length: 50 }, (_, index) => row(`R${index}`))
  const replies = await Promise.all([
    call(api.importDeliveries, { body: { deliveries } }),
    call(api.importDeliveries, { body: { deliveries: [...deliveries].reverse() } }),
  ])
  expect(replies.map((reply) => reply.body.created).sort()).toEqual([0, 50])
  expect(replies.map((reply) => reply.body.unchanged).sort()).toEqual([0, 50])
  expect((await call(api.listDeliveries)).body.total).toBe(50)
})

test('the same Idempotency-Key returns the first reply again', async () => {
  const { call } = as(await makeMember())
  const headers = { 'idempotency-key': 'batch-1' }
  const body = { deliveries: [row(null), row(null)] }
  const first = await call(api.importDeliveries, { body, headers })
  expect((await call(api.importDeliveries, { body, headers })).body).toEqual(first.body)
  expect((await call(api.listDeliveries)).body.total).toBe(2)
})

test('a dry run says what each row would do, and changes nothing', async () => {
  const { call } = as(await makeMember())
  await call(api.importDeliveries, { body: { deliveries: [row('A'), row('B')] } })
  const deliveries = [row('A'), row('B', { weight_kg: 2 }), row('C'), row('C')]
  const dry = await call(api.importDeliveries, { body: { deliveries, dry_run: true } })
  expect(dry.body.outcomes).toEqual(['unchanged', 'updated', 'created', 'refused'])
  expect((await call(api.listDeliveries)).body.total).toBe(2)
  expect((await call(api.importDeliveries, { body: { deliveries } })).body).toEqual({
    ...dry.body,
    results: expect.any(Array),
  })
})

test('the mode says what becomes of known references and new ones', async () => {
  const { call } = as(await makeMember())
  const send = async (mode: 'create' | 'update' | 'merge', deliveries: object[]) =>
    (await call(api.importDeliveries, { body: { source: 'csv', mode, deliveries } as never })).body
  const full = {
    recipient_name: 'Ani',
    weight_kg: 2,
    window_start: '09:00',
    window_end: '12:00',
    parcels: [{ code: 'P1' }],
  }
  expect(await send('create', [row('A', full), row(null)])).toMatchObject({ created: 2 })
  expect(await send('create', [row('A')])).toMatchObject({
    outcomes: ['refused'],
    refused: [{ reason: 'Delivery 1 has this reference already.', reference: 'A' }],
  })
  expect((await send('update', [row('A', { ...full, notes: 'Gate 2' }), row('B'), row(null)])).refused).toEqual([
    { index: 1, reference: 'B', reason: 'No delivery has this reference.' },
    { index: 2, reference: null, reason: 'Without a reference, there is nothing to update.' },
  ])

  const changed = await send('merge', [
    {
      reference: 'A',
      window_end: '14:00',
      parcels: [
        { code: 'P1', weight_kg: 1 },
        { code: 'P2', weight_kg: 3 },
      ],
    },
    { reference: 'C', notes: 'new' },
    row('D'),
    { reference: 'A2', window_start: '10:00' },
  ])
  expect(changed).toMatchObject({ created: 1, updated: 1, outcomes: ['updated', 'refused', 'created', 'refused'] })
  expect(changed.refused[0]!.reason).toMatch(/^It is new: /)
  const { body } = await call(api.listDeliveries, { query: { q: 'A' } })
  const merged = body.data.find(({ reference }) => reference === 'A')!
  expect(merged).toMatchObject({
    recipient_name: 'Ani',
    notes: 'Gate 2',
    window_start: '09:00',
    window_end: '14:00',
    units: 2,
  })
  expect((await send('merge', [{ reference: 'A', window_end: '08:00' }])).refused[0]!.reason).toMatch(
    /ends before it starts/,
  )
  expect((await send('merge', [{ reference: 'A', window_end: '14:00' }])).unchanged).toBe(1)
})

test('merged rows without a day are new on the day that is given, and known ones keep theirs', async () => {
  const { call } = as(await makeMember())
  await call(api.importDeliveries, { body: { source: 'csv', deliveries: [row('A')] } })
  const new_day = '2026-04-02'
  const deliveries = [
    { reference: 'A', notes: 'Gate 2' },
    { reference: 'B', delivery_address: 'Kemang' },
    { reference: 'C', delivery_address: 'Kemang', earliest_date: '2026-04-05' },
    { reference: 'D', delivery_address: 'Kemang', scheduled_date: '2026-04-09' },
  ]
  const { body } = await call(api.importDeliveries, { body: { source: 'csv', mode: 'merge', new_day, deliveries } })
  expect(body).toMatchObject({ created: 3, updated: 1 })
  const { data } = (await call(api.listDeliveries, { query: { order: 'asc' } })).body
  const days = Object.fromEntries(data.map(({ reference, scheduled_date }) => [reference, scheduled_date]))
  expect(days).toEqual({ A: row('A').scheduled_date, B: new_day, C: null, D: '2026-04-09' })
})

test('a merge that would change a delivered order is refused, and the others are kept', async () => {
  const member = await makeMember()
  const { call } = as(member)
  await call(api.importDeliveries, { body: { source: 'csv', deliveries: [row('A'), row('B'), row('C')] } })
  const { body } = await call(api.listDeliveries, { query: { order: 'asc' } })
  const [a, b] = body.data
  await inWorkspace(deps.db, member.workspaceId, async (trx) => {
    const actor = { workspaceId: member.workspaceId, userId: member.userId, name: 'D' }
    const steps = [
      ['planned', [a!.id, b!.id]],
      ['dispatched', [a!.id]],
      ['delivered', [a!.id]],
    ] as const
    for (const [to, ids] of steps) await setDeliveryStates(trx, { ids: [...ids], to, actor, now: deps.now() })
  })
  const deliveries = ['A', 'B', 'C'].map((reference) => ({ reference, weight_kg: 9 }))
  const { body: done } = await call(api.importDeliveries, { body: { source: 'csv', mode: 'merge', deliveries } })
  expect(done.outcomes).toEqual(['refused', 'refused', 'updated'])
  expect(done.refused.map(({ reason }) => reason)).toEqual([
    'Delivery 1 is delivered already, so the row changes nothing.',
    'Delivery 2 is on a planned route. Take it off the route first.',
  ])
})

test('what a complete list no longer has is shown, cancelled, and brought back', async () => {
  const member = await makeMember()
  const { call } = as(member)
  const other = { scheduled_date: '2026-03-16' }
  await call(api.importDeliveries, {
    body: { source: 'csv', deliveries: [row('A'), row('B'), row('C'), row('D'), row('E', other), row(null)] },
  })
  await call(api.createDelivery, { body: row('M') })
  const { body: before } = await call(api.listDeliveries, { query: { order: 'asc' } })
  await inWorkspace(deps.db, member.workspaceId, async (trx) => {
    const actor = { workspaceId: member.workspaceId, userId: member.userId, name: 'D' }
    for (const to of ['planned', 'dispatched', 'in_transit'] as const) {
      await setDeliveryStates(trx, { ids: [before.data[1]!.id], to, actor, now: deps.now() })
    }
  })
  const list = { source: 'csv' as const, days: ['2026-03-15'], references: ['A'] }
  const { body: shown } = await call(cancelMissing, { body: { ...list, dry_run: true } })
  expect(shown.missing.map(({ reference }) => reference)).toEqual(['C', 'D'])
  expect(shown.refused).toMatchObject([{ number: 2, reason: 'It is already on the way.' }])
  expect(shown.changed).toEqual([])
  const { body: done } = await call(cancelMissing, { body: list })
  const states = async () =>
    (await call(api.listDeliveries, { query: { order: 'asc' } })).body.data.map(({ status }) => status)
  const kept = ['pending', 'in_transit']
  expect(await states()).toEqual([...kept, 'cancelled', 'cancelled', 'pending', 'pending', 'pending'])
  await call(undoInBulk, { body: { event_ids: done.changed.map(({ event_id }) => event_id) } })
  expect(await states()).toEqual([...kept, 'pending', 'pending', 'pending', 'pending', 'pending'])
  const { body: ofOthers } = await call(cancelMissing, { body: { ...list, client_id: member.userId, dry_run: true } })
  expect(ofOthers.missing).toEqual([])
})
