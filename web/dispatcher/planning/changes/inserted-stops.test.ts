import { expect, test } from 'vitest'
import type { Route } from '#domain/schema/plan.ts'
import { insertedStops } from './inserted-stops.ts'

test('each inserted delivery is told with the stop that it is brought to', () => {
  const stop = (delivery_id: string | null, sequence: number) => ({
    delivery_id,
    delivery_number: 7,
    sequence,
    arrival_at: '',
  })
  const routes = [
    { driver_name: 'Budi', stops: [stop(null, 0), stop('a', 1), stop('b', 2), stop('a', 3)] },
  ] as unknown as Route[]
  const changes = [
    { type: 'insert' as const, delivery_id: 'a' },
    { type: 'insert' as const, delivery_id: 'nowhere' },
  ]
  expect(insertedStops(changes, routes)).toMatchObject([{ delivery_id: 'a', sequence: 3, driver_name: 'Budi' }])
})
