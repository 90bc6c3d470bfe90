import { gunzip, gzip, constants } from 'node:zlib'
import { promisify } from 'node:util'
import { vehicleTypes } from '#domain/schema/vehicle.ts'
import type { PlannerSettings } from '#domain/problem/settings.ts'
import { speedFactor } from '#domain/problem/fleet-types.ts'
import type { TravelTable } from '#domain/travel/tables.ts'
import type { PlanTravel } from '#domain/schema/travel.ts'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/** A table as it is kept: all seconds, then all meters, compressed as quickly as can be. */
export function packBlock({ seconds, meters }: TravelTable): Promise<Buffer> {
  const bytes = new Uint8Array(seconds.byteLength * 2)
  bytes.set(new Uint8Array(seconds.buffer, seconds.byteOffset, seconds.byteLength))
  bytes.set(new Uint8Array(meters.buffer, meters.byteOffset, meters.byteLength), seconds.byteLength)
  return packed(bytes, { level: constants.Z_BEST_SPEED })
}

export async function unpackBlock(bytes: Buffer): Promise<TravelTable> {
  const whole = await unpacked(bytes)
  // A small buffer may begin anywhere in a larger one.
  const cells = new Int32Array(whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.byteLength))
  return { seconds: cells.subarray(0, cells.length / 2), meters: cells.subarray(cells.length / 2) }
}

/** So many cells of tables stay in memory: 64 MB. */
const mostCells = 8_000_000
const recent = new Map<string, { places: number[]; table: TravelTable }>()

/** The table that a workspace read last from a source: changes of a plan read the same one again and again. */
export const recall = (workspaceId: string, source: string) => recent.get(`${workspaceId} ${source}`)

/** Keeps a table in memory. Whoever was read longest ago leaves. */
export function remember(workspaceId: string, source: string, places: number[], table: TravelTable): void {
  const key = `${workspaceId} ${source}`
  recent.delete(key)
  // What is written into it later must not change what is kept.
  recent.set(key, { places, table: { seconds: table.seconds.slice(), meters: table.meters.slice() } })
  let cells = [...recent.values()].reduce((sum, kept) => sum + kept.places.length ** 2, 0)
  for (const [oldest, kept] of recent) {
    if (cells <= mostCells) return
    cells -= kept.places.length ** 2
    recent.delete(oldest)
  }
}

/** What is read next comes from the database. */
export const forgetRecent = () => recent.clear()

/** A part of a table by the keys of its rows and columns. */
export type KeptBlock = { origins: number[]; destinations: number[]; table: TravelTable }

/** Writes a kept part into a table of other rows and columns. What they do not have in common is left out. */
export function fillTable(
  table: TravelTable,
  rowOf: ReadonlyMap<number, number>,
  { origins, destinations, table: part }: KeptBlock,
) {
  const size = rowOf.size
  const columns = destinations.map((key) => rowOf.get(key) ?? -1)
  for (const [row, key] of origins.entries()) {
    const to = rowOf.get(key)
    if (to === undefined) continue
    for (let column = 0; column < columns.length; column++) {
      const at = columns[column]!
      if (at < 0 || at === to) continue
      const from = row * columns.length + column
      table.seconds[to * size + at] = part.seconds[from]!
      table.meters[to * size + at] = part.meters[from]!
    }
  }
}

/** How fast each type of vehicle is said to be, compared with the workspace's speed. */
export type Speeds = Pick<PlannerSettings, 'speed_kmh' | 'speeds'>

export const typeSpeedsOf = (settings: Speeds): Record<string, number> =>
  Object.fromEntries(vehicleTypes.map((type) => [type, speedFactor(type, 1, settings)]))

/** What is said of a plan whose vehicles drive straight lines, because an engine gave no answer. */
export function straightLines({ speed_kmh, detour_factor = 1 }: PlannerSettings, because: string): PlanTravel {
  const lines = detour_factor === 1 ? 'straight lines' : `straight lines × ${detour_factor}`
  return { engine: 'great_circle', note: `Times are for ${lines} at ${speed_kmh} km/h, because ${because}.` }
}

const mostNamed = 5

/** Says which of these, but not of hundreds: “deliveries 4, 7 and 12”, “delivery 4, a depot and 3 more”. */
export function nameSome(names: readonly string[]): string {
  const named = names.slice(0, mostNamed)
  const left = names.length - named.length
  const numbers = named.flatMap((name) => /^delivery (\d+)$/.exec(name)?.[1] ?? [])
  const others = named.filter((name) => !/^delivery \d+$/.test(name))
  const [first, ...more] = numbers
  const deliveries = first ? [more.length ? `deliveries ${first}` : `delivery ${first}`, ...more] : []
  return new Intl.ListFormat('en').format([...deliveries, ...others, ...(left ? [`${left} more`] : [])])
}
