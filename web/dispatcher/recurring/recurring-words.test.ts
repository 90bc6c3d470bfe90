import { expect, test } from 'vitest'
import { nextWords, ruleWords, sayRule, wholeRuleWords } from './recurring-words.ts'

const today = '2026-11-23'
const rule = { weekdays: [1, 4], every_weeks: 1, first_day: '2026-11-26', last_day: null, skips_holidays: false }

test('a rule is said as people say it', () => {
  const words = (weekdays: number[], every_weeks = 1) => ruleWords({ weekdays, every_weeks })
  expect(words([1, 4])).toBe('Every Monday and Thursday')
  expect(words([1, 3, 5])).toBe('Every Monday, Wednesday, and Friday')
  expect(words([5], 2)).toBe('Every 2 weeks on Friday')
  expect(words([1, 2, 3, 4, 5])).toBe('Monday to Friday')
  expect(words([1, 2, 3, 4, 5], 3)).toBe('Every 3 weeks on Monday to Friday')
  expect(words([1, 2, 3, 4, 5, 6, 7])).toBe('Every day')
})

test('it says when it begins and ends, if that is not long ago', () => {
  expect(wholeRuleWords(rule, today)).toBe('Every Monday and Thursday from Thu 26 Nov')
  expect(wholeRuleWords({ ...rule, first_day: today, last_day: '2027-01-08' }, today)).toBe(
    'Every Monday and Thursday until 8 Jan 2027',
  )
})

test('before it is saved, it says on which days it comes next', () => {
  expect(sayRule(rule, today)).toBe(
    'Comes every Monday and Thursday from Thu 26 Nov. Next: Thu 26 Nov, Mon 30 Nov, Thu 3 Dec.',
  )
  expect(sayRule({ ...rule, weekdays: [1, 2, 3, 4, 5], first_day: today, skips_holidays: true }, today)).toBe(
    'Comes Monday to Friday. Next: Mon 23 Nov, Tue 24 Nov, Wed 25 Nov. Holidays are left out.',
  )
  expect(sayRule({ ...rule, skips_holidays: true }, today, ['2026-11-30'])).toContain('Next: Thu 26 Nov, Thu 3 Dec,')
  expect(sayRule({ ...rule, every_weeks: 2, weekdays: [4], last_day: '2026-12-01' }, today)).toBe(
    'Comes every 2 weeks on Thursday from Thu 26 Nov until Tue 1 Dec. Next: Thu 26 Nov.',
  )
})

test('a rule that means no day says so', () => {
  expect(sayRule({ ...rule, weekdays: [] }, today)).toBe('Choose at least one day of the week.')
  expect(sayRule({ ...rule, weekdays: [3], last_day: '2026-11-27' }, today)).toMatch(/^It never comes/)
})

test('the list says when an order comes next, or why not', () => {
  const order = { paused: false, next_day: '2026-11-26', last_day: null }
  expect(nextWords(order, today)).toBe('Thu 26 Nov')
  expect(nextWords({ ...order, next_day: today }, today)).toBe('Today')
  expect(nextWords({ ...order, paused: true, next_day: null }, today)).toBe('Paused')
  expect(nextWords({ ...order, next_day: null, last_day: '2026-11-20' }, today)).toBe('Over')
})
