import { instantOf } from '../time.ts'

/** How a logger's file is to be read. What its rows leave open has to be asked. */
export type LoggerFormat = {
  /** Where its times are from, unless they say so themselves. */
  zone: string
  unit: 'C' | 'F'
  decimal: ',' | '.'
  dayOrder: 'ymd' | 'dmy' | 'mdy'
}

/** What a file says about itself: null where it does not, or could mean either. */
export type LoggerGuess = { [Field in keyof LoggerFormat]: LoggerFormat[Field] | null } & {
  /** Where the table begins, after the logger's own lines. */
  firstRow: number
  timeColumn: number
  /** If the day and the time are in two columns. */
  clockColumn: number | null
  degreesColumn: number
}

export type LoggedReading = { read_at: string; celsius: number }
export type LoggerRows = { readings: LoggedReading[]; problems: { row: number; reason: string }[] }

type Rows = readonly (readonly string[])[]

const moment =
  /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?)?\s*(z|[+-](?:0\d|1\d|2[0-3]):?[0-5]\d)?$/i
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?$/i
const degrees = /^([-+−]?\d+(?:[.,]\d+)?)\s*(?:°?\s*([cf]))?$/i
const mostHeadRows = 60

/** Looks for the table in a logger's file, and what it says about itself. Undefined if no row has a time and a number. */
export function guessLogger(rows: Rows): LoggerGuess | undefined {
  const firstRow = rows.slice(0, mostHeadRows).findIndex((row) => columnsOf(row) !== undefined)
  const columns = firstRow < 0 ? undefined : columnsOf(rows[firstRow]!)
  if (!columns) return undefined
  const head = rows.slice(0, firstRow)
  const named = namedColumn(head.at(-1) ?? [], rows[firstRow]!, columns)
  const degreesColumn = named ?? columns.degrees
  const body = rows.slice(firstRow)
  const texts = body.map((row) => row[degreesColumn]?.trim() ?? '').filter((text) => degrees.test(text))
  return {
    firstRow,
    timeColumn: columns.time,
    clockColumn: columns.clock,
    degreesColumn,
    unit: unitOf([head.flat().join(' '), ...texts.slice(0, 5)].join(' ')),
    decimal: texts.some((text) => text.includes(',')) ? ',' : texts.some((text) => text.includes('.')) ? '.' : null,
    dayOrder: orderOf(body.map((row) => row[columns.time] ?? '')),
    zone: body.every((row) => moment.exec(row[columns.time]?.trim() ?? '')?.[8]) ? 'UTC' : null,
  }
}

function columnsOf(row: readonly string[]): { time: number; clock: number | null; degrees: number } | undefined {
  const cells = row.map((cell) => cell.trim())
  const time = cells.findIndex((cell) => moment.test(cell))
  if (time < 0) return undefined
  const isWhole = moment.exec(cells[time]!)![4] !== undefined
  const separate = cells.findIndex((cell, at) => at > time && clock.test(cell))
  if (!isWhole && separate < 0) return undefined
  const own = isWhole ? null : separate
  const found = cells.findIndex((cell, at) => at > (own ?? time) && degrees.test(cell))
  return found < 0 ? undefined : { time, clock: own, degrees: found }
}

/** Loggers also write humidity, numbers and alarms: the column that is called so has the temperature. */
function namedColumn(
  titles: readonly string[],
  row: readonly string[],
  { time }: { time: number },
): number | undefined {
  const at = titles.findIndex((title) => /temp|°|celsius|fahrenheit|suhu|grad/i.test(title))
  return at >= 0 && at !== time && degrees.test(row[at]?.trim() ?? '') ? at : undefined
}

function unitOf(text: string): 'C' | 'F' | null {
  const isF = /°\s*f\b|fahrenheit|\(f\)|\d\s*f\b/i.test(text)
  const isC = /°\s*c\b|celsius|\(c\)|\d\s*c\b/i.test(text)
  return isF === isC ? null : isF ? 'F' : 'C'
}

function orderOf(texts: readonly string[]): LoggerFormat['dayOrder'] | null {
  let order: LoggerFormat['dayOrder'] | null = null
  for (const text of texts) {
    const [, first, second] = moment.exec(text.trim()) ?? []
    if (!first || !second) continue
    if (first.length === 4) return 'ymd'
    if (Number(first) > 12) order = 'dmy'
    if (Number(second) > 12) order = 'mdy'
    if (order) return order
  }
  return order
}

/** The readings of a file. Rows that are none, such as the logger's own lines at the end, are told. */
export function readLogger(rows: Rows, guess: LoggerGuess, format: LoggerFormat): LoggerRows {
  const result: LoggerRows = { readings: [], problems: [] }
  rows.slice(guess.firstRow).forEach((row, index) => {
    const at = guess.firstRow + index
    if (row.every((cell) => !cell.trim())) return
    const time = row[guess.timeColumn]?.trim() ?? ''
    const whole = guess.clockColumn === null ? time : `${time} ${row[guess.clockColumn]?.trim() ?? ''}`
    const read_at = instantIn(whole, format)
    const celsius = celsiusIn(row[guess.degreesColumn]?.trim() ?? '', format)
    if (read_at === undefined) result.problems.push({ row: at, reason: `“${whole}” is no time.` })
    else if (celsius === undefined) {
      result.problems.push({ row: at, reason: `“${row[guess.degreesColumn] ?? ''}” is no temperature.` })
    } else result.readings.push({ read_at, celsius })
  })
  return result
}

function celsiusIn(text: string, { unit, decimal }: LoggerFormat): number | undefined {
  const [, number, own] = degrees.exec(text) ?? []
  if (!number || (decimal === '.' && number.includes(',')) || (decimal === ',' && number.includes('.')))
    return undefined
  const value = Number(number.replace(',', '.').replace('−', '-'))
  const isF = (own?.toUpperCase() ?? unit) === 'F'
  const celsius = Math.round((isF ? ((value - 32) * 5) / 9 : value) * 100) / 100
  return celsius >= -100 && celsius <= 150 ? celsius : undefined
}

function instantIn(text: string, { zone, dayOrder }: LoggerFormat): string | undefined {
  const [, first, second, third, hour, minute, seconds = '0', half, offset] = moment.exec(text) ?? []
  if (!first || hour === undefined) return undefined
  const [year, month, day] =
    dayOrder === 'ymd' ? [first, second, third] : dayOrder === 'dmy' ? [third, second, first] : [third, first, second]
  const two = (value: string | number | undefined) => String(value).padStart(2, '0')
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  const date = `${year!.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  const isReal = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) && hours < 24 && Number(minute) < 60
  if (!isReal || Number(seconds) > 59) return undefined
  if (offset) return new Date(`${date}T${two(hours)}:${minute}:${two(seconds)}${withColon(offset)}`).toISOString()
  const start = instantOf(date, `${two(hours)}:${minute}`, zone).getTime()
  return new Date(start + Number(seconds) * 1000).toISOString()
}

const withColon = (offset: string) => offset.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
