type Span = { code: string; title: string; from_day: string; until_day: string | null }

/** Why plans leave a vehicle out that is in the workshop. */
export function sayInWorkshop({ code, title, from_day, until_day }: Span): string {
  const days =
    until_day === null
      ? `from ${from_day} on`
      : from_day === until_day
        ? `on ${from_day}`
        : `from ${from_day} to ${until_day}`
  return `${code} is in the workshop ${days} (${title}).`
}
