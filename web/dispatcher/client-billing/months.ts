import { parseDate } from '@internationalized/date'
import { Month } from '#domain/schema/client-billing.ts'

const shown = 24

/** The newest months, this one first. */
export function newestMonths(today: string): string[] {
  const first = parseDate(`${today.slice(0, 7)}-01`)
  return Array.from({ length: shown }, (_, back) => first.subtract({ months: back }).toString().slice(0, 7))
}

/** A month from a link; this one if the link has none. */
export function readMonth(text: string | null, today: string): string {
  const asked = Month.safeParse(text)
  return asked.success ? asked.data : today.slice(0, 7)
}
