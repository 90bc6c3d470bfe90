import { makeRefusal } from '../../route/admission.ts'
import { makeBundles } from './bundles.ts'
import type { Journal } from '../../route/journal.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import { makePairs } from './pairs.ts'
import { logarithm } from '../../math/portable-math.ts'
import type { Problem, VehicleType } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'
import { makeTripPlaces } from './trip-places.ts'

/** One position in a hundred is overlooked on purpose, which keeps the greedy choice from repeating itself. */
const blinkRate = 0.01
/** How often the first job is sent out on a vehicle of its own, whatever that costs: with windows and without. */
const initialOpeningRate = 0.05
const openingRateUntimed = 0.005
/** The same for each job where a plan begins with many vehicles. */
const scatteredRate = 0.3
/** How many of the nearest jobs an absent job may be put beside. */
const besideNearest = 40
/** Of the jobs that had no place before, so many are tried again in one iteration. */
const retries = 30

export type Recreate = {
  /**
   * Inserts absent jobs greedily, in an order drawn anew each time; those of higher `urgency` first, where it is given.
   * Told to stop, it leaves the others absent where insertion takes long.
   */
  (urgency?: Float64Array, stop?: () => boolean): void
  /**
   * Inserts all absent jobs, neighborhood by neighborhood from the farthest one in: a first plan. A scattered one has
   * far more vehicles than it takes: routes are easier closed than opened later.
   */
  first(stop: () => boolean, scattered?: boolean): void
  /** Tries every absent job at every position and without blinks. */
  patiently(stop: () => boolean): void
  /** Puts one absent job where it costs least, with the other end of a shipment. */
  only(job: number): void
  /** The same on one vehicle, whatever it costs there. */
  onlyOn(job: number, vehicle: number): void
}

/** Greedy insertion with blinks, in an order drawn anew each time. */
export function makeRecreate(
  solution: Solution,
  state: RouteState,
  journal: Journal,
  neighbors: Neighbors,
  random: Random,
): Recreate {
  const { problem, next, prev, routeOf, arc, absent, used, spare, size } = solution
  const { jobCount, pointCount, point, types, typeOf, priority, hasPriority, hasPickup, hasPrizes } = problem
  const { dimensions, delivery, timed, earliest, latest, pair, penalty, prize, isJudged, groups } = problem
  const { departure, latestStart } = state
  const { delivered } = solution
  const { width, list } = neighbors
  const nearest = Math.min(width, besideNearest)
  const oneType = types.length === 1 && !problem.hasTrips
  const loops = makeLoops(problem, neighbors, nearest)
  const far = distances(problem)
  const orders = makeOrders(problem, far)
  const totalWeight = orders.reduce((sum, order) => sum + order.weight, 0)
  const queue = new Int32Array(jobCount)
  const rank = new Float64Array(jobCount)
  const gaps = blinkGaps()
  /** The iteration in which a job was removed: only then may routes that did not change have room for it. */
  const removedIn = new Int32Array(jobCount)
  const queuedIn = new Int32Array(jobCount)
  let iteration = 0
  const openingRate = problem.timed || types.length > 1 ? initialOpeningRate : openingRateUntimed
  let opening = false
  /** Whether jobs are placed whatever their prizes: a route pays only once several are on it. */
  let whole = false
  let untilBlink = gaps[random.below(gaps.length)]

  // Whether a route can take the job at all, asked once per route and job.
  const answer = new Int32Array(problem.vehicleCount)
  let question = 0

  let bestCost = Infinity
  let bestAfter = -1
  let bestVehicle = -1

  const isNews = (vehicle: number, job: number) => removedIn[job] === iteration || journal.isTouched(vehicle)
  const refusal = makeRefusal(solution)
  const take = (cost: number, after: number, vehicle: number) => {
    bestCost = cost
    bestAfter = after
    bestVehicle = vehicle
  }
  const limit = () => bestCost
  const trips =
    problem.hasTrips && makeTripPlaces(solution, state, neighbors, nearest, { blinks, accepts, couldFit, limit, take })
  const pairs = makePairs(solution, state, journal, neighbors, nearest, { blinks, isNews, refusal })
  const bundles = makeBundles(solution, state, journal, neighbors, nearest, { findOn, insertFound }, random)

  /** Such positions take long to judge. */
  const asksOften = isJudged || problem.hasPairs
  const recreate = (urgency?: Float64Array, stop?: () => boolean) => {
    let count = fillQueue()
    sortQueue(count, urgency)
    opening = random.fraction() < openingRate
    if (opening && hasPrizes) count = openAmongOptional(count)
    for (let i = 0; i < count; i++) {
      if (asksOften && stop?.()) return
      if (routeOf[queue[i]] < 0) place(queue[i], false)
    }
  }
  const all = (count: number, patient: boolean, stop: () => boolean, scattered = false) => {
    const every = asksOften || patient ? 1 : 64
    for (let i = 0; i < count && (i % every < every - 1 || !stop()); i++) {
      if (scattered) opening = random.fraction() < scatteredRate
      place(queue[i], patient)
    }
  }
  return Object.assign(recreate, {
    first: (stop: () => boolean, scattered = false) => {
      whole = true
      all(fillByNeighborhood(), false, stop, scattered)
      whole = false
    },
    patiently: (stop: () => boolean) => {
      journal.freshFrom = 0
      const count = fillQueue()
      sortQueue(count)
      all(count, true, stop)
    },
    only: (job: number) => {
      journal.freshFrom = 0
      iteration++
      removedIn[job] = iteration
      place(job, true)
    },
    onlyOn: (job: number, vehicle: number) => {
      if (findOn(job, vehicle)) insertFound(job, journal)
    },
  })

  function place(job: number, patient: boolean) {
    if (groups !== undefined && groups.bundleOf[job] >= 0) {
      const bundle = groups.bundles[groups.bundleOf[job]]
      const absentOnes = bundle.filter((other) => routeOf[other] < 0)
      // The first of them calls for all.
      if (absentOnes[0] === job || (patient && routeOf[job] < 0)) bundles.place(absentOnes, patient)
      return
    }
    question++
    bestAfter = -1
    // What may be left out has to be worth its way, more or less.
    const isOptional = penalty[job] === 0 && !whole
    bestCost = isOptional ? prize[job] * (patient ? 1 : 0.5 + random.fraction()) : Infinity
    if (pair[job] >= 0) {
      if (pair[job] > job) pairs.place(job, bestCost, patient)
      return
    }
    // One job alone rarely pays for a vehicle that several together would.
    let isSent = false
    if (opening) {
      opening = false
      const drawn = random.below(types.length)
      trySpareVehicles(job, drawn, drawn + 1)
      if (trips) trips.tryOwnTrip(job)
      isSent = bestAfter >= 0
    } else if (!patient) {
      tryNearest(job)
      if (trips) trips.tryNearest(job)
    }
    // Nothing near is free: look everywhere, before a vehicle more is sent out.
    if (bestAfter < 0) tryEverywhere(job)
    if (!isSent) trySpareVehicles(job)
    if (bestAfter < 0) return
    journal.insert(job, bestAfter, bestVehicle)
    state.inserted(job, bestVehicle)
  }

  /** The innermost loop: only positions that would be the cheapest so far are looked at more closely. */
  function tryNearest(job: number) {
    const jobRow = job * pointCount
    let type = types[0]
    let loop = loops[0]
    for (let k = 0; k < nearest; k++) {
      const other = list[job * width + k]
      const vehicle = routeOf[other]
      if (vehicle < 0) continue
      if (!oneType) {
        type = types[typeOf[vehicle]]
        if (type.reload) continue
        loop = loops[typeOf[vehicle]]
      }
      const behind = next[other]
      const ahead = prev[other]
      // The far side of a position is farther than this one, or has been looked at from there, or is the depot.
      const least = loop[job * nearest + k] - bestCost
      const mayFollow = arc[other] > least || behind >= jobCount
      const mayPrecede = arc[ahead] > least || ahead >= jobCount
      if (!(mayFollow || mayPrecede) || !accepts(vehicle, job)) continue
      const { costs, costsInto } = type
      if (mayFollow && (!timed || couldFit(job, other, behind))) {
        const cost = costsInto[jobRow + other] + costs[jobRow + point[behind]] - arc[other]
        if (cost < bestCost && !blinks()) tryPosition(job, other, behind, vehicle, cost)
      }
      if (mayPrecede && (!timed || couldFit(job, ahead, other))) {
        const cost = costsInto[jobRow + point[ahead]] + costs[jobRow + other] - arc[ahead]
        if (cost < bestCost && !blinks()) tryPosition(job, ahead, other, vehicle, cost)
      }
    }
  }

  function tryEverywhere(job: number) {
    for (let u = 0; u < used.length; u++) {
      const vehicle = used.items[u]
      if (isNews(vehicle, job)) tryRoute(job, vehicle)
    }
  }

  function tryRoute(job: number, vehicle: number) {
    if (!accepts(vehicle, job)) return
    const row = job * pointCount
    const { costs, costsInto, reload } = types[typeOf[vehicle]]
    if (trips && reload) {
      trips.tryRoute(job, vehicle)
      return
    }
    for (let after = solution.startNode(vehicle); ; after = next[after]) {
      const before = next[after]
      if (!timed || couldFit(job, after, before)) {
        const cost = costsInto[row + point[after]] + costs[row + point[before]] - arc[after]
        if (cost < bestCost) tryPosition(job, after, before, vehicle, cost)
      } else if (departure[after] > latest[job]) break
      if (before >= jobCount) break
    }
  }

  /** Looks for the cheapest place of a job on one vehicle; of a shipment, for both ends. */
  function findOn(job: number, vehicle: number): boolean {
    if (pair[job] >= 0) return pairs.findOn(job, vehicle)
    question++
    bestAfter = -1
    bestCost = Infinity
    tryRoute(job, vehicle)
    return bestAfter >= 0
  }

  function insertFound(job: number, through: Pick<Journal, 'insert'>) {
    if (pair[job] >= 0) {
      pairs.insertFound(job, through)
      return
    }
    through.insert(job, bestAfter, bestVehicle)
    state.inserted(job, bestVehicle)
  }

  /** Whether a route can take the job at all as far as skills, jobs and load are concerned. */
  function accepts(vehicle: number, job: number): boolean {
    const asked = answer[vehicle]
    if (asked === question || asked === -question) return asked === question
    const type = types[typeOf[vehicle]]
    const yes =
      type.serves[job] === 1 &&
      size[vehicle] < type.maxTasks &&
      (hasPickup ||
        type.reload !== undefined ||
        (dimensions === 1
          ? delivered[vehicle] + delivery[job] <= type.capacity[0]
          : state.fitsInLoad(job, solution.startNode(vehicle), vehicle))) &&
      (refusal === undefined || refusal(vehicle, job) === undefined)
    answer[vehicle] = yes ? question : -question
    return yes
  }

  /** Most places are out of the question before any travel time is known. */
  function couldFit(job: number, after: number, before: number): boolean {
    return departure[after] <= latest[job] && latestStart[before] >= earliest[job]
  }

  function blinks(): boolean {
    if (--untilBlink > 0) return false
    untilBlink = gaps[random.below(gaps.length)]
    return true
  }

  function tryPosition(job: number, after: number, before: number, vehicle: number, cost: number) {
    if (timed && !state.fitsInTime(job, after, before, vehicle)) return
    if (hasPickup && !state.fitsInLoad(job, after, vehicle)) return
    if (types[typeOf[vehicle]].limited && !state.fitsInLength(job, after, before, vehicle)) return
    if (isJudged && types[typeOf[vehicle]].isJudged) {
      cost += state.extraWith(vehicle, job, after, bestCost - cost)
      if (cost >= bestCost) return
    }
    bestCost = cost
    bestAfter = after
    bestVehicle = vehicle
  }

  /** Tries a free vehicle of each type, or of some. */
  function trySpareVehicles(job: number, from = 0, to = types.length) {
    for (let t = from; t < to; t++) {
      const type = types[t]
      if (spare[t].length === 0 || type.serves[job] === 0) continue
      let cost =
        type.fixedCost + type.costsInto[job * pointCount + type.start] + type.costs[job * pointCount + type.end]
      if (cost >= bestCost) continue
      const vehicle = spare[t].items[spare[t].length - 1]
      if (refusal?.(vehicle, job)) continue
      const start = solution.startNode(vehicle)
      if (timed && !state.fitsInTime(job, start, start + 1, vehicle)) continue
      if (type.limited && !state.fitsInLength(job, start, start + 1, vehicle)) continue
      if (type.isJudged) {
        cost += state.extraWith(vehicle, job, start, bestCost - cost)
        if (cost >= bestCost) continue
      }
      bestCost = cost
      bestAfter = start
      bestVehicle = vehicle
    }
  }

  /** Each job draws its nearest ones in behind it, so that routes fill up with what lies together. */
  function fillByNeighborhood(): number {
    iteration++
    journal.freshFrom = 0
    const byDistance = absent.items.slice(0, absent.length).sort((a, b) => far[b] - far[a] || a - b)
    const queued = new Uint8Array(jobCount)
    let count = 0
    const add = (job: number) => {
      if (queued[job] === 1 || routeOf[job] >= 0) return
      queued[job] = 1
      removedIn[job] = iteration
      queue[count++] = job
    }
    for (const seed of byDistance) {
      if (queued[seed] === 1) continue
      add(seed)
      for (let k = 0; k < width; k++) add(list[seed * width + k])
    }
    return count
  }

  /** Sends a vehicle to one of the jobs left out, whatever that costs, and lets its neighbors follow. */
  function openAmongOptional(count: number): number {
    const job = absent.length > 0 ? absent.items[random.below(absent.length)] : -1
    if (job < 0 || pair[job] >= 0 || penalty[job] > 0) return count
    whole = true
    place(job, false)
    whole = false
    for (let k = 0; k < nearest; k++) count = queueAgain(list[job * width + k], count)
    return count
  }

  /** Puts an absent job into the queue unless it is there; the new length. */
  function queueAgain(job: number, count: number): number {
    if (routeOf[job] >= 0 || queuedIn[job] === iteration || removedIn[job] === iteration) return count
    queuedIn[job] = iteration
    queue[count] = job
    return count + 1
  }

  function fillQueue(): number {
    iteration++
    const all = absent.length
    let count = 0
    const fresh = journal.freshFrom
    for (let i = fresh; i < all; i++) {
      queue[count++] = absent.items[i]
      removedIn[absent.items[i]] = iteration
    }
    if (fresh <= retries) {
      for (let i = 0; i < fresh; i++) count = queueAgain(absent.items[i], count)
    } else {
      const removed = count
      const from = random.below(fresh)
      for (let i = 0; i < retries / 3; i++) count = queueAgain(absent.items[(from + i) % fresh], count)
      // What lies beside the jobs that went has its chance now.
      for (let k = 0; k < nearest; k++) {
        if (count >= removed + retries) break
        for (let i = 0; i < removed; i++) count = queueAgain(list[queue[i] * width + k], count)
      }
    }
    return count
  }

  function sortQueue(count: number, urgency?: Float64Array) {
    let ticket = random.below(totalWeight)
    let order = orders[0]
    for (const candidate of orders) {
      order = candidate
      ticket -= candidate.weight
      if (ticket < 0) break
    }
    // Always serving the most urgent first would never let several lesser jobs outweigh it.
    const byPriority = hasPriority && random.below(2) === 0
    for (let i = 0; i < count; i++) {
      const job = queue[i]
      const key = order.key ? order.key[job] : random.bits()
      rank[job] = byPriority ? key - priority[job] * 1e13 : key
      if (urgency) rank[job] -= urgency[job] * 1e13
    }
    if (count > 60) {
      queue.subarray(0, count).sort((a, b) => rank[a] - rank[b] || a - b)
      return
    }
    for (let i = 1; i < count; i++) {
      const job = queue[i]
      const key = rank[job]
      let slot = i
      for (; slot > 0 && rank[queue[slot - 1]] > key; slot--) queue[slot] = queue[slot - 1]
      queue[slot] = job
    }
  }
}

/** What it costs, by vehicle type, to go from each job to its nearest ones and back: side by side, not all over a matrix. */
function makeLoops({ types, jobCount, pointCount }: Problem, { width, list }: Neighbors, nearest: number) {
  const made = new Map<VehicleType['costs'], Float64Array>()
  return types.map(({ costs, costsInto }) => {
    const loops = made.get(costs) ?? new Float64Array(jobCount * nearest)
    made.set(costs, loops)
    for (let job = 0; job < jobCount; job++) {
      for (let k = 0; k < nearest; k++) {
        const arc = job * pointCount + list[job * width + k]
        loops[job * nearest + k] = costs[arc] + costsInto[arc]
      }
    }
    return loops
  })
}

type Order = {
  weight: number
  /** Smallest first; none for a random order. */
  key?: Float64Array
}

/** How far each job is from where the first vehicle starts, or ends. */
function distances({ jobCount, types, pointCount }: Problem): Float64Array {
  const { start, end, costs } = types[0]
  const from = start < pointCount - 1 ? start : end
  return Float64Array.from({ length: jobCount }, (_, job) => costs[from * pointCount + job])
}

/** The orders of the paper: chance, largest, farthest, nearest; with windows also tightest, earliest, latest. */
function makeOrders(problem: Problem, far: Float64Array): Order[] {
  const { jobCount, dimensions, delivery, pickup, types } = problem
  const { capacity } = types[0]
  const by = (key: (job: number) => number) => Float64Array.from({ length: jobCount }, (_, job) => key(job))
  const demand = by((job) => {
    let share = 0
    for (let d = 0; d < dimensions; d++)
      share += (delivery[job * dimensions + d] + pickup[job * dimensions + d]) / (capacity[d] || 1)
    return -share
  })
  const orders: Order[] = [{ weight: 4 }, { weight: 2, key: far.map((cost) => -cost) }, { weight: 1, key: far }]
  if (dimensions > 0) orders.push({ weight: 4, key: demand })
  if (problem.hasWindows) {
    const { earliest, latest } = problem
    const bounded = (seconds: number) => Math.min(seconds, 1e12)
    orders.push({ weight: 2, key: by((job) => bounded(latest[job] - earliest[job])) })
    orders.push({ weight: 2, key: earliest })
    orders.push({ weight: 2, key: by((job) => -bounded(latest[job])) })
  }
  return orders
}

/** Numbers of positions from one blink to the next, as a table to draw from. */
function blinkGaps(): Int32Array {
  const size = 1024
  const perPosition = -logarithm(1 - blinkRate)
  return Int32Array.from({ length: size }, (_, i) => 1 + Math.floor(-logarithm((i + 0.5) / size) / perPosition))
}
