// Created once: building an Intl object costs far more than using it.
const locale = 'en-GB'
const made = new Map<string, Intl.DateTimeFormat>()

function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  made.set(key, fresh)
  return fresh
}

const withDigits = (digits: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
const numbers = [withDigits(0), withDigits(1), withDigits(2)] as const
const compact = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** `1,234.5`. Shows exactly `digits` decimals if given, otherwise two at most. */
export function formatNumber(value: number, digits?: 0 | 1 | 2): string {
  return (digits === undefined ? compact : numbers[digits]).format(value)
}

/** `0.8 km`, `12.3 km`, `1,240 km`: one decimal while it is still meaningful. */
export function formatKilometers(kilometers: number): string {
  return `${formatNumber(kilometers, kilometers < 100 ? 1 : 0)} km`
}

/** `2.40 L`. */
export function formatLiters(liters: number): string {
  return `${formatNumber(liters, 2)} L`
}

/** `1,250 kg`, `0.5 kg`. */
export function formatKilograms(kilograms: number): string {
  return `${formatNumber(kilograms)} kg`
}

/** `45 s`, `12 min`, `1 h 05 min`. From one minute on, rounded to whole minutes. */
export function formatDuration(seconds: number): string {
  const sign = seconds < 0 ? '−' : ''
  const size = Math.abs(seconds)
  if (size < 59.5) return `${sign}${Math.round(size)} s`
  const minutes = Math.round(size / 60)
  if (minutes < 60) return `${sign}${minutes} min`
  return `${sign}${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** An instant as a time of day in the workspace's zone: `14:05`. */
export function formatTime(instant: string | Date, timeZone: string): string {
  return dateFormat(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))
}

/** An instant as a day in the workspace's zone: `2 Mar 2026`. */
export function formatDate(instant: string | Date, timeZone: string): string {
  return dateFormat(timeZone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))
}

/** An instant as day and time in the workspace's zone: `2 Mar 2026, 14:05`. */
export function formatDateTime(instant: string | Date, timeZone: string): string {
  return `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`
}

/** A calendar day, which has no time zone (`2026-03-02`): `Mon 2 Mar 2026`. */
export function formatDay(day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  return dateFormat('UTC', options)
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')
}

/** Two instants as a time range in the workspace's zone: `09:00–11:30`. */
export function formatWindow(from: string | Date, to: string | Date, timeZone: string): string {
  return `${formatTime(from, timeZone)}–${formatTime(to, timeZone)}`
}

/** The calendar day of an instant in a time zone, as `2026-03-02`. */
export function dayInZone(instant: string | Date, timeZone: string): string {
  const parts = dateFormat(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    new Date(instant),
  )
  const part = (type: string) => parts.find((each) => each.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** `1 delivery`, `120 deliveries`. The plural adds an s unless given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)} ${count === 1 ? one : many}`
}
