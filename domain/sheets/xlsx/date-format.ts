import { dayOfSerial, type Epoch } from '../../import/day-cell.ts'

/** What a number is shown as: a day, a time of day, both, hours that count past 24, or a number. */
export type Shown = 'number' | 'day' | 'time' | 'both' | 'hours'

/** Formats that every workbook has without naming them (ECMA-376, 18.8.30). */
const builtIn: Record<number, Shown> = {
  14: 'day',
  15: 'day',
  16: 'day',
  17: 'day',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'both',
  27: 'day',
  28: 'day',
  29: 'day',
  30: 'day',
  31: 'day',
  32: 'time',
  33: 'time',
  34: 'time',
  35: 'time',
  36: 'day',
  45: 'time',
  46: 'hours',
  47: 'time',
  50: 'day',
  51: 'day',
  52: 'day',
  53: 'day',
  54: 'day',
  55: 'day',
  56: 'day',
  57: 'day',
  58: 'day',
}

/** How a number with this format is shown. */
export function shownAs(id: number, code: string | undefined): Shown {
  if (code === undefined) return builtIn[id] ?? 'number'
  // Only the format of positive numbers, without texts, escaped letters, colors and locales.
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';')[0]!
    .toLowerCase()
  if (/\[(h+|m+|s+)\]/.test(bare)) return 'hours'
  const letters = bare.replace(/\[[^\]]*\]/g, '').replace(/general/g, '')
  const hasTime = /[hs]/.test(letters)
  // An m is a month, unless it stands by hours or seconds.
  const hasDay = /[dy]/.test(letters) || (!hasTime && letters.includes('m'))
  if (hasDay) return hasTime ? 'both' : 'day'
  return hasTime ? 'time' : 'number'
}

/** A number as its cell shows it, as far as a day or a time goes. */
export function numberText(serial: number, shown: Shown, epoch: Epoch): string {
  const isDate = shown !== 'number' && Number.isFinite(serial) && serial >= 0 && serial < 2_958_466
  if (!isDate) return String(serial)
  // Fractions are rounded to the minute: 9:00 is 0.375, but 9:20 has no end.
  const minutes = Math.round(serial * 1440)
  const clock = (all: number) => `${two(Math.floor(all / 60))}:${two(all % 60)}`
  if (shown === 'hours') return clock(minutes)
  const time = clock(minutes % 1440)
  if (shown === 'time') return time
  const day = dayOfSerial(Math.floor(minutes / 1440), epoch)
  return shown === 'both' && minutes % 1440 > 0 ? `${day} ${time}` : day
}

const two = (value: number) => String(value).padStart(2, '0')
