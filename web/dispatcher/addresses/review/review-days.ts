import { Day } from '#domain/time.ts'
import { parseDate } from '@internationalized/date'

/** The day in the address, if it is one. */
export function readDay(text: string | null): string | undefined {
  return Day.safeParse(text).success ? text! : undefined
}

/** The days to choose from: all, today, tomorrow, and the chosen one if it is another. */
export function dayChoices(today: string, chosen: string | undefined, nameOf: (day: string) => string) {
  const tomorrow = parseDate(today).add({ days: 1 }).toString()
  const other = chosen !== undefined && chosen !== today && chosen !== tomorrow ? [chosen] : []
  return [
    { id: 'all', label: 'All open days' },
    { id: today, label: 'Today' },
    { id: tomorrow, label: 'Tomorrow' },
    ...other.map((day) => ({ id: day, label: nameOf(day) })),
  ]
}
