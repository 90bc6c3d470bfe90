import { csvLine } from '#domain/import/csv-cell.ts'
import { toMajor } from '#domain/money.ts'
import type { DriverBreak } from '#domain/schema/breaks.ts'
import type { PayAmount, PaySheet, WorkSheet } from '#domain/schema/pay.ts'
import { instantOf } from '#domain/time.ts'

const header = ['Driver', 'Day', 'Shifts', 'Worked minutes', 'Break minutes', 'Breaks']
const more = ['Planned breaks', 'Breaks kept', 'Stops', 'Kilometers', 'From']
const money = ['Currency', 'For hours', 'For stops', 'For kilometers', 'Total']

/** A line for each driver and day. */
export function payCsv(sheets: readonly PaySheet[]): string {
  const lines = sheets.flatMap(({ driver_name, days }) =>
    days.map((each) => [
      driver_name,
      each.day,
      each.shifts,
      each.worked_minutes,
      each.break_minutes,
      each.breaks,
      each.planned_breaks,
      each.kept_breaks,
      each.stops,
      each.km,
      each.km_from,
      ...paid(each.pay),
    ]),
  )
  return [[...header, ...more, ...money], ...lines].map((cells) => csvLine(cells)).join('')
}

function paid(pay: PayAmount | null): (string | number | null)[] {
  if (!pay) return ['', '', '', '', '']
  const { currency, hours, stops, km, total } = pay
  return [currency, ...[hours, stops, km, total].map((minor) => toMajor(minor, currency))]
}

/** A sheet without what it comes to. */
export function withoutPay({ pay: _pay, days_without_rule: _without, days, ...sheet }: PaySheet): WorkSheet {
  return { ...sheet, days: days.map(({ pay: _, ...day }) => day) }
}

export type PlannedBreak = { day: string; from: number; minutes: number }

/** When a break of a plan may begin, as the driver's own breaks say: the one of that length around the planned time. */
export function windowOf({ day, from, minutes }: PlannedBreak, breaks: readonly DriverBreak[], zone: string) {
  const windows = breaks.flatMap((each) => {
    if (!('earliest' in each) || each.minutes !== minutes) return []
    const [opens, closes] = [each.earliest, each.latest].map((time) => instantOf(day, time, zone).getTime())
    return [{ opens: opens!, closes: closes! }]
  })
  return windows.find(({ opens, closes }) => opens <= from && from <= closes) ?? null
}
