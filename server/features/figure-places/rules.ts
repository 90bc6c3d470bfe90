import { placeSums, type PlaceSum, type PlaceSums } from '#domain/figures/trouble.ts'
import { periodsIn, periodStart, type DayRange } from '#domain/figures/periods.ts'
import { dayAfter } from '#domain/time.ts'

/** What of an attempt counts at its place. */
export type PlacedAttempt = {
  day: string
  place_id: string | null
  depot_id: string | null
  client_id: string | null
  late_seconds: number
} & Omit<PlaceSums, 'late_address_seconds'>

export type MonthChange = {
  month: string
  place_id: string
  depot_id: string | null
  client_id: string | null
} & PlaceSums

const sumOf = (attempt: PlacedAttempt, name: PlaceSum): number =>
  name === 'late_address_seconds' ? attempt.late_address * attempt.late_seconds : attempt[name]

/** By how much the months of places change when attempts come and others go. Those that stay the same are left out. */
export function changesOf(came: readonly PlacedAttempt[], went: readonly PlacedAttempt[]): MonthChange[] {
  const changes = new Map<string, MonthChange>()
  const add = (attempt: PlacedAttempt, times: 1 | -1) => {
    const { day, place_id, depot_id, client_id } = attempt
    if (place_id === null) return
    const month = periodStart(day, 'month')
    const key = [place_id, month, depot_id, client_id].join()
    const none = Object.fromEntries(placeSums.map((name) => [name, 0])) as PlaceSums
    const change = changes.get(key) ?? { month, place_id, depot_id, client_id, ...none }
    for (const name of placeSums) change[name] += times * sumOf(attempt, name)
    changes.set(key, change)
  }
  for (const attempt of came) add(attempt, 1)
  for (const attempt of went) add(attempt, -1)
  return [...changes.values()].filter((change) => placeSums.some((name) => change[name] !== 0))
}

const isWhole = ({ from, to }: DayRange) => from.endsWith('-01') && dayAfter(to).endsWith('-01')

/** The whole months of a range, as their first days, and what is left of it before and after them. */
export function wholeMonths(range: DayRange): { months: string[]; rest: DayRange[] } {
  const parts = periodsIn(range, 'month')
  return { months: parts.filter(isWhole).map(({ from }) => from), rest: parts.filter((part) => !isWhole(part)) }
}
