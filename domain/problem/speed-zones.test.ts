import { expect, test } from 'vitest'
import { NewTerritory, type ZoneSpeed } from '../schema/territory.ts'
import { clockOf } from './clock.ts'
import { speedZonesOf, zonesWithSpeed } from './speed-zones.ts'

const ring: [number, number][] = [[106.7, -6.2], [106.9, -6.2], [106.8, -6.1], [106.7, -6.2]] // prettier-ignore
const zone = (speed: ZoneSpeed | null) => ({ area: { type: 'Polygon' as const, coordinates: [ring] }, speed })
const at = clockOf('2026-03-16', 'Asia/Jakarta')
const stepsOf = (speed: ZoneSpeed | null, profiles = ['car']) => {
  const settings = { time_zone: 'Asia/Jakarta', speed_kmh: 40, speed_zones: zonesWithSpeed([zone(speed)]) }
  return speedZonesOf(settings, new Set(profiles), at).speed_zones?.['car']?.map(({ speeds }) =>
    speeds.map(({ from, factor }) => `${from / 3600}:${factor}`).join(' '),
  )
}

test.each([
  [{ percent: 50, from: null, to: null }, ['0:0.5']],
  [{ percent: 50, from: '07:00', to: '10:00' }, ['0:1 7:0.5 10:1']],
  [{ percent: 60, from: '22:00', to: '05:00' }, ['0:0.6 5:1 22:0.6']],
  [{ percent: 60, from: '00:00', to: '05:00' }, ['0:0.6 5:1']],
  [{ percent: 100, from: null, to: null }, undefined],
  [null, undefined],
])('the speed %j is %j', (speed, expected) => {
  expect(stepsOf(speed)).toEqual(expected)
})

test('bicycles pass, and a ring has each corner once', () => {
  expect(stepsOf({ percent: 50, from: null, to: null }, ['bicycle'])).toBeUndefined()
  expect(zonesWithSpeed([zone({ percent: 50, from: null, to: null })])[0]!.area).toEqual(ring.slice(0, 3))
})

test('a speed has both hours or none, and they differ', () => {
  const problems = (speed: unknown) =>
    NewTerritory.safeParse({ name: 'Center', area: zone(null).area, speed }).error?.issues.map(({ path }) =>
      path.join('.'),
    ) ?? []
  expect(problems({ percent: 50 })).toEqual([])
  expect(problems({ percent: 50, from: '07:00', to: '10:00' })).toEqual([])
  expect(problems({ percent: 50, from: '07:00' })).toEqual(['speed.to'])
  expect(problems({ percent: 50, to: '07:00' })).toEqual(['speed.from'])
  expect(problems({ percent: 50, from: '07:00', to: '07:00' })).toEqual(['speed.to'])
  expect(problems({ percent: 9 })).toEqual(['speed.percent'])
  expect(problems({ percent: 301 })).toEqual(['speed.percent'])
  expect(problems({ percent: 50.5 })).toEqual(['speed.percent'])
  expect(problems({ percent: 50, days: [] })).toEqual(['speed'])
})
