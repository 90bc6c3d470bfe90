import { expect, test } from 'vitest'
import { pendingStops } from './pending-stops.ts'

const delivery = {
  id: 'a',
  number: 7,
  recipient_name: null,
  delivery_address: 'Jl. Merdeka 1',
  delivery_location: { lat: -6.2, lng: 106.8 },
  window_start: null,
  window_end: null,
  priority: 2,
}

test('only deliveries with a position are on the map, and urgent ones stand out', () => {
  const stops = pendingStops([
    delivery,
    { ...delivery, id: 'b', recipient_name: 'Sari', window_start: '09:00', window_end: '11:00', priority: 1 },
    { ...delivery, id: 'c', delivery_location: null },
  ])
  expect(stops.map(({ id, label, title }) => [id, label, title])).toEqual([
    ['a', '', '#7 Jl. Merdeka 1, Any time'],
    ['b', '!', '#7 Sari, 09:00–11:00, urgent'],
  ])
  expect(stops[0]!.color).not.toBe(stops[1]!.color)
})
