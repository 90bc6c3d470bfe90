import { expect, test } from 'vitest'
import { positionsIn } from './positions-socket.ts'

test('positions that are not whole are left out', () => {
  const whole = { driver_id: 'a', recorded_at: '2026-03-15T03:00:00Z', lat: 1, lng: 2 }
  const broken = [null, 'x', {}, { ...whole, lat: 'north' }, { ...whole, lng: NaN }, { ...whole, recorded_at: 5 }]
  expect(positionsIn({ positions: [...broken, whole] })).toEqual([whole])
  expect([undefined, null, {}, { positions: 5 }].flatMap(positionsIn)).toEqual([])
})
