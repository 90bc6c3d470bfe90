import type { Language } from './language.ts'

export type Formats = ReturnType<typeof makeFormats>

const known = new Map<Language, Formats>()

/** Of orders that have no day yet. */
const noDay = 'No day'

/** How dates, times and numbers are written in a language. */
export function formatsIn(language: Language): Formats {
  const formats = known.get(language) ?? makeFormats(language)
  known.set(language, formats)
  return formats
}

function makeFormats(language: Language) {
  // Kept: building an Intl object costs far more than using it.
  const dateFormats = new Map<string, Intl.DateTimeFormat>()
  const numberFormats = new Map<string, Intl.NumberFormat>()

  function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const key = `${timeZone} ${JSON.stringify(options)}`
    const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options })
    dateFormats.set(key, format)
    return format
  }

  function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = JSON.stringify(options)
    const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options)
    numberFormats.set(key, format)
    return format
  }

  /** `1,234.5`. Shows exactly `digits` decimals if given, otherwise two at most. */
  function formatNumber(value: number, digits?: 0 | 1 | 2): string {
    return numberFormat({ minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 2 }).format(value)
  }

  /** A share as a whole percentage: `82%`. */
  function formatPercent(share: number): string {
    return numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share)
  }

  /** `0.8 km`, `12.3 km`, `1,240 km`: one decimal while it is still meaningful. */
  function formatKilometers(kilometers: number): string {
    return `${formatNumber(kilometers, kilometers < 100 ? 1 : 0)} km`
  }

  /** Fuel: `2.40 L`. */
  function formatLiters(liters: number): string {
    return `${formatNumber(liters, 2)} L`
  }

  /** A volume: `3,000 L`, `0.5 L`. */
  function formatVolume(liters: number): string {
    return `${formatNumber(liters)} L`
  }

  /** `1,250 kg`, `0.5 kg`. */
  function formatKilograms(kilograms: number): string {
    return `${formatNumber(kilograms)} kg`
  }

  /** `45 s`, `12 min`, `1 h 05 min`. From one minute on, rounded to whole minutes. */
  function formatDuration(seconds: number): string {
    const sign = seconds < 0 ? '−' : ''
    const size = Math.abs(seconds)
    if (size < 59.5) return `${sign}${Math.round(size)} s`
    const minutes = Math.round(size / 60)
    if (minutes < 60) return `${sign}${minutes} min`
    return `${sign}${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
  }

  /** How long ago something was: `just now`, `12 min ago`. */
  function formatAgo(instant: string, now: Date): string {
    const seconds = (now.getTime() - Date.parse(instant)) / 1000
    return seconds < 10 ? 'just now' : `${formatDuration(seconds)} ago`
  }

  /** Whether the language counts the hours of a day to 12. */
  const hasTwelveHours = dateFormat('UTC', { hour: 'numeric' }).resolvedOptions().hour12 ?? false

  /** An instant as a time of day in the workspace's zone: `14:05`, or `2:05 PM`. */
  function formatTime(instant: string | Date, timeZone: string): string {
    const hour = hasTwelveHours ? 'numeric' : '2-digit'
    return dateFormat(timeZone, { hour, minute: '2-digit' }).format(new Date(instant))
  }

  /** A time of day, which has no time zone (`14:05`). Hours from 24 on are the next day's: `02:30 (next day)`. */
  function formatTimeOfDay(time: string): string {
    return formatTime(clockAt(time), 'UTC') + nextDayMark(time)
  }

  /** A sentence of the server, whose days are like `2026-03-15` and times of day like `14:05` in every language. */
  function withTimes(sentence: string): string {
    return sentence
      .replace(/(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\dT-])/g, formatDay)
      .replace(/(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d(?![\d:])/g, formatTimeOfDay)
  }

  /** An instant as a day in the workspace's zone: `2 Mar 2026`. */
  function formatDate(instant: string | Date, timeZone: string): string {
    return dateFormat(timeZone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))
  }

  /** An instant as day and time in the workspace's zone: `2 Mar 2026, 14:05`. */
  function formatDateTime(instant: string | Date, timeZone: string): string {
    return `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`
  }

  /** A calendar day, which has no time zone (`2026-03-02`): `Mon 2 Mar 2026`. */
  function formatDay(day: string | null): string {
    if (day === null) return noDay
    return writeDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  }

  /** The same for narrow places, without the year if it is `thisYear`: `Mon 2 Mar`. */
  function formatDayBriefly(day: string | null, thisYear: string): string {
    if (day === null) return noDay
    if (!day.startsWith(`${thisYear}-`)) return writeDay(day, { day: 'numeric', month: 'short', year: 'numeric' })
    return writeDay(day, { weekday: 'short', day: 'numeric', month: 'short' })
  }

  /** A calendar month (`2026-03`): `March 2026`. */
  function formatMonth(month: string): string {
    return writeDay(`${month}-01`, { month: 'long', year: 'numeric' })
  }

  function writeDay(day: string, options: Intl.DateTimeFormatOptions): string {
    const written = dateFormat('UTC', options).format(new Date(`${day}T00:00:00Z`))
    // Shorter, and as clear where the day's number follows.
    return written.replace(/^(\p{L}+), (?=\d)/u, '$1 ')
  }

  /** Two instants as a time range in the workspace's zone: `09:00–11:30`, or `9 AM–11:30 AM`. Within a minute, one time. */
  function formatWindow(from: string | Date, to: string | Date, timeZone: string): string {
    const isMoment = Math.abs(new Date(to).getTime() - new Date(from).getTime()) < 60_000
    if (isMoment && briefTime(from, timeZone) === briefTime(to, timeZone)) return briefTime(from, timeZone)
    return `${briefTime(from, timeZone)}–${briefTime(to, timeZone)}`
  }

  /** Two times of day as a range: `09:00–11:30`, `22:00–02:00 +1` if it ends on the next day. */
  function formatHours(from: string, to: string): string {
    return formatWindow(clockAt(from), clockAt(to), 'UTC') + (nextDayMark(to) && ' +1')
  }

  /** With AM and PM, full hours need no minutes, and ranges stay short enough for a column. */
  function briefTime(instant: string | Date, timeZone: string): string {
    const at = new Date(instant)
    const isFullHour = hasTwelveHours && Number(dateFormat(timeZone, { minute: 'numeric' }).format(at)) === 0
    return isFullHour ? dateFormat(timeZone, { hour: 'numeric' }).format(at) : formatTime(at, timeZone)
  }

  /** `1 delivery`, `120 deliveries`. The plural adds an s unless given. */
  function countOf(count: number, one: string, many = `${one}s`): string {
    return `${formatNumber(count, 0)} ${count === 1 ? one : many}`
  }

  /** Money in the smallest unit of its currency: `Rp 125,000`, `$12.50`. */
  function formatMoney(minorUnits: number, currency: string): string {
    const format = numberFormat({
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    })
    return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }

  return {
    formatNumber,
    formatPercent,
    formatKilometers,
    formatLiters,
    formatVolume,
    formatKilograms,
    formatDuration,
    formatAgo,
    formatTime,
    formatMonth,
    formatTimeOfDay,
    withTimes,
    formatDate,
    formatDateTime,
    formatDay,
    formatDayBriefly,
    formatWindow,
    formatHours,
    countOf,
    formatMoney,
  }
}

/** A time of day on some day, for formats that know only instants. */
const clockAt = (time: string) =>
  `1970-01-01T${String(Number(time.slice(0, 2)) % 24).padStart(2, '0')}${time.slice(2)}Z`

const nextDayMark = (time: string) => (Number(time.slice(0, 2)) >= 24 ? ' (next day)' : '')
