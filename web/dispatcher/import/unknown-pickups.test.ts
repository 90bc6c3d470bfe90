import { expect, test } from 'vitest'
import type { DeliveryRow } from '#domain/schema/delivery.ts'
import { unknownPickups } from './unknown-pickups.ts'

const row = (pickup_address: string | null, more: object = {}) => ({ pickup_address, ...more }) as DeliveryRow
const depots = [{ name: 'Gudang', address: 'Jl. Industri 1', aliases: ['HQ'] }]

test('pickups that are no depot and have no position are asked about, the most frequent first', () => {
  const rows = [
    row('Toko A'),
    row('gudang, jl industri 1'),
    row('hq'),
    row('Toko B'),
    row('Toko B'),
    row('Toko C', { pickup_location: { lat: 1, lng: 1 } }),
    row(null),
  ]
  expect(unknownPickups(rows, depots)).toEqual([
    { address: 'Toko B', rows: 2 },
    { address: 'Toko A', rows: 1 },
  ])
})
