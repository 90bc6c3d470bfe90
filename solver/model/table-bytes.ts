import { commonUnit, costFactors, pricesJobs } from './cost.ts'
import type { VroomInput } from '../json/vroom.ts'

const bytesPerEntry = 4
/** A table of costs of its own is made from numbers of twice the size, which are dropped afterwards. */
const pricedTables = 3

/** About how many bytes the tables of travel between all places of a problem take, without making them. */
export function tableBytes(input: VroomInput): number {
  const { jobs = [], shipments = [], vehicles, matrices } = input
  const depots = new Set<string>()
  const tables = new Map<string, number>()
  const factors = vehicles.map((vehicle) => costFactors(input, vehicle))
  const common = commonUnit(factors)
  for (const [v, vehicle] of vehicles.entries()) {
    const { start, start_index, end, end_index, reload, profile = 'car', speed_factor = 1, max_distance } = vehicle
    const places = [[start_index, start] as const, [end_index, end] as const]
    for (const { location_index, location } of reload?.depots ?? []) places.push([location_index, location])
    for (const [index, place] of places) {
      const key = index === undefined || !matrices ? place?.join() : String(index)
      if (key !== undefined) depots.add(key)
    }
    const factor = factors[v]
    tables.set(`durations ${profile} ${speed_factor}`, 1)
    if (factor.distance > 0 || max_distance !== undefined || reload?.max_distance !== undefined)
      tables.set(`distances ${profile}`, 1)
    const isPlain = factor.time === common && !pricesJobs(factor) && factor.distance === 0 && factor.matrix === 0
    if (!isPlain) tables.set(JSON.stringify([profile, speed_factor, factor]), pricedTables)
  }
  const points = jobs.length + 2 * shipments.length + depots.size + 1
  // Tables that differ by direction are kept both ways.
  const ways = matrices ? 2 : 1
  return [...tables.values()].reduce((sum, count) => sum + count, 0) * ways * points * points * bytesPerEntry
}
