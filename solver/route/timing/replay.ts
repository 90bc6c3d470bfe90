import { breaksOf } from './breaks.ts'
import { beginningOf } from '../../model/locked-routes.ts'
import { overtimeCost } from '../../model/overtime.ts'
import { type Problem, type VehicleType, windowAtOrAfter } from '../../model/problem.ts'
import { Outlook } from './outlook.ts'
import type { Solution } from '../solution.ts'
import { arrivalOf } from '../../model/traffic.ts'
import type { VroomBreak } from '../../json/vroom.ts'

/** A break with windows. */
type Pause = { service: number; from: Float64Array; to: Float64Array }

/** What matters where the routes of a vehicle type are driven as early as possible. */
type Rules = {
  /** Breaks with windows, if they are taken by the rule of `driveWithBreaks`. */
  pauses: Pause[]
  /** Breaks that are due after driving or work. */
  rests: VroomBreak[]
  /** Whether a route costs no more than when it is driven early, and can be driven whenever it can be driven early. */
  isExact: boolean
  /** Whether a later departure never makes the rest of the route cheaper. */
  isMonotone: boolean
}

/**
 * Drives routes as early as possible: by their breaks, speeds by the hour, lateness and overtime. What it costs is the
 * least that any timing costs beyond the cost matrix, and usually just that. States are kept along each route, so that a
 * route with another job is driven from there on only, and only until all is as it was.
 */
export class Replay {
  private readonly problem: Problem
  private readonly solution: Solution
  /** The latest start of work at each node without any breaks, if anything is timed. */
  private readonly latestStart: Float64Array | undefined
  private readonly rules: (Rules | undefined)[]
  /** What leaving later may save. */
  private readonly outlook: Outlook
  /** By vehicle, the cost of its route. */
  private readonly total: Float64Array
  /** When work ends at each node, the cost so far, and how many breaks with windows were taken. */
  private readonly leaves: Float64Array
  private readonly costs: Float64Array
  private readonly taken: Int32Array
  /** Seconds of driving and of work since each of the other breaks: at each node, and on the way. */
  private readonly restCount: number
  private readonly driven: Float64Array
  private readonly worked: Float64Array
  private readonly driving: Float64Array
  private readonly working: Float64Array

  constructor(solution: Solution, latestStart: Float64Array) {
    const { problem } = solution
    this.problem = problem
    this.solution = solution
    this.latestStart = problem.timed ? latestStart : undefined
    this.rules = problem.types.map((type) => rulesOf(problem, type))
    this.outlook = new Outlook(solution)
    const nodeCount = this.rules.some(Boolean) ? problem.nodeCount : 0
    this.total = new Float64Array(problem.vehicleCount)
    this.leaves = new Float64Array(nodeCount)
    this.costs = new Float64Array(nodeCount)
    this.taken = new Int32Array(nodeCount)
    this.restCount = Math.max(0, ...this.rules.map((rules) => rules?.rests.length ?? 0))
    this.driven = new Float64Array(nodeCount * this.restCount)
    this.worked = new Float64Array(nodeCount * this.restCount)
    this.driving = new Float64Array(this.restCount)
    this.working = new Float64Array(this.restCount)
  }

  /** Whether routes of a type are driven at all. */
  covers(type: number): boolean {
    return this.rules[type] !== undefined
  }

  /** Whether the cost is what the timing of a route costs, rather than the least that it may cost. */
  isExact(type: number): boolean {
    return this.rules[type]?.isExact === true || this.outlook.covers(type)
  }

  /** Drives a changed route; only from a node on, if all before it is as it was and nothing but the next job was added. */
  refresh(vehicle: number, from = -1): void {
    const { problem, solution } = this
    const type = problem.typeOf[vehicle]
    if (this.outlook.covers(type)) {
      this.outlook.refresh(vehicle)
      return
    }
    const start = solution.startNode(vehicle)
    this.leaves[start] = problem.types[type].shiftFrom
    if (solution.size[vehicle] === 0) this.total[vehicle] = 0
    else if (from < 0 || this.total[vehicle] === Infinity) this.total[vehicle] = this.drive(vehicle, start, -1)
    else this.total[vehicle] = this.drive(vehicle, from, solution.next[from])
  }

  /**
   * What a refreshed route costs, or Infinity if it cannot be driven. Undefined in the rare case that only a schedule
   * tells.
   */
  cost(vehicle: number): number | undefined {
    if (!this.outlook.covers(this.problem.typeOf[vehicle])) return this.total[vehicle]
    const cost = this.solution.size[vehicle] === 0 ? 0 : this.outlook.cost(vehicle)
    return cost < Infinity ? cost : undefined
  }

  /**
   * What a route costs with another job behind a node, where windows allow it. Infinity if it cannot be driven then, or costs
   * `limit` or more. Undefined in the rare case that only a schedule tells.
   */
  with(vehicle: number, job: number, after: number, limit: number): number | undefined {
    if (this.outlook.covers(this.problem.typeOf[vehicle])) {
      const cost = this.outlook.costWith(vehicle, job, after)
      if (cost === Infinity) return undefined
      return cost < limit ? cost : Infinity
    }
    const from = this.total[vehicle] < Infinity ? after : this.solution.startNode(vehicle)
    return this.walk(vehicle, from, job, after, limit, false)
  }

  /** Drives on from a node whose state is known, and keeps the states. If a job was added, those behind it are known too. */
  private drive(vehicle: number, from: number, added: number): number {
    return this.walk(vehicle, from, added, -1, Infinity, true)
  }

  /**
   * Drives on from a node whose state is known. Where states are not kept, another job is put behind `after`; otherwise it
   * is there already, or it is -1 and no state behind `from` is known.
   */
  private walk(vehicle: number, from: number, job: number, after: number, limit: number, isKept: boolean): number {
    const { problem, latestStart, leaves, costs, taken, restCount } = this
    const {
      jobCount,
      point,
      pointCount,
      hasSetup,
      hasSeveralWindows,
      hasSoftWindows,
      earliest,
      latest,
      softTo,
      lateCost,
    } = problem
    const { next } = this.solution
    const { address } = problem.travel
    const t = problem.typeOf[vehicle]
    const type = problem.types[t]
    const { traffic, service, setup } = type
    const durations = traffic ? type.plainDurations : type.durations
    const { pauses, rests, isMonotone } = this.rules[t]!
    const total = this.total[vehicle]
    let time = leaves[from]
    let cost = costs[from]
    let count = taken[from]
    for (let r = 0; r < rests.length; r++) {
      this.driving[r] = this.driven[from * restCount + r]
      this.working[r] = this.worked[from * restCount + r]
    }
    for (let here = from; ;) {
      const node = here === after ? job : here === job && !isKept ? next[after] : next[here]
      const isEnd = node >= jobCount
      const way = point[here] * pointCount + point[node]
      const seconds = durations[way]
      let work = isEnd ? 0 : service[node]
      if (hasSetup && !isEnd && address[point[here]] !== address[node]) work += setup[node]
      for (let r; rests.length > 0 && (r = this.longestDue(rests, seconds, work)) >= 0;) {
        if (this.working[r] === 0) return Infinity
        time += rests[r].service ?? 0
        this.rest(rests, rests[r].service ?? 0)
      }
      let arrival = traffic ? arrivalOf(traffic(way), seconds, time) : time + seconds
      let begin = arrival
      if (!isEnd) {
        if (hasSeveralWindows) begin = windowAtOrAfter(problem, node, arrival)
        else if (arrival < earliest[node]) begin = earliest[node]
      }
      for (; count < pauses.length; count++) {
        const { service: pause, from: opens, to: closes } = pauses[count]
        let w = 0
        while (w < closes.length && closes[w] < time) w++
        if (w === closes.length) return Infinity
        const start = time > opens[w] ? time : opens[w]
        // It can wait for the next stop, unless it costs no time here.
        if (!isEnd && begin + work <= closes[closes.length - 1] && start + pause + seconds > begin) break
        time = start + pause
        arrival = time + seconds
        begin = arrival
        if (!isEnd) {
          if (hasSeveralWindows) begin = windowAtOrAfter(problem, node, arrival)
          else if (arrival < earliest[node]) begin = earliest[node]
        }
      }
      // What was on the route before is too late where the rest of the route would be. A job behind the added one may have
      // another setup now.
      if (!isKept && node !== job && (here !== job || !hasSetup)) {
        if (latestStart !== undefined && arrival > latestStart[node]) return Infinity
        if (pauses.length > 0 && count === pauses.length) return 0
      }
      if (isEnd) {
        if (arrival > type.shiftTo) return Infinity
        cost += overtimeCost(type.overtime, arrival)
        return cost < limit ? cost : Infinity
      }
      if (begin > latest[node]) return Infinity
      if (hasSoftWindows && begin > softTo[node]) cost += (begin - softTo[node]) * lateCost[node]
      if (cost >= limit) return Infinity
      time = begin + work
      for (let r = 0; r < rests.length; r++) {
        this.driving[r] += seconds
        this.working[r] += seconds + work
      }
      if (node !== job && job >= 0 && total < Infinity) {
        const rest = total - costs[node]
        if (isMonotone && time >= leaves[node] && cost + rest >= limit) return Infinity
        const isAlike = time === leaves[node] && count === taken[node] && this.isRestedAlike(rests, node)
        if (isAlike && !isKept) return cost + rest < limit ? cost + rest : Infinity
        if (isAlike && cost === costs[node]) return total
      }
      if (isKept) {
        leaves[node] = time
        costs[node] = cost
        taken[node] = count
        for (let r = 0; r < rests.length; r++) {
          this.driven[node * restCount + r] = this.driving[r]
          this.worked[node * restCount + r] = this.working[r]
        }
      }
      here = node
    }
  }

  /** The longest of the breaks that are due before more driving and work, or -1. */
  private longestDue(rests: readonly VroomBreak[], seconds: number, work: number): number {
    let longest = -1
    for (let r = 0; r < rests.length; r++) {
      const { after_driving = Infinity, after_working = Infinity, service = 0 } = rests[r]
      if (this.driving[r] + seconds <= after_driving && this.working[r] + seconds + work <= after_working) continue
      if (longest < 0 || service > (rests[longest].service ?? 0)) longest = r
    }
    return longest
  }

  /** A break also counts as every shorter one. */
  private rest(rests: readonly VroomBreak[], service: number) {
    for (let r = 0; r < rests.length; r++) {
      if ((rests[r].service ?? 0) > service) continue
      this.driving[r] = 0
      this.working[r] = 0
    }
  }

  private isRestedAlike(rests: readonly VroomBreak[], node: number): boolean {
    for (let r = 0; r < rests.length; r++) {
      const at = node * this.restCount + r
      if (this.driving[r] !== this.driven[at] || this.working[r] !== this.worked[at]) return false
    }
    return true
  }
}

/** The rules of a type; undefined where driving early tells nothing. */
function rulesOf(problem: Problem, type: VehicleType): Rules | undefined {
  const { hasSoftWindows, earlyCost, hasReleases, hasRides, squashes, locks } = problem
  const { hasTiming, hasBreaks, traffic, overtime, waitingCost, maxShift, reload, limitsShift } = type
  const mayBeScheduled = hasTiming || hasSoftWindows
  if (!(mayBeScheduled || hasBreaks || overtime) || reload) return undefined
  if (locks && type.vehicles.some((vehicle) => beginningOf(problem, vehicle))) return undefined
  const breaks = hasBreaks ? breaksOf(problem, type.vehicles[0]) : []
  const keepsBreaks = !mayBeScheduled && !hasReleases && !hasRides && breaks.every(({ max_load }) => !max_load)
  const keepsRests = !traffic && !squashes
  const pauses = keepsBreaks ? breaks.map(pauseOf) : []
  const rests = keepsRests ? type.restRules : []
  const isEarliestBest =
    !traffic && waitingCost === 0 && earlyCost.every((cost) => cost === 0) && (maxShift === Infinity || limitsShift)
  return {
    pauses,
    rests,
    isExact:
      isEarliestBest &&
      !hasReleases &&
      !hasRides &&
      !squashes &&
      pauses.length === breaks.length &&
      rests.length === type.restRules.length,
    isMonotone: pauses.length === 0 && rests.length === 0,
  }
}

function pauseOf({ service = 0, time_windows = [[0, Infinity]] }: VroomBreak): Pause {
  return {
    service,
    from: Float64Array.from(time_windows, (window) => window[0]),
    to: Float64Array.from(time_windows, (window) => window[1]),
  }
}
