import type { z } from 'zod'
import type { Location } from '../geo.ts'
import { defaultLanguage, type Language } from '../language.ts'
import { later } from '../schema/shift.ts'
import { readPosition } from '../position/read-position.ts'
import type { CellProblem, ImportCells, ReadRow } from './columns.ts'
import { fromCsvCell } from './csv-cell.ts'
import { toDay, type Epoch } from './day-cell.ts'

type PositionField = 'lat' | 'lng' | 'coordinates'

/** Reads the cells of one row, and collects what is wrong with them. Empty cells are undefined. */
export function cellReader<Field extends string>(cells: ImportCells<Field>) {
  const problems: CellProblem<Field>[] = []
  const read = <T>(field: Field, parse: (text: string) => T | undefined, message: string): T | undefined => {
    const text = fromCsvCell(cells[field] ?? '')
    if (text === '') return undefined
    const value = parse(text)
    if (value === undefined) problems.push({ field, message })
    return value
  }
  return {
    problems,
    read,
    text: (field: Field) => read(field, (value) => value, ''),
    number: (field: Field, name: string) => read(field, toNumber, `${name} is not a number.`),
    time: (field: Field, name: string) => read(field, toTimeOfDay, `${name} is not a time. Write it like 09:00.`),
    /** A time of the row's day or the next: `26:30`, or as `time`. */
    dayTime: (field: Field, name: string) =>
      read(field, toDayTime, `${name} is not a time. Write it like 17:00, or 26:30 for 02:30 the next day.`),
    /** Yes or no, as people and spreadsheets write it. */
    flag: (field: Field, name: string) => read(field, toFlag, `${name} is yes or no.`),
    /** A day as spreadsheets write it. Other texts stay, so that the schema says what a day looks like. */
    day: (field: Field, language: Language = defaultLanguage, epoch?: Epoch) =>
      read(field, (text) => toDay(text, language, epoch) ?? text, ''),
    /** Words separated by commas, semicolons or bars. */
    words: (field: Field) =>
      read(
        field,
        (text) =>
          text
            .split(/[;|,]/)
            .map((word) => word.trim())
            .filter(Boolean),
        '',
      ),
  }
}

/** Where the row is: its latitude and longitude, or else its coordinates, map link or plus code. */
export function positionOf<Field extends string>(
  { problems, number, text }: ReturnType<typeof cellReader<Field | PositionField>>,
  near: Location | undefined,
): Location | undefined {
  const before = problems.length
  const lat = number('lat', 'Latitude')
  const lng = number('lng', 'Longitude')
  if (lat !== undefined && Math.abs(lat) > 90)
    problems.push({ field: 'lat', message: 'Latitude must be between -90 and 90.' })
  if (lng !== undefined && Math.abs(lng) > 180)
    problems.push({ field: 'lng', message: 'Longitude must be between -180 and 180.' })
  if (problems.length > before) return undefined
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  const pasted = text('coordinates')
  if (pasted !== undefined) {
    const found = readPosition(pasted, near)
    if ('location' in found) return found.location
    problems.push({ field: 'coordinates', message: found.problem })
  } else if (lat !== undefined || lng !== undefined) {
    const field = lat === undefined ? 'lat' : 'lng'
    problems.push({ field, message: 'A position needs both latitude and longitude.' })
  }
  return undefined
}

/**
 * The row if its schema accepts it and its cells could be read; otherwise one problem for each field.
 * @param fieldOf the column to blame for a part of the row
 */
export function checkedRow<Field extends string, Row>(
  schema: z.ZodType<Row>,
  row: unknown,
  problems: CellProblem<Field>[],
  fieldOf: (path: PropertyKey[]) => Field = ([name]) => name as Field,
): ReadRow<Field, Row> {
  const checked = schema.safeParse(row)
  if (checked.success && problems.length === 0) return { ok: true, row: checked.data }
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = fieldOf(path)
    if (!problems.some((known) => known.field === field)) problems.push({ field, message })
  }
  return { ok: false, problems }
}

/** A number as people write it: `1.5`, `1,5`, `1 200`. Undefined for anything else. */
export function toNumber(text: string): number | undefined {
  const compact = text
    .replace(/[\s\u00a0]/g, '')
    .replace('\u2212', '-')
    .replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(compact) ? Number(compact) : undefined
}

const yes = ['yes', 'y', 'true', '1', 'x', 'ya', 'ja', 'oui', 'si', 'sí']
const no = ['no', 'n', 'false', '0', '-', 'tidak', 'nein', 'non']

export function toFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

/** A time of the day or the next, with hours up to 47 or as more than a day of Excel's. */
export function toDayTime(text: string): string | undefined {
  const late = /^(2[4-9]|3\d|4[0-7])[:.]([0-5]\d)$/.exec(text.trim())
  if (late) return `${late[1]}:${late[2]}`
  const days = /^1[.,](\d+)$/.exec(text.trim())
  const clock = toTimeOfDay(days ? `0.${days[1]}` : text)
  return days && clock ? later(clock) : clock
}

/**
 * A time of day as people write it: `9:00`, `09.00`, `0900`, `9 am`, `2:30 PM`; or as the part of a day that Excel makes of
 * it, such as 0.375. Undefined for anything else.
 */
export function toTimeOfDay(text: string): string | undefined {
  if (/^0?[.,]\d+$/.test(text)) {
    const minutes = Math.round(Number(`0.${text.split(/[.,]/)[1]}`) * 1440)
    return minutes < 1440
      ? `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      : undefined
  }
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim())
  if (!match) return undefined
  const [, hours, minutes = '00', half] = match
  // A bare number such as "9" could be anything.
  if (match[2] === undefined && !half) return undefined
  let hour = Number(hours)
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
