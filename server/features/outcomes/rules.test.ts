import { expect, test } from 'vitest'
import { toOutcomes, type OutcomeGroup } from './rules.ts'

const group = (given: Partial<OutcomeGroup>): OutcomeGroup => ({
  driver_id: null,
  vehicle_id: null,
  status: 'delivered',
  failure_reason: null,
  rating: null,
  count: 1,
  ...given,
})

test('ratings are averaged and failures counted by reason, driver and vehicle', () => {
  const outcomes = toOutcomes([
    group({ driver_id: 'a', vehicle_id: 'v', rating: 5, count: 2 }),
    group({ driver_id: 'b', vehicle_id: 'v', rating: 2 }),
    group({ driver_id: 'b', count: 7 }),
    group({ driver_id: 'b', status: 'failed', failure_reason: 'refused' }),
    group({ status: 'failed', failure_reason: 'not_home', count: 3 }),
    group({ status: 'failed' }),
  ])
  expect(outcomes).toMatchObject({ delivered: 10, failed: 5, rated: 3, rating: 4, low: 1, stars: [0, 1, 0, 0, 2] })
  expect(outcomes.reasons).toEqual([
    { reason: 'not_home', failed: 3 },
    { reason: 'refused', failed: 1 },
    { reason: null, failed: 1 },
  ])
  expect(outcomes.drivers).toMatchObject([
    { driver_id: 'a', delivered: 2, failed: 0, rated: 2, rating: 5, low: 0 },
    { driver_id: 'b', delivered: 8, failed: 1, rated: 1, rating: 2, low: 1 },
  ])
  expect(outcomes.vehicles).toMatchObject([{ vehicle_id: 'v', delivered: 3, rated: 3, rating: 4 }])
  expect(toOutcomes([])).toMatchObject({ rated: 0, rating: null, reasons: [], drivers: [], vehicles: [] })
})
