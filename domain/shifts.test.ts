import { expect, test } from 'vitest'
import { breakProblems } from './schema/breaks.ts'
import { Shift, Week } from './schema/shift.ts'
import { shiftOn, weekdayOf, workOn } from './shifts.ts'

const nightly = { start: '22:00', end: '30:00' }
const week = {
  mon: null,
  tue: null,
  wed: null,
  thu: null,
  fri: nightly,
  sat: nightly,
  sun: { start: '09:00', end: '13:00' },
}
const driver = { id: 'a', shift_start: '08:00', shift_end: '17:00', week }
const free = { daysOff: [], holidays: [], depotId: 'd' }

test('a shift may end on the next day, but not before it starts, and lasts a day at most', () => {
  expect(Shift.safeParse(nightly).success).toBe(true)
  expect(Shift.safeParse({ start: '06:00', end: '30:00' }).success).toBe(true)
  for (const [start, end, message] of [
    ['22:00', '06:00', /ends before it starts\. For a time on the next day, add 24 hours/],
    ['06:00', '30:01', /longer than 24 hours/],
    ['26:00', '30:00', /time of day/],
    ['22:00', '48:00', /26:30/],
  ] as const) {
    expect(Shift.safeParse({ start, end }).error?.issues[0]?.message).toMatch(message)
  }
})

test('a shift that is not over when the next one begins is refused, also from Sunday to Monday', () => {
  expect(Week.safeParse(week).success).toBe(true)
  const sunday = { start: '05:00', end: '13:00' }
  expect(Week.safeParse({ ...week, sun: sunday }).error?.issues[0]).toMatchObject({
    path: ['sat', 'end'],
    message: 'Saturday’s shift is not over when Sunday’s begins.',
  })
  const long = Week.safeParse({ ...week, sun: nightly, mon: { start: '05:59', end: '12:00' } })
  expect(long.error?.issues[0]?.message).toBe('Sunday’s shift is not over when Monday’s begins.')
})

test('a driver works by the weekday, or the same hours every day', () => {
  expect(weekdayOf('2026-03-15')).toBe('sun')
  expect(shiftOn(driver, '2026-03-14')).toEqual(nightly)
  expect(shiftOn(driver, '2026-03-16')).toBeNull()
  expect(shiftOn({ ...driver, week: null }, '2026-03-16')).toEqual({ start: '08:00', end: '17:00' })
})

test('days off, holidays and free days say why nobody works', () => {
  const dayOff = { driver_id: 'a', first_day: '2026-03-13', last_day: '2026-03-14', reason: 'Vacation' }
  const holiday = { day: '2026-03-15', name: 'Nyepi', depot_id: null }
  expect(workOn(driver, '2026-03-14', free)).toEqual({ shift: nightly })
  expect(workOn(driver, '2026-03-16', free)).toEqual({ off: { kind: 'free' } })
  const busy = { ...free, daysOff: [dayOff], holidays: [holiday] }
  expect(workOn(driver, '2026-03-14', busy)).toEqual({ off: { kind: 'day_off', reason: 'Vacation' } })
  expect(workOn({ ...driver, id: 'b' }, '2026-03-14', busy)).toEqual({ shift: nightly })
  expect(workOn(driver, '2026-03-15', busy)).toEqual({ off: { kind: 'holiday', name: 'Nyepi' } })
})

test('a holiday of one depot is for its drivers only', () => {
  const holidays = [{ day: '2026-03-14', name: 'Stocktaking', depot_id: 'e' }]
  expect(workOn(driver, '2026-03-14', { ...free, holidays })).toEqual({ shift: nightly })
  expect(workOn(driver, '2026-03-14', { ...free, holidays, depotId: 'e' })).toMatchObject({ off: { kind: 'holiday' } })
})

test('a break that no shift leaves room for is refused, and the next day is offered if that is meant', () => {
  const at = (earliest: string, latest: string) => ({ earliest, latest, minutes: 30 })
  const problems = (earliest: string, latest: string, ...shifts: Shift[]) =>
    breakProblems([at('23:00', '23:00'), at(earliest, latest)], [nightly, ...shifts])
  expect(problems('25:00', '26:00')).toEqual([])
  expect(problems('20:00', '22:00')).toEqual([])
  expect(problems('29:31', '29:45')).toMatchObject([{ path: 'breaks.1.latest' }])
  expect(problems('03:00', '04:00')).toEqual([
    {
      path: 'breaks.1.latest',
      message:
        'The break is outside of the shift, 22:00 to 06:00 on the next day. For a time on the next day, add 24 hours: 02:30 is then 26:30.',
    },
  ])
  expect(problems('12:00', '13:00')[0]?.message).toMatch(/ 06:00 on the next day\.$/)
  expect(problems('12:00', '13:00', { start: '09:00', end: '17:00' })).toEqual([])
  expect(breakProblems([at('03:00', '04:00'), { after_driving_minutes: 60, minutes: 15 }], [])).toEqual([])
})
