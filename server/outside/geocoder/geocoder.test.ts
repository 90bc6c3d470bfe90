import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { rankHits } from '#domain/address/judge-hit.ts'
import { pauseMs, tripsAfter } from '../breaker.ts'
import { startGeocoderDouble } from './double.ts'
import { GeocoderUnavailable, openGeocoder } from './geocoder.ts'
import { openPace } from './pace.ts'
import { geocoderKinds, type GeocoderSettings } from './settings.ts'

const double = await startGeocoderDouble()
afterAll(() => double.close())

let at = Date.parse('2027-03-15T02:00:00Z')
const waits: number[] = []
const clock = {
  now: () => new Date(at),
  wait: async (ms: number) => {
    waits.push(ms)
    at += ms
  },
}

const settings: GeocoderSettings = {
  url: double.url,
  kind: 'nominatim',
  perSecond: 1000,
  countries: [],
  language: undefined,
  attribution: '',
  userAgent: 'Karta/1 (http://localhost:3000)',
}
const open = (change: Partial<GeocoderSettings> = {}) => openGeocoder({ ...settings, ...change }, clock)
const anyTime = { maxWaitMs: 60_000 }
const whyOf = (search: Promise<unknown>) =>
  search.then(
    () => 'answered',
    (error: unknown) => (error instanceof GeocoderUnavailable ? error.why : error),
  )

beforeEach(() => {
  double.behave({ mood: 'well', body: undefined })
  double.calls.length = 0
  waits.length = 0
})

describe.each(geocoderKinds)('%s', (kind) => {
  const best = async (address: string) => rankHits(address, await open({ kind }).search(address, anyTime))[0]

  test('a house, a place, a street and a city are told apart', async () => {
    const hospital = 'Jl. Diponegoro No.71, Senen'
    expect(await best(`RSUPN Dr. Cipto Mangunkusumo, ${hospital}`)).toMatchObject({
      kind: 'place',
      location: { lat: -6.197, lng: 106.8468 },
      country: 'id',
    })
    expect((await best('Jl. Diponegoro, Senen'))?.kind).toBe('street')
    expect((await best('Somewhere in Jakarta'))?.kind).toBe('area')
    expect(await best('Xyzzy')).toBeUndefined()
  })

  test('nonsense finds nothing', async () => {
    for (const body of [[null, 7, { lat: 'x' }], { features: [{ geometry: 1 }] }, { features: 'none' }, '7', 'null']) {
      double.behave({ body: typeof body === 'string' ? body : JSON.stringify(body) })
      expect(await open({ kind }).search('Monas', anyTime)).toEqual([])
    }
    const place = { type: 'house', layer: 'address', label: 'x\u0000\ud800', name: 'x\u0000\ud800' }
    const feature = { geometry: { coordinates: [999, -6] }, properties: place }
    double.behave({ body: { features: [feature] } })
    expect(await open({ kind }).search('Monas', anyTime)).toEqual([])
    double.behave({ body: '<html>' })
    expect(await whyOf(open({ kind }).search('Monas', anyTime))).toBe('failed')
  })
})

test('photon and pelias complete words while somebody types, and nominatim does not', async () => {
  const typed = async (kind: (typeof geocoderKinds)[number]) =>
    (await open({ kind }).search('Jl. Dipone', { ...anyTime, isTyping: true })).length > 0
  expect(await Promise.all(geocoderKinds.map(typed))).toEqual([false, true, true])
  expect(geocoderKinds.map((kind) => open({ kind }).completesWords)).toEqual([false, true, true])
})

test('it says who asks, where it looks, and keeps the password out of the address', async () => {
  const url = `${double.url.replace('://', '://me:s%40cret@')}/?key=k1`
  const near = [{ lat: -6.155, lng: 106.845 }]
  await open({ url, countries: ['id', 'sg'], language: 'id' }).search('Monas & more', { ...anyTime, near })
  const { headers, url: asked } = double.calls[0]!
  expect(headers['user-agent']).toBe('Karta/1 (http://localhost:3000)')
  expect(headers.authorization).toBe(`Basic ${Buffer.from('me:s@cret').toString('base64')}`)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    key: 'k1',
    q: 'Monas & more',
    countrycodes: 'id,sg',
    'accept-language': 'id',
    viewbox: '106.3450,-5.6550,107.3450,-6.6550',
  })
})

test('questions are spaced', async () => {
  const geocoder = open({ perSecond: 2 })
  await Promise.all([1, 2, 3].map(() => geocoder.search('Monas', anyTime)))
  expect(waits).toEqual([500, 500])
})

test('the questions of one workspace leave room for another', async () => {
  const geocoder = open({ perSecond: 1 })
  const ask = (whose: string) => whyOf(geocoder.search('Monas', { maxWaitMs: 5000, whose }))
  const [modest, ...greedy] = await Promise.all([...Array<string>(10).fill('greedy'), 'modest'].map(ask).toReversed())
  expect(modest).toBe('answered')
  expect(greedy.toSorted()).toEqual([...Array(3).fill('answered'), ...Array(7).fill('busy')])
})

test('nobody waits longer than they want to', async () => {
  const pace = openPace(2, { ...clock, wait: async () => {} })
  expect(await pace.take(0)).toBe(true)
  expect(await pace.take(499)).toBe(false)
  expect(await pace.take(500)).toBe(true)
  expect(await pace.take(500)).toBe(false)
  at += 1000
  expect(await pace.take(0)).toBe(true)
})

test('after several failures it is left alone for a minute, then tried once', async () => {
  const geocoder = open()
  double.behave({ mood: 'down' })
  for (let i = 0; i < tripsAfter; i++) expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('failed')
  expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('paused')
  expect(double.calls).toHaveLength(tripsAfter)

  at += pauseMs
  expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('failed')
  expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('paused')

  at += pauseMs
  double.behave({ mood: 'well' })
  expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('answered')
  expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('answered')
})

test('a refusal, a request for patience and an endless answer are failures with a reason', async () => {
  double.behave({ mood: 'refuses' })
  expect(await whyOf(open().search('Monas', anyTime))).toBe('refused')
  double.behave({ mood: 'busy' })
  expect(await whyOf(open().search('Monas', anyTime))).toBe('busy')
  double.behave({ mood: 'well', body: `"${'x'.repeat(600_000)}"` })
  expect(await whyOf(open().search('Monas', anyTime))).toBe('failed')
})

test('an error never names the geocoder’s address', async () => {
  const secret = open({ url: 'http://user:hunter2@127.0.0.1:9/?key=hunter2' })
  const error = await secret.search('Monas', anyTime).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(GeocoderUnavailable)
  expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('hunter2')
})

test('who stops waiting does not count against the geocoder', async () => {
  const geocoder = open()
  double.behave({ mood: 'silent' })
  for (let i = 0; i <= tripsAfter; i++) {
    const search = geocoder.search('Monas', { ...anyTime, signal: AbortSignal.timeout(20) })
    expect(await whyOf(search)).toMatchObject({ name: 'TimeoutError' })
  }
  double.behave({ mood: 'well' })
  expect(await whyOf(geocoder.search('Monas', anyTime))).toBe('answered')
})
