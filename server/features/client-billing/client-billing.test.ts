import { expect, test } from 'vitest'
import * as api from '#domain/api/client-billing.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { createClient } from '#domain/api/clients.ts'
import { createDelivery } from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { listEvents } from '#domain/api/events.ts'
import { correctStatus } from '#domain/api/statuses.ts'
import { createTerritory } from '#domain/api/territories.ts'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { inWorkspace } from '../../db/connect.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'
import { chargeClients } from './tasks.ts'
import { rig } from '../../testing/rig.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

const { app, as, deps, makeMember } = await testApp()

const today = dayOf(deps.now(), 'Asia/Jakarta')
const month = today.slice(0, 7)
const square = [
  [106.7, -6.3],
  [106.9, -6.3],
  [106.9, -6.1],
  [106.7, -6.1],
  [106.7, -6.3],
] as [number, number][]

/** A workspace that delivers for a client, whose card knows one zone. */
async function start() {
  const owner = await makeMember()
  const { workspaceId } = owner
  const { call } = as(owner)
  await call(changeWorkspace, { body: { currency: 'USD' } })
  await call(createDepot, { body: { name: 'West', address: 'Gudang', location: { lat: -6.2, lng: 106.8 } } })
  const area = { type: 'Polygon' as const, coordinates: [square] }
  const { body: zone } = await call(createTerritory, { body: { name: 'City', area } })
  const { body: client } = await call(createClient, { body: { name: 'Toko Satu', reference: 'C-1' } })
  const card = {
    valid_from: dayAfter(today, -31),
    prices: [{ territory_id: zone.id, up_to_kg: 5, amount: 500 }, { amount: 900 }],
    again_fee: 250,
    fuel_percent: 10,
    tax_percent: 11,
  }
  const person = await makeMember({ workspaceId, role: 'client', clientId: client.id })
  const params = { id: client.id }
  const addCard = (change: object = {}) => call(api.createRateCard, { params, body: { ...card, ...change } })
  const deliver = async (body: object = {}) => {
    const place = { delivery_location: { lat: -6.2, lng: 106.85 }, weight_kg: 2, client_id: client.id }
    const added = { delivery_address: 'Jl. Merdeka 1', scheduled_date: today, ...place, ...body }
    const { body: delivery } = await call(createDelivery, { body: added })
    await end(owner, delivery.id, 'delivered')
    return delivery
  }
  const charges = async () => {
    await chargeClients(deps)
    return (await call(api.listClientCharges, { params })).body.data
  }
  return { owner, workspaceId, call, client, zone, card, person, params, addCard, deliver, charges }
}

const move = (by: TestMember, id: string, states: DeliveryState[]) =>
  inWorkspace(deps.db, by.workspaceId, async (trx) => {
    for (const to of states)
      await setDeliveryStates(trx, { ids: [id], to, actor: { ...by, name: 'Sari' }, now: deps.now() })
  })
const end = (by: TestMember, id: string, last: 'delivered' | 'failed') => move(by, id, ['planned', 'dispatched', last])

test('a delivery is charged as it ends, explained, and invoiced once', async () => {
  const { call, params, addCard, deliver, charges, person } = await start()
  const before = await deliver({ reference: '=1+1' })
  const { body: card } = await addCard()
  await deliver({ weight_kg: 8 })
  expect((await charges()).map(({ amount, lines }) => [amount, lines.map(({ text }) => text)]).toSorted()).toEqual([
    [550, ['City, up to 5 kg (2 kg), 5.5 km', 'Fuel, 10%']],
    [990, ['Delivery, 8 kg, 5.5 km', 'Fuel, 10%']],
  ])
  expect((await call(api.previewInvoices, { params, query: { month } })).body).toMatchObject({
    invoices: [{ currency: 'USD', charges: 2, net: 1540, total: 1709 }],
    without_rates: 0,
  })
  const made = await call(api.makeInvoices, { params, body: { month } })
  expect(made.body.data).toMatchObject([{ number: 1, kind: 'invoice', net: 1540, total: 1709 }])
  expect(await call(api.makeInvoices, { params, body: { month } })).toMatchObject({ code: 'nothing_to_invoice' })
  expect(await call(api.makeInvoices, { params, body: { month: '2999-01' } })).toMatchObject({ code: 'month_ahead' })

  const [invoice] = made.body.data
  const file = (name: string, { token }: TestMember = person) =>
    app.inject({
      url: `/v1/client-invoices/${invoice!.id}/invoice.${name}`,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await file('pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = (await file('csv')).body
  expect(csv).toContain(`Invoice 1,${today},${before.number},'=1+1,1,"City, up to 5 kg (2 kg), 5.5 km",5,USD,11`)
  expect((await file('csv', await makeMember())).statusCode).toBe(404)
  expect((await call(listEvents, {})).body.data.map(({ type }) => type)).toContain('client_invoice.made')
  expect(card).toMatchObject({ currency: 'USD', is_used: false })
})

test('a further attempt costs its fee, and what is not delivered after all waits', async () => {
  const { owner, call, params, addCard, deliver, charges } = await start()
  await addCard()
  const { id } = await deliver()
  const { body: second } = await call(createDelivery, {
    body: { delivery_address: 'Jl. Merdeka 2', scheduled_date: today, client_id: params.id },
  })
  await end(owner, second.id, 'failed')
  await move(owner, second.id, ['pending'])
  await end(owner, second.id, 'delivered')
  const all = await charges()
  expect(
    all
      .filter(({ delivery_id }) => delivery_id === second.id)
      .map((each) => [each.attempt, each.amount])
      .toSorted(),
  ).toEqual([
    [1, 990],
    [2, 275],
  ])
  await rig(deps.db, owner.workspaceId, (trx) =>
    trx.updateTable('deliveries').set({ status: 'dispatched' }).where('id', '=', id).execute(),
  )
  expect((await call(api.previewInvoices, { params, query: { month } })).body).toMatchObject({ open: 1 })
})

test('a failure that was wrong is no attempt', async () => {
  const { owner, call, addCard, params, charges } = await start()
  await addCard()
  const body = { delivery_address: 'Jl. Merdeka 3', scheduled_date: today, client_id: params.id }
  const { body: delivery } = await call(createDelivery, { body })
  await end(owner, delivery.id, 'failed')
  expect(await charges()).toMatchObject([{ attempt: 1, outcome: 'failed' }])
  await call(correctStatus, { params: { id: delivery.id }, body: { status: 'delivered', why: 'Wrong button' } })
  expect(await charges()).toMatchObject([{ attempt: 1, outcome: 'delivered', amount: 990 }])
})

test('a month with two currencies has an invoice in each', async () => {
  const { call, params, card, addCard, deliver, charges } = await start()
  const { body: first } = await addCard()
  await deliver()
  await charges()
  await call(changeWorkspace, { body: { currency: 'EUR' } })
  const change = (body: object) => call(api.changeRateCard, { params: { id: first.id }, body })
  expect(await change({ minimum: 5 })).toMatchObject({ code: 'rate_card_used' })
  expect(await change({ valid_until: dayAfter(today, -1) })).toMatchObject({ code: 'rate_card_used' })
  expect(await addCard()).toMatchObject({ code: 'rate_cards_overlap' })
  expect((await change({ ...card, valid_until: today })).body).toMatchObject({ valid_until: today, currency: 'USD' })
  expect((await addCard({ valid_from: dayAfter(today, 1) })).body).toMatchObject({ currency: 'EUR' })
  const added = { day: today, text: 'Storage', amount: 1000, tax_percent: 11 }
  await call(api.addClientCharge, { params, body: added })
  expect((await call(api.makeInvoices, { params, body: { month } })).body.data).toMatchObject([
    { number: 1, currency: 'EUR', net: 1000, total: 1110 },
    { number: 2, currency: 'USD', net: 550 },
  ])
})

test('an invoice is corrected by credit notes, each charge once', async () => {
  const { call, params, addCard, deliver, charges } = await start()
  await addCard()
  await deliver()
  await deliver()
  const [one] = await charges()
  const [invoice] = (await call(api.makeInvoices, { params, body: { month } })).body.data
  const credit = (body: object) =>
    call(api.creditInvoice, { params: { id: invoice!.id }, body: { reason: 'Came broken', ...body } })
  expect((await credit({ charge_ids: [one!.id] })).body).toMatchObject({
    number: 2,
    kind: 'credit_note',
    net: -550,
    total: -611,
  })
  expect(await credit({ charge_ids: [one!.id] })).toMatchObject({ code: 'nothing_to_credit' })
  expect((await credit({})).body).toMatchObject({ number: 3, total: -610, charges: 1, credits_id: invoice!.id })
  expect(await credit({})).toMatchObject({ code: 'nothing_to_credit' })
})

test('a client sees its own charges and cards, and changes nothing', async () => {
  const { owner, person, client, card, addCard, deliver, charges } = await start()
  await addCard()
  await deliver()
  await charges()
  const other = (await as(owner).call(createClient, { body: { name: 'Toko Dua' } })).body
  const mine = as(person)
  const params = { id: client.id }
  expect((await mine.call(api.listClientCharges, { params, query: { month } })).body.total).toBe(1)
  expect((await mine.call(api.listRateCards, { params })).body.data).toHaveLength(1)
  expect(await mine.call(api.listRateCards, { params: { id: other.id } })).toMatchObject({ code: 'client_not_found' })
  expect(await mine.call(api.createRateCard, { params, body: card })).toMatchObject({ status: 403 })
  expect(await mine.call(api.makeInvoices, { params, body: { month } })).toMatchObject({ status: 403 })
})

test('a gap between cards is told, and filled later', async () => {
  const { call, params, addCard, deliver, charges } = await start()
  await addCard({ valid_from: dayAfter(today, 1) })
  await deliver()
  expect(await charges()).toMatchObject([{ state: 'no_rates', amount: null }])
  expect((await call(api.previewInvoices, { params, query: { month } })).body).toMatchObject({ without_rates: 1 })
  await addCard({ valid_until: today })
  expect(await charges()).toMatchObject([{ state: 'priced', amount: 550 }])
})
