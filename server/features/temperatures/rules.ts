import { minutesOf, type Excursion, type Point, type Range } from '#domain/cold-chain/excursions.ts'
import { sayTemperatures, temperatureOf } from '#domain/problem/temperature.ts'
import type { Compartment } from '#domain/schema/compartment.ts'
import type { CompartmentNow, NewReading, ReadingsTaken } from '#domain/schema/temperature.ts'

export type KnownVehicle = { id: string; code: string; compartments: Compartment[] }

/** A reading of a known compartment. */
export type PlacedReading = { vehicle_id: string; compartment: string; read_at: string; celsius: number }

const dayMs = 86_400_000
const oldestDays = 366
/** Clocks of sensors are not exact. */
const aheadMs = 5 * 60_000

/** Readings of compartments that exist, each moment of one once, and why others are refused. */
export function placeReadings(readings: readonly NewReading[], known: readonly KnownVehicle[], now: Date) {
  const refused: ReadingsTaken['refused'] = []
  const placed = new Map<string, PlacedReading>()
  const vehicles = new Map(
    known.flatMap((each) => [[each.id, each] as const, [each.code.toLowerCase(), each] as const]),
  )
  readings.forEach(({ vehicle: name, compartment, read_at, celsius }, index) => {
    const vehicle = vehicles.get(name.toLowerCase())
    const found = vehicle && compartmentOf(vehicle, compartment)
    const at = Date.parse(read_at)
    const reason = !vehicle
      ? `No vehicle is called ${name}.`
      : found === undefined
        ? sayCompartments(vehicle, compartment)
        : at > now.getTime() + aheadMs
          ? 'It is from the future. Check the clock and the time zone of the sensor.'
          : at < now.getTime() - oldestDays * dayMs && 'It is older than a year.'
    if (reason) refused.push({ index, reason })
    else {
      const instant = new Date(at).toISOString()
      const key = `${vehicle!.id} ${found} ${instant}`
      if (!placed.has(key)) placed.set(key, { vehicle_id: vehicle!.id, compartment: found!, read_at: instant, celsius })
    }
  })
  return { placed: [...placed.values()], refused }
}

/** The name of a vehicle's compartment as it is stored; the only one if none is named. Undefined if there is none like it. */
export function compartmentOf({ compartments }: KnownVehicle, name: string): string | undefined {
  if (!compartments.length) return name === '' ? '' : undefined
  if (name === '') return compartments.length === 1 ? compartments[0]!.name : undefined
  return compartments.find((each) => each.name.toLowerCase() === name.toLowerCase())?.name
}

function sayCompartments({ code, compartments }: KnownVehicle, name: string): string {
  if (!compartments.length) return `${code} has no compartments. Leave the compartment empty.`
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(compartments.map((each) => each.name))
  return name ? `${code} has no compartment ${name}. Say ${names}.` : `Say which compartment of ${code}: ${names}.`
}

/** Stored excursions and what they are by all readings, matched by the time that they have in common. */
export function matchExcursions<
  Stored extends { id: string; began_at: string; ended_at: string | null; last_at: string },
>(
  computed: readonly Excursion[],
  stored: readonly Stored[],
): { pairs: { before: Stored | undefined; after: Excursion }[]; gone: Stored[] } {
  const left = new Set(stored)
  const pairs = computed.map((after) => {
    const end = after.ended_at ?? Infinity
    const before = [...left].find(
      (each) =>
        Date.parse(each.began_at) < end &&
        after.began_at < (each.ended_at === null ? Infinity : Date.parse(each.ended_at)),
    )
    if (before) left.delete(before)
    return { before, after }
  })
  return { pairs, gone: [...left] }
}

/** Whether an excursion lasts so long that people are told: by its readings, or by the clock while it goes on. */
export function isBreach(excursion: Excursion, minutes: number, now: Date): boolean {
  const lasts = excursion.ended_at === null ? (now.getTime() - excursion.began_at) / 60_000 : minutesOf(excursion)
  return lasts >= minutes
}

type Named = { vehicle_code: string; compartment: string }

/** What people are told: `Cold of KA-1 is at 9.4 °C, and should be at 2 to 8 °C.` */
export function sayBreach({ vehicle_code, compartment }: Named, excursion: Excursion, range: Range): string {
  const worst = excursion.highest_c > range[1] ? excursion.highest_c : excursion.lowest_c
  const minutes = Math.max(1, Math.round(minutesOf(excursion)))
  const verb = excursion.ended_at === null ? 'is' : 'was'
  const where = compartment ? `${compartment} of ${vehicle_code}` : vehicle_code
  const limit = sayTemperatures([...range])
  return `${where} ${verb} at up to ${String(worst).replace('-', '−')} °C for ${minutes} min, and should be at ${limit}.`
}

/** The compartment that a delivery is put into: the first one that keeps what it needs. Empty for the whole vehicle. */
export function compartmentFor(compartments: readonly Compartment[], range: Range): string | undefined {
  if (!compartments.length) return ''
  return compartments.find((each) => {
    const [coldest, warmest] = temperatureOf(each)!
    return range[0] <= coldest && warmest <= range[1]
  })?.name
}

const silentMs = 2 * 3_600_000

/** How a compartment is, by its newest reading. */
export function stateNow(range: Range | undefined, newest: Point | undefined, now: Date): CompartmentNow['state'] {
  if (!newest) return 'unknown'
  if (now.getTime() - newest.at > silentMs) return 'silent'
  if (range && newest.celsius > range[1]) return 'too_warm'
  return range && newest.celsius < range[0] ? 'too_cold' : 'fine'
}
