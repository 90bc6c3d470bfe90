import { chance, normals, seedOf } from './chance.ts'
import type { RehearsedCosts, RehearsedDay } from './day.ts'
import type { Delays, Past } from './past.ts'
import { hourOf, prepare, type Factor, type Prepared, type PreparedRoute, type PreparedStop } from './prepare.ts'
import { newTally, type Tally } from './tally.ts'

/** How much of the traffic of an hour stays in the next one. */
const stays = 0.7
/** Hours that have traffic of their own; later ones have that of the last. */
const trafficHours = 60

/**
 * Draws days of a plan. A day is drawn by its number alone, so that parts can be drawn apart; and drivers draw the same
 * numbers in each variant of a day (common random numbers), so that variants differ by what was changed and not by luck.
 * @param from the number of the first day
 */
export function drawDays(
  day: RehearsedDay,
  past: Past,
  { seed, from, count }: { seed: number; from: number; count: number },
): Tally {
  const prepared = prepare(day, past)
  const tally = newTally(prepared, count)
  for (let each = 0; each < count; each++) drawDay(prepared, tally, each, seedOf(seed, from + each))
  return tally
}

function drawDay(prepared: Prepared, tally: Tally, day: number, seed: number): void {
  const traffic = trafficOf(prepared, seed)
  let firstStop = 0
  for (const [index, route] of prepared.routes.entries()) {
    const drawn = drawRoute(prepared, route, traffic, seedOf(seed, route.number))
    tally.routeEndsAt[day * prepared.routes.length + index] = drawn.endsAt
    tally.endsAt[day] = Math.max(tally.endsAt[day]!, drawn.endsAt)
    tally.overtimeSeconds[day]! += Math.max(0, drawn.endsAt - route.shiftEnds) / 1000
    tally.drivingSeconds[day]! += drawn.driving
    tally.cost[day]! += costOf(route, drawn)
    noteStops(tally, day, firstStop, drawn)
    firstStop += route.stops.length
  }
}

/** What all drives of each hour have in common, hour after hour (a first-order autoregression). */
function trafficOf({ common }: Prepared, seed: number): Float64Array {
  const normal = normals(chance(seedOf(seed, 1)))
  const traffic = new Float64Array(trafficHours)
  traffic[0] = normal() * common
  const news = common * Math.sqrt(1 - stays * stays)
  for (let hour = 1; hour < trafficHours; hour++) traffic[hour] = stays * traffic[hour - 1]! + news * normal()
  return traffic
}

type DrawnStop = { lateSeconds: number; outcome: 'done' | 'absent' | 'failed' }
type DrawnRoute = { endsAt: number; driving: number; serving: number; waiting: number; stops: DrawnStop[] }

function drawRoute(prepared: Prepared, route: PreparedRoute, traffic: Float64Array, seed: number): DrawnRoute {
  const random = chance(seed)
  const normal = normals(random)
  let now = route.starts + delayOf(route.delays, random()) * 1000
  const ofDay = { drive: normal(), service: normal() }
  const drawn: DrawnRoute = { endsAt: now, driving: 0, serving: 0, waiting: 0, stops: [] }
  for (const stop of route.stops) {
    const hour = hourOf(prepared, now)
    const jam = traffic[Math.max(0, Math.min(trafficHours - 1, Math.floor((now - prepared.begins) / 3_600_000)))]!
    const shared = prepared.ofHour.drive[hour]! + jam
    const leg = stop.leg_seconds * factorOf(stop.drive, ofDay.drive, normal(), shared)
    now += leg * 1000
    drawn.driving += leg
    const lateSeconds = stop.due_at === null ? 0 : Math.max(0, (now - stop.due_at) / 1000)
    const waits = stop.opens_at === null ? 0 : Math.max(0, stop.opens_at - now)
    now += waits
    drawn.waiting += waits / 1000
    const serving = servingOf(prepared, stop, now, ofDay.service, normal())
    now += serving * 1000
    drawn.serving += serving
    drawn.stops.push({ lateSeconds, outcome: stop.isVisit ? outcomeOf(prepared, random(), now) : 'done' })
  }
  drawn.endsAt = now
  return drawn
}

const factorOf = (factor: Factor, ofDay: number, own: number, hour: number) =>
  Math.exp(factor.log + hour + factor.shared * ofDay + factor.chance * own)

/** Breaks and reloading take as long as planned. */
function servingOf(prepared: Prepared, stop: PreparedStop, now: number, ofDay: number, own: number): number {
  if (!stop.isVisit) return stop.service_seconds
  const hour = prepared.ofHour.service[hourOf(prepared, now)]!
  return stop.service_seconds * factorOf(stop.service, ofDay, own, hour)
}

function outcomeOf(prepared: Prepared, drawn: number, now: number): DrawnStop['outcome'] {
  const absent = prepared.absentByHour[hourOf(prepared, now)]!
  if (drawn < absent) return 'absent'
  return drawn < absent + prepared.otherwise ? 'failed' : 'done'
}

function delayOf(delays: Delays, drawn: number): number {
  const place = drawn * (delays.length - 1)
  const before = Math.floor(place)
  const [from, to] = [delays[before]!, delays[Math.min(before + 1, delays.length - 1)]!]
  return from + (to - from) * (place - before)
}

function costOf({ costs, stops }: PreparedRoute, { driving, serving, waiting, endsAt }: DrawnRoute): number {
  if (!costs) return 0
  const km = stops.reduce((sum, { leg_km }) => sum + leg_km, 0)
  const hours = (seconds: number, perHour: number) => (seconds / 3600) * perHour
  return (
    costs.fixed +
    costs.stops +
    overtimeOf(costs.overtime, endsAt) +
    km * costs.per_km +
    hours(driving, costs.per_hour) +
    hours(serving, costs.per_task_hour) +
    hours(waiting, costs.per_waiting_hour)
  )
}

function overtimeOf(steps: RehearsedCosts['overtime'], endsAt: number): number {
  return steps.reduce((sum, { from, per_hour }, at) => {
    const until = Math.min(endsAt, steps[at + 1]?.from ?? Infinity)
    return sum + (Math.max(0, until - from) / 3_600_000) * per_hour
  }, 0)
}

function noteStops(tally: Tally, day: number, first: number, { stops }: DrawnRoute): void {
  for (const [index, { lateSeconds, outcome }] of stops.entries()) {
    if (lateSeconds > 0) {
      tally.late[day]!++
      tally.lateAt[first + index]!++
      tally.lateSecondsAt[first + index]! += Math.round(lateSeconds)
    }
    if (outcome === 'done') continue
    tally.failed[day]!++
    if (outcome === 'absent') tally.absent[day]!++
    tally.failedAt[first + index]!++
  }
}
