import type { DaySuggestion } from '#domain/schema/day-suggestion.ts'

/** Suggestions by day, without those that somebody left out. */
export function idsByDay(
  suggestions: readonly DaySuggestion[],
  leftOut: ReadonlySet<string>,
): { day: string; ids: string[] }[] {
  const chosen = suggestions.filter(({ delivery_id }) => !leftOut.has(delivery_id))
  const byDay = Map.groupBy(chosen, ({ day }) => day)
  return [...byDay].map(([day, all]) => ({ day, ids: all.map(({ delivery_id }) => delivery_id) }))
}
