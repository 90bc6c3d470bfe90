import { expect, test } from 'vitest'
import { NewDriver } from '#domain/schema/driver.ts'
import type { Week } from '#domain/schema/shift.ts'
import { fromDriverValues, toDriverValues, weekWords } from './driver-values.ts'

const day = { start: '08:00', end: '17:00' }
const night = { start: '22:00', end: '30:00' }
const week: Week = { mon: day, tue: day, wed: day, thu: null, fri: day, sat: night, sun: null }
const usual = { start_time: '09:00', end_time: '17:00' }

test('a week is told with days of the same hours together', () => {
  expect(weekWords(week)).toBe('Mon–Wed 08:00–17:00, Fri 08:00–17:00, Sat 22:00–06:00 +1')
  expect(weekWords({ mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null })).toBe('Never works')
})

test('everything that a driver has comes back from the form as it was', () => {
  const place = { address: 'Jl. Melati 3', location: { lat: -6.2, lng: 106.8 } }
  const fields = {
    name: 'Budi',
    week,
    breaks: [{ after_driving_minutes: 270, minutes: 45 }],
    max_stops: 40,
    max_territories: 2,
    max_shift_minutes: 570,
    max_driving_minutes: 540,
    start_place: place,
    ends_anywhere: true,
    speed_factor: 0.85,
    skills: ['cold'],
  }
  const driver = NewDriver.parse({ ...fields, shift_start: '06:00', shift_end: '26:00' })
  const back = fromDriverValues(toDriverValues(driver as never, usual))
  expect(NewDriver.parse(back)).toEqual(driver)
})
