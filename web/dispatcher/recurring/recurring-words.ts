import { daysOf, type Recurrence } from '#domain/recurrence.ts'
import type { RecurringOrder } from '#domain/schema/recurring.ts'
import { dayAfter } from '#domain/time.ts'
import { formatDayBriefly } from '#web/lib/format.ts'

/** The days of the week from Monday on. The first one is 1. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const listOf = new Intl.ListFormat('en')

/** How far ahead the next days are looked for: three times in the rarest rule. */
const lookAheadDays = 200
const shownDays = 3

/** When something comes: `Every Monday and Thursday`, `Every 2 weeks on Friday`, `Every day`. */
export function ruleWords({ weekdays, every_weeks }: Pick<Recurrence, 'weekdays' | 'every_weeks'>): string {
  const isDaily = weekdays.length === 7
  const isWorkdays = weekdays.join() === '1,2,3,4,5'
  const names = listOf.format(weekdays.map((weekday) => weekdayNames[weekday - 1]!))
  if (every_weeks > 1) {
    return `Every ${every_weeks} weeks ${isDaily ? 'on every day' : `on ${isWorkdays ? 'Monday to Friday' : names}`}`
  }
  if (isDaily) return 'Every day'
  return isWorkdays ? 'Monday to Friday' : `Every ${names}`
}

/** The same with when it begins, if that is to come, and when it ends: `Every Friday until Fri 18 Dec`. */
export function wholeRuleWords(rule: Recurrence, today: string): string {
  const day = (which: string) => formatDayBriefly(which, today.slice(0, 4))
  const from = rule.first_day > today ? ` from ${day(rule.first_day)}` : ''
  return `${ruleWords(rule)}${from}${rule.last_day ? ` until ${day(rule.last_day)}` : ''}`
}

/** The same without when it begins. */
export const untilWords = (rule: Recurrence, today: string): string =>
  wholeRuleWords({ ...rule, first_day: today }, today)

type Said = Recurrence & { skips_holidays: boolean }

/** What a rule means, and on which days it comes next, in sentences. @param holidays days that a rule may leave out */
export function sayRule(rule: Said, today: string, holidays: readonly string[] = []): string {
  if (rule.weekdays.length === 0) return 'Choose at least one day of the week.'
  const from = rule.first_day > today ? rule.first_day : today
  const days = daysOf(rule, from, dayAfter(from, lookAheadDays))
    .filter((day) => !rule.skips_holidays || !holidays.includes(day))
    .slice(0, shownDays)
  if (days.length === 0) return 'It never comes: none of these days of the week is left before the last day.'
  const words = wholeRuleWords(rule, today)
  const next = days.map((day) => formatDayBriefly(day, today.slice(0, 4))).join(', ')
  const except = rule.skips_holidays ? ' Holidays are left out.' : ''
  return `Comes ${words.startsWith('Every') ? `e${words.slice(1)}` : words}. Next: ${next}.${except}`
}

/** When an order comes next, or why it does not. */
export function nextWords({ paused, next_day, last_day }: NextOf, today: string): string {
  if (paused) return 'Paused'
  if (next_day === today) return 'Today'
  if (next_day !== null) return formatDayBriefly(next_day, today.slice(0, 4))
  return last_day !== null ? 'Over' : 'Not soon'
}
type NextOf = Pick<RecurringOrder, 'paused' | 'next_day' | 'last_day'>

const said = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Whom a recurring order is for: the recipient, or else the address. */
export function whoWords({ order }: Pick<RecurringOrder, 'order'>): string {
  return said(order.recipient_name) || said(order.delivery_address)
}

/** Where it goes. */
export const addressOf = ({ order }: Pick<RecurringOrder, 'order'>): string => said(order.delivery_address)
