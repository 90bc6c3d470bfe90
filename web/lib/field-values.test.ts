import { expect, test } from 'vitest'
import { fromTime, numberOrNull, textOrNull, toSkills, toTime } from './field-values.ts'

test('blank texts and empty numbers become null', () => {
  expect(textOrNull('  ')).toBeNull()
  expect(textOrNull(' a ')).toBe('a')
  expect(numberOrNull(Number.NaN)).toBeNull()
  expect(numberOrNull(0)).toBe(0)
})

test('a time of day survives the way to the field and back', () => {
  expect(fromTime(toTime('09:05'))).toBe('09:05')
  expect(toTime(null)).toBeNull()
  expect(fromTime(null)).toBeNull()
})

test('skills are separated by commas, without duplicates', () => {
  expect(toSkills(' Cold, fragile ;cold| ')).toEqual(['cold', 'fragile'])
  expect(toSkills('')).toEqual([])
})
