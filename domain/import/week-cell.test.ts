import { expect, test } from 'vitest'
import { toWeek } from './week-cell.ts'

const day = { start: '08:00', end: '17:00' }
const night = { start: '22:00', end: '30:00' }
const free = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
const workdays = { ...free, mon: day, tue: day, wed: day, thu: day, fri: day }

test.each([
  ['Mon-Fri 08:00-17:00; Sat 22:00-06:00', { ...workdays, sat: night }],
  ['monday – friday 8.00 – 17.00', workdays],
  ['Mon, Tue, Wed, Thu & Fri: 8 am to 5 pm', workdays],
  ['Senin-Jumat 08:00-17:00\nSabtu libur', workdays],
  ['Sat-Mon 22:00-30:00', { ...free, sat: night, sun: night, mon: night }],
  ['08:00-17:00', { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }],
  ['daily 08:00-17:00', { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }],
])('%j is a week', (text, week) => {
  expect(toWeek(text)).toEqual(week)
})

test.each([
  '',
  'Mon-Fri',
  'Mon 8',
  'Mon 08:00',
  'Xyz 08:00-17:00',
  'Mon 08:00-17:00; Mon 09:00-12:00',
  'Mon-Wed-Fri 08:00-17:00',
])('%j is no week', (text) => {
  expect(toWeek(text)).toBeUndefined()
})
