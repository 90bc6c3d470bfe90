import { Day, dayAfter, dayOf, dayTimeAt, timeOf } from '../time.ts'
import type { ShopOrder, ShopPart } from './order.ts'
import type { ShopRules } from './rules.ts'
import { readSlotCode } from './slot-code.ts'

export type When = {
  scheduled_date: string | null
  window_start: string | null
  window_end: string | null
  earliest_date?: string
  latest_date?: string
}

/** Fields of well-known plugins and themes that hold the day and the time. A shop's own come first. */
const dateKeys = ['Delivery Date', 'delivery_date', 'jckwds_date_ymd', 'lpac_dps_delivery_date', '_orddd_timestamp']
const timeKeys = ['Delivery Slot', 'Delivery Time', 'delivery_time', 'jckwds_timeslot', 'lpac_dps_delivery_time']

/** What of an order says when it is delivered, as text. If it changes, the customer chose another time. */
export function whenSaid(order: ShopOrder, part: ShopPart, rules: ShopRules): string {
  const { date, time } = writtenIn(order, rules)
  return JSON.stringify([readSlotCode(order.methodCode) ?? null, part.window, date, time])
}

/**
 * When an order is delivered: in the slot that its delivery method names, in the window that the shop promised, or on the day
 * that a plugin wrote down; otherwise so many days from today. A day that is over becomes today, without its window.
 * @param today in the workspace's zone
 */
export function whenOf(order: ShopOrder, part: ShopPart, rules: ShopRules, zone: string, today: string): When {
  const when = saidWhen(order, part, rules, zone) ?? onDay(dayAfter(today, rules.days_ahead))
  const isOver = when.scheduled_date !== null && when.scheduled_date < today
  return isOver ? onDay(today) : when
}

const onDay = (day: string): When => ({ scheduled_date: day, window_start: null, window_end: null })

function saidWhen(order: ShopOrder, part: ShopPart, rules: ShopRules, zone: string): When | undefined {
  const slot = readSlotCode(order.methodCode)
  if (slot) return { scheduled_date: slot.day, window_start: slot.start, window_end: slot.end }
  if (part.window) return inWindow(part.window, zone)
  const { date, time } = writtenIn(order, rules)
  const day = dayIn(date, zone)
  return day ? { scheduled_date: day, ...timesIn(time) } : undefined
}

function inWindow({ from, to }: { from: string; to: string }, zone: string): When {
  const [start, end] = [new Date(from), new Date(to)]
  const day = dayOf(start, zone)
  const lastDay = dayOf(end, zone)
  if (lastDay <= dayAfter(day) && end.getTime() - start.getTime() < 86_400_000) {
    const seconds = (end.getTime() - start.getTime()) / 1000 + secondsOf(timeOf(start, zone))
    return { scheduled_date: day, window_start: timeOf(start, zone), window_end: dayTimeAt(day, seconds, zone) }
  }
  return { scheduled_date: null, window_start: null, window_end: null, earliest_date: day, latest_date: lastDay }
}

function secondsOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 3600 + Number(minutes) * 60
}

function writtenIn({ attributes }: ShopOrder, { date_key, time_key }: ShopRules) {
  const find = (own: string | null, usual: string[]) =>
    (own ? [own] : usual).map((key) => attributes.find((each) => each.key === key)?.value).find(Boolean) ?? null
  return { date: find(date_key, dateKeys), time: find(time_key, timeKeys) }
}

/** A day as 2026-11-21, 20261121, or the seconds of an instant. */
function dayIn(text: string | null, zone: string): string | undefined {
  if (!text) return undefined
  const compact = /^(\d{4})-?(\d\d)-?(\d\d)(?:\D|$)/.exec(text)
  if (compact) return Day.safeParse(compact.slice(1).join('-')).data
  return /^\d{10}$/.test(text) ? dayOf(new Date(Number(text) * 1000), zone) : undefined
}

const clock = /(\d{1,2})(?:[:.h](\d\d))?\s*(am|pm)?/gi

/** Two times of day, as in 09:00-12:00 or 9 am – 1 pm; only the start if there is one. */
function timesIn(text: string | null): Pick<When, 'window_start' | 'window_end'> {
  const times = [...(text ?? '').matchAll(clock)].map(([, hours, minutes, half]) => {
    const hour = (Number(hours) % (half ? 12 : 100)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
    return hour < 25 ? `${String(hour).padStart(2, '0')}:${minutes ?? '00'}` : undefined
  })
  const [start = null, end = null] = times
  return start && end && start < end
    ? { window_start: start, window_end: end }
    : { window_start: null, window_end: null }
}
