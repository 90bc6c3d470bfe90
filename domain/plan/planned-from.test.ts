import { expect, test } from 'vitest'
import type { DayDelivery } from './day.ts'
import { isPlannedFrom, plannedFrom } from './planned-from.ts'

const delivery = { scheduled_date: '2026-03-16', delivery_address: 'Jl. A 1', depot_id: 'north' } as DayDelivery

test('a delivery that comes from another depot is no longer as it was planned', () => {
  const said = plannedFrom(delivery, 'UTC')
  expect(isPlannedFrom(said, delivery, 'UTC')).toBe(true)
  expect(isPlannedFrom(said, { ...delivery, depot_id: 'south' }, 'UTC')).toBe(false)
})

test('a draft that does not say the depot is not outdated by it', () => {
  const said = plannedFrom({ ...delivery, depot_id: null }, 'UTC')
  expect(said).not.toContain('depot')
  expect(isPlannedFrom(said, delivery, 'UTC')).toBe(true)
  expect(isPlannedFrom(said, { ...delivery, delivery_address: 'Jl. B 2' }, 'UTC')).toBe(false)
})
