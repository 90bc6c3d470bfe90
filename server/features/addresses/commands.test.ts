import { expect, test } from 'vitest'
import * as api from '#domain/api/addresses.ts'
import * as deliveries from '#domain/api/deliveries.ts'
import { createDepot } from '#domain/api/depots.ts'
import { createApiKey } from '#domain/api/api-keys.ts'
import { keyScopes } from '#domain/permissions.ts'
import { inWorkspace } from '../../db/connect.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { setDeliveryStates } from '../deliveries/commands.ts'

const { makeMember, as, deps, app } = await testApp(() => ({ now: () => new Date('2026-03-14T02:00:00Z') }))

const day = '2026-03-15'
const pin = { lat: -6.19, lng: 106.82 }
const elsewhere = { lat: -6.21, lng: 106.85 }
const toThamrin = (fields: object = {}) => ({
  delivery_address: 'Jl. M.H. Thamrin No. 12-14',
  scheduled_date: day,
  ...fields,
})
const entry = (fields: object = {}) => ({ address: 'Jl. M.H. Thamrin No. 12-14', location: pin, ...fields })

async function workspace() {
  const member = await makeMember()
  const { call } = as(member)
  const depot = { name: 'Depot', address: 'Kemayoran', location: { lat: -6.155, lng: 106.845 } }
  await call(createDepot, { body: depot })
  const create = async (fields: object = {}) =>
    (await call(deliveries.createDelivery, { body: toThamrin(fields) as never })).body
  const read = async (id: string) => (await call(deliveries.getDelivery, { params: { id } })).body
  const review = async (query: object = {}) => (await call(api.reviewAddresses, { query })).body
  return { member, call, create, read, review }
}

const setOut = (member: TestMember, id: string) =>
  inWorkspace(deps.db, member.workspaceId, async (trx) => {
    for (const to of ['planned', 'dispatched', 'in_transit'] as const) {
      await setDeliveryStates(trx, { ids: [id], to, actor: { ...member, name: 'Planner' }, now: deps.now() })
    }
  })

test('a new delivery takes pin and service time from the address book, however its address is spelled', async () => {
  const { call, create } = await workspace()
  const made = await call(api.createAddress, {
    body: entry({ aliases: ['Plaza Thamrin', 'plaza thamrin'], service_minutes: 12, gate_code: '77#', label: 'Plaza' }),
  })
  expect(made).toMatchObject({
    status: 201,
    body: { aliases: ['Plaza Thamrin'], gate_code: '77#', open_deliveries: 0 },
  })
  for (const delivery_address of ['JALAN M.H. Thamrin 12 – 14', 'jl m h thamrin nomor １２-14', 'Plaza Thamrin!']) {
    expect(await create({ delivery_address }), delivery_address).toMatchObject({
      delivery_location: pin,
      location_source: 'book',
      location_confidence: 1,
      service_minutes: 12,
    })
  }
  expect(await create({ service_minutes: 3 })).toMatchObject({ service_minutes: 3, location_source: 'book' })
  const placed = { lat: -6.2, lng: 106.8 }
  expect(await create({ delivery_location: placed })).toMatchObject({ delivery_location: placed, service_minutes: 12 })
  const another = { delivery_address: 'Jl. M.H. Thamrin No. 12/14' }
  expect(await create(another)).toMatchObject({ delivery_location: null, location_source: null })
})

test('given coordinates come before the address book, and a member’s count as placed by hand', async () => {
  const { call, member, create } = await workspace()
  await call(api.createAddress, { body: entry() })
  expect(await create({ delivery_location: elsewhere })).toMatchObject({
    delivery_location: elsewhere,
    location_source: 'dispatcher',
    location_confidence: 1,
  })
  const { body: key } = await as(member).call(createApiKey, { body: { name: 'Shop', scopes: [...keyScopes] } })
  const sent = async (fields: object) =>
    (
      await app.inject({
        method: 'POST',
        url: '/v1/deliveries',
        headers: { authorization: `Bearer ${key.secret}` },
        payload: toThamrin({ delivery_location: elsewhere, ...fields }),
      })
    ).json()
  expect(await sent({})).toMatchObject({ location_source: 'given', location_confidence: 0.9 })
  const said = { location_source: 'geocoder', location_confidence: 0.4 }
  expect(await sent(said)).toMatchObject(said)
  expect(await sent({ location_confidence: 2 })).toMatchObject({ code: 'validation_failed' })
  expect(await sent({ location_source: 'nobody' })).toMatchObject({ code: 'validation_failed' })
})

test('an import is kept from moving a pin that a person placed', async () => {
  const { call, read } = await workspace()
  const load = (fields: object) =>
    call(deliveries.importDeliveries, {
      body: { source: 'csv', deliveries: [toThamrin({ reference: 'A', delivery_location: elsewhere, ...fields })] },
    })
  await load({})
  const { id } = (await call(deliveries.listDeliveries)).body.data[0]!
  expect(await read(id)).toMatchObject({ location_source: 'given', location_confidence: 0.9 })
  expect((await load({ delivery_location: { lat: -6.2, lng: 106.8 } })).body).toMatchObject({ updated: 1 })
  await call(api.setPosition, { params: { id }, body: { location: pin } })
  expect((await load({})).body).toMatchObject({ unchanged: 1 })
  expect(await read(id)).toMatchObject({ delivery_location: pin, location_source: 'dispatcher' })
  await load({ delivery_address: 'Jl. Sabang 3' })
  expect(await read(id)).toMatchObject({ delivery_location: elsewhere, location_source: 'given' })
})

test('another address is located afresh, and another spelling keeps its pin', async () => {
  const { call, create } = await workspace()
  await call(api.createAddress, { body: entry({ address: 'Jl. Sabang 3', location: elsewhere }) })
  const { id } = await create({ delivery_location: pin })
  const change = async (body: object) => (await call(deliveries.changeDelivery, { params: { id }, body })).body
  expect(await change({ delivery_address: 'Jalan M.H. Thamrin 12-14' })).toMatchObject({
    delivery_location: pin,
    location_source: 'dispatcher',
  })
  expect(await change({ delivery_address: 'Jl. Sabang 3' })).toMatchObject({
    delivery_location: elsewhere,
    location_source: 'book',
  })
  expect(await change({ delivery_address: 'Nowhere 1' })).toMatchObject({
    delivery_location: null,
    location_source: null,
    located_at: null,
  })
  expect(await change({ delivery_location: pin })).toMatchObject({ location_source: 'dispatcher' })
  expect(await change({ delivery_location: null })).toMatchObject({ delivery_location: null, location_source: null })
})

test('a confirmed pin is remembered for the address, and other deliveries get it', async () => {
  const { call, create, read, review } = await workspace()
  const first = await create()
  const [second, third] = [await create(), await create({ delivery_address: 'Jalan M.H. Thamrin 12-14' })]
  const own = await create({ delivery_location: elsewhere })
  expect((await review({ day })).total).toBe(3)

  const set = await call(api.setPosition, { params: { id: first.id }, body: { location: pin, remember: true } })
  expect(set.body).toMatchObject({ delivery: { delivery_location: pin, location_source: 'dispatcher' }, others: 2 })
  for (const { id } of [second!, third!]) {
    expect(await read(id)).toMatchObject({ delivery_location: pin, location_source: 'book' })
  }
  expect(await read(own.id)).toMatchObject({ delivery_location: elsewhere, location_source: 'dispatcher' })
  expect((await review({ day })).total).toBe(0)
  const { data } = (await call(api.listAddresses, { query: { q: 'thamrin' } })).body
  expect(data).toMatchObject([{ address: first.delivery_address, location: pin, open_deliveries: 4 }])

  await call(api.setPosition, { params: { id: second!.id }, body: { location: elsewhere, remember: true } })
  expect((await call(api.getAddress, { params: { id: data[0]!.id } })).body.location).toEqual(elsewhere)
  const history = await call(deliveries.listDeliveryEvents, { params: { id: third!.id } })
  expect(history.body).toMatchObject({
    chain_intact: true,
    data: [
      { kind: 'created' },
      {
        detail: {
          delivery_location: { from: null, to: pin },
          location_source: { from: null, to: 'book' },
        },
      },
      { detail: { delivery_location: { from: pin, to: elsewhere } } },
    ],
  })
})

test('while the driver is on the way, a position can be confirmed where it is, but not moved', async () => {
  const { member, call, create } = await workspace()
  const { id } = await create({ delivery_location: pin, location_source: 'geocoder', location_confidence: 0.5 })
  await setOut(member, id)
  const set = (location: object) => call(api.setPosition, { params: { id }, body: { location } as never })
  expect(await set(elsewhere)).toMatchObject({ status: 409, code: 'delivery_on_route' })
  expect((await set(pin)).body.delivery).toMatchObject({ location_source: 'dispatcher', location_confidence: 1 })
})

test('pending deliveries follow the address book when its pin moves, and keep theirs when the entry goes', async () => {
  const { call, create, read } = await workspace()
  const { body: made } = await call(api.createAddress, { body: entry() })
  const { id } = await create()
  const params = { id: made.id }
  await call(api.changeAddress, { params, body: { location: elsewhere, parking: pin, notes: 'Ring twice' } })
  expect(await read(id)).toMatchObject({ delivery_location: elsewhere, location_source: 'book' })
  expect((await call(api.getAddress, { params })).body).toMatchObject({
    parking: pin,
    entrance: null,
    notes: 'Ring twice',
  })
  await call(api.changeAddress, { params, body: { parking: null } })
  expect((await call(api.getAddress, { params })).body.parking).toBeNull()
  expect((await call(api.deleteAddress, { params })).status).toBe(204)
  expect(await call(api.getAddress, { params })).toMatchObject({ status: 404, code: 'address_not_found' })
  expect(await read(id)).toMatchObject({ delivery_location: elsewhere })
})

test('two entries cannot have the same address or spelling', async () => {
  const { call } = await workspace()
  await call(api.createAddress, { body: entry({ aliases: ['Plaza'] }) })
  const refused = { status: 409, code: 'duplicate_address' }
  expect(await call(api.createAddress, { body: entry({ address: 'jalan m.h. thamrin 12-14' }) })).toMatchObject(refused)
  expect(await call(api.createAddress, { body: entry({ address: 'PLAZA' }) })).toMatchObject(refused)
  const { body: other } = await call(api.createAddress, { body: entry({ address: 'Jl. Sabang 3' }) })
  const change = { params: { id: other.id }, body: { aliases: ['plaza'] } }
  expect(await call(api.changeAddress, change)).toMatchObject(refused)
  expect((await call(api.getAddress, { params: { id: other.id } })).body.aliases).toEqual([])
})

test('the review lists what endangers the day, the worst first', async () => {
  const { call, create, review } = await workspace()
  await call(api.createAddress, { body: entry({ address: 'Jl. Book 1' }) })
  const guess = (location_confidence: number) => ({ location_source: 'geocoder', location_confidence })
  const place = (address: string, location: object, fields: object = {}) =>
    create({ delivery_address: address, delivery_location: location, location_source: 'given', ...fields })
  await place('Jl. Fine 1', { lat: -6.2, lng: 106.83 })
  const street = await place('Jl. Street', pin, guess(0.5))
  const area = await place('Jakarta', pin, guess(0.2))
  const zero = await place('Empty', { lat: 0, lng: 0 })
  const far = await place('Berlin', { lat: 52.5, lng: 13.4 })
  const booked = await place('Jl. Book 1', elsewhere)
  const missing = await create({ delivery_address: 'Unknown 1' })
  const urgent = await create({ delivery_address: 'Unknown 2', priority: 1 })
  await create({ delivery_address: 'Unknown 3', scheduled_date: '2026-03-16' })

  const found = await review({ day })
  const expected = [urgent, missing, area, zero, street, far, booked].map(({ number }) => number)
  expect(found.data.map(({ number }) => number)).toEqual(expected)
  const flagsOf = (id: string) => found.data.find((each) => each.id === id)!.location_flags
  expect(flagsOf(zero.id)).toEqual(['zero'])
  expect(flagsOf(far.id)).toEqual(['far'])
  expect(flagsOf(booked.id)).toEqual(['book_differs'])
  expect(found.data.find(({ id }) => id === booked.id)!.book).toMatchObject({ location: pin })
  expect(found).toMatchObject({ total: 7, without_location: 2, not_planned: 2 })
  expect((await review({ day, limit: 1 })).data).toHaveLength(1)
  expect((await review()).total).toBe(8)
})

test('many addresses on one point are suspicious', async () => {
  const { create, review } = await workspace()
  const point = { delivery_location: pin, location_source: 'geocoder', location_confidence: 0.95 }
  for (const name of ['A', 'B']) await create({ ...point, delivery_address: `Jl. ${name}` })
  expect((await review({ day })).total).toBe(0)
  await create({ ...point, delivery_address: 'Jl. C' })
  expect((await review({ day })).data.map((each) => each.location_flags)).toEqual([['shared'], ['shared'], ['shared']])
})

test('bad input is refused with its paths', async () => {
  const { call } = await workspace()
  const bad = { address: '…', location: { lat: 91, lng: 1 }, aliases: 'x', gate_code: 'x\u0000', surprise: 1 } as never
  const reply = await call(api.createAddress, { body: bad })
  expect(reply).toMatchObject({ status: 400, code: 'validation_failed' })
  const paths = reply.errors!.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['address', 'location.lat', 'aliases', 'gate_code']))
  for (const query of [{ q: `%_\\'";--` }, { q: '\u0000 \ud83d' }]) {
    expect(await call(api.listAddresses, { query })).toMatchObject({ status: 200, body: { total: 0 } })
    expect(await call(api.searchAddresses, { query })).toMatchObject({ status: 200, body: { data: [] } })
  }
  expect(await call(api.reviewAddresses, { query: { day: 'tomorrow' } })).toMatchObject({ code: 'validation_failed' })
})

test('another workspace sees and changes nothing of it', async () => {
  const mine = await workspace()
  const theirs = await workspace()
  const { body: made } = await mine.call(api.createAddress, { body: entry() })
  const { id } = await mine.create()
  const notFound = { status: 404, code: 'address_not_found' }
  const params = { id: made.id }
  expect(await theirs.call(api.getAddress, { params })).toMatchObject(notFound)
  expect(await theirs.call(api.changeAddress, { params, body: { notes: 'x' } })).toMatchObject(notFound)
  expect(await theirs.call(api.deleteAddress, { params })).toMatchObject(notFound)
  expect(await theirs.call(api.setPosition, { params: { id }, body: { location: pin } })).toMatchObject({
    code: 'delivery_not_found',
  })
  expect((await theirs.call(api.listAddresses)).body.total).toBe(0)
  expect((await theirs.create()).delivery_location).toBeNull()
  expect((await theirs.call(api.searchAddresses, { query: { q: 'thamrin' } })).body.data).toEqual([])
})

test('a viewer reads the book and the review, and a driver does not', async () => {
  const { workspaceId } = await makeMember()
  const viewer = as(await makeMember({ workspaceId, role: 'viewer' }))
  const driver = as(await makeMember({ workspaceId, role: 'driver' }))
  expect((await viewer.call(api.reviewAddresses)).status).toBe(200)
  expect(await viewer.call(api.createAddress, { body: entry() })).toMatchObject({ code: 'not_allowed' })
  expect(await driver.call(api.listAddresses)).toMatchObject({ code: 'not_allowed' })
  expect(await driver.call(api.searchAddresses, { query: { q: 'x' } })).toMatchObject({ code: 'not_allowed' })
})

test('a pickup has a pin of its own, which the address book learns and other pickups get', async () => {
  const { call, create, read } = await workspace()
  const shop = { pickup_address: 'Toko Satu, Jl. Sabang 3' }
  const one = await create(shop)
  const other = await create({ pickup_address: 'toko satu jln sabang no. 3', delivery_location: elsewhere })
  expect(one).toMatchObject({ pickup_location: null, pickup_location_source: null, pickup_depot_id: null })
  const body = { location: pin, remember: true, of: 'pickup' as const }
  const { body: set } = await call(api.setPosition, { params: { id: one.id }, body })
  expect(set).toMatchObject({
    others: 1,
    delivery: { pickup_location: pin, pickup_location_source: 'dispatcher', delivery_location: null },
  })
  expect(await read(other.id)).toMatchObject({
    pickup_location: pin,
    pickup_location_source: 'book',
    delivery_location: elsewhere,
  })
  expect(await create(shop)).toMatchObject({ pickup_location: pin, pickup_location_source: 'book' })
  const { body: book } = await call(api.listAddresses)
  expect(book.data).toMatchObject([{ address: shop.pickup_address, open_deliveries: 3 }])
})

test('a pickup at a depot, and one that there is not, have no pin', async () => {
  const { call, create } = await workspace()
  for (const fields of [{ pickup_address: 'KEMAYORAN.' }, {}]) {
    const { id } = await create(fields)
    const body = { location: pin, of: 'pickup' as const }
    expect(await call(api.setPosition, { params: { id }, body })).toMatchObject({ code: 'no_such_place' })
  }
})

test('a given pickup position is kept, and looked up anew with another address', async () => {
  const { call, create, read } = await workspace()
  const { id } = await create({ pickup_address: 'Jl. Sabang 3', pickup_location: pin, pickup_name: 'Ani' })
  expect(await read(id)).toMatchObject({ pickup_location: pin, pickup_location_source: 'dispatcher' })
  const change = (body: object) => call(deliveries.changeDelivery, { params: { id }, body })
  const { body: moved } = await change({ pickup_address: 'Jl. Sabang 30' })
  expect(moved).toMatchObject({ pickup_location: null, pickup_location_source: null, pickup_name: 'Ani' })
  const { body: none } = await change({ pickup_address: null })
  expect(none).toMatchObject({ pickup_address: null, pickup_location: null })
  expect(await change({ pickup_location: pin })).toMatchObject({ errors: [{ path: 'pickup_address' }] })
})
