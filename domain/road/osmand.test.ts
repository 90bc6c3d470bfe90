import { expect, test } from 'vitest'
import { readReport } from './osmand.ts'

const now = new Date('2026-03-15T02:00:00Z')
const read = (query: string) => readReport(Object.fromEntries(new URLSearchParams(query)), now)
const at = '2026-03-15T01:59:00.000Z'
const seconds = Date.parse(at) / 1000

test('Traccar Client’s query is read, with knots and percent', () => {
  expect(
    read(
      `id=abc&timestamp=${seconds}&lat=-6.2&lon=106.8&speed=19.438&bearing=90&altitude=5&accuracy=8.5&batt=77.5&charge=true`,
    ),
  ).toEqual({
    token: 'abc',
    pings: [
      {
        recorded_at: at,
        lat: -6.2,
        lng: 106.8,
        accuracy_m: 8.5,
        speed_mps: expect.closeTo(10, 2),
        heading: 90,
        battery_percent: 77.5,
        charging: true,
      },
    ],
  })
})

test.each([
  [`timestamp=${seconds}`, at],
  [`timestamp=${seconds}000`, at],
  [`timestamp=${at}`, at],
  ['timestamp=2026-03-15T08:59:00%2B07:00', at],
  ['timestamp=2026-03-15 01:59:00', at],
  ['timestamp=2026-03-15T01:59:00', at],
  ['', now.toISOString()],
  ['timestamp=', now.toISOString()],
])('the time %s is read', (time, expected) => {
  expect(read(`id=a&lat=1&lon=2&${time}`).pings[0]?.recorded_at).toBe(expected)
})

test('other names are understood: a place in one, hdop, a heading', () => {
  expect(read('deviceid=7&location=-6.2,106.8&hdop=1.5&heading=12').pings[0]).toMatchObject({
    lat: -6.2,
    lng: 106.8,
    accuracy_m: 7.5,
    heading: 12,
  })
})

test.each([
  'id=a',
  'id=a&lat=NaN&lon=2',
  'id=a&lat=&lon=',
  'id=a&lat=1',
  'id=a&lat=1&lon=2&valid=false',
  'id=a&lat=1&lon=2&valid=0',
  'id=a&lat=1&lon=2&timestamp=yesterday',
  'id=a&lat=1&lon=2&timestamp=99999999999999999999',
  'id=a&location=here',
  'id=a&cell=510,10,1,2&wifi=00-11,-50',
  'id=a&lat=Infinity&lon=1e999',
])('%s says no place', (query) => expect(read(query)).toEqual({ token: 'a', pings: [null] }))

test('newer clients send JSON, one location or several, with meters per second and a share of the battery', () => {
  const location = {
    timestamp: at,
    coords: { latitude: -6.2, longitude: 106.8, accuracy: 4, speed: 10, heading: -1, altitude: 3 },
    is_moving: true,
    battery: { level: 0.5, is_charging: false },
    activity: { type: 'in_vehicle' },
  }
  const ping = { recorded_at: at, lat: -6.2, lng: 106.8, accuracy_m: 4, speed_mps: 10, heading: null }
  expect(readReport({ location, device_id: 'abc' }, now)).toEqual({
    token: 'abc',
    pings: [{ ...ping, battery_percent: 50, charging: false }],
  })
  const many = readReport({ location: [location, {}, null, { coords: 5 }], device_id: 12 }, now)
  expect(many.token).toBe('12')
  expect(many.pings.map(Boolean)).toEqual([true, false, false, false])
})
