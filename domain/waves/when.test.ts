import { expect, test } from 'vitest'
import { dayOf, timeOf } from '../time.ts'
import { dueTime, frozenAt, lastTime, nextTime, plannedDay, type WaveTimes } from './when.ts'

const always = () => true
const weekend = new Set(['2026-03-21', '2026-03-22', '2026-03-28', '2026-03-29'])
const works = (day: string) => !weekend.has(day)
const morning: WaveTimes = { plan_at: '05:30', freeze_at: '18:00', weekdays: null, plans_for: 'same_day' }
const evening: WaveTimes = { plan_at: '18:30', freeze_at: '18:00', weekdays: null, plans_for: 'next_working_day' }
const berlin = 'Europe/Berlin'
const shown = (at: Date | undefined, zone = berlin) => at && `${dayOf(at, zone)} ${timeOf(at, zone)}`

test('a wave plans on its weekdays, or on days when somebody works', () => {
  const friday = new Date('2026-03-20T20:00:00Z')
  expect(shown(lastTime(evening, friday, berlin, works)?.at)).toBe('2026-03-20 18:30')
  expect(shown(nextTime(evening, friday, berlin, works)?.at)).toBe('2026-03-23 18:30')
  const tuesdays = { ...evening, weekdays: [2] }
  expect(shown(nextTime(tuesdays, friday, berlin, works)?.at)).toBe('2026-03-24 18:30')
  expect(shown(lastTime(tuesdays, friday, berlin, works)?.at)).toBe('2026-03-17 18:30')
})

test('the evening before a weekend plans Monday, unless nobody works any more', () => {
  expect(plannedDay(evening, '2026-03-20', works)).toBe('2026-03-23')
  expect(plannedDay(morning, '2026-03-20', works)).toBe('2026-03-20')
  expect(plannedDay(evening, '2026-03-20', () => false)).toBeUndefined()
})

test('orders freeze at the last such time before the plan is made', () => {
  expect(shown(frozenAt(morning, '2026-03-20', berlin))).toBe('2026-03-19 18:00')
  expect(shown(frozenAt(evening, '2026-03-20', berlin))).toBe('2026-03-20 18:00')
  expect(frozenAt({ ...morning, freeze_at: null }, '2026-03-20', berlin)).toBeUndefined()
})

test('on a day of 23 hours a skipped time comes after the gap, and the freeze of that day is an hour nearer', () => {
  const skipped = { ...morning, plan_at: '02:30' }
  const gap = new Date('2026-03-29T01:00:00Z') // Clocks show 03:00 now, and 01:59 a minute ago.
  expect(shown(lastTime(skipped, new Date(gap.getTime() - 60_000), berlin, always)?.at)).toBe('2026-03-28 02:30')
  const time = lastTime(skipped, new Date(gap.getTime() + 30 * 60_000), berlin, always)
  expect([time?.runDay, shown(time?.at)]).toEqual(['2026-03-29', '2026-03-29 03:30'])
  const [planned, frozen] = [lastTime(morning, new Date('2026-03-29T06:00:00Z'), berlin, always)!.at]
    .map((at) => [at, frozenAt(morning, '2026-03-29', berlin)!] as const)
    .flat()
  expect(planned!.getTime() - frozen!.getTime()).toBe(10.5 * 3_600_000)
})

test('on a day of 25 hours a time that clocks show twice counts once', () => {
  const twice = { ...morning, plan_at: '02:30', active: true, armed_at: '2026-10-01T00:00:00Z' }
  const first = new Date('2026-10-25T00:30:00Z')
  const due = dueTime({ ...twice, last_day: '2026-10-24' }, first, berlin, always)
  expect(due).toEqual({ runDay: '2026-10-25', at: first })
  const again = new Date('2026-10-25T01:30:00Z')
  expect(timeOf(again, berlin)).toBe('02:30')
  expect(dueTime({ ...twice, last_day: '2026-10-25' }, again, berlin, always)).toBeUndefined()
})

test('a missed time is still due, but not one from before the wave was made, nor one it planned at', () => {
  const noon = new Date('2026-03-20T11:00:00Z')
  const wave = { ...morning, active: true, armed_at: '2026-03-01T00:00:00Z', last_day: '2026-03-19' }
  expect(dueTime(wave, noon, berlin, works)?.runDay).toBe('2026-03-20')
  expect(dueTime({ ...wave, last_day: null }, noon, berlin, works)?.runDay).toBe('2026-03-20')
  expect(dueTime({ ...wave, last_day: '2026-03-20' }, noon, berlin, works)).toBeUndefined()
  expect(dueTime({ ...wave, active: false }, noon, berlin, works)).toBeUndefined()
  expect(dueTime({ ...wave, armed_at: '2026-03-20T10:00:00Z' }, noon, berlin, works)).toBeUndefined()
})
