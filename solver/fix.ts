import { leastRelaxation, makeDraft, outOfReach, type Relaxation, VEHICLE_EFFORT } from './fix-relax.ts'
import { sayFix } from './fix-words.ts'
import type { Problem, VehicleType } from './problem.ts'
import type { Snapshot } from './snapshot.ts'
import type { UnassignedFix } from './vroom.ts'

/** So many stops are driven past for all fixes together: some tens of milliseconds. */
const MOST_WORK = 8_000_000
/** And at least so many positions are looked at for each job. */
const LEAST_POSITIONS = 20

/** A place for a job, or for both ends of a shipment: in front of these stops of the route. */
interface Position {
  vehicle: number
  at: number
  deliveryAt: number
  /** In search units. */
  cost: number
}

interface Best {
  relaxation: Relaxation
  position: Position
}

/**
 * For jobs and shipments that no route takes, the change of one constraint that costs least effort and makes a place
 * for them on the routes as they are: every position is tried with every constraint relaxed by itself. Where that would
 * be too much work, the positions with the least detour are.
 */
export function makeFixes(
  problem: Problem,
  plan: Snapshot,
  unassigned: number,
): (job: number) => UnassignedFix | undefined {
  const { pair, tasks, vehicleCount, types, typeOf } = problem
  const routes = Array.from({ length: vehicleCount }, (_, v) => plan.route(v))
  // Of the vehicles that stay at home one of each type is enough.
  const idle = types.map(({ vehicles }) => vehicles.find((v) => routes[v]!.length === 0))
  const candidates = routes.flatMap(({ length }, v) => (length > 0 || idle[typeOf[v]!] === v ? [v] : []))
  const draft = makeDraft(problem)
  const work = MOST_WORK / Math.max(1, unassigned)
  const known = new Map<number, UnassignedFix | undefined>()

  return (job) => {
    const first = tasks[job]!.type === 'delivery' ? pair[job]! : job
    if (!known.has(first)) known.set(first, fixFor(first))
    return known.get(first)
  }

  function fixFor(job: number): UnassignedFix | undefined {
    const added = pair[job]! < 0 ? [job] : [job, pair[job]!]
    const stopsOn = (v: number) => [...routes[v]!, ...added]
    const able = candidates.filter((v) => outOfReach(problem, v, stopsOn(v), added).length < 2)
    const positions = worthTrying(
      able.flatMap((v) => listPositions(problem, v, routes[v]!, added)),
      routes,
      work,
    )
    let best: Best | undefined
    let cheapest: Position | undefined
    for (const position of positions) {
      const stops = withStops(routes[position.vehicle]!, position, added)
      const found = leastRelaxation(problem, draft, position.vehicle, stops, added, best?.relaxation.effort ?? Infinity)
      if (found === 'fits') {
        if (!cheapest || position.cost < cheapest.cost) cheapest = position
      } else if (found && isBetter(found, position, best)) best = { relaxation: found, position }
    }
    if (cheapest) return fixPrize(job, cheapest)
    types.forEach((type, t) => {
      if (idle[t] !== undefined) return
      const more = anotherVehicle(type, added, best?.relaxation.effort ?? Infinity)
      if (more && isBetter(more.relaxation, more.position, best)) best = more
    })
    return best && sayFix(problem, job, best.relaxation, best.position.vehicle, best.position.cost)
  }

  /** It has a place: where that is not worth its prize, a higher one would do. */
  function fixPrize(job: number, position: Position): UnassignedFix | undefined {
    const amount = Math.ceil((position.cost - problem.prize[job]!) / problem.costScale)
    if (tasks[job]!.prize === undefined || amount <= 0) return undefined
    return sayFix(problem, job, { constraint: 'prize', amount, effort: 0 }, position.vehicle, position.cost)
  }

  function anotherVehicle({ vehicles }: VehicleType, added: number[], limit: number): Best | undefined {
    const vehicle = vehicles[0]!
    if (limit < VEHICLE_EFFORT || leastRelaxation(problem, draft, vehicle, added, added, 0) !== 'fits') return undefined
    const [position] = listPositions(problem, vehicle, [], added)
    return { relaxation: { constraint: 'vehicles', amount: 1, effort: VEHICLE_EFFORT }, position: position! }
  }
}

function isBetter({ effort }: Relaxation, { cost }: Position, best: Best | undefined): boolean {
  if (!best) return true
  return effort < best.relaxation.effort || (effort === best.relaxation.effort && cost < best.position.cost)
}

/** Every position on a route, with what it would add to the cost. */
function listPositions(problem: Problem, v: number, route: readonly number[], added: readonly number[]): Position[] {
  const { types, typeOf, pointCount } = problem
  const { costs, fixedCost, start, end } = types[typeOf[v]!]!
  const points = [start, ...route, end]
  const arc = (from: number, to: number) => costs[from * pointCount + to]!
  const opening = route.length === 0 ? fixedCost : 0
  // A vehicle that stays at home does not drive from its start to its end.
  const direct = (i: number) => (route.length === 0 ? 0 : arc(points[i]!, points[i + 1]!))
  const detour = (job: number, i: number) => arc(points[i]!, job) + arc(job, points[i + 1]!) - direct(i)
  const [job, delivery] = added as [number, number?]
  const positions: Position[] = []
  for (let at = 0; at <= route.length; at++) {
    const there = opening + detour(job, at)
    if (delivery === undefined) {
      positions.push({ vehicle: v, at, deliveryAt: -1, cost: there })
      continue
    }
    const together = arc(points[at]!, job) + arc(job, delivery) + arc(delivery, points[at + 1]!) - direct(at)
    positions.push({ vehicle: v, at, deliveryAt: at, cost: opening + together })
    for (let deliveryAt = at + 1; deliveryAt <= route.length; deliveryAt++)
      positions.push({ vehicle: v, at, deliveryAt, cost: there + detour(delivery, deliveryAt) })
  }
  return positions
}

/** All positions where there is time to drive past all their stops, else those with the least detour. */
function worthTrying(positions: Position[], routes: readonly number[][], work: number): Position[] {
  const stops = positions.reduce((sum, { vehicle }) => sum + routes[vehicle]!.length + 2, 0)
  if (stops <= work) return positions
  const count = Math.max(LEAST_POSITIONS, Math.floor((positions.length * work) / stops))
  const costs = Float64Array.from(positions, ({ cost }) => cost).sort()
  const most = costs[Math.min(count, costs.length) - 1]!
  return positions.filter(({ cost }) => cost <= most)
}

function withStops(route: readonly number[], { at, deliveryAt }: Position, added: readonly number[]): number[] {
  const [job, delivery] = added as [number, number?]
  if (delivery === undefined) return [...route.slice(0, at), job, ...route.slice(at)]
  return [...route.slice(0, at), job, ...route.slice(at, deliveryAt), delivery, ...route.slice(deliveryAt)]
}
