import { parseDate } from '@internationalized/date'
import type { Due, MaintenanceSchedule } from '../schema/maintenance.ts'

type Schedule = Omit<MaintenanceSchedule, 'due'>
export type Now = { today: string; odometer_km: number | null }

/** When maintenance is due again: by time or by distance, whichever is first. What cannot be known does not count. */
export function dueOf(schedule: Pick<Schedule, keyof typeof needed>, now: Now): Due {
  const on = dueOn(schedule)
  const at_km = dueAt(schedule)
  const byTime = on !== null && timeOf(schedule, on, now)
  const byDistance = at_km !== null && now.odometer_km !== null && distanceOf(schedule, at_km, now.odometer_km)
  const found = [byTime, byDistance].filter((each) => each !== null && each !== false)
  const worst = found.find(({ state }) => state === 'overdue') ?? found[0]
  return { state: worst?.state ?? 'ok', on, at_km, sentence: worst?.sentence ?? null }
}

const needed = {
  name: 1,
  every_km: 1,
  every_months: 1,
  last_done_on: 1,
  last_done_km: 1,
  warn_km: 1,
  warn_days: 1,
}

const dueOn = ({ every_months, last_done_on }: Pick<Schedule, 'every_months' | 'last_done_on'>) =>
  every_months === null || last_done_on === null
    ? null
    : parseDate(last_done_on).add({ months: every_months }).toString()

const dueAt = ({ every_km, last_done_km }: Pick<Schedule, 'every_km' | 'last_done_km'>) =>
  every_km === null || last_done_km === null ? null : last_done_km + every_km

type Found = { state: 'due' | 'overdue'; sentence: string }

function timeOf({ name, warn_days }: Pick<Schedule, 'name' | 'warn_days'>, on: string, { today }: Now): Found | null {
  if (today > on) return { state: 'overdue', sentence: `${name} was due by ${on}.` }
  const from = parseDate(on).subtract({ days: warn_days }).toString()
  return today >= from ? { state: 'due', sentence: `${name} is due by ${on}.` } : null
}

const say = (km: number) => `${Math.round(km).toLocaleString('en-US')} km`

function distanceOf({ name, warn_km }: Pick<Schedule, 'name' | 'warn_km'>, at: number, odometer: number): Found | null {
  const left = at - odometer
  if (left < 0) return { state: 'overdue', sentence: `${name} was due at ${say(at)}, ${say(-left)} ago.` }
  return left <= warn_km ? { state: 'due', sentence: `${name} is due at ${say(at)}, in ${say(left)}.` } : null
}
