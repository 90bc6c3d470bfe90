import { beginningOf } from '../../model/locked-routes.ts'
import { follow, leastSum, Leg, TimedCurve, wait } from '../../math/timed-curves.ts'
import { overtimeCost } from '../../model/overtime.ts'
import type { Problem, VehicleType } from '../../model/problem.ts'
import type { Solution } from '../solution.ts'
import { changesWithin } from '../../model/traffic.ts'

/** Vehicles whose shift is longer are left to `schedule.ts`. */
const longestShift = 4 * 86_400
/** How often a curve has to be right again, to be kept over another that was. */
const mostWorth = 3
/** Less than this is rounding. */
const tiny = 1e-6

/** When the speed changes within the shift of a type, and the speeds between; one of 1 if it never changes. */
type Speeds = { until: number[]; speed: number[] }

/**
 * What the route before each node costs at least, by when the node is reached, and the route behind it, by the same: beyond
 * the cost matrix, with speeds by the hour, soft windows, waiting and overtime. A route with another job costs the least
 * sum of both (Hashimoto, Yagiura and Ibaraki 2008). Curves are made where they are asked for, and kept while what they
 * are made from stays the same. Drives on which the speed changes may be a second off, so windows have to be checked by
 * the second.
 */
export class Outlook {
  private readonly problem: Problem
  private readonly solution: Solution
  private readonly speeds: (Speeds | undefined)[]
  private readonly leg: Leg
  private readonly before: NodeCurves
  private readonly behind: NodeCurves
  /** The place of each node on its route. */
  private readonly place: Int32Array
  /** By vehicle, the first node with an unknown curve before it, and the last one with an unknown curve behind it. */
  private readonly unknownBefore: Int32Array
  private readonly unknownBehind: Int32Array
  private readonly here = new TimedCurve()
  private readonly there = new TimedCurve()
  private readonly onward = new TimedCurve()

  constructor(solution: Solution) {
    const { problem } = solution
    const { nodeCount, vehicleCount, types } = problem
    this.problem = problem
    this.solution = solution
    this.speeds = types.map((type) => (isCovered(problem, type) ? speedsOf(type) : undefined))
    const size = this.speeds.some(Boolean) ? nodeCount : 0
    const mostChanges = Math.max(0, ...this.speeds.map((speeds) => speeds?.until.length ?? 0))
    this.leg = new Leg(2 * mostChanges + 8)
    this.before = new NodeCurves(size)
    this.behind = new NodeCurves(size)
    this.place = new Int32Array(size)
    this.unknownBefore = new Int32Array(vehicleCount)
    this.unknownBehind = new Int32Array(vehicleCount)
    for (let v = 0; v < vehicleCount; v++) if (this.covers(problem.typeOf[v])) this.open(v)
  }

  covers(type: number): boolean {
    return this.speeds[type] !== undefined
  }

  /** Looks which curves of a changed route are still known. */
  refresh(vehicle: number): void {
    const { before, behind, place, solution } = this
    const { next, prev } = solution
    const start = solution.startNode(vehicle)
    const end = start + 1
    place[start] = 0
    let unknown = -1
    for (let node = next[start]; node !== end; node = next[node]) {
      place[node] = place[prev[node]] + 1
      if (unknown < 0 && !before.finds(node, prev[node], 0)) unknown = node
    }
    place[end] = place[prev[end]] + 1
    this.unknownBefore[vehicle] = unknown < 0 ? end : unknown
    let node = prev[end]
    while (node !== start && behind.finds(node, next[node], this.work(vehicle, prev[node], node))) node = prev[node]
    this.unknownBehind[vehicle] = node
  }

  /** What a route costs: costs are whole numbers, so what is left of a second is rounding. */
  cost(vehicle: number): number {
    const { before, behind, here, solution } = this
    const node = this.unknownBehind[vehicle]
    this.knowBefore(vehicle, node)
    const next = solution.next[node]
    this.drive(vehicle, node, next, this.work(vehicle, solution.prev[node], node))
    follow(before.of(node), this.leg, false, here)
    return Math.round(leastSum(here, behind.of(next)))
  }

  /** What a route costs with another job behind a node. */
  costWith(vehicle: number, job: number, after: number): number {
    const { before, behind, here, onward, solution, problem } = this
    const next = solution.next[after]
    this.knowBefore(vehicle, after)
    this.knowBehind(vehicle, next)
    let rest = behind.of(next)
    const work = this.work(vehicle, job, next)
    if (next < problem.jobCount && work !== behind.workOf(next)) {
      // Another setup than behind the node before.
      onward.take(this.makeBehind(vehicle, next, solution.next[next], work))
      rest = onward
    }
    this.drive(vehicle, job, next, this.work(vehicle, after, job))
    follow(rest, this.leg, true, here)
    const waited = this.waitBehind(vehicle, job)
    this.drive(vehicle, after, job, this.work(vehicle, solution.prev[after], after))
    follow(before.of(after), this.leg, false, onward)
    return Math.round(leastSum(onward, waited))
  }

  /** The curves that all routes of a vehicle begin and end with. */
  private open(vehicle: number) {
    const { here, before, behind, solution, problem } = this
    const { shiftFrom, shiftTo, overtime = [] } = problem.types[problem.typeOf[vehicle]]
    const start = solution.startNode(vehicle)
    here.clear()
    here.push(shiftFrom, 0)
    here.push(shiftTo, 0)
    before.keep(start, here, -1, 0)
    here.clear()
    here.push(-shiftTo, overtimeCost(overtime, shiftTo))
    for (const { from } of overtime.toReversed()) {
      if (from < shiftTo && from > shiftFrom) here.push(-from, overtimeCost(overtime, from))
    }
    here.push(-shiftFrom, overtimeCost(overtime, shiftFrom))
    behind.keep(start + 1, here, -1, 0)
  }

  private knowBefore(vehicle: number, node: number) {
    const { before, place, solution, here } = this
    let unknown = this.unknownBefore[vehicle]
    for (; place[unknown] <= place[node]; unknown = solution.next[unknown]) {
      const from = solution.prev[unknown]
      this.drive(vehicle, from, unknown, this.work(vehicle, solution.prev[from], from))
      follow(before.of(from), this.leg, false, here)
      before.keep(unknown, this.waitBefore(vehicle, unknown), from, 0)
    }
    this.unknownBefore[vehicle] = unknown
  }

  private knowBehind(vehicle: number, node: number) {
    const { behind, place, solution } = this
    let unknown = this.unknownBehind[vehicle]
    for (; place[unknown] >= place[node] && place[unknown] > 0; unknown = solution.prev[unknown]) {
      const to = solution.next[unknown]
      const work = this.work(vehicle, solution.prev[unknown], unknown)
      behind.keep(unknown, this.makeBehind(vehicle, unknown, to, work), to, work)
    }
    this.unknownBehind[vehicle] = unknown
  }

  private makeBehind(vehicle: number, node: number, next: number, work: number): TimedCurve {
    this.drive(vehicle, node, next, work)
    follow(this.behind.of(next), this.leg, true, this.here)
    return this.waitBehind(vehicle, node)
  }

  private waitBefore(vehicle: number, job: number): TimedCurve {
    const { waitingCost } = this.problem.types[this.problem.typeOf[vehicle]]
    return wait(this.here, -Infinity, this.waitsUntil(vehicle, job), waitingCost, this.there)
  }

  private waitBehind(vehicle: number, job: number): TimedCurve {
    const { waitingCost, shiftFrom } = this.problem.types[this.problem.typeOf[vehicle]]
    return wait(this.here, -this.waitsUntil(vehicle, job), -shiftFrom, waitingCost, this.there)
  }

  /** Until when the vehicle may wait at a job rather than begin at once. */
  private waitsUntil(vehicle: number, job: number): number {
    const { earliest, earlyCost, softFrom, types, typeOf } = this.problem
    const until = Math.max(earliest[job], types[typeOf[vehicle]].shiftFrom)
    return earlyCost[job] > 0 && softFrom[job] > until ? softFrom[job] : until
  }

  /** Setup and service at a node. */
  private work(vehicle: number, from: number, node: number): number {
    const { hasSetup, jobCount, travel, point, types, typeOf } = this.problem
    if (node >= jobCount) return 0
    const { service, setup } = types[typeOf[vehicle]]
    if (!hasSetup) return service[node]
    return service[node] + (travel.address[point[from]] === travel.address[node] ? 0 : setup[node])
  }

  /**
   * Fills the leg from the beginning of work at a node to the arrival at the next, with what that costs: it bends where the
   * speed changes at either end, and where a soft window does.
   */
  private drive(vehicle: number, node: number, next: number, work: number) {
    const { problem, leg } = this
    const { point, pointCount, jobCount, earliest, latest: closes, softFrom, softTo, earlyCost, lateCost } = problem
    const t = problem.typeOf[vehicle]
    const { durations, plainDurations, drivingCost, shiftFrom, shiftTo } = problem.types[t]
    const { until, speed } = this.speeds[t]!
    const arc = point[node] * pointCount + point[next]
    const isJob = node < jobCount
    const fastest = durations[arc]
    const last = shiftTo - work - fastest
    const to = isJob && closes[node] < last ? closes[node] : last
    let begin = isJob && earliest[node] > shiftFrom ? earliest[node] : shiftFrom
    leg.length = 0
    if (begin > to) return
    const soonest = isJob ? softFrom[node] : -Infinity
    const latest = isJob ? softTo[node] : Infinity
    let leaves = begin + work
    let q = 0
    while (until[q] <= leaves) q++
    let arrival = leaves
    let r = q
    let left = plainDurations[arc] * 100
    while (left > (until[r] - arrival) * speed[r]) {
      left -= (until[r] - arrival) * speed[r]
      arrival = until[r++]
    }
    arrival += left / speed[r]
    for (let isFirst = true; ; isFirst = false) {
      const there = Math.ceil(arrival - tiny)
      let cost = (there - leaves - fastest) * drivingCost
      if (begin < soonest) cost += (soonest - begin) * earlyCost[node]
      if (begin > latest) cost += (begin - latest) * lateCost[node]
      leg.push(begin, there, cost)
      if (begin >= to && !isFirst) return
      const toChange = until[q] - leaves
      const toChangeThere = ((until[r] - arrival) * speed[r]) / speed[q]
      let step = to - begin
      if (toChange < step) step = toChange
      if (toChangeThere < step) step = toChangeThere
      if (begin < soonest && soonest - begin < step) step = soonest - begin
      if (begin < latest && latest - begin < step) step = latest - begin
      begin += step
      leaves += step
      arrival += (step * speed[q]) / speed[r]
      if (step === toChange) leaves = until[q++]
      if (step === toChangeThere) arrival = until[r++]
    }
  }
}

/**
 * Curves of nodes, numbered, so that it is known which other curve each was made from. There are two for each node: most
 * changes are undone, and then the curve from before the change is still there.
 */
class NodeCurves {
  private readonly curves: TimedCurve[]
  /** By node, which of both is in use. */
  private readonly used: Uint8Array
  private readonly numbers: Float64Array
  private readonly from: Float64Array
  /** Seconds of work at the node that each includes. */
  private readonly works: Float64Array
  /** How often each was found to be right again, up to a few times, and less how often the other one was. */
  private readonly worth: Int8Array
  private count = 0

  constructor(nodeCount: number) {
    this.curves = Array.from({ length: 2 * nodeCount }, () => new TimedCurve())
    this.used = new Uint8Array(nodeCount)
    this.numbers = new Float64Array(2 * nodeCount).fill(-1)
    this.from = new Float64Array(2 * nodeCount).fill(-2)
    this.works = new Float64Array(2 * nodeCount)
    this.worth = new Int8Array(2 * nodeCount)
  }

  of(node: number): TimedCurve {
    return this.curves[2 * node + this.used[node]]
  }

  workOf(node: number): number {
    return this.works[2 * node + this.used[node]]
  }

  /** Keeps a curve in place of the one that is worth less. */
  keep(node: number, curve: TimedCurve, from: number, work: number): void {
    const { worth, numbers } = this
    const slot = 2 * node + (worth[2 * node + 1] < worth[2 * node] ? 1 : 0)
    this.curves[slot].take(curve)
    numbers[slot] = this.count++
    this.from[slot] = from < 0 ? -2 : numbers[2 * from + this.used[from]]
    this.works[slot] = work
    worth[slot] = 0
    this.used[node] = slot & 1
  }

  /** Whether there is a curve of a node that was made from another node's as it is now; it is used then. */
  finds(node: number, other: number, work: number): boolean {
    const { from, worth, works } = this
    const number = this.numbers[2 * other + this.used[other]]
    let slot = 2 * node
    if (from[slot] !== number || works[slot] !== work) slot++
    if (from[slot] !== number || works[slot] !== work) return false
    if (worth[slot] < mostWorth) worth[slot]++
    if (worth[slot ^ 1] > 0) worth[slot ^ 1]--
    this.used[node] = slot & 1
    return true
  }
}

/** Whether routes of a type cost what their curves say, as far as the tables of `Outlook` know. */
function isCovered(problem: Problem, type: VehicleType): boolean {
  const { earlyCost, squashes, hasReleases, hasRides, hasSeveralWindows } = problem
  const { traffic, drivingCost, waitingCost, maxShift, maxTravel, hasBreaks, restRules, shiftFrom, shiftTo } = type
  const pays = (traffic !== undefined && drivingCost > 0) || waitingCost > 0 || earlyCost.some((cost) => cost > 0)
  const hasLimits = maxShift < Infinity || (traffic !== undefined && maxTravel < Infinity)
  if (!pays || hasLimits || hasBreaks || restRules.length > 0 || type.hasOwnSpeeds) return false
  if (hasSeveralWindows || squashes || hasReleases || hasRides || type.reload || shiftTo - shiftFrom > longestShift)
    return false
  return !type.vehicles.some((vehicle) => beginningOf(problem, vehicle))
}

function speedsOf({ traffic, shiftFrom, shiftTo }: VehicleType): Speeds {
  if (!traffic) return { until: [Infinity], speed: [100] }
  return changesWithin(traffic(0), shiftFrom, shiftTo)
}
