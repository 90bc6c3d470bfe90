import { longestAddress, type RouteStop } from './route-stop.ts'
import { isBlank, shortened, type FormStop } from './stop-list.ts'

/** Why there is no route yet, and which stops are to blame. */
export type Problem = { message: string; ids: string[] }

/** The first problem that prevents optimization, if any. */
export function problemOf(stops: readonly FormStop[]): Problem | undefined {
  const saying = (message: string, about: readonly FormStop[]) => ({ message, ids: about.map(({ id }) => id) })
  const blank = stops.filter(isBlank)
  if (blank.length > 0) return saying('Please fill in all addresses', blank)
  if (stops.length < 2) return saying('At least two points are required for route optimization', [])
  const long = stops.filter(({ address }) => address.length > longestAddress)
  if (long.length > 0) return saying(`An address can have at most ${longestAddress} characters`, long)
  const lost = stops.filter(({ position }) => !position)
  if (lost.length > 0) return saying(sayLost(lost), lost)
  return undefined
}

function sayLost(lost: readonly FormStop[]): string {
  if (lost.length > 1)
    return `We don’t know where ${lost.length} of these addresses are. Choose a suggestion or place their pins on the map.`
  return `We don’t know where “${shortened(lost[0]!.address)}” is. Choose a suggestion or place its pin on the map.`
}

/** Converts valid stops for the route calculation: the depot has priority 1, all others 2. */
export function toRouteStops(stops: readonly FormStop[]): RouteStop[] {
  return stops.flatMap(({ address, position }, index) =>
    position ? [{ address: address.trim(), position, priority: index === 0 ? 1 : 2 } as const] : [],
  )
}
