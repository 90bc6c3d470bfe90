import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calibrationByLead, calibrationOf, type SaidRange } from '#domain/eta/calibration.ts'
import { estimate, type StopAhead } from '#domain/eta/estimate.ts'
import { cellOf, emptyModel, fit, learn, type Model, type Observation } from '#domain/eta/learn.ts'
import { metersBetween, type Place } from '#domain/road/meters.ts'
import { chance } from '../../simulate/chance.ts'
import { simulateDay, type Happening } from '../../simulate/day.ts'
import { calibrationSvg } from './draw/calibration-svg.ts'

/*
 * Days of the simulator, driven by drivers who differ, in traffic that differs by day, hour and drive. Each day is estimated
 * as it goes on, as the server does, with what the days before taught; what was said is then held against the arrivals.
 */
const drivers = 12
const stopsPerDay = 24
const learningDays = 10
const judgedDays = 40
const sayEverySeconds = 300
const plannedSpeed = 9
const plannedService = 180
const depot = { lat: -6.2, lng: 106.83 }
const file = join(import.meta.dirname, '../../../docs/images/eta-calibration.svg')

type Seen = Record<'drive' | 'service', Observation[]>
type Stop = Place & { id: string; leg: number }
type Driven = { stops: Stop[]; arrivals: number[]; ends: number[]; fixes: (Place & { at: number })[]; seen: Seen }

const hourAt = (at: number) => 7 + Math.floor(at / 3_600_000)

export async function run(): Promise<void> {
  const random = chance(20)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const factors = Array.from({ length: drivers }, () => Math.exp(0.15 * normal()))
  let model: Model = emptyModel()
  const all: Seen = { drive: [], service: [] }
  const said: SaidRange[] = []
  for (let day = 0; day < learningDays + judgedDays; day++) {
    const weather = Math.exp(0.08 * normal())
    const today = factors.map((factor, index) =>
      drive({ seed: day * drivers + index, driver: String(index), factor: factor * weather, random, normal }),
    )
    for (const [index, driven] of today.entries()) {
      if (day >= learningDays) said.push(...say(driven, String(index), model))
    }
    for (const { seen } of today) {
      all.drive.push(...seen.drive)
      all.service.push(...seen.service)
    }
    model = { drive: fit(all.drive.slice(-20_000)), service: fit(all.service.slice(-20_000)) }
  }
  const byLead = calibrationByLead(said)
  print('all', calibrationOf(said))
  for (const each of byLead) print(`${each.from_minutes} to ${each.to_minutes} min before`, each)
  writeFileSync(file, calibrationSvg(byLead))
  console.log(
    `Drawn into docs/images/eta-calibration.svg, from ${said.length} ranges of ${judgedDays * drivers} routes.`,
  )
}

function print(of: string, { said, levels }: ReturnType<typeof calibrationOf>): void {
  const shares = levels.map(({ probability, within }) => `${percent(probability)} held ${percent(within / said, 1)}`)
  console.log(`  ${of.padEnd(24)} ${String(said).padStart(7)} said   ${shares.join('   ')}`)
}

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)}%`

type Driving = { seed: number; driver: string; factor: number; random: () => number; normal: () => number }

/** A route, stop by stop with the simulator, each drive at its own speed. */
function drive({ seed, driver, factor, random, normal }: Driving): Driven {
  const driven: Driven = { stops: [], arrivals: [], ends: [], fixes: [], seen: { drive: [], service: [] } }
  let [here, now]: [Place, number] = [depot, 0]
  for (let index = 0; index < stopsPerDay; index++) {
    const place = { lat: here.lat + (random() - 0.5) * 0.05, lng: here.lng + (random() - 0.5) * 0.05 }
    const leg = metersBetween(here, place) / plannedSpeed
    const rush = hourAt(now) < 9 ? 1.2 : 1
    const slower = factor * rush * Math.exp(0.2 * normal())
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
    const of = { driver, cell: cellOf(place), hour: hourAt(arrived) }
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

/** What is said along a route, every few minutes, with what its own drives so far taught. */
function say({ stops, arrivals, ends, fixes, seen }: Driven, driver: string, learned: Model): SaidRange[] {
  const said: SaidRange[] = []
  let [model, known] = [learned, 0]
  for (let now = 0; now < arrivals.at(-1)!; now += sayEverySeconds * 1000) {
    const next = ends.findIndex((end) => end > now)
    for (; known < next; known++) {
      model = {
        drive: learn(model.drive, seen.drive[known]!),
        service: learn(model.service, seen.service[known]!),
      }
    }
    const isThere = arrivals[next]! <= now
    const left = next === 0 ? 0 : ends[next - 1]!
    const position = fixes.findLast(({ at }) => at <= now) ?? null
    const ahead = stops.slice(next).map((stop, index): StopAhead => ({
      id: stop.id,
      place: stop,
      isBreak: false,
      leg_seconds: stop.leg,
      service_seconds: plannedService,
      opens_at: null,
      arrived_at: index === 0 && isThere ? arrivals[next]! : null,
    }))
    const from = next === 0 ? depot : stops[next - 1]!
    const route = {
      now,
      driver,
      starts_at: 0,
      hasBegun: true,
      from,
      left_at: left,
      position,
      break_seconds: 0,
      stops: ahead,
    }
    for (const { id, p10, p50, p90 } of estimate(route, model, hourAt)) {
      const index = stops.findIndex((stop) => stop.id === id)
      if (arrivals[index]! > now) said.push({ said: now, p10, p50, p90, arrived: arrivals[index]! })
    }
  }
  return said
}
