import { type Draft, makeDraft } from '../explain/fix-draft.ts'
import { makePositions } from '../explain/fix-positions.ts'
import { lacking, leastRelaxation } from '../explain/fix-relax.ts'
import { drivingCost } from './insert.ts'
import { begin, openPast } from './places.ts'
import { everyPlace, putBehind } from './put-behind.ts'
import { insertionPoints } from './read-plan.ts'
import type { Problem } from '../model/problem.ts'
import { type Prepared, withOrder } from './prepare.ts'
import type { FixConstraint, VroomInput, VroomJob, VroomOutput, VroomShipment } from '../json/vroom.ts'

/** A place on a route, and what it costs there. */
export type OfferedPlace = {
  /** Its position among the jobs of the route, from 0; both positions of a shipment. */
  positions: number[]
  /** By how much the cost of the routes would grow, in VROOM's units. */
  addedCost: number
}

/** What a vehicle could do for an order. */
export type Offer = {
  vehicle: number
  /** Whether it can take the order and keep every rule. */
  fits: boolean
  /**
   * Where it would go: the cheapest place if it fits; otherwise where the smallest change of one limit makes room, or else
   * where the least time is missing.
   */
  place: OfferedPlace
  /** The limit that this place needs changed, if changing one is enough. */
  change?: FixConstraint
  /** The other places on the route where it fits, the cheapest first; only for the vehicle that was asked about. */
  others: OfferedPlace[]
}

/** Where there are more positions than this, only those with the smallest detour are looked at. */
const mostPositions = 20_000
/** How many of them are timed to find the one that makes everything least late. */
const mostTimed = 200
/** Nobody can make these longer on the day itself. */
const fixed: ReadonlySet<FixConstraint> = new Set(['shift_start'])

/**
 * Asks every vehicle of a running plan about one job or shipment, under the rules of `insertionPlaces`: where it would go, and
 * whether it fits there. A vehicle without an offer is left out: its route is late, and has several trips.
 * @param own the vehicle whose other places are asked for
 */
export function offersFor(
  problem: VroomInput | Prepared,
  plan: VroomOutput,
  order: VroomJob | VroomShipment,
  own?: number,
): Offer[] {
  const { prepared, heads } = openPast(problem)
  const closed = new Set<number>()
  const { solution, state, recreate, job } = begin(withOrder(prepared, order), plan, order, closed)
  const { problem: model, routeOf } = solution
  const ends = [job, model.pair[job]].filter((end) => end >= 0)
  const before = drivingCost(solution)
  const units = (cost: number) => Math.round(cost / model.costScale)
  const draft = makeDraft(model, fixed)
  const routes = Array.from({ length: model.vehicleCount }, (_, v) => solution.jobsOf(v))
  const positions = makePositions(model, routes, mostPositions)

  return model.input.vehicles.flatMap(({ id }, vehicle): Offer[] => {
    if (closed.has(id)) return []
    const head = heads.get(id) ?? 0
    recreate.onlyOn(job, vehicle)
    if (routeOf[job] >= 0 && insertionPoints(solution, vehicle, job)[0] < head)
      putBehind(solution, state, vehicle, ends, head)
    if (routeOf[job] < 0) {
      const { place, change } = leastBad(draft, vehicle, routes[vehicle], ends, positions, head)
      const { positions: at, cost } = place
      return [{ vehicle: id, fits: false, place: { positions: at, addedCost: units(cost) }, ...change, others: [] }]
    }
    const place = {
      positions: insertionPoints(solution, vehicle, job),
      addedCost: units(drivingCost(solution) - before),
    }
    for (const end of ends) solution.remove(end)
    state.refresh(vehicle)
    const others =
      id === own
        ? everyPlace(solution, state, vehicle, ends, Math.max(head, model.locks?.routes[vehicle]?.head ?? 0))
            .map(({ positions: at, cost }) => ({ positions: at, addedCost: units(cost - before) }))
            .filter(({ positions: at }) => at.join() !== place.positions.join())
        : []
    return [{ vehicle: id, fits: true, place, others }]
  })
}

/** Where an order that does not fit would do the least harm. */
function leastBad(
  draft: Draft,
  vehicle: number,
  route: readonly number[],
  ends: readonly number[],
  positions: ReturnType<typeof makePositions>,
  head: number,
) {
  const { problem } = draft
  const listed = positions.list([vehicle], ends)
  const { count, at, deliveryAt, late, cost } = listed
  const open = Array.from({ length: count }, (_, i) => i).filter((i) => at[i] >= head)
  const inOrder = open.sort((a, b) => Math.max(0, late[a]) - Math.max(0, late[b]) || cost[a] - cost[b])
  const placeOf = (i: number) => ({
    positions: ends.length > 1 ? [at[i], deliveryAt[i] + 1] : [at[i]],
    cost: cost[i],
  })
  const stopsAt = (i: number) => {
    const stops = [...route.slice(0, at[i]), ends[0], ...route.slice(at[i])]
    if (ends.length > 1) stops.splice(deliveryAt[i] + 1, 0, ends[1])
    return stops
  }
  const last = { positions: ends.map((_, i) => route.length + i), cost: 0 }
  let least = Infinity
  let place = last
  for (const i of inOrder.slice(0, mostTimed)) {
    const lateness = latenessOf(problem, vehicle, stopsAt(i))
    if (lateness < least) [least, place] = [lateness, placeOf(i)]
  }
  const lacks = lacking(problem, vehicle, route, ends)
  if (lacks.length > 1 || problem.hasTrips) return { place }
  let best: { i: number; effort: number; change: FixConstraint } | undefined
  for (const i of inOrder) {
    if (best && late[i] / 3600 >= best.effort) break
    const found = leastRelaxation(draft, vehicle, stopsAt(i), ends, lacks, best?.effort ?? Infinity)
    if (!found || found === 'fits') continue
    if (!best || found.effort < best.effort) best = { i, effort: found.effort, change: found.constraint }
  }
  return best ? { place: placeOf(best.i), change: { change: best.change } } : { place }
}

/** How late the stops of a route are together, and its end, in seconds. Every job counts as having one window. */
function latenessOf(problem: Problem, vehicle: number, stops: readonly number[]): number {
  const { types, typeOf, pointCount, earliest, latest, travel, locks } = problem
  const type = types[typeOf[vehicle]]
  const past = locks?.routes[vehicle]?.history.left ?? []
  let [time, from, late] = [type.shiftFrom, type.start, 0]
  for (const [i, job] of stops.entries()) {
    const begins = Math.max(time + type.durations[from * pointCount + job], earliest[job])
    const setup = travel.address[from] === travel.address[job] ? 0 : type.setup[job]
    if (i >= past.length) late += Math.max(0, begins - latest[job])
    time = i < past.length ? Math.max(type.shiftFrom, past[i]) : begins + type.service[job] + setup
    from = job
  }
  return late + Math.max(0, time + type.durations[from * pointCount + type.end] - type.shiftTo)
}
