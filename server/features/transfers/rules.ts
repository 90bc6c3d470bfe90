import type { AlertSeverity } from '#domain/alerts/kinds.ts'
import type { Location } from '#domain/geo.ts'
import { distanceKm } from '#domain/great-circle.ts'
import { parcelCode } from '#domain/parcel-code.ts'
import { mostInTransferCall, type TransferGroup } from '#domain/schema/transfer.ts'
import { isInside, type Zone } from '#domain/territory.ts'
import { dayOf, timeOf } from '#domain/time.ts'
import { goodsAt } from '#domain/transfers/fits.ts'
import { inOrder, isOpen, type Leg } from '#domain/transfers/goods.ts'

/** What the labels of a delivery say. */
export const codesOn = (number: number, parcels: { code: string | null }[]): string[] =>
  Array.from({ length: Math.max(1, parcels.length) }, (_, at) => parcelCode({ number, parcels }, at))

export type Movable = {
  id: string
  kind: string
  status: string
  pickup_address: string | null
  pickup_depot_id: string | null
  depot_id: string | null
  location: Location | null
  parcels: number
  weight_kg: number
  volume_l: number
  units: number
  legs: Leg[]
}

type Depot = { id: string; name: string; location: Location }
type Capacity = { capacity_kg: number | null; capacity_l: number | null; capacity_units: number | null }

type Known = {
  depots: Depot[]
  territories: Zone[]
  depotOfDriver: ReadonlyMap<string, string | null>
  vehicles: (Capacity & { id: string; code: string })[]
}

type Sums = Pick<TransferGroup, 'deliveries' | 'parcels' | 'weight_kg' | 'volume_l' | 'units'>

/** Vehicles that are offered for a group. */
const mostFitting = 10
/** A depot has to be closer by this before goods are suggested to go there. */
const muchCloser = 0.7

/** Goods that are at one depot and have to be at another, by pair; after them those that would better be delivered from another. */
export function groupsOf(deliveries: readonly Movable[], known: Known): TransferGroup[] {
  const depots = new Map(known.depots.map((depot) => [depot.id, depot]))
  const moves = deliveries.flatMap((delivery) => {
    const from = goodsAt(delivery, delivery.legs)
    if (from === null || inOrder(delivery.legs).some(isOpen)) return []
    const isSuggested = from === delivery.depot_id
    const to = isSuggested ? betterDepot(delivery, from, known) : delivery.depot_id
    return to && depots.has(from) && depots.has(to) ? [{ delivery, from, to, isSuggested }] : []
  })
  const pairs = [...Map.groupBy(moves, ({ from, to, isSuggested }) => `${isSuggested} ${from} ${to}`).values()]
  return pairs
    .map((pair): TransferGroup => {
      const { from, to, isSuggested } = pair[0]!
      const [first, second] = [depots.get(from)!, depots.get(to)!]
      // More would not fit into one call.
      const taken = pair.slice(0, mostInTransferCall).map(({ delivery }) => delivery)
      const sums = sumsOf(taken)
      return {
        from_depot_id: from,
        from_depot_name: first.name,
        to_depot_id: to,
        to_depot_name: second.name,
        is_suggested: isSuggested,
        delivery_ids: taken.map(({ id }) => id),
        ...sums,
        distance_km: Math.round(distanceKm(first.location, second.location) * 10) / 10,
        fits: known.vehicles
          .filter((vehicle) => hasRoom(vehicle, sums))
          .slice(0, mostFitting)
          .map(({ id, code }) => ({ vehicle_id: id, code })),
      }
    })
    .toSorted((a, b) => Number(a.is_suggested) - Number(b.is_suggested) || b.deliveries - a.deliveries)
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

function sumsOf(deliveries: readonly Movable[]): Sums {
  const sum = (field: 'parcels' | 'weight_kg' | 'volume_l' | 'units') =>
    rounded(deliveries.reduce((total, each) => total + each[field], 0))
  return {
    deliveries: deliveries.length,
    parcels: sum('parcels'),
    weight_kg: sum('weight_kg'),
    volume_l: sum('volume_l'),
    units: sum('units'),
  }
}

const hasRoom = ({ capacity_kg, capacity_l, capacity_units }: Capacity, { weight_kg, volume_l, units }: Sums) =>
  weight_kg <= (capacity_kg ?? Infinity) &&
  volume_l <= (capacity_l ?? Infinity) &&
  units <= (capacity_units ?? Infinity)

/** The depot whose drivers have the territory of an address, or one that is much closer. */
function betterDepot({ location, legs }: Movable, from: string, known: Known): string | null {
  // What a transfer brought is where it belongs.
  if (!location || legs.length) return null
  const zone = known.territories.find(({ area }) => isInside(area, location))
  const ofZone = new Set(zone?.driver_ids.flatMap((id) => known.depotOfDriver.get(id) ?? []))
  if (ofZone.size === 1) {
    const [depot] = ofZone
    return depot === from ? null : depot!
  }
  const here = known.depots.find(({ id }) => id === from)
  if (!here) return null
  const farthest = distanceKm(here.location, location)
  const [nearest] = known.depots
    .map((depot) => ({ id: depot.id, km: distanceKm(depot.location, location) }))
    .toSorted((a, b) => a.km - b.km)
  return nearest && nearest.id !== from && nearest.km < farthest * muchCloser ? nearest.id : null
}

type TooEarly = { driver_name: string; deliveries: number; loads_at: string; ready_at: string | null }
type Named = { number: number; from_depot_name: string; to_depot_name: string }

type Overlapping = Named & { driver_name: string | null; departs_at: string; expected_at: string }

/** Why somebody cannot drive a transfer: they are on another one. */
export function sayOverlapping(
  { number, driver_name, from_depot_name, to_depot_name, departs_at, expected_at }: Overlapping,
  timeZone: string,
): string {
  const moment = (at: string) => `${dayOf(new Date(at), timeZone)} ${timeOf(new Date(at), timeZone)}`
  return `${driver_name} drives transfer ${number} from ${from_depot_name} to ${to_depot_name} then, from ${moment(departs_at)} until ${moment(expected_at)}. Choose another driver or time.`
}

/** A route that is delayed by less than this can make up for it. */
const muchLaterMinutes = 30

/** What an alert says of a route that loads goods before a transfer has brought them. */
export function sayTooEarly(
  { number, from_depot_name, to_depot_name }: Named,
  { driver_name, deliveries, loads_at, ready_at }: TooEarly,
  timeZone: string,
): { sentence: string; severity: AlertSeverity } {
  const what = deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`
  const clock = (at: string) => timeOf(new Date(at), timeZone)
  const from = `Transfer ${number} from ${from_depot_name}`
  if (ready_at === null) {
    const sentence = `${from} does not bring ${what} of ${driver_name}’s route, which loads at ${clock(loads_at)}.`
    return { sentence, severity: 'high' }
  }
  const minutes = (Date.parse(ready_at) - Date.parse(loads_at)) / 60_000
  return {
    sentence: `${from} is late: ${what} of ${driver_name}’s route can be loaded at ${to_depot_name} at ${clock(ready_at)}, not at ${clock(loads_at)}.`,
    severity: minutes > muchLaterMinutes ? 'high' : 'medium',
  }
}
