import { expect, test } from 'vitest'
import { dayChoices, readDay } from './review-days.ts'

test('only a day in the address is a day', () => {
  expect(readDay('2027-02-28')).toBe('2027-02-28')
  for (const text of [null, '', 'today', '2027-02-30']) expect(readDay(text)).toBeUndefined()
})

test('a chosen day that is neither today nor tomorrow is a choice of its own', () => {
  const ids = (chosen?: string) => dayChoices('2027-02-28', chosen, (day) => day).map(({ id }) => id)
  expect(ids()).toEqual(['all', '2027-02-28', '2027-03-01'])
  expect(ids('2027-03-01')).toHaveLength(3)
  expect(ids('2027-03-05')).toEqual(['all', '2027-02-28', '2027-03-01', '2027-03-05'])
})
