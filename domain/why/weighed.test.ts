import { expect, test } from 'vitest'
import type { VroomInput } from '#solver/json/vroom.ts'
import { constraintWords, sayConstraints } from './say-constraints.ts'
import { bareOf, dearest, effectBetween } from './weighed.ts'

const problem = { vehicles: [{ id: 1, costs: { per_hour: 3600 } }] }
const variant = (cost: number, unassigned = 0, late_seconds = 0) => ({ weight: { cost, unassigned, late_seconds } })

test('who is brought as well counts more than any way, and what saves less than a minute is not told', () => {
  const kept = variant(1000, 2, 600)
  const brings = variant(1500, 1, 600)
  const shorter = variant(800, 2, 600)
  const earlier = variant(1000, 2, 0)
  const trifle = variant(950, 2, 600)
  const fewer = variant(100, 3, 600)
  expect(dearest([trifle, shorter, fewer, earlier, brings], kept, problem)).toEqual([brings, earlier, shorter])
  expect(dearest([trifle, fewer], kept, problem)).toEqual([])
  expect(dearest([shorter, shorter, shorter, shorter], kept, problem)).toHaveLength(3)
})

test('effects are what the plan would be without it, less what it is', () => {
  const kept = { ...variant(1000, 2, 60).weight, distance_km: 20.0004, driving_seconds: 3000 }
  const without = { ...variant(900, 1, 0).weight, distance_km: 18, driving_seconds: 2800 }
  const effect = { distance_km: -2, driving_seconds: -200, late_seconds: -60, unassigned: -1 }
  expect(effectBetween(kept, without, { hasCosts: true, moneyPerCost: 10 })).toEqual({ cost: -1000, ...effect })
  expect(effectBetween(kept, without, { hasCosts: false, moneyPerCost: 1 })).toEqual({ cost: null, ...effect })
})

test('only a preferred time that is missed costs anything, whatever else a search weighs', () => {
  const soft_time_window = { window: [0, 60] as [number, number], cost_per_hour_late: 100 }
  const jobs = [1, 2].map((id) => ({ id, soft_time_window, service: 300 }))
  const bare = bareOf(
    { jobs, vehicles: [{ id: 1 }], balance: { of: 'time', strength: 5 }, previous: { routes: [] } } as VroomInput,
    new Map([[1, { preferred_end: '10:00' }]]),
  )
  expect(bare).toEqual({ jobs: [jobs[0], { id: 2, service: 300 }], shipments: [], vehicles: [{ id: 1 }] })
})

test('the short answer names what costs most first', () => {
  const { capacity, skills, time_windows } = constraintWords
  expect(sayConstraints([capacity, skills, time_windows], 3)).toEqual([
    'Vehicle capacity costs most, then skills and time windows.',
  ])
  expect(sayConstraints([time_windows], 3)).toEqual(['Time windows cost most.'])
  expect(sayConstraints([], 3)[0]).toContain('No constraint costs much')
})
