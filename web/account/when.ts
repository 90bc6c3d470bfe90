import { formatDate, formatDateTime } from '#web/lib/format.ts'

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A day in the person's own time zone: `2 Mar 2026`. */
export function dayOf(instant: string): string {
  return formatDate(instant, zone())
}

/** Day and time in the person's own time zone. */
export function timeOf(instant: string): string {
  return formatDateTime(instant, zone())
}
