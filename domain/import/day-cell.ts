import type { Language } from '../language.ts'

/** The first letters of the months in English and Indonesian. */
const months = ['jan', 'feb', 'mar', 'apr', 'may|mei', 'jun', 'jul', 'aug|agu', 'sep', 'oct|okt', 'nov', 'dec|des']

/** Of our languages, only this one writes the month before the day in numbers. */
const monthFirst: Language = 'en-US'

/** Excel counts days from here; old workbooks of the Mac from 1904. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
export type Epoch = keyof typeof epochs

const dayMilliseconds = 86_400_000

/** The day of a number in Excel. It counts a 29 February 1900, so its days before March 1900 are off by one. */
export function dayOfSerial(number: number, epoch: Epoch): string {
  return new Date(epochs[epoch] + Math.floor(number) * dayMilliseconds).toISOString().slice(0, 10)
}

/** The number of a day in Excel. */
export function serialOfDay(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - epochs[1900]) / dayMilliseconds)
}

/** A day of Excel that lost its format, between 1984 and 2119: 46096. */
const serial = /^(?:3[1-9]|[4-7]\d)\d{3}(?:\.\d+)?$/

/**
 * A day as spreadsheets write it, as `2026-03-15`. In `4/5/2026` the language says which number is the month.
 * Undefined if the text has another form; whether the day exists is not checked.
 */
export function toDay(text: string, language: Language, epoch: Epoch = 1900): string | undefined {
  if (serial.test(text)) return dayOfSerial(Number(text), epoch)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ][\d:.Z+-]*)?$/.exec(text)
  if (iso) return written(iso[1]!, iso[2]!, iso[3]!)
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?: [\d:]*)?$/.exec(text)
  if (numbers) {
    const [, one = '', other = '', year = ''] = numbers
    const isMonthFirst = Number(other) > 12 || (language === monthFirst && Number(one) <= 12)
    return isMonthFirst ? written(year, one, other) : written(year, other, one)
  }
  const [, dayBefore, name = '', dayAfter, year = ''] =
    /^(?:(\d{1,2})[ .-]+)?(\p{L}{3,10})[ .-]+(?:(\d{1,2}),?[ -]+)?(\d{4})$/u.exec(text) ?? []
  const month = months.findIndex((start) => new RegExp(`^(?:${start})`, 'i').test(name)) + 1
  const day = dayBefore ?? dayAfter
  return month > 0 && day ? written(year, String(month), day) : undefined
}

const written = (year: string, month: string, day: string) =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
