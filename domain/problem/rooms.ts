import type { Compartment } from '../schema/compartment.ts'
import { broughtBy, capacityOf, capacityTogether, collectedBy, paidPieces, unlimited, type Amounts } from './amounts.ts'
import { fittingIn, sayTemperatures, temperatureOf, type Temperatures } from './temperature.ts'
import type { PlannerDelivery, PlannerVehicle } from './types.ts'

/** A quantity of the solver: what it is to a dispatcher, and how many of it are one unit. */
export type Quantity = {
  kind: 'capacity_kg' | 'capacity_l' | 'capacity_units'
  unit: string
  share: number
  /** Where it is limited: empty for the whole vehicle, or like ` at 2 to 8 °C`. */
  where: string
}

const whole: readonly Quantity[] = [
  { kind: 'capacity_kg', unit: 'kg', share: 1000, where: '' },
  { kind: 'capacity_l', unit: 'L', share: 1000, where: '' },
  { kind: 'capacity_units', unit: 'pieces', share: 1, where: '' },
]
/** What drivers are paid by. Nothing limits it. */
const paid: Quantity = { kind: 'capacity_units', unit: 'paid pieces', share: 1, where: '' }

/** Everything that limits the load of the day's vehicles, in the order of the solver's quantities. */
export type Rooms = {
  quantities: readonly Quantity[]
  brought: (delivery: PlannerDelivery) => number[]
  collected: (delivery: PlannerDelivery) => number[]
  capacity: (vehicle: PlannerVehicle | null) => number[]
}

/** Neighboring kinds of compartments, from the coldest to the warmest, and one thing that limits them together. */
type Room = { from: number; to: number; kind: number }

/**
 * The rooms of a day: each vehicle's as a whole, and those of its compartments. A compartment counts by what it keeps. Goods
 * that fit into several kinds of compartments are counted against all of these together, so a load fits if and only if all of
 * its goods can be put somewhere (Hall's theorem; for ranges, neighbors are enough).
 */
export function roomsOf(
  vehicles: readonly (PlannerVehicle | null)[],
  deliveries: readonly PlannerDelivery[],
  { paysPieces = false }: { paysPieces?: boolean } = {},
): Rooms {
  const kinds = kindsAmong(vehicles)
  const spanOf = (delivery: PlannerDelivery) => spanAmong(kinds, temperatureOf(delivery))
  const spans = kinds.length ? deliveries.map(spanOf).filter((span) => span !== undefined) : []
  const holds = (vehicle: PlannerVehicle | null, { from, to }: Omit<Room, 'kind'>): Amounts | undefined => {
    const all = vehicle?.compartments ?? []
    if (!all.length) return undefined
    return capacityTogether(all.filter((each) => isBetween(kinds.indexOf(keyOf(each)), from, to)))
  }
  const rooms = stretches(kinds.length, spans).flatMap((stretch) =>
    whole.flatMap((_, kind): Room[] => {
      const isLimited = vehicles.some((vehicle) => (holds(vehicle, stretch)?.[kind] ?? unlimited) < unlimited)
      return isLimited ? [{ ...stretch, kind }] : []
    }),
  )
  const amounts = (delivery: PlannerDelivery, own: Amounts, pieces: number) => {
    const span = rooms.length ? spanOf(delivery) : undefined
    const isIn = ({ from, to }: Room) => Boolean(span && from <= span[0] && span[1] <= to)
    return [...own, ...rooms.map((room) => (isIn(room) ? own[room.kind]! : 0)), ...(paysPieces ? [pieces] : [])]
  }
  return {
    quantities: [
      ...whole,
      ...rooms.map((room) => ({ ...whole[room.kind]!, where: ` ${sayKinds(kinds, room)}` })),
      ...(paysPieces ? [paid] : []),
    ],
    brought: (delivery) => amounts(delivery, broughtBy(delivery), paidPieces(delivery)),
    // Whoever exchanges without counting is paid for what is brought.
    collected: (delivery) => amounts(delivery, collectedBy(delivery), delivery.return_units ?? 0),
    capacity: (vehicle) => [
      ...capacityOf(vehicle),
      ...rooms.map((room) => holds(vehicle, room)?.[room.kind] ?? unlimited),
      ...(paysPieces ? [unlimited] : []),
    ],
  }
}

type Kept = Pick<Compartment, 'temperature_min_c' | 'temperature_max_c'>

const keyOf = (compartment: Kept) => temperatureOf(compartment)!.join(' ')
const rangeOf = (key: string) => key.split(' ').map(Number) as Temperatures
const isBetween = (at: number, from: number, to: number) => from <= at && at <= to

/** What the compartments of a day keep, each range once, from the coldest to the warmest. */
function kindsAmong(vehicles: readonly (PlannerVehicle | null)[]): string[] {
  const keys = new Set(vehicles.flatMap((vehicle) => (vehicle?.compartments ?? []).map(keyOf)))
  const ranges = [...keys].map(rangeOf)
  const colder = ([a, b]: Temperatures, [c, d]: Temperatures) => less(a, c) || less(b, d)
  return ranges.toSorted(colder).map((range) => range.join(' '))
}

const less = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

/** The first and the last kind of compartment that keeps what goods need. */
function spanAmong(kinds: readonly string[], range: Temperatures | undefined): [number, number] | undefined {
  if (!range) return undefined
  const kept = kinds.map((key, at) => ({ at, ...asKept(rangeOf(key)) }))
  const fitting = fittingIn(kept, range)
  return fitting.length ? [fitting[0]!.at, fitting.at(-1)!.at] : undefined
}

const asKept = ([min, max]: Temperatures): Kept => ({
  temperature_min_c: min === -Infinity ? null : min,
  temperature_max_c: max === Infinity ? null : max,
})

/** Each kind by itself, and the neighbors among which some goods can choose. */
function stretches(kinds: number, spans: readonly [number, number][]): Omit<Room, 'kind'>[] {
  const [starts, ends] = [new Set(spans.map(([from]) => from)), new Set(spans.map(([, to]) => to))]
  const isChoice = (from: number, to: number) => spans.some(([start, end]) => start < end && from <= start && end <= to)
  const wide = [...starts].flatMap((from) =>
    [...ends].flatMap((to) => (from < to && isChoice(from, to) ? [{ from, to }] : [])),
  )
  return [...Array.from({ length: kinds }, (_, at) => ({ from: at, to: at })), ...wide]
}

function sayKinds(kinds: readonly string[], { from, to }: Room): string {
  const [first, last] = [rangeOf(kinds[from]!), rangeOf(kinds[to]!)]
  return `at ${sayTemperatures([first[0], last[1]])}`
}
