import { makeRefusal } from '../route/admission.ts'
import { routeCost } from '../model/route-cost.ts'
import { makePositions, type Positions } from './fix-positions.ts'
import { extraWith, secondsPerHour, makeDraft, type Relaxation } from './fix-draft.ts'
import { lacking, leastRelaxation, vehicleEffort } from './fix-relax.ts'
import { sayFix } from './fix-words.ts'
import type { Solution } from '../route/solution.ts'
import type { UnassignedFix } from '../json/vroom.ts'

/** How many positions and stops all fixes together may examine: some tens of milliseconds. */
const mostWork = 2_000_000
/** Judging positions on whole routes, or for pairs, takes about this many times as long. */
const dearer = 8
/** The least and the most for one job. */
const leastWork = 500
const mostPositions = 200_000

const nothing: Relaxation = { constraint: 'prize', amount: 0, effort: 0 }

type Best = {
  relaxation: Relaxation
  vehicle: number
  cost: number
}

/**
 * For jobs and shipments without a route, finds the change of one constraint that takes the least effort and makes
 * room on the current routes. It tries every position with each constraint relaxed on its own, unless a lower bound
 * rules the position out. If there are too many positions, it tries those with the smallest detour.
 */
export function makeFixes(solution: Solution, unassigned: number) {
  const { problem } = solution
  const { pair, jobList, vehicleCount, types, typeOf, costScale } = problem
  const routes = Array.from({ length: vehicleCount }, (_, v) => solution.jobsOf(v))
  // One unused vehicle of each type is enough.
  const idle = types.map(({ vehicles }) => vehicles.find((v) => routes[v].length === 0))
  const candidates = routes.flatMap(({ length }, v) => (length > 0 || idle[typeOf[v]] === v ? [v] : []))
  const work = problem.isJudged || problem.hasPairs ? mostWork / dearer : mostWork
  const share = Math.max(leastWork, work / Math.max(1, unassigned))
  const most = Math.floor(Math.min(share, mostPositions))
  const positions = makePositions(problem, routes, most)
  const bench = makeDraft(problem)
  const refusal = makeRefusal(solution)
  const known = new Map<number, UnassignedFix | undefined>()

  return (job: number): UnassignedFix | undefined => {
    const first = jobList[job].type === 'delivery' ? pair[job] : job
    if (!known.has(first)) known.set(first, fixFor(first))
    return known.get(first)
  }

  function fixFor(job: number): UnassignedFix | undefined {
    // With several trips, no single limit says what would make room.
    if (problem.hasTrips) return undefined
    // A job in a group that stays together needs room for the whole group, and so does one with a place in an order.
    if (problem.groups && problem.groups.bundleOf[job] >= 0) return undefined
    if (problem.precedence?.linked.some((members) => members.includes(job))) return undefined
    const added = pair[job] < 0 ? [job] : [job, pair[job]]
    const lacks = new Map(candidates.map((v) => [v, lacking(problem, v, routes[v], added)] as const))
    const able = candidates.filter((v) => lacks.get(v)!.length < 2 && !isClosed(v, job))
    const listed = positions.list(able, added)
    const { count, vehicle, late, cost } = listed
    let work = share
    let best: Best | undefined
    let cheapest = -1

    const isWorthLooking = (i: number) => {
      if (cheapest >= 0) return late[i] <= 0 && cost[i] < cost[cheapest]
      const [lack] = lacks.get(vehicle[i])!
      if (lack && late[i] > 0) return false
      const effort = lack ? lack.effort : Math.max(0, late[i]) / secondsPerHour
      return !best || effort < best.relaxation.effort || (effort === best.relaxation.effort && cost[i] < best.cost)
    }
    const look = (i: number) => {
      const v = vehicle[i]
      const stops = withStops(routes[v], listed, i, added)
      work -= stops.length
      const limit = best?.relaxation.effort ?? Infinity
      const found = leastRelaxation(bench, v, stops, added, lacks.get(v)!, limit)
      // Some routes cost more than their arcs, by what is judged on them as a whole.
      const extra = found ? extraWith(bench, v, stops, found === 'fits' ? nothing : found) - solution.extra[v] : 0
      cost[i] += extra
      // Computed only once.
      late[i] = Infinity
      if (found === 'fits') {
        if (cheapest < 0 || cost[i] < cost[cheapest]) cheapest = i
        // Without a prize, nothing has to change: the search was stopped before it placed the job.
        if (jobList[job].prize === undefined) work = 0
      } else if (found) keep({ relaxation: found, vehicle: v, cost: cost[i] })
    }
    const keep = (found: Best) => {
      const by = best ? found.relaxation.effort - best.relaxation.effort || found.cost - best.cost : -1
      if (by < 0) best = found
    }

    // The best bound of each vehicle sets a mark that few other positions reach.
    for (const i of marks(listed)) if (work > 0 && isWorthLooking(i)) look(i)
    for (let i = 0; i < count; i++) if (work > 0 && isWorthLooking(i)) look(i)
    if (cheapest >= 0) return fixPrize(job, vehicle[cheapest], cost[cheapest])
    types.forEach(({ vehicles }, t) => {
      // Limits that locked steps raised on one vehicle are not raised on others of its type.
      const isPlain = idle[t] === undefined && !problem.locks?.routes[vehicles[0]]
      const more = isPlain ? anotherVehicle(vehicles[0], added) : undefined
      if (more) keep(more)
    })
    return best && sayFix(problem, job, best.relaxation, best.vehicle, best.cost)
  }

  /** Whether a rule that no fix changes keeps an order off a vehicle. */
  function isClosed(v: number, job: number): boolean {
    const refused = refusal?.(v, job)
    return refused !== undefined && refused !== 'max_districts'
  }

  /** There is room, but the prize does not pay for it: a higher one would. */
  function fixPrize(job: number, v: number, cost: number): UnassignedFix | undefined {
    const amount = Math.ceil((cost - problem.prize[job]) / costScale)
    if (jobList[job].prize === undefined || amount <= 0) return undefined
    return sayFix(problem, job, { constraint: 'prize', amount, effort: 0 }, v, cost)
  }

  function anotherVehicle(vehicle: number, added: readonly number[]): Best | undefined {
    const lacks = lacking(problem, vehicle, [], added)
    if (leastRelaxation(bench, vehicle, added, added, lacks, 0) !== 'fits') return undefined
    const relaxation: Relaxation = { constraint: 'vehicles', amount: 1, effort: vehicleEffort }
    const cost = routeCost(problem, vehicle, added) + extraWith(bench, vehicle, added, relaxation)
    return { relaxation, vehicle, cost }
  }
}

/** The least late position of each vehicle, the cheapest of several; the least late vehicle first. */
function marks({ count, vehicle, late, cost }: Positions): number[] {
  const found: number[] = []
  for (let i = 0; i < count; i++) {
    const mark = found.at(-1)
    if (mark === undefined || vehicle[mark] !== vehicle[i]) found.push(i)
    else if (late[i] < late[mark] || (late[i] === late[mark] && cost[i] < cost[mark])) found[found.length - 1] = i
  }
  return found.sort((a, b) => late[a] - late[b] || cost[a] - cost[b])
}

function withStops(route: readonly number[], positions: Positions, i: number, added: readonly number[]): number[] {
  const [job, delivery] = added as [number, number?]
  const at = positions.at[i]
  if (delivery === undefined) return [...route.slice(0, at), job, ...route.slice(at)]
  const deliveryAt = positions.deliveryAt[i]
  return [...route.slice(0, at), job, ...route.slice(at, deliveryAt), delivery, ...route.slice(deliveryAt)]
}
