import { expect, test } from 'vitest'
import { reloadConflicts, sayReloadConflicts } from './reload-conflicts.ts'
import { usualPlanningSettings as usual } from './schema/planning-settings.ts'

test('whatever chooses times is named next to reloads, and nothing else', () => {
  const driver = { breaks: [{}], max_shift_minutes: 480, overtime: [{ minutes: 60, percent: 150 }] }
  const settings = { ...usual, traffic: [{ from: '00:00', factor: 1.2 }], same_address_service: 'longest' as const }
  expect(reloadConflicts({ settings, driver })).toHaveLength(5)
  expect(reloadConflicts({ settings: usual, driver: { breaks: [], max_shift_minutes: null, overtime: null } })).toEqual(
    [],
  )
  const said = sayReloadConflicts(reloadConflicts({ settings: { ...usual, cost_per_waiting_hour: 5 }, driver }))
  expect(said).toMatch(/with a cost of waiting, overtime, breaks of the driver or a longest route of the driver\./)
  expect(sayReloadConflicts([])).toBeUndefined()
})

test('a driver’s own overtime counts instead of the workspace’s, and only if it costs more', () => {
  const settings = { ...usual, overtime: [{ minutes: 60, percent: 150 }] }
  const driver = { breaks: [], max_shift_minutes: null }
  expect(reloadConflicts({ settings, driver: { ...driver, overtime: null } })).toEqual(['overtime'])
  expect(reloadConflicts({ settings, driver: { ...driver, overtime: [] } })).toEqual([])
  expect(reloadConflicts({ settings: { ...usual, overtime: [{ minutes: 60, percent: 100 }] } })).toEqual([])
})

test('a vehicle that costs nothing while it waits is not in the way of the workspace’s cost', () => {
  const settings = { ...usual, cost_per_waiting_hour: 5 }
  expect(reloadConflicts({ settings, vehicle: { cost_per_waiting_hour: 0, last_in_first_out: false } })).toEqual([])
})
