import { expect, test } from 'vitest'
import type { DriverBreak } from '#domain/schema/breaks.ts'
import { DriverBreaks } from '#domain/schema/breaks.ts'
import { breakWords, fromBreakDraft, newBreak, toBreakDraft } from './break-draft.ts'

test('every kind of break comes back as it was stored', () => {
  const breaks: DriverBreak[] = [
    { earliest: '12:00', latest: '13:00', minutes: 30 },
    { earliest: '25:00', latest: '26:00', minutes: 20, max_load_kg: 5 },
    { after_driving_minutes: 270, minutes: 45 },
    { after_working_minutes: 360, minutes: 30 },
  ]
  expect(breaks.map((each) => fromBreakDraft(toBreakDraft(each)))).toEqual(breaks)
  expect(DriverBreaks.parse(breaks)).toEqual(breaks)
})

test('what is wrong with a break is said at its field', () => {
  const wrong = [
    { earliest: '13:00', latest: '12:00', minutes: 30 },
    { earliest: '13:00', minutes: 30 },
    { after_driving_minutes: 270, after_working_minutes: 300, minutes: 30 },
    { after_driving_minutes: 5, minutes: Number.NaN },
  ]
  const { error } = DriverBreaks.safeParse(wrong)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    '0.latest',
    '1.latest',
    '2.minutes',
    '3.minutes',
    '3.after_driving_minutes',
  ])
})

test('a break is told in a few words', () => {
  expect(breakWords(newBreak)).toBe('30 min from 12:00 to 13:00')
  expect(breakWords({ ...newBreak, kind: 'driving', after: 270, minutes: 45 })).toBe(
    '45 min after 4 h 30 min of driving',
  )
})
