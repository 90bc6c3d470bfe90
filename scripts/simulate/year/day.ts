import { failureReasonNames, type FailureReason } from '#domain/failure-reasons.ts'
import { distanceKm } from '#domain/great-circle.ts'
import { chance, normals, seedOf } from '#domain/rehearsal/chance.ts'
import { depots, type Door } from './city.ts'

/*
 * One day of a fleet: what was planned, and how it went. No clock, no database: the same numbers make the same day. All times
 * are seconds since midnight.
 */

type Place = { lat: number; lng: number }

export type Order = {
  door: number
  /** Whose it is: a number of the clients; null for the workspace's own. */
  client: number | null
  weightKg: number
  volumeL: number
  isCold: boolean
  /** 2 if it failed on an earlier day. */
  attempt: number
}

export type Visit = {
  order: number
  place: Place
  window: { from: number; to: number } | null
  /** Of the route until there. */
  km: number
  planned: { arrives: number; waits: number; serves: number; leaves: number }
  actual: { left: number; arrived: number; done: number }
  reason: FailureReason | null
  /** Stars, and how long after. */
  rating: { stars: number; after: number } | null
  /** When ranges were told, and what they said. */
  told: { at: number; from: number; middle: number; to: number }[]
  /** When texts were sent. */
  texts: number[]
}

export type Fix = Place & { at: number }

export type Route = {
  crew: number
  /** Instead of the crew's own vehicle, which is in the workshop. */
  vehicle: number
  depot: number
  visits: Visit[]
  planned: { leaves: number; returns: number; km: number; drives: number; waits: number; serves: number }
  /** As planned, after so many visits. */
  rest: { after: number; from: number; to: number }
  actual: { starts: number; ends: number; km: number; rest: { from: number; to: number } | null }
  fixes: Fix[]
}

export type Crew = { depot: number; vehicle: number; starts: number; isCold: boolean; factor: number }

export type Asked = {
  seed: number
  /** Of the year, so that each has numbers of its own. */
  index: number
  deliveries: number
  doors: readonly Door[]
  /** Who works, with the number of their crew. */
  crews: readonly (Crew & { number: number })[]
  /** Doors of orders that failed before and come again. */
  again: readonly Pick<Order, 'door' | 'client' | 'weightKg' | 'volumeL' | 'isCold'>[]
  clients: number
}

const minute = 60
const restSeconds = 30 * minute
const serviceSeconds = 4 * minute
/** A straight line on a map of streets that cross at right angles is longer to drive. */
export const driveKm = (a: Place, b: Place) =>
  distanceKm(a, { lat: a.lat, lng: b.lng }) + distanceKm({ lat: a.lat, lng: b.lng }, b)
const kmPerHour = (at: number) => (at < 9.5 * 3600 || at > 16.5 * 3600 ? 19 : 25)
const driveSeconds = (km: number, at: number) => Math.round((km / kmPerHour(at)) * 3600 + minute)

export function makeDay(asked: Asked): { orders: Order[]; routes: Route[] } {
  const { seed, index, crews } = asked
  const random = chance(seedOf(seed, 2, index))
  const orders = ordersOf(asked, random)
  const routes = crews.flatMap((crew) => {
    const own = shareOf(orders, asked, crew)
    if (!own.length) return []
    return [
      routeOf(
        crew,
        inOrder(own, orders, asked.doors, crew),
        orders,
        asked,
        chance(seedOf(seed, 3, index, crew.number)),
      ),
    ]
  })
  return { orders, routes }
}

function ordersOf({ deliveries, doors, again, clients }: Asked, random: () => number): Order[] {
  const fresh = Array.from({ length: Math.max(0, deliveries - again.length) }, (): Order => {
    const door = Math.floor(random() ** 1.6 * doors.length)
    const weight = Math.round((0.5 + random() ** 3 * 24) * 10) / 10
    const client = random() < 0.3 ? null : Math.floor(random() * clients)
    return {
      door: (door * 37) % doors.length,
      client,
      weightKg: weight,
      volumeL: Math.round(weight * 3.5),
      isCold: random() < 0.15,
      attempt: 1,
    }
  })
  return [...again.map((order) => ({ ...order, attempt: 2 })), ...fresh]
}

/** The orders of a crew: those of its depot in its slice of directions, and those that must be kept cold. */
function shareOf(orders: readonly Order[], { doors, crews }: Asked, crew: Crew & { number: number }): number[] {
  const beside = crews.filter(({ depot }) => depot === crew.depot)
  const cold = beside.filter(({ isCold }) => isCold)
  return orders.flatMap(({ door: number, isCold }, at) => {
    const door = doors[number]!
    if (door.depot !== crew.depot) return []
    const able = isCold && cold.length ? cold : beside
    const share = (angleOf(door.place, depots[door.depot]!.location) + Math.PI) / (2 * Math.PI)
    return able[Math.min(able.length - 1, Math.floor(share * able.length))]!.number === crew.number ? [at] : []
  })
}

const angleOf = (place: Place, from: Place) => Math.atan2(place.lat - from.lat, place.lng - from.lng)

/** Always the nearest next. */
function inOrder(own: readonly number[], orders: readonly Order[], doors: readonly Door[], { depot }: Crew): number[] {
  const left = new Set(own)
  const placeOf = (order: number) => doors[orders[order]!.door]!.place
  let here: Place = depots[depot]!.location
  const sorted: number[] = []
  while (left.size) {
    const next = [...left].reduce((best, each) =>
      driveKm(here, placeOf(each)) < driveKm(here, placeOf(best)) ? each : best,
    )
    sorted.push(next)
    left.delete(next)
    here = placeOf(next)
  }
  return sorted
}

function routeOf(
  crew: Crew & { number: number },
  sorted: number[],
  orders: readonly Order[],
  asked: Asked,
  random: () => number,
): Route {
  const { doors } = asked
  const depot = depots[crew.depot]!.location
  const normal = normals(random)
  const around = (middle: number, spread: number) => middle * Math.exp(normal() * spread)
  const half = Math.ceil(sorted.length / 2)
  const starts = crew.starts
  const late =
    random() < 0.06 ? 20 * minute + random() * 25 * minute : Math.max(-4 * minute, normal() * 4 * minute + 2 * minute)
  const jams = random() < 0.08 ? 1.35 : 1
  let [here, km, at, now, actualKm]: [Place, number, number, number, number] = [depot, 0, starts, starts + late, 0]
  const shiftFrom = Math.min(starts, now) - 15 * minute
  const fixes: Fix[] = []
  const visits: Visit[] = []
  const sums = { drives: 0, waits: 0, serves: 0 }
  let rest = { after: 0, from: 0, to: 0 }
  let taken: { from: number; to: number } | null = null
  for (const [place, order] of sorted.entries()) {
    if (place === half) {
      rest = { after: place, from: at, to: at + restSeconds }
      at += restSeconds
      // Some days are too full for a break.
      if (random() < 0.85) {
        taken = { from: now, to: now + Math.max(12 * minute, around(restSeconds, 0.2)) }
        now = taken.to
      }
    }
    const door = doors[orders[order]!.door]!
    const leg = driveKm(here, door.place)
    const drive = driveSeconds(leg, at)
    const arrives = at + drive
    const window = windowAt(arrives, random)
    const waits = window ? Math.max(0, window.from - arrives) : 0
    km += leg
    sums.drives += drive
    sums.waits += waits
    sums.serves += serviceSeconds
    const leaves = arrives + waits + serviceSeconds
    const isDetour = random() < 0.05
    const left = now
    const arrived = left + around(drive, 0.16) * crew.factor * jams * (random() < 0.03 ? 2.4 : 1) * (isDetour ? 1.5 : 1)
    const begins = window && random() < 0.9 ? Math.max(arrived, window.from) : arrived
    const done = begins + around(serviceSeconds, 0.3) * door.slow
    fixes.push(...drivenBetween(here, door.place, left, arrived, isDetour), { ...door.place, at: done })
    actualKm += leg * (isDetour ? 1.5 : 1)
    const fails = random() < door.fails
    visits.push({
      order,
      place: door.place,
      window,
      km,
      planned: { arrives, waits, serves: serviceSeconds, leaves },
      actual: { left: Math.round(left), arrived: Math.round(arrived), done: Math.round(done) },
      reason: fails ? (random() < 0.7 ? door.reason : failureReasonNames[Math.floor(random() * 9)]!) : null,
      rating: ratingOf(arrived - arrives, fails, random),
      told: toldBefore(arrived, random, normal),
      texts: [starts - 45 * minute, ...(random() < 0.8 ? [arrived - 15 * minute] : [])].map(Math.round),
    })
    here = door.place
    at = leaves
    now = done
  }
  const back = driveKm(here, depot)
  const wayBack = driveSeconds(back, at)
  const ends = now + around(wayBack, 0.15) * crew.factor
  fixes.push(...drivenBetween(here, depot, now, ends, false))
  const planned = { leaves: starts, returns: at + wayBack, km: km + back, ...sums, drives: sums.drives + wayBack }
  const actual = {
    starts: Math.round(shiftFrom),
    ends: Math.round(ends + 10 * minute),
    km: actualKm + back,
    rest: taken,
  }
  return { crew: crew.number, vehicle: crew.vehicle, depot: crew.depot, visits, planned, rest, actual, fixes }
}

/** Two in five have a window. Most hold the planned arrival, a few begin after it, and very few end before it. */
function windowAt(arrives: number, random: () => number): { from: number; to: number } | null {
  if (random() >= 0.4) return null
  const hour = 3600
  const kind = random()
  if (kind < 0.08) {
    const from = Math.ceil(arrives / (hour / 2)) * (hour / 2)
    return { from, to: from + 2 * hour }
  }
  const from = (Math.floor(arrives / hour) - (kind < 0.11 ? 3 : 1)) * hour
  return { from, to: from + (kind < 0.11 ? 2.5 : 3) * hour }
}

function ratingOf(late: number, fails: boolean, random: () => number): Visit['rating'] {
  if (fails || random() > 0.22) return null
  const stars = late > 30 * minute ? 1 + Math.floor(random() * 3) : random() < 0.7 ? 5 : random() < 0.8 ? 4 : 3
  return { stars, after: Math.round(5 * minute + random() * 3 * 3600) }
}

/** Of ten ranges, about eight hold. */
function toldBefore(arrived: number, random: () => number, normal: () => number): Visit['told'] {
  return [70, 25].map((before) => {
    const middle = arrived + normal() * before * 7
    const width = before * 9
    return {
      at: Math.round(arrived - before * minute - random() * 60),
      from: middle - width,
      middle,
      to: middle + width,
    }
  })
}

const fixEverySeconds = 40

/** Where a driver was on the way, along one street and then along the other. */
function drivenBetween(from: Place, to: Place, left: number, arrived: number, isDetour: boolean): Fix[] {
  const corner = { lat: from.lat, lng: to.lng }
  const astray = { lat: to.lat + (to.lat - from.lat) * 0.25, lng: to.lng + (to.lng - from.lng) * 0.25 }
  const way = isDetour ? [from, corner, { lat: astray.lat, lng: to.lng }, astray, to] : [from, corner, to]
  const lengths = way.slice(1).map((point, index) => distanceKm(way[index]!, point))
  const whole = lengths.reduce((sum, each) => sum + each, 0)
  const count = Math.max(2, Math.ceil((arrived - left) / fixEverySeconds))
  return Array.from({ length: count + 1 }, (_, step) => {
    let rest = (whole * step) / count
    let part = 0
    while (part < lengths.length - 1 && rest > lengths[part]!) rest -= lengths[part++]!
    const share = lengths[part] ? Math.min(1, rest / lengths[part]!) : 1
    const [a, b] = [way[part]!, way[part + 1]!]
    const at = left + ((arrived - left) * step) / count
    return { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share, at }
  })
}
