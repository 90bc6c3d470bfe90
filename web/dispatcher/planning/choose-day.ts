type OpenDay = { day: string; pending: number; total: number }

/**
 * The day to plan first: today if it has deliveries, otherwise the next one with pending ones, or else with any. Days
 * that are over can no longer be planned.
 */
export function chooseDay(openDays: readonly OpenDay[], today: string): string {
  if (openDays.some((each) => each.day === today && each.total > 0)) return today
  const upcoming = openDays.filter(({ day }) => day > today).toSorted((a, b) => a.day.localeCompare(b.day))
  const next = upcoming.find(({ pending }) => pending > 0) ?? upcoming.find(({ total }) => total > 0)
  return next?.day ?? today
}

/** Days other than `day` with pending deliveries, nearest first. Of two equally near, the later one first. */
export function otherDays(openDays: readonly OpenDay[], day: string): OpenDay[] {
  return openDays
    .filter((each) => each.pending > 0 && each.day !== day)
    .sort((a, b) => daysBetween(a.day, day) - daysBetween(b.day, day) || b.day.localeCompare(a.day))
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}
