import { isKept, judgeBreaks, type DueBreak, type JudgedBreak, type TakenBreak } from './breaks-kept.ts'
import type { PayAmount, PayRule, PaySheet, WorkDay } from './schema/pay.ts'

/** A shift with what was done in it. Times in milliseconds. */
export type WorkedShift = {
  driver_id: string
  driver_name: string
  /** When it began, in the workspace's time zone. */
  day: string
  from: number
  /** Null while it lasts. */
  to: number | null
  breaks: readonly { from: number; to: number | null }[]
  /** Breaks of the plan, of routes that were driven in it. */
  due_breaks: readonly DueBreak[]
  stops: number
  /** Between the readings of the odometer, if there are both. */
  odometer_km: number | null
  /** Of the routes that were driven in it. */
  planned_km: number
}

type EndedShift = WorkedShift & { to: number }

type Rule = Pick<PayRule, 'driver_id' | 'valid_from' | 'currency' | 'per_hour' | 'per_stop' | 'per_km' | 'pays_breaks'>

const longHours = 16
const minutesOf = (milliseconds: number) => Math.round(milliseconds / 60_000)

/** The rule of a driver on a day: their own newest one, or else the newest one for all. */
export function ruleOn(rules: readonly Rule[], driverId: string, day: string): Rule | undefined {
  const newest = (whose: string | null) =>
    rules
      .filter(({ driver_id, valid_from }) => driver_id === whose && valid_from <= day)
      .reduce<Rule | undefined>((best, each) => (!best || each.valid_from > best.valid_from ? each : best), undefined)
  return newest(driverId) ?? newest(null)
}

/** The breaks of a shift, each cut to it; one that nobody ended lasts until its end. */
function breaksOf({ from, to, breaks }: EndedShift): TakenBreak[] {
  return breaks
    .map((each) => ({ from: Math.max(each.from, from), to: Math.min(each.to ?? to, to) }))
    .filter((each) => each.to > each.from)
}

/** The breaks of the plan that were due before the driver was done, with what became of them. */
function judgedBreaks(shifts: readonly EndedShift[]): JudgedBreak[] {
  const isDue = ({ from }: DueBreak) => shifts.some(({ to }) => from < to)
  return judgeBreaks(shifts.flatMap(({ due_breaks }) => due_breaks).filter(isDue), shifts.flatMap(breaksOf))
}

/** An odometer that goes backwards, or jumps by more than a shift can drive, says nothing. */
const isPlausible = (km: number | null): km is number => km !== null && km >= 0 && km <= 2000

type Work = Pick<
  WorkDay,
  'shifts' | 'worked_minutes' | 'break_minutes' | 'breaks' | 'planned_breaks' | 'kept_breaks' | 'stops' | 'km'
>

function workOf(shifts: readonly EndedShift[], judged: readonly JudgedBreak[]): Work {
  const breaks = shifts.flatMap(breaksOf)
  const paused = breaks.reduce((sum, { from, to }) => sum + to - from, 0)
  const present = shifts.reduce((sum, { from, to }) => sum + to - from, 0)
  const km = shifts.reduce((sum, each) => sum + kmOf(each), 0)
  return {
    shifts: shifts.length,
    worked_minutes: minutesOf(present - paused),
    break_minutes: minutesOf(paused),
    breaks: breaks.length,
    planned_breaks: judged.length,
    kept_breaks: judged.filter(isKept).length,
    stops: shifts.reduce((sum, { stops }) => sum + stops, 0),
    km: Math.round(km * 10) / 10,
  }
}

const kmOf = ({ odometer_km, planned_km }: WorkedShift) => (isPlausible(odometer_km) ? odometer_km : planned_km)

/** What a day comes to. Each part is rounded once. */
export function payFor(work: Work, rule: Rule): PayAmount {
  const minutes = work.worked_minutes + (rule.pays_breaks ? work.break_minutes : 0)
  const hours = Math.round((minutes * rule.per_hour) / 60)
  const stops = work.stops * rule.per_stop
  const km = Math.round(work.km * rule.per_km)
  return { currency: rule.currency, hours, stops, km, total: hours + stops + km }
}

function dayOfWork(day: string, shifts: EndedShift[], rules: readonly Rule[]): WorkDay {
  const judged = judgedBreaks(shifts)
  const work = workOf(shifts, judged)
  const rule = ruleOn(rules, shifts[0]!.driver_id, day)
  const measured = shifts.filter(({ odometer_km }) => isPlausible(odometer_km)).length
  return {
    day,
    ...work,
    km_from: measured === 0 ? 'plan' : measured === shifts.length ? 'odometer' : 'both',
    due_breaks: judged.map(toDueBreak),
    pay: rule ? payFor(work, rule) : null,
  }
}

const iso = (at: number) => new Date(at).toISOString()

const toDueBreak = ({ from, minutes, taken, is_in_time, is_long_enough }: JudgedBreak) => ({
  planned_at: iso(from),
  planned_minutes: minutes,
  began_at: taken && iso(taken.from),
  minutes: taken && taken.minutes,
  is_in_time,
  is_long_enough,
})

const add = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0)

/** The sheets of drivers who worked, by name. A shift belongs to the day on which it began. */
export function paySheets(shifts: readonly WorkedShift[], rules: readonly Rule[]): PaySheet[] {
  const byDriver = [...Map.groupBy(shifts, ({ driver_id }) => driver_id).values()]
  return byDriver
    .map((own) => sheetOf(own, rules))
    .toSorted((a, b) => a.driver_name.localeCompare(b.driver_name, 'en') || (a.driver_id < b.driver_id ? -1 : 1))
}

function sheetOf(own: readonly WorkedShift[], rules: readonly Rule[]): PaySheet {
  const ended = own.filter((shift): shift is EndedShift => shift.to !== null)
  const days = [...Map.groupBy(ended, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, some]) => dayOfWork(day, some, rules))
  const sum = (field: Exclude<keyof Work, never>) => add(days.map((each) => each[field]))
  return {
    driver_id: own[0]!.driver_id,
    driver_name: own[0]!.driver_name,
    shifts: sum('shifts'),
    worked_minutes: sum('worked_minutes'),
    break_minutes: sum('break_minutes'),
    breaks: sum('breaks'),
    planned_breaks: sum('planned_breaks'),
    kept_breaks: sum('kept_breaks'),
    stops: sum('stops'),
    km: Math.round(sum('km') * 10) / 10,
    open_shifts: own.length - ended.length,
    long_shifts: ended.filter(({ from, to }) => to - from > longHours * 3_600_000).length,
    days,
    pay: payByCurrency(days),
    days_without_rule: days.filter(({ pay }) => pay === null).length,
  }
}

function payByCurrency(days: readonly WorkDay[]): PayAmount[] {
  const amounts = days.flatMap(({ pay }) => pay ?? [])
  return [...Map.groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([currency, some]) => ({
      currency,
      hours: add(some.map(({ hours }) => hours)),
      stops: add(some.map(({ stops }) => stops)),
      km: add(some.map(({ km }) => km)),
      total: add(some.map(({ total }) => total)),
    }))
}
