import { expect, test } from 'vitest'
import { paySheets, type WorkedShift } from './pay.ts'
import { NewPayRule } from './schema/pay.ts'

const at = (time: string, day = '2026-03-02') => Date.parse(`${day}T${time}:00Z`)
const shift = (other: Partial<WorkedShift> = {}): WorkedShift => ({
  driver_id: 'budi',
  driver_name: 'Budi',
  day: '2026-03-02',
  from: at('08:00'),
  to: at('16:00'),
  breaks: [{ from: at('12:00'), to: at('12:45') }],
  due_breaks: [],
  stops: 20,
  odometer_km: null,
  planned_km: 60.4,
  ...other,
})
const rule = {
  driver_id: null,
  valid_from: '2026-01-01',
  currency: 'USD',
  per_hour: 2000,
  per_stop: 50,
  per_km: 10,
  pays_breaks: false,
}

test('a day pays hours without breaks, stops and kilometers', () => {
  const [sheet] = paySheets([shift()], [rule])
  expect(sheet).toMatchObject({ shifts: 1, worked_minutes: 435, break_minutes: 45, breaks: 1, stops: 20, km: 60.4 })
  expect(sheet!.pay).toEqual([{ currency: 'USD', hours: 14_500, stops: 1000, km: 604, total: 16_104 }])
  expect(paySheets([shift()], [{ ...rule, pays_breaks: true }])[0]!.pay[0]!.hours).toBe(16_000)
})

test('a break that nobody ended lasts until the end of the shift, and none is longer than it', () => {
  const breaks = [
    { from: at('15:30'), to: null },
    { from: at('07:00'), to: at('08:10') },
  ]
  expect(paySheets([shift({ breaks })], [])[0]).toMatchObject({ break_minutes: 40, worked_minutes: 440, breaks: 2 })
})

test('breaks of the plan are kept or not, but for those after the driver was done', () => {
  const planned = (time: string, minutes: number) => ({ from: at(time), minutes, window: null })
  const due_breaks = [planned('12:10', 45), planned('15:00', 15), planned('16:00', 15)]
  const [sheet] = paySheets([shift({ due_breaks })], [])
  expect(sheet).toMatchObject({ planned_breaks: 2, kept_breaks: 1 })
  expect(sheet!.days[0]!.due_breaks).toMatchObject([
    { planned_minutes: 45, began_at: '2026-03-02T12:00:00.000Z', minutes: 45, is_in_time: true, is_long_enough: true },
    { planned_minutes: 15, began_at: null, minutes: null, is_in_time: false },
  ])
})

test('an odometer that goes backwards or jumps says nothing', () => {
  const kmOf = (odometer_km: number) => paySheets([shift({ odometer_km })], [])[0]!.days[0]
  expect(kmOf(72)).toMatchObject({ km: 72, km_from: 'odometer' })
  expect(kmOf(-5)).toMatchObject({ km: 60.4, km_from: 'plan' })
  expect(kmOf(120_000)).toMatchObject({ km: 60.4, km_from: 'plan' })
})

test('the newest rule of the driver counts, each day by its own, and currencies stay apart', () => {
  const rules = [rule, { ...rule, driver_id: 'budi', valid_from: '2026-03-03', currency: 'EUR', per_hour: 3000 }]
  const later = { day: '2026-03-03', from: at('08:00', '2026-03-03'), to: at('09:00', '2026-03-03'), breaks: [] }
  const [sheet] = paySheets([shift(), shift(later)], rules)
  expect(sheet!.pay.map(({ currency, hours }) => [currency, hours])).toEqual([
    ['EUR', 3000],
    ['USD', 14_500],
  ])
  expect(paySheets([shift()], [{ ...rule, valid_from: '2026-03-03' }])[0]).toMatchObject({
    days_without_rule: 1,
    pay: [],
  })
})

test('a shift that nobody ended counts nothing and is told, and so is one that is too long', () => {
  const [sheet] = paySheets([shift({ to: null }), shift({ to: at('09:00', '2026-03-03') })], [rule])
  expect(sheet).toMatchObject({ open_shifts: 1, long_shifts: 1, shifts: 1 })
})

test('pay is never negative', () => {
  expect(NewPayRule.safeParse({ valid_from: '2026-03-01', per_hour: -1 }).success).toBe(false)
})
