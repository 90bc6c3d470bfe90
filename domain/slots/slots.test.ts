import { expect, test } from 'vitest'
import { SlotSettingsPatch } from '../schema/slots.ts'
import { slotPrice } from './price.ts'
import { usualSlots } from './usual.ts'
import { daysFrom, isCutOff, windowsOn } from './windows.ts'

test('windows follow the days of the week, days without slots and the clocks of the zone', () => {
  const windows = [
    { weekdays: [1, 7], start: '15:00', end: '17:00', capacity: null },
    { weekdays: [7], start: '01:00', end: '03:00', capacity: 2 },
  ]
  const settings = { ...usualSlots, windows, blackout_days: ['2026-04-06'] }
  const on = (day: string) => windowsOn(day, settings, 'Europe/Berlin').map(({ start }) => start)
  expect(on('2026-03-28')).toEqual([])
  expect(on('2026-03-29')).toEqual(['01:00', '15:00'])
  expect(on('2026-04-06')).toEqual([])
  // Clocks jump from 02:00 to 03:00 that night.
  expect(windowsOn('2026-03-29', settings, 'Europe/Berlin')[0]).toMatchObject({
    starts_at: '2026-03-29T00:00:00.000Z',
    ends_at: '2026-03-29T01:00:00.000Z',
    capacity: 2,
  })
  expect(daysFrom('2026-02-27', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  const starts_at = '2026-03-29T13:00:00Z'
  expect(isCutOff({ starts_at }, 120, new Date('2026-03-29T10:59:59Z'))).toBe(false)
  expect(isCutOff({ starts_at }, 120, new Date('2026-03-29T11:00:00Z'))).toBe(true)
})

test('a price has a base, a share of the cost, a discount for near ones, a step and a limit', () => {
  const rule = { base: 1000, cost_percent: 50, most: 2000, round_to: 100, near_discount: 300 }
  expect(slotPrice(rule, 410, false)).toBe(1300)
  expect(slotPrice(rule, 400, true)).toBe(900)
  expect(slotPrice(rule, null, false)).toBe(1000)
  expect(slotPrice(rule, 90_000, false)).toBe(2000)
  expect(slotPrice({ ...rule, near_discount: 5000 }, 0, true)).toBe(0)
  expect(slotPrice(rule, -600, false)).toBe(1000)
})

test('settings refuse windows that end before they start, that are there twice, and names that are no address', () => {
  const window = { weekdays: [1], start: '09:00', end: '11:00' }
  const problem = (patch: object) => SlotSettingsPatch.safeParse(patch).error?.issues[0]?.message
  expect(problem({ windows: [{ ...window, end: '08:00' }] })).toBe('The window ends before it starts.')
  expect(problem({ windows: [window, { ...window, weekdays: [2, 1] }] })).toContain('Another window')
  expect(problem({ windows: [window, { ...window, weekdays: [2] }] })).toBeUndefined()
  expect(problem({ order_page_name: '../x' })).toContain('letters')
  expect(problem({ order_page_name: ' Fresh-Market ' })).toBeUndefined()
  expect(problem({ unknown: 1 })).toBeDefined()
})
