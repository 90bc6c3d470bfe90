import { csvLine } from '#domain/import/csv-cell.ts'
import { toMajor } from '#domain/money.ts'
import type { PayAmount, PaySheet } from '#domain/schema/pay.ts'

const header = ['Driver', 'Day', 'Shifts', 'Worked minutes', 'Break minutes', 'Breaks', 'Stops', 'Kilometers', 'From']
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
      each.stops,
      each.km,
      each.km_from,
      ...paid(each.pay),
    ]),
  )
  return [[...header, ...money], ...lines].map((cells) => csvLine(cells)).join('')
}

function paid(pay: PayAmount | null): (string | number | null)[] {
  if (!pay) return ['', '', '', '', '']
  const { currency, hours, stops, km, total } = pay
  return [currency, ...[hours, stops, km, total].map((minor) => toMajor(minor, currency))]
}
