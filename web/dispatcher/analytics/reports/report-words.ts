import { splitLabels } from '#domain/figures/splits.ts'
import { measureOf } from '#domain/reports/measures.ts'
import { rangeLabels } from '#domain/reports/ranges.ts'
import type { Report, ReportSending } from '#domain/schema/report.ts'
import { countOf, formatDateTime, formatTimeOfDay } from '#web/lib/format.ts'

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** What a report shows: `On time, Attempts by driver, last week`. */
export function contentWords({ measures, split, range, period }: Report): string {
  const names = measures.map((measure) => measureOf(measure).label)
  const shown =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${countOf(names.length - 3, 'more')}` : names.join(', ')
  return `${shown} by ${split ? splitLabels[split].toLowerCase() : period}, ${rangeLabels[range].toLowerCase()}`
}

type Schedule = NonNullable<Report['schedule']>

/** When it is mailed: `Every Monday at 07:00`. */
export function scheduleWords({ every, weekday, day_of_month, at }: Schedule): string {
  const time = formatTimeOfDay(at)
  if (every === 'week') return `Every ${weekdayNames[(weekday ?? 1) - 1]} at ${time}`
  if (every === 'month') return `On day ${day_of_month ?? 1} of each month at ${time}`
  return `Every day at ${time}`
}

export const recipientCount = ({ member_ids, addresses }: Schedule): string =>
  countOf(member_ids.length + addresses.length, 'recipient')

export const formatWords = (formats: readonly string[]): string =>
  formats.map((each) => each.toUpperCase()).join(' and ')

export const sendingStateWords: Record<ReportSending['state'], string> = {
  waiting: 'On its way',
  sent: 'Sent',
  failed: 'Not sent',
}

/** The last time that it was mailed. */
export const sentWords = ({ state, at }: ReportSending, zone: string): string =>
  `${sendingStateWords[state]}, ${formatDateTime(at, zone)}`
