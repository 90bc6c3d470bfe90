import { expect, test } from 'vitest'
import type { Plan } from '#domain/schema/plan.ts'
import { bestOf, scenarioFigures } from './scenario-figures.ts'

const stop = (arrival: string, window_end: string | null, waiting_seconds = 0) => ({
  kind: 'delivery',
  delivery_id: arrival,
  arrival_at: `2026-03-16T${arrival}:00Z`,
  waiting_seconds,
  window_end,
})
const plan = {
  day: '2026-03-16',
  totals: { cost: 1200, distance_km: 34.5 },
  unassigned: [{}],
  routes: [
    { driver_id: 'a', ends_at: '2026-03-16T09:00:00Z', stops: [stop('03:00', '10:00'), stop('03:01', '10:00')] },
    { driver_id: 'a', ends_at: '2026-03-16T10:00:00Z', stops: [stop('02:59', '10:00', 120), stop('05:00', null)] },
  ],
} as unknown as Plan

test('a scenario is told by its cost, way, lateness, drivers and end', () => {
  expect(scenarioFigures(plan, 'Asia/Jakarta')).toEqual({
    cost: 1200,
    distance_km: 34.5,
    late: 2,
    unassigned: 1,
    drivers: 1,
    ends_at: '2026-03-16T10:00:00Z',
  })
})

test('the best is pointed out only where there is one', () => {
  const figures = scenarioFigures(plan, 'Asia/Jakarta')
  expect(bestOf([figures, { ...figures, late: 0 }], ({ late }) => late)).toBe(0)
  expect(bestOf([figures, figures], ({ late }) => late)).toBeUndefined()
  expect(bestOf([figures, { ...figures, cost: null }], ({ cost }) => cost)).toBeUndefined()
})
