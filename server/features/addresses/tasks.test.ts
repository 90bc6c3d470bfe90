import { afterAll, beforeEach, expect, test } from 'vitest'
import * as api from '#domain/api/addresses.ts'
import * as deliveries from '#domain/api/deliveries.ts'
import { inWorkspace } from '../../db/connect.ts'
import { startGeocoderDouble } from '../../outside/geocoder/double.ts'
import { openGeocoder } from '../../outside/geocoder/geocoder.ts'
import type { GeocoderSettings } from '../../outside/geocoder/settings.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'
import { forgetGeocodes } from './commands.ts'
import { locate, sweep } from './tasks.ts'

const double = await startGeocoderDouble()
afterAll(() => double.close())

let at = Date.parse('2026-03-14T02:00:00Z')
const clock = { now: () => new Date(at), wait: async (ms: number) => void (at += ms) }
const settings: GeocoderSettings = {
  url: double.url,
  kind: 'nominatim',
  perSecond: 20,
  countries: [],
  language: undefined,
  attribution: '',
  userAgent: 'Karta',
}
const geocoder = openGeocoder(settings, clock)
const { makeMember, as, deps } = await testApp(() => ({ geocoder, now: clock.now }))

beforeEach(() => {
  at += 3600_000
  double.behave({ mood: 'well', body: undefined })
  double.calls.length = 0
})

const day = '2026-03-15'
const asked = () => double.calls.map(({ url }) => url.searchParams.get('q'))
const hospital = 'RSUPN Dr. Cipto Mangunkusumo, Jl. Diponegoro No.71, Senen'

async function workspace() {
  const member = await makeMember()
  const { call } = as(member)
  const create = async (delivery_address: string, fields: object = {}) =>
    (await call(deliveries.createDelivery, { body: { delivery_address, scheduled_date: day, ...fields } })).body
  const read = async (id: string) => (await call(deliveries.getDelivery, { params: { id } })).body
  return { member, call, create, read, work: () => turn(member) }
}

const turn = ({ workspaceId }: TestMember) => locate(deps, { workspaceId }, new AbortController().signal)
const waiting = async ({ workspaceId }: TestMember) =>
  (await deps.queue.unfinished(locateDeliveries)).filter((task) => task.workspaceId === workspaceId).length

test('a delivery without coordinates is located by the geocoder, with source and confidence', async () => {
  const { member, create, read, work, call } = await workspace()
  const place = await create(hospital)
  const street = await create('Jl. Diponegoro, Senen')
  const unknown = await create('Xyzzy 1')
  expect(place).toMatchObject({ delivery_location: null, location_search: null })
  expect(await waiting(member)).toBe(3)
  await work()
  expect(await read(place.id)).toMatchObject({
    delivery_location: { lat: -6.197, lng: 106.8468 },
    location_source: 'geocoder',
    location_confidence: 0.9,
    location_provider: 'nominatim',
    location_kind: 'place',
    location_flags: [],
  })
  expect(await read(street.id)).toMatchObject({ location_kind: 'street', location_confidence: 0.5 })
  expect(await read(unknown.id)).toMatchObject({ delivery_location: null, location_search: 'not_found' })
  const history = await call(deliveries.listDeliveryEvents, { params: { id: place.id } })
  expect(history.body).toMatchObject({ chain_intact: true, data: [{}, { actor_name: 'Geocoder', kind: 'updated' }] })
})

test('an import of many rows is one task, and each address is asked once', async () => {
  const { member, call, work } = await workspace()
  const rows = Array.from({ length: 90 }, (_, at) => ({
    delivery_address: at % 2 ? hospital : `Jl. Diponegoro No.${at}, Senen`,
    scheduled_date: day,
  }))
  await call(deliveries.importDeliveries, { body: { deliveries: rows } })
  expect(await waiting(member)).toBe(1)
  await work()
  expect(double.calls).toHaveLength(25)
  expect(await waiting(member)).toBe(1)
  await work()
  expect(double.calls).toHaveLength(46)
  expect(await waiting(member)).toBe(0)
  expect((await call(deliveries.countDeliveries)).body.without_location).toBe(0)
})

test('many new deliveries are one turn, so that another workspace is next', async () => {
  const [greedy, modest] = [await workspace(), await workspace()]
  for (let i = 0; i < 30; i++) await greedy.create(`Jl. Diponegoro No.${i}, Senen`)
  await modest.create(hospital)
  await greedy.work()
  expect(await waiting(greedy.member)).toBe(1)
  const queued = await deps.queue.unfinished(locateDeliveries)
  expect(queued.map(({ workspaceId }) => workspaceId)).toEqual([modest.member.workspaceId, greedy.member.workspaceId])
})

test('answers are remembered for months, and that an address is unknown for a week', async () => {
  const { create, read, work } = await workspace()
  await create(hospital)
  await create('Xyzzy 1')
  await work()
  expect(asked()).toHaveLength(2)
  const [again, lost] = [await create(hospital.toUpperCase()), await create('xyzzy 1')]
  await work()
  expect(asked()).toHaveLength(2)
  expect(await read(again.id)).toMatchObject({ location_source: 'geocoder' })
  expect(await read(lost.id)).toMatchObject({ location_search: 'not_found' })

  at += 8 * 86_400_000
  await forgetGeocodes(deps.db, clock.now())
  const soon = { scheduled_date: '2026-03-25' }
  await create(hospital, soon)
  await create('Xyzzy 1', soon)
  await work()
  expect(asked().slice(2)).toEqual(['Xyzzy 1'])
})

test('what is remembered belongs to one workspace', async () => {
  const [mine, theirs] = [await workspace(), await workspace()]
  const soon = { scheduled_date: '2026-04-01' }
  await mine.create(hospital, soon)
  await mine.work()
  await theirs.create(hospital, soon)
  await theirs.work()
  expect(asked()).toHaveLength(2)
})

test('while the geocoder is down, addresses wait, and a sweep brings them back', async () => {
  const { member, create, read, work } = await workspace()
  const { id } = await create(hospital, { scheduled_date: '2026-04-01' })
  double.behave({ mood: 'down' })
  await work()
  expect(await read(id)).toMatchObject({ delivery_location: null, location_search: null })

  await deps.pool.query(`delete from pgboss.job where name = 'locate-deliveries'`)
  await sweep(deps)
  await sweep(deps)
  expect(await waiting(member)).toBe(1)
  double.behave({ mood: 'well' })
  await work()
  expect(await read(id)).toMatchObject({ location_source: 'geocoder' })
})

test('a position that somebody set in the meantime stays', async () => {
  const { create, read, call, work } = await workspace()
  const { id } = await create(hospital, { scheduled_date: '2026-04-01' })
  const pin = { lat: -6.2, lng: 106.8 }
  const searching = work()
  await call(api.setPosition, { params: { id }, body: { location: pin } })
  await searching
  expect(await read(id)).toMatchObject({ delivery_location: pin, location_source: 'dispatcher' })
})

test('unknown addresses are looked up again on request', async () => {
  const { call, create, read, work } = await workspace()
  double.behave({ body: [] })
  const { id } = await create(hospital, { scheduled_date: '2026-04-01' })
  await work()
  expect((await read(id)).location_search).toBe('not_found')
  double.behave({ body: undefined })
  expect((await call(api.locateAgain, { body: {} })).body).toEqual({ deliveries: 1 })
  await work()
  expect(await read(id)).toMatchObject({ location_source: 'geocoder' })
})

test('a search finds the address book first, then what the geocoder knows, which is remembered', async () => {
  const { call } = await workspace()
  await call(api.createAddress, {
    body: { address: 'Jl. Diponegoro No.99', label: 'Bakery', location: { lat: -6.19, lng: 106.84 } },
  })
  const search = async (q: string, typing: 'true' | 'false' = 'false') =>
    (await call(api.searchAddresses, { query: { q, typing } })).body
  const found = await search('diponegoro')
  expect(found.geocoder).toBe('answered')
  expect(found.data[0]).toMatchObject({ source: 'book', name: 'Bakery', confidence: 1 })
  expect(found.data[1]).toMatchObject({ source: 'geocoder', kind: 'street', confidence: 0.5, provider: 'nominatim' })
  await search('Diponegoro')
  expect(double.calls).toHaveLength(1)

  // Nominatim does not complete words, and its public server forbids asking while somebody types.
  expect(await search('dipo', 'true')).toMatchObject({ geocoder: 'not_asked', data: [{ source: 'book' }] })
  expect(double.calls).toHaveLength(1)
  double.behave({ mood: 'busy' })
  expect(await search('senayan')).toMatchObject({ geocoder: 'busy', data: [] })
  double.behave({ mood: 'down' })
  expect(await search('senayan')).toMatchObject({ geocoder: 'unavailable', data: [] })
})

test('while somebody types, a suggestion is judged by its own address', async () => {
  const { call } = await workspace()
  const photon = openGeocoder({ ...settings, kind: 'photon' }, clock)
  Object.assign(deps, { geocoder: photon })
  const { body } = await call(api.searchAddresses, { query: { q: 'Jl. Dipone', typing: 'true' } })
  Object.assign(deps, { geocoder })
  expect(body).toMatchObject({
    geocoder: 'answered',
    data: [
      { label: expect.stringContaining('Cipto'), kind: 'place', confidence: 0.9, provider: 'photon' },
      { label: expect.stringMatching(/^Jl. Diponegoro, /), kind: 'street', confidence: 0.5 },
    ],
  })
})

test('what the geocoder answered is seen by no other workspace, not even in the database', async () => {
  const { member, create, work } = await workspace()
  await create(hospital, { scheduled_date: '2026-04-01' })
  await work()
  const count = ({ workspaceId }: TestMember) =>
    inWorkspace(deps.db, workspaceId, (trx) => trx.selectFrom('geocodes').selectAll().execute())
  expect(await count(member)).toHaveLength(1)
  expect(await count(await makeMember())).toHaveLength(0)
})

test('a pickup elsewhere is located too, and its address is asked once for both', async () => {
  const { create, read, work, call, member } = await workspace()
  const fetched = await create(hospital, { pickup_address: 'Jl. Diponegoro, Senen', scheduled_date: null })
  const brought = await create('Jl. Diponegoro, Senen', { pickup_address: 'Xyzzy 1', scheduled_date: null })
  await work()
  expect(asked().filter((q) => q === 'Jl. Diponegoro, Senen')).toHaveLength(1)
  expect(await read(fetched.id)).toMatchObject({
    location_source: 'geocoder',
    pickup_location: (await read(brought.id)).delivery_location,
    pickup_location_source: 'geocoder',
    pickup_location_confidence: 0.5,
    pickup_location_kind: 'street',
  })
  expect(await read(brought.id)).toMatchObject({ pickup_location: null, pickup_location_search: 'not_found' })
  const { body: history } = await call(deliveries.listDeliveryEvents, { params: { id: fetched.id } })
  expect(history).toMatchObject({ chain_intact: true })
  expect(JSON.stringify(history.data)).toContain('pickup_location')

  // Whoever looks at doubtful positions sees pickups as well.
  const { body: review } = await call(api.reviewAddresses)
  expect(review.data.map(({ id, of, delivery_address }) => [id, of, delivery_address])).toEqual(
    expect.arrayContaining([
      [brought.id, 'pickup', 'Xyzzy 1'],
      [fetched.id, 'pickup', 'Jl. Diponegoro, Senen'],
      [brought.id, 'delivery', 'Jl. Diponegoro, Senen'],
    ]),
  )
  await call(api.locateAgain, { body: {} })
  expect(await read(brought.id)).toMatchObject({ pickup_location_search: null })
  await call(api.locateAgain, { body: {} })
  expect(await waiting(member)).toBeGreaterThan(0)
})
