type Depot = { id: string; name: string }

/** The depots that a member is limited to: `All`, `North`, or `North and 2 more`. */
export function depotWords(ids: readonly string[] | null, depots: readonly Depot[]): string {
  if (ids === null) return 'All'
  const names = depots.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  const [first, ...others] = names
  if (!first) return ids.length === 1 ? '1 depot' : `${ids.length} depots`
  return others.length ? `${first} and ${others.length} more` : first
}
