import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as api from '#domain/api/custom-fields.ts'
import { createClient } from '#domain/api/clients.ts'
import * as deliveries from '#domain/api/deliveries.ts'
import { listEvents } from '#domain/api/events.ts'
import { inTransaction, setWorkspace } from '../../db/connect.ts'
import { withShownCustom } from '../../db/custom-fields.ts'
import { testApp } from '../../testing/test-app.ts'

const { makeMember, as, deps } = await testApp()

const order = { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2026-03-15' }

async function workspace() {
  const member = await makeMember()
  const { call } = as(member)
  const field = async (body: object) => (await call(api.createCustomField, { body: body as never })).body
  return { member, call, field }
}

test('a field gets a key of its label, and its place at the end', async () => {
  const { call, field } = await workspace()
  expect(await field({ label: 'Türcode (Gate)', type: 'text' })).toMatchObject({ key: 'turcode_gate', position: 0 })
  expect(await field({ label: 'Turcode gate', type: 'number' })).toMatchObject({ key: 'turcode_gate_2', position: 1 })
  expect(await field({ label: '门', type: 'yes_no' })).toMatchObject({ key: 'field', position: 2 })
  const again = { key: 'field', label: 'X', type: 'text' as const }
  expect(await call(api.createCustomField, { body: again })).toMatchObject({ code: 'duplicate_custom_field' })
  expect(await call(api.createCustomField, { body: { label: 'Size', type: 'choice' } })).toMatchObject({ status: 400 })
})

test('values are checked by type, and those not named in a change stay', async () => {
  const { call, field } = await workspace()
  await field({ label: 'Gate', type: 'text' })
  await field({ label: 'Floor', type: 'number' })
  await field({ label: 'Until', type: 'date' })
  await field({ label: 'Lift', type: 'yes_no' })
  await field({ label: 'Size', type: 'choice', options: ['S', 'L'] })
  const custom = { gate: `'); drop table x; <b>77</b>`, floor: 3, until: '2026-03-20', lift: false, size: 'L' }
  const { body: made, status } = await call(deliveries.createDelivery, { body: { ...order, custom } })
  expect([status, made.custom]).toEqual([201, custom])

  const bad = { gate: 7, floor: '3', until: 'soon', lift: 'yes', size: 'M', other: 1 }
  const refused = await call(deliveries.createDelivery, { body: { ...order, custom: bad } })
  expect(refused).toMatchObject({ status: 400, code: 'validation_failed' })
  expect(refused.errors!.map(({ path }) => path)).toEqual(Object.keys(bad).map((key) => `custom.${key}`))
  expect(refused.errors![4]!.message).toBe('“Size” is one of: S, L.')

  const change = (custom: object) =>
    call(deliveries.changeDelivery, { params: { id: made.id }, body: { custom: custom as never } })
  expect((await change({ floor: 4, gate: null })).body.custom).toEqual({ ...custom, floor: 4, gate: undefined })
  expect((await change({ other: 1 })).errors).toEqual([{ path: 'custom.other', message: 'There is no such field.' }])
  const { body: file } = await call(deliveries.importDeliveries, {
    body: {
      deliveries: [
        { ...order, custom: { size: 'XL' } },
        { ...order, custom: { size: 'S' } },
      ],
    },
  })
  expect(file).toMatchObject({ created: 1, refused: [{ index: 0, reason: '“Size” is one of: S, L.' }] })
})

test('renaming and archiving lose nothing, and an archived field takes no new values', async () => {
  const { call, field } = await workspace()
  const { id } = await field({ label: 'Size', type: 'choice', options: ['S', 'L'] })
  const { body: made } = await call(deliveries.createDelivery, { body: { ...order, custom: { size: 'L' } } })
  const body = { label: 'Format', options: ['S'], archived: true }
  expect((await call(api.changeCustomField, { params: { id }, body })).body).toMatchObject({ key: 'size', version: 2 })
  const { body: kept } = await call(deliveries.changeDelivery, {
    params: { id: made.id },
    body: { notes: 'x', custom: { size: 'L' } },
  })
  expect(kept.custom).toEqual({ size: 'L' })
  const { errors } = await call(deliveries.createDelivery, { body: { ...order, custom: { size: 'S' } } })
  expect(errors).toEqual([{ path: 'custom.size', message: 'The field “Format” is archived.' }])
})

test('clients and drivers are shown only what is for them, through every door', async () => {
  const { member, call, field } = await workspace()
  await field({ label: 'Margin', type: 'number' })
  await field({ label: 'Gate', type: 'text', visible_to: ['driver', 'client'] })
  await field({ label: 'Invoice', type: 'text', visible_to: ['client'] })
  const { body: client } = await call(createClient, { body: { name: 'Toko Satu' } })
  const shipper = as(await makeMember({ role: 'client', workspaceId: member.workspaceId, clientId: client.id }))
  const custom = { margin: 4217, gate: '77#', invoice: 'INV-1' }
  const { body: made } = await call(deliveries.createDelivery, { body: { ...order, custom, client_id: client.id } })
  await call(deliveries.changeDelivery, { params: { id: made.id }, body: { custom: { margin: 4218 } } })
  const shown = { gate: '77#', invoice: 'INV-1' }

  expect((await shipper.call(api.listCustomFields)).body.data.map(({ key }) => key)).toEqual(['gate', 'invoice'])
  const params = { id: made.id }
  expect((await shipper.call(deliveries.getDelivery, { params })).body.custom).toEqual(shown)
  expect((await shipper.call(deliveries.listDeliveries)).body.data[0]!.custom).toEqual(shown)
  const { body: history } = await shipper.call(deliveries.listDeliveryEvents, { params })
  expect(history.data.map(({ detail }) => detail)).toEqual([{ source: 'manual' }, {}])
  for (const reply of [
    await shipper.call(listEvents),
    await shipper.call(deliveries.changeDelivery, { params, body: { notes: 'x' }, headers: { 'if-match': '"1"' } }),
  ]) {
    expect(JSON.stringify(reply.body)).toContain('INV-1')
    expect(JSON.stringify(reply.body)).not.toMatch(/421[78]|margin/)
  }
  // A client changes what it sees, and takes nothing else away.
  const { body: after } = await shipper.call(deliveries.changeDelivery, { params, body: { custom: { gate: '78#' } } })
  expect(after.custom).toEqual({ gate: '78#', invoice: 'INV-1' })
  expect(await shipper.call(deliveries.changeDelivery, { params, body: { custom: { margin: 1 } } })).toMatchObject({
    status: 400,
  })
  expect((await call(deliveries.getDelivery, { params })).body.custom).toEqual({ ...custom, margin: 4218, gate: '78#' })

  // The data API and the driver's app read through this.
  const seen = await inTransaction(deps.db, async (trx) => {
    await setWorkspace(trx, member.workspaceId, { role: 'driver' })
    return withShownCustom(trx, [{ custom }])
  })
  expect(seen).toEqual([{ custom: { gate: '77#' } }])
  const view = await inTransaction(deps.db, async (trx) => {
    await setWorkspace(trx, member.workspaceId, { role: 'driver' })
    return sql<{ custom: object }>`select custom_shown(${JSON.stringify(custom)}::jsonb) as custom`.execute(trx)
  })
  expect(view.rows).toEqual([{ custom: { gate: '77#' } }])
})

test('fields of another workspace do not exist, and only managers make them', async () => {
  const [mine, theirs] = [await workspace(), await workspace()]
  const { id } = await theirs.field({ label: 'Gate', type: 'text' })
  expect(await mine.call(api.changeCustomField, { params: { id }, body: { label: 'X' } })).toMatchObject({
    status: 404,
    code: 'custom_field_not_found',
  })
  expect(await mine.call(deliveries.createDelivery, { body: { ...order, custom: { gate: 'x' } } })).toMatchObject({
    errors: [{ path: 'custom.gate' }],
  })
  const dispatcher = as(await makeMember({ role: 'dispatcher', workspaceId: mine.member.workspaceId }))
  expect(await dispatcher.call(api.createCustomField, { body: { label: 'X', type: 'text' } })).toMatchObject({
    status: 403,
  })
  for (let number = 0; number < 50; number++) await mine.field({ label: `Field ${number}`, type: 'text' })
  expect(await mine.call(api.createCustomField, { body: { label: 'X', type: 'text' } })).toMatchObject({
    code: 'too_many_custom_fields',
  })
})
