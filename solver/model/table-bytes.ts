import { costFactors, pricesJobs, searchUnit } from './cost.ts'
import { isBeyondTable } from '../json/size.ts'
import type { VroomInput } from '../json/vroom.ts'

/** About how many jobs a table has at a time, if a problem is planned part by part. */
export const jobsPerTable = 5000
/** While one part gives way to the next, both are in memory. */
const partsAtOnce = 2

const bytesPerEntry = 4
/** Costs that do not fit into whole numbers of 32 bits take twice as much. */
const pricedTables = 2

/** About how many bytes the tables of travel between all places of a problem take, without making them. */
export function tableBytes(input: VroomInput): number {
  const { jobs = [], shipments = [], vehicles, matrices, speed_zones = {} } = input
  const depots = new Set<string>()
  const tables = new Map<string, number>()
  const factors = vehicles.map((vehicle) => costFactors(input, vehicle))
  const ends = shipments.flatMap(({ pickup, delivery }) => [pickup, delivery])
  const common = searchUnit(input, factors, [...jobs, ...ends])
  for (const [v, vehicle] of vehicles.entries()) {
    const { start, start_index, end, end_index, reload, profile = 'car', speed_factor = 1, max_distance } = vehicle
    const places = [[start_index, start] as const, [end_index, end] as const]
    for (const { location_index, location } of reload?.depots ?? []) places.push([location_index, location])
    for (const [index, place] of places) {
      const key = index === undefined || !matrices ? place?.join() : String(index)
      if (key !== undefined) depots.add(key)
    }
    // Which share of each drive is in which zone.
    if (speed_zones[profile]?.length) tables.set(`zones ${profile}`, 1)
    const factor = factors[v]
    const isPriced = pricesJobs(factor)
    const areSeconds = factor.time === common && !isPriced && factor.distance === 0 && factor.matrix === 0
    const areMeters = factor.distance === common && !isPriced && factor.time === 0 && factor.matrix === 0
    tables.set(`durations ${profile} ${speed_factor}`, 1)
    if (areMeters || max_distance !== undefined || reload?.max_distance !== undefined)
      tables.set(`distances ${profile}`, 1)
    // What is paid at the far end makes costs differ by direction, as a matrix does.
    const ways = isPriced && !matrices ? 2 : 1
    if (!areSeconds && !areMeters) tables.set(JSON.stringify([profile, speed_factor, factor]), ways * pricedTables)
  }
  const stops = jobs.length + 2 * shipments.length
  const isWhole = !isBeyondTable(input)
  const points = (isWhole ? stops : jobsPerTable) + depots.size + 1
  // Tables that differ by direction are kept both ways.
  const ways = (matrices ? 2 : 1) * (isWhole ? 1 : partsAtOnce)
  return [...tables.values()].reduce((sum, count) => sum + count, 0) * ways * points * points * bytesPerEntry
}
