import { cellOf, type Observation } from '#domain/eta/learn.ts'
import { metersBetween, type Place } from '#domain/road/meters.ts'
import { chance } from '#domain/rehearsal/chance.ts'
import { simulateDay, type Happening } from '../../../simulate/day.ts'

const drivers = 12
const stopsPerDay = 24
const plannedSpeed = 9
export const plannedService = 180
export const depot = { lat: -6.2, lng: 106.83 }

type Stop = Place & { id: string; leg: number }
export type Driven = {
  driver: string
  day: string
  stops: Stop[]
  arrivals: number[]
  ends: number[]
  fixes: (Place & { at: number })[]
  seen: Record<'drive' | 'service', Observation[]>
}

export const hourAt = (at: number) => 7 + Math.floor(at / 3_600_000)

/** How drivers differ, and traffic by day and by drive: standard deviations of logarithms. */
export type World = { drivers: number; weather: number; traffic: number }

/** The routes of each day of a fleet, driven by drivers who differ, in traffic that differs by day, hour and drive. */
export function* daysOf(seed: number, days: number, world: World): Generator<Driven[]> {
  const random = chance(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const factors = Array.from({ length: drivers }, () => Math.exp(world.drivers * normal()))
  for (let day = 0; day < days; day++) {
    const weather = Math.exp(world.weather * normal())
    yield factors.map((factor, index) =>
      drive({
        seed: (seed * days + day) * drivers + index,
        driver: String(index),
        day: `${seed}, ${day}`,
        factor: factor * weather,
        traffic: world.traffic,
        random,
        normal,
      }),
    )
  }
}

type Driving = {
  seed: number
  driver: string
  day: string
  factor: number
  traffic: number
  random: () => number
  normal: () => number
}

/** A route, stop by stop with the simulator, each drive at its own speed. */
function drive({ seed, driver, day, factor, traffic, random, normal }: Driving): Driven {
  const driven: Driven = { driver, day, stops: [], arrivals: [], ends: [], fixes: [], seen: { drive: [], service: [] } }
  let [here, now]: [Place, number] = [depot, 0]
  for (let index = 0; index < stopsPerDay; index++) {
    const place = { lat: here.lat + (random() - 0.5) * 0.05, lng: here.lng + (random() - 0.5) * 0.05 }
    const leg = metersBetween(here, place) / plannedSpeed
    const rush = hourAt(now) < 9 ? 1.2 : 1
    const slower = factor * rush * Math.exp(traffic * normal())
    const stop = { ...place, id: `${seed}-${index}`, leg }
    const { happenings } = simulateDay({
      seed: seed * stopsPerDay + index,
      from: here,
      stops: [{ ...stop, delivery: { id: stop.id, isPickup: false } }],
      isUnderway: true,
      shiftId: 's',
      vehicleId: null,
      metersPerSecond: plannedSpeed / slower,
      serviceSeconds: plannedService,
      fixEverySeconds: 15,
      failures: 0,
      lies: 0,
      deadTime: 0,
    })
    const arrived = now + entryAt(happenings, 'arrived') * 1000
    const ended = now + entryAt(happenings, 'delivered') * 1000
    for (const happening of happenings) {
      const at = now + happening.seconds * 1000
      if ('fix' in happening && at <= ended) driven.fixes.push({ lat: happening.fix.lat, lng: happening.fix.lng, at })
    }
    const of = { driver, day, cell: cellOf(place), hour: hourAt(arrived) }
    driven.seen.drive.push({ ...of, planned_seconds: leg, actual_seconds: (arrived - now) / 1000 })
    driven.seen.service.push({ ...of, planned_seconds: plannedService, actual_seconds: (ended - arrived) / 1000 })
    driven.stops.push(stop)
    driven.arrivals.push(arrived)
    driven.ends.push(ended)
    ;[here, now] = [place, ended]
  }
  return driven
}

const entryAt = (happenings: readonly Happening[], entry: 'arrived' | 'delivered') =>
  happenings.find((each) => 'entry' in each && each.entry === entry)!.seconds
