import { expect, test } from 'vitest'
import { toDay } from './day-cell.ts'
import { readDeliveryRow } from './delivery-rows.ts'

test.each([
  '2026-03-15',
  '2026/3/15',
  '2026-03-15 00:00:00',
  '2026-03-15T00:00:00Z',
  '15/03/2026',
  '15.3.2026',
  '15-03-26',
  '3/15/2026',
  '15 Mar 2026',
  '15 March 2026',
  '15-Mar-2026',
  'March 15, 2026',
  '15 Maret 2026',
])('%s is 15 March 2026', (text) => {
  expect(toDay(text, 'id-ID')).toBe('2026-03-15')
})

test('the language decides which number is the month', () => {
  expect(toDay('04/05/2026', 'en-GB')).toBe('2026-05-04')
  expect(toDay('04/05/2026', 'en-US')).toBe('2026-04-05')
  expect(toDay('25/04/2026', 'en-US')).toBe('2026-04-25')
})

test('other texts are not days, and days that do not exist are refused', () => {
  for (const text of ['tomorrow', '15 March', '30999', '15/03', '1/2/3/4', 'Foo 15 2026', '']) {
    expect(toDay(text, 'en-GB'), text).toBeUndefined()
  }
  const cells = { delivery_address: 'A', scheduled_date: '31/02/2026' }
  expect(readDeliveryRow(cells, { day: '2026-03-15' })).toMatchObject({ problems: [{ field: 'scheduled_date' }] })
})

test('a day that lost its format in Excel is a number, in old files of the Mac another one', () => {
  expect(toDay('46096', 'en-GB')).toBe('2026-03-15')
  expect(toDay('46096.375', 'en-GB')).toBe('2026-03-15')
  expect(toDay('44634', 'en-GB', 1904)).toBe('2026-03-15')
})
