import { parseTime, type Time } from '@internationalized/date'

/** An empty or blank text as null, since the API tells "nothing" from "an empty text". */
export function textOrNull(value: string): string | null {
  return value.trim() === '' ? null : value.trim()
}

/** A number field's value as the API wants it: React Aria says NaN for empty. */
export function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

/** `09:00` for a time field. */
export function toTime(value: string | null): Time | null {
  return value ? parseTime(value) : null
}

/** A time field's value as `09:00`. */
export function fromTime(value: { hour: number; minute: number } | null): string | null {
  if (!value) return null
  return `${String(value.hour).padStart(2, '0')}:${String(value.minute).padStart(2, '0')}`
}

/** Skills as a person writes them: words between commas. */
export function toSkills(text: string): string[] {
  const words = text.split(/[,;|]/).map((word) => word.trim().toLowerCase())
  return [...new Set(words.filter(Boolean))]
}
