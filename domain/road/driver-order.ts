/** A stop of a route as far as its order goes. */
export type OrderedStop = { id: string; isDone: boolean; locked: boolean }

/**
 * The order that a driver wants, as far as the route still is what the driver saw: what is done stays in front, stops that are
 * gone are left out, and those that came meanwhile follow at the end.
 */
export function driverOrder(stops: readonly OrderedStop[], wanted: readonly string[]): string[] {
  const lastDone = stops.findLastIndex(({ isDone }) => isDone)
  const open = new Set(stops.slice(lastDone + 1).map(({ id }) => id))
  const asked = wanted.filter((id) => open.has(id))
  const rest = [...open].filter((id) => !asked.includes(id))
  return [...stops.slice(0, lastDone + 1).map(({ id }) => id), ...new Set(asked), ...rest]
}

/** Whether a locked stop would get another place. */
export function movesLocked(stops: readonly OrderedStop[], order: readonly string[]): boolean {
  return stops.some(({ id, locked }, place) => locked && order[place] !== id)
}
