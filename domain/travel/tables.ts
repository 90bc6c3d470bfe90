import type { Profile } from './profiles.ts'

/** There is no road from one place to the other. */
export const unreachable = -1
/** No road is near one of the two, as far as the engine's map goes. */
export const offRoad = -2
/** Nobody has measured it yet. */
export const unmeasured = -3

/** Seconds and meters from each place to each other, row by row: whole numbers, or one of the above. */
export type TravelTable = { seconds: Int32Array; meters: Int32Array }

/** Travel between places, as a routing engine measured it. */
export type TravelTables = {
  /** By `placeKey`, in the order of rows and columns. */
  places: number[]
  profiles: Partial<Record<Profile, TravelTable>>
  /** How fast the workspace says a type of vehicle is, compared with its usual speed; a profile's own table knows better. */
  typeSpeeds: Record<string, number>
}

/** A table in which nothing is known but that a place is where it is. */
export function emptyTable(size: number): TravelTable {
  const nothing = () => new Int32Array(size * size).fill(unmeasured)
  const table = { seconds: nothing(), meters: nothing() }
  for (let place = 0; place < size; place++)
    table.seconds[place * size + place] = table.meters[place * size + place] = 0
  return table
}

/** How many pairs nobody has measured. */
export function countUnmeasured({ profiles }: TravelTables): number {
  let count = 0
  for (const table of Object.values(profiles)) for (const each of table.seconds) if (each === unmeasured) count++
  return count
}

/** The places without a road near, or to which no road leads. */
export function placesWithout(kind: typeof offRoad | typeof unreachable, { places, profiles }: TravelTables): number[] {
  const seconds = profiles.car?.seconds ?? Object.values(profiles)[0]?.seconds
  const size = places.length
  if (!seconds || size < 2) return []
  return places.filter((_, place) =>
    places.every(
      (__, other) =>
        other === place || (seconds[other * size + place] === kind && seconds[place * size + other] === kind),
    ),
  )
}
