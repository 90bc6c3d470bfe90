import { expect, test } from 'vitest'
import {
  PlanningSettingsChange,
  usualPlanningSettings,
  type PlanningSettings,
} from '#domain/schema/planning-settings.ts'
import { fromSettingsValues, toSettingsValues } from './settings-values.ts'

const back = (settings: PlanningSettings) =>
  PlanningSettingsChange.parse(fromSettingsValues(toSettingsValues(settings)))

test('all settings come back from the form as they were', () => {
  const settings: PlanningSettings = {
    ...usualPlanningSettings,
    cost_per_km: 350_000,
    speeds: { bicycle: 15 },
    service_factors: { truck: 1.5 },
    traffic: [
      { from: '00:00', factor: 1.15 },
      { from: '07:00', factor: 0.58 },
    ],
    traffic_from: 'learned',
    detour_factor: 1.35,
    balance: { of: 'tasks', strength: 40 },
    compactness_percent: 10,
    priority_order: 'by_priority' as const,
    same_address_service: 'longest',
    keep_apart: [['food', 'paint']],
    keep_apart_on_board: [['food', 'acid']],
    keep_together: ['wedding'],
    promise_tolerance_minutes: 30,
  }
  for (const each of [settings, usualPlanningSettings]) {
    const { version: _, ...expected } = each
    expect(back(each)).toEqual(expected)
  }
})

test('what the engine would refuse is refused at its field', () => {
  const values = toSettingsValues(usualPlanningSettings)
  const wrong = {
    ...values,
    cost_per_km: 2_000_000_000,
    speeds: { ...values.speeds, car: 400 },
    traffic: [
      { from: '00:00', percent: 100 },
      { from: '00:00', percent: 5 },
    ],
    keep_apart: [{ one: 'food', other: 'food' }],
    keep_apart_on_board: [{ one: 'food', other: '' }],
  }
  const { error } = PlanningSettingsChange.safeParse(fromSettingsValues(wrong))
  expect(error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'cost_per_km',
    'keep_apart.0',
    'keep_apart_on_board.0.1',
    'speeds.car',
    'traffic.1.factor',
    'traffic.1.from',
  ])
})
