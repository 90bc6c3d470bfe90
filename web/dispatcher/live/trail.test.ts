import { expect, test } from 'vitest'
import { toTimed, whereAt } from './trail.ts'

const point = (second: number, lng: number) => ({
  lat: 0,
  lng,
  recorded_at: new Date(second * 1000).toISOString(),
  accuracy_m: null,
  speed_mps: second,
  hidden: null,
})
const points = toTimed([point(0, 0), point(10, 1), point(40, 4)])

test('between two fixes somebody was on the way from one to the other', () => {
  expect(whereAt(points, 5000)).toMatchObject({ lng: 0.5, speed: 0 })
  expect(whereAt(points, 10_000)).toMatchObject({ lng: 1 })
  expect(whereAt(points, 25_000)).toMatchObject({ lng: 2.5, speed: 10 })
})

test('before and after the trail nobody was anywhere', () => {
  expect([whereAt(points, -1), whereAt(points, 40_001), whereAt([], 0)]).toEqual([undefined, undefined, undefined])
})
