import { parseTime, type Time } from '@internationalized/date'

/** A blank text as null, since the API distinguishes null from an empty text. */
export function textOrNull(value: string): string | null {
  return value.trim() === '' ? null : value.trim()
}

/** A number field's value for the API: React Aria reports NaN when it is empty. */
export function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

/** Turns `09:00` into a time field's value. */
export function toTime(value: string | null): Time | null {
  return value ? parseTime(value) : null
}

/** Turns a time field's value into `09:00`. */
export function fromTime(value: { hour: number; minute: number } | null): string | null {
  if (!value) return null
  return `${String(value.hour).padStart(2, '0')}:${String(value.minute).padStart(2, '0')}`
}

/** Splits skills that a person typed, separated by commas. */
export function toSkills(text: string): string[] {
  const words = text.split(/[,;|]/).map((word) => word.trim().toLowerCase())
  return [...new Set(words.filter(Boolean))]
}
