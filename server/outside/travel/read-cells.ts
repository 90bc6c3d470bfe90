import { z } from 'zod'
import { offRoad, unreachable, type TravelTable } from '#domain/travel/tables.ts'

/** A road this far from a place is not the place's road: the map has none there, or the position is wrong. */
export const farthestRoadMeters = 2000

/** No drive of a day is longer. Whatever an engine makes of such a number, there is no road. */
const longest = { seconds: 20 * 86_400, meters: 20_000_000 }

const Cells = z.array(z.array(z.number().nullable()))

type Reading = {
  durations: unknown
  distances: unknown
  /** Meters in one of its units of distance. */
  metersPerUnit?: number
  /** For each row and column, how far the road is that was found; null if none was. */
  roadsAt?: { origins: (number | null)[]; destinations: (number | null)[] }
}

/**
 * A table from an engine's rows of numbers and nulls, which mean that there is no road.
 * @throws if they are not as many as asked for
 */
export function readCells(
  { durations, distances, metersPerUnit = 1, roadsAt }: Reading,
  rows: number,
  columns: number,
) {
  const [seconds, meters] = [Cells.parse(durations), Cells.parse(distances)]
  for (const cells of [seconds, meters]) {
    if (cells.length !== rows || cells.some((row) => row.length !== columns))
      throw new Error('not as many as asked for')
  }
  const table: TravelTable = { seconds: new Int32Array(rows * columns), meters: new Int32Array(rows * columns) }
  const isOff = (road: number | null | undefined) => road === null || (road ?? 0) > farthestRoadMeters
  for (let row = 0; row < rows; row++) {
    const isRowOff = roadsAt && isOff(roadsAt.origins[row])
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      const [time, units] = [seconds[row]![column]!, meters[row]![column]!]
      const way = units === null ? -1 : units * metersPerUnit
      const isKnown = time !== null && time >= 0 && time <= longest.seconds && way >= 0 && way <= longest.meters
      const missing = isRowOff || (roadsAt && isOff(roadsAt.destinations[column])) ? offRoad : unreachable
      const isUsable = isKnown && missing === unreachable
      table.seconds[at] = isUsable ? Math.round(time) : missing
      table.meters[at] = isUsable ? Math.round(way) : missing
    }
  }
  return table
}
