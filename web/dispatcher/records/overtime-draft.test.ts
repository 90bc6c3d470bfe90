import { expect, test } from 'vitest'
import { Overtime } from '#domain/schema/overtime.ts'
import { fromOvertimeDrafts, nextOvertime, overtimeWords, toOvertimeDrafts, usualOvertime } from './overtime-draft.ts'

test('overtime is entered in hours and stored in minutes', () => {
  const steps = [
    { minutes: 90, percent: 150 },
    { minutes: 60, percent: 200 },
  ]
  expect(fromOvertimeDrafts(toOvertimeDrafts(steps))).toEqual(steps)
  expect(overtimeWords(toOvertimeDrafts(steps))).toBe('1.5 h at 150%, then 1 h at 200%')
  expect(overtimeWords([])).toBe('None')
})

test('what the form suggests can be stored', () => {
  expect(Overtime.safeParse(fromOvertimeDrafts(usualOvertime)).success).toBe(true)
  const more = [nextOvertime([]), nextOvertime([nextOvertime([])]), { hours: 1, percent: 1000 }]
  expect(Overtime.safeParse(fromOvertimeDrafts([...more, nextOvertime(more)])).success).toBe(true)
})
