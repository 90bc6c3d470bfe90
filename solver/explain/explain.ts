import { makeRefusal, type Refusal } from '../route/admission.ts'
import { makeFixes } from './fix.ts'
import { anchorOf, beginningOf } from '../model/locked-routes.ts'
import { type Problem, windowAtOrAfter } from '../model/problem.ts'
import { hasRide, rideFields } from '../model/rides.ts'
import { RouteState } from '../route/route-state.ts'
import { Snapshot } from '../route/snapshot.ts'
import { Solution } from '../route/solution.ts'
import type { UnassignedCode, UnassignedFix, UnassignedReason } from '../json/vroom.ts'
import { type Waiver, waiversOf } from './waivers.ts'
import { kilometers, listed, span, time } from './words.ts'

/**
 * Explains why each unassigned job has no route: first what no vehicle could ever satisfy, then what fills the
 * planned routes. The sentence gives the binding figures and names the closest vehicle. The smallest change that
 * would help comes with it when a single one is enough. Once `isLate`, positions that are slow to judge count as
 * refused, and no changes are suggested. With `isNear`, the vehicles are those near the jobs that could serve them alone.
 */
export function explainUnassigned(
  problem: Problem,
  plan: Snapshot,
  unassigned: number,
  isLate = () => false,
  isNear = false,
) {
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  const empty = new RouteState(new Solution(problem))
  plan.restore(solution, state)
  const fixFor = makeFixes(solution, unassigned)

  const refusal = makeRefusal(solution)
  const waivers = waiversOf(problem, plan)
  const never = isNear ? () => undefined : whyNever(problem, empty, waivers)
  const noPlace = (job: number): UnassignedReason => {
    const other = problem.pair[job]
    if (problem.groups && problem.groups.bundleOf[job] >= 0) {
      if (isLinked(problem, job)) return never(job) ?? outOfOrder
      const message = 'It goes together with the others of its group, and no vehicle has room and time for all of them.'
      return never(job) ?? { code: 'group', message }
    }
    const refused = never(job) ?? refusedEverywhere(problem, refusal, other > job ? job : Math.max(job, other))
    if (refused) return refused
    if (other < 0) return noRoomLeft(problem, solution, state, job, refusal, isLate, waivers, isNear)
    return (
      never(other) ??
      notBesideOthers(problem, waivers, Math.min(job, other), isLate) ?? {
        code: 'shipment',
        message: `No vehicle has room and time for both its pickup and its delivery, in this order${hasRide(problem.jobList[Math.max(job, other)]) ? ' and within its longest ride' : ''}.`,
      }
    )
  }
  const whyOptional = (job: number, fix: UnassignedFix | undefined): UnassignedReason => {
    if (fix) return fix.constraint === 'prize' ? notWorth : noPlace(job)
    const isAlone = problem.pair[job] < 0 && (problem.groups?.bundleOf[job] ?? -1) < 0
    if (!isAlone) return noPlaceOrNotWorth
    const reason = noPlace(job)
    return reason.code === 'stopped_early' ? notWorth : reason
  }
  return (job: number): { reason: UnassignedReason; fix?: UnassignedFix } => {
    const other = problem.pair[job]
    const isOptional = problem.jobList[job].prize !== undefined || problem.jobList[other]?.prize !== undefined
    const hard = isOptional ? never(job) : noPlace(job)
    if (hard?.code === 'stopped_early') return { reason: hard }
    const fix = isLate() ? undefined : fixFor(job)
    const reason = hard ?? whyOptional(job, fix)
    return { reason, ...(fix && { fix }) }
  }
}

/** Explains what no vehicle could ever satisfy, whatever the routes are; undefined if a vehicle could serve the job alone. */
export function explainAlone(problem: Problem): (job: number) => UnassignedReason | undefined {
  const solution = new Solution(problem)
  return whyNever(problem, new RouteState(solution), waiversOf(problem, new Snapshot(solution)))
}

function whyNever(problem: Problem, empty: RouteState, waivers: readonly Waiver[]) {
  return (job: number) =>
    noSkills(problem, job) ??
    noCapacity(problem, job) ??
    rideTooFar(problem, job) ??
    noTimeAlone(problem, job) ??
    tooFarAlone(problem, empty, job, waivers)
}

const notWorth: UnassignedReason = {
  code: 'not_worth',
  message: 'Its prize is less than what the way to it would cost.',
}

/** Of an order that is added where another one of its group is planned. */
export const anotherIsPlanned: UnassignedReason = {
  code: 'one_of',
  message: 'Another one of its group is planned, and one is enough (one_of).',
}

const outOfOrder: UnassignedReason = {
  code: 'precedence',
  message: 'No vehicle has room and time for it together with all that must come before or after it, in order.',
}

/** What about the rest of a route keeps an order off it, in a sentence. */
const inTheWay = {
  max_ride: 'its goods, or others on the route, would be on board for too long (max_ride or max_detour)',
  last_in_first_out: 'other goods would lie in front of it, or it in front of others (last_in_first_out)',
  urgent_first: 'a less urgent stop would come before a more urgent one (urgent_first)',
  apart_on_board: 'goods would be on board that it must not be on board with (apart_on_board)',
}

/** Whether a vehicle would have room and time for a shipment without a rule on the rest of its route. */
function notBesideOthers(
  { input }: Problem,
  waivers: readonly Waiver[],
  shipment: number,
  isLate: () => boolean,
): UnassignedReason | undefined {
  for (const { code, vehicleFor } of waivers) {
    if (isLate()) return undefined
    const v = vehicleFor(shipment)
    if (v === undefined) continue
    const message = `Wherever there is room and time for it, ${inTheWay[code]}.`
    return { code, message, vehicle: input.vehicles[v].id }
  }
  return undefined
}

/** Whether something must come before or after a job. */
function isLinked({ precedence }: Problem, job: number): boolean {
  return precedence !== undefined && precedence.linked.some((members) => members.includes(job))
}

const noPlaceOrNotWorth: UnassignedReason = {
  code: 'not_worth',
  message: 'It has no place as the routes are, or its prize is less than what the way to it would cost.',
}

/** The vehicles that have the skills a job needs. Most jobs of a problem need the same, so each answer is kept. */
function skilled({ input, jobList }: Pick<Problem, 'input' | 'jobList'>, job: number): number[] {
  const wanted = jobList[job].skills ?? []
  const known = skilledVehicles.get(input) ?? new Map<string, number[]>()
  skilledVehicles.set(input, known)
  const key = wanted.join()
  let vehicles = known.get(key)
  if (!vehicles) {
    vehicles = input.vehicles.flatMap(({ skills }, v) => (wanted.every((skill) => skills?.includes(skill)) ? [v] : []))
    known.set(key, vehicles)
  }
  return vehicles
}

const skilledVehicles = new WeakMap<object, Map<string, number[]>>()

function noSkills(problem: Problem, job: number): UnassignedReason | undefined {
  if (skilled(problem, job).length > 0) return undefined
  const wanted = [...new Set(problem.jobList[job].skills)]
  const unknown = wanted.filter((skill) => !problem.input.vehicles.some(({ skills }) => skills?.includes(skill)))
  if (unknown.length > 0) return { code: 'skills', message: `No vehicle has ${listed('skill', unknown)}.` }
  return { code: 'skills', message: `No single vehicle has ${listed('skill', wanted)} together.` }
}

function noCapacity(problem: Problem, job: number): UnassignedReason | undefined {
  const { input, jobList, dimensions } = problem
  const { delivery, pickup } = jobList[job]
  let closest: UnassignedReason | undefined
  let least = Infinity
  for (const v of skilled(problem, job)) {
    const { id, capacity } = input.vehicles[v]
    let over = 0
    let message = ''
    for (let d = 0; d < dimensions; d++) {
      const amount = Math.max(delivery?.[d] ?? 0, pickup?.[d] ?? 0)
      if (amount - capacity![d] <= over) continue
      over = amount - capacity![d]
      const what = dimensions === 1 ? '' : ` of quantity ${d + 1}`
      message = `The job is ${amount}${what}; vehicle ${id}, the closest to it, carries ${capacity![d]}.`
    }
    if (over === 0) return undefined
    if (over < least) {
      least = over
      closest = { code: 'capacity', message, vehicle: id }
    }
  }
  return closest
}

/** Whether the goods are on board for too long even on the way straight there. */
function rideTooFar(problem: Problem, job: number): UnassignedReason | undefined {
  const { input, types, typeOf, pointCount, jobList, point } = problem
  if (!hasRide(jobList[job])) return undefined
  let closest: UnassignedReason | undefined
  let least = Infinity
  for (const v of skilled(problem, job)) {
    const { start, durations, maxRide } = types[typeOf[v]]
    const most = maxRide[job]
    const from = jobList[job].type === 'job' ? start : point[job - 1]
    const seconds = durations[from * pointCount + job]
    if (seconds <= most) return undefined
    if (seconds - most >= least) continue
    least = seconds - most
    const { id } = input.vehicles[v]
    const message = `The way straight there takes vehicle ${id} ${span(seconds)}; its goods may be on board for ${span(most)} (${rideFields(problem, job, v, seconds)}).`
    closest = { code: 'max_ride', message, vehicle: id }
  }
  return closest
}

/** Sends each able vehicle to the job alone. */
function noTimeAlone(problem: Problem, job: number): UnassignedReason | undefined {
  const { input, types, typeOf, pointCount, travel, latest } = problem
  const mayServe = (v: number) => types[typeOf[v]].serves[job] === 1
  if (!skilled(problem, job).some(mayServe)) {
    const hasLeft = (v: number) => (beginningOf(problem, v)?.awaySince ?? Infinity) < problem.release[job]
    if (skilled(problem, job).some((v) => hasLeft(v) && input.vehicles[v].max_tasks !== 0)) {
      const message = `Every vehicle that could take it has left before its goods are at the depot at ${time(problem.release[job])}.`
      return { code: 'release', message }
    }
    return { code: 'max_tasks', message: 'Every vehicle that could take it has max_tasks 0.' }
  }
  let closest: UnassignedReason | undefined
  let least = Infinity
  for (const v of skilled(problem, job)) {
    if (!mayServe(v)) continue
    const type = types[typeOf[v]]
    const { id } = input.vehicles[v]
    const arrival = Math.max(type.shiftFrom, problem.release[job]) + type.durations[type.start * pointCount + job]
    const begin = windowAtOrAfter(problem, job, arrival)
    const work = type.service[job] + (travel.address[type.start] === travel.address[job] ? 0 : type.setup[job])
    const finish = begin + work + type.durations[job * pointCount + type.end]
    if (finish <= type.shiftTo) return undefined
    if (begin === Infinity) {
      const late = arrival - latest[job]
      if (late >= least) continue
      least = late
      const message = `Vehicle ${id}, the first that can be there, arrives at ${time(arrival)}; the last window closes at ${time(latest[job])}, ${span(late)} earlier.`
      closest = { code: 'time_window', message, vehicle: id }
    } else if (finish - type.shiftTo < least) {
      least = finish - type.shiftTo
      const message = `Even alone on vehicle ${id} it would end the route at ${time(finish)}, ${span(least)} after the shift ends at ${time(type.shiftTo)}.`
      closest = { code: 'shift', message, vehicle: id }
    }
  }
  return closest
}

function tooFarAlone(
  problem: Problem,
  empty: RouteState,
  job: number,
  waivers: readonly Waiver[],
): UnassignedReason | undefined {
  const { input, types, typeOf, pointCount } = problem
  let closest: UnassignedReason | undefined
  let least = Infinity
  for (const v of skilled(problem, job)) {
    const type = types[typeOf[v]]
    const start = anchorOf(problem, v)
    if (type.serves[job] === 0 || !empty.fitsInTime(job, start, empty.solution.next[start], v)) continue
    if (type.isJudged && empty.extraWith(v, { job, after: start }) === Infinity) {
      const { id } = input.vehicles[v]
      const stops = empty.jobsWith(v, { job, after: start })
      const rule = waivers.find(({ judge }) => judge(v, stops) < Infinity)?.code
      if (rule) {
        closest ??= { code: rule, message: `On vehicle ${id}, ${inTheWay[rule]}.`, vehicle: id }
        continue
      }
      const message = `Even alone it does not fit into the shift of vehicle ${id} with the breaks and limits that apply there.`
      closest ??= { code: 'shift', message, vehicle: id }
      continue
    }
    if (!type.limited) return undefined
    const there = type.start * pointCount + job
    const back = job * pointCount + type.end
    const seconds = type.durations[there] + type.durations[back]
    const meters = type.distances ? type.distances[there] + type.distances[back] : 0
    const { id } = input.vehicles[v]
    if (type.limitsShift && !empty.shifts!.fits(job, start, start + 1, type)) {
      const message = `Even alone on vehicle ${id} its route would be longer than max_shift, ${span(type.maxShift)}.`
      closest ??= { code: 'shift', message, vehicle: id }
      continue
    }
    const overTime = seconds - type.maxTravel
    const overDistance = meters - type.maxDistance
    if (overTime <= 0 && overDistance <= 0) return undefined
    const over = Math.max(overTime / type.maxTravel, overDistance / type.maxDistance)
    if (over >= least) continue
    least = over
    closest =
      overTime > 0
        ? {
            code: 'max_travel_time',
            message: `There and back takes vehicle ${id} ${span(seconds)} of driving; its limit is ${span(type.maxTravel)}.`,
            vehicle: id,
          }
        : {
            code: 'max_distance',
            message: `There and back is ${kilometers(meters)} for vehicle ${id}; its limit is ${kilometers(type.maxDistance)}.`,
            vehicle: id,
          }
  }
  return closest
}

const refusals = {
  one_of: 'another one of its group is planned, and one is enough (one_of).',
  group: 'there is a group on board that must not share a vehicle with its own.',
  max_moved: 'no more jobs may be on another vehicle than before.',
}

/** Why routes are closed to a job, in a sentence. */
function whyClosed({ types }: Problem, code: keyof typeof refusals | 'max_districts', job: number): string {
  if (code !== 'max_districts') return refusals[code]
  const able = types.filter(({ serves, maxDistricts }) => serves[job] === 1 && maxDistricts < Infinity)
  return `it serves as many districts as max_districts allows (${Math.max(...able.map(({ maxDistricts }) => maxDistricts))}).`
}

function refusedEverywhere(problem: Problem, refusal: Refusal | undefined, job: number): UnassignedReason | undefined {
  if (!refusal) return undefined
  const { types, typeOf } = problem
  const able = skilled(problem, job).filter((v) => types[typeOf[v]].serves[job] === 1)
  const codes = new Set(able.map((v) => refusal(v, job)))
  const [code] = codes
  if (codes.size !== 1 || !code) return undefined
  if (code === 'one_of') return anotherIsPlanned
  return { code, message: `Every vehicle that could take it is closed to it: ${whyClosed(problem, code, job)}` }
}

const binding = [
  'max_tasks',
  'capacity',
  'max_ride',
  'last_in_first_out',
  'urgent_first',
  'apart_on_board',
  'trips',
  'precedence',
  'time_window',
  'shift',
  'max_travel_time',
  'max_distance',
] as const

/** Some vehicle could serve the job alone, but the planned routes leave no room. */
function noRoomLeft(
  problem: Problem,
  solution: Solution,
  state: RouteState,
  job: number,
  refusal: Refusal | undefined,
  isLate: () => boolean,
  waivers: readonly Waiver[],
  isNear: boolean,
): UnassignedReason {
  const { input, types, typeOf, jobCount, dimensions } = problem
  const { next } = solution
  const blocked = new Map<UnassignedCode, number>()
  let mostTasks = 0
  let roomiest = -1
  let free = -Infinity
  for (const v of skilled(problem, job)) {
    const type = types[typeOf[v]]
    if (type.serves[job] === 0) continue
    const refused = refusal?.(v, job)
    if (refused) {
      blocked.set(refused, (blocked.get(refused) ?? 0) + 1)
      continue
    }
    const reasons = new Set<UnassignedCode>()
    let fits = false
    for (let after = solution.startNode(v); after !== solution.endNode(v) && !fits; after = next[after]) {
      const reason = blockedBy(solution, state, job, after, v, isLate, waivers)
      if (reason) reasons.add(reason)
      else fits = true
      if (next[after] >= jobCount) break
    }
    if (fits) return { code: 'stopped_early', message: 'It still fits: the search was stopped before it was placed.' }
    // Whatever blocks every position binds first: number of jobs and load come before time.
    const reason = binding.find((code) => reasons.has(code))!
    blocked.set(reason, (blocked.get(reason) ?? 0) + 1)
    if (reason === 'max_tasks') mostTasks = Math.max(mostTasks, type.maxTasks)
    for (let d = 0; d < dimensions; d++) {
      const room = type.capacity[d] - solution.delivered[v * dimensions + d]
      if (reason === 'capacity' && room > free) {
        free = room
        roomiest = v
      }
    }
  }
  if (blocked.size === 0) return { code: 'no_vehicle', message: 'No vehicle that may take it has time left.' }
  const [code, count] = [...blocked].sort((a, b) => b[1] - a[1])[0]
  const able = [...blocked.values()].reduce((a, b) => a + b, 0)
  const near = isNear ? ' near it' : ''
  const share =
    able === 1 ? `The one vehicle${near} that may take it` : `${count} of the ${able} vehicles${near} that may take it`
  const is = able === 1 || count === 1
  switch (code) {
    case 'capacity': {
      const { delivery, pickup } = problem.jobList[job]
      const amount = Math.max(delivery?.[0] ?? 0, pickup?.[0] ?? 0)
      const room =
        dimensions === 1
          ? `; the job is ${amount}, the most room left is ${free} on vehicle ${input.vehicles[roomiest].id}`
          : ''
      return { code, message: `${share} ${is ? 'is' : 'are'} full${room}.`, vehicle: input.vehicles[roomiest].id }
    }
    case 'max_tasks':
      return { code, message: `${share} ${is ? 'has' : 'have'} as many jobs as max_tasks allows (${mostTasks}).` }
    case 'time_window':
      return {
        code,
        message: `${share} ${is ? 'is' : 'are'} elsewhere at that time: no planned route passes within the job's time windows.`,
      }
    case 'shift':
      return {
        code,
        message: `${share} ${is ? 'has' : 'have'} no time left in the shift for its ${span(types[0].service[job] + types[0].setup[job])} of work and the way there.`,
      }
    case 'max_ride': {
      const hasDetours = problem.jobList.some(({ max_detour }) => max_detour !== undefined)
      return {
        code,
        message: `${share} would have its goods, or others on the route, on board for too long (${hasDetours ? 'max_ride or max_detour' : 'max_ride'}).`,
      }
    }
    case 'last_in_first_out':
    case 'urgent_first':
    case 'apart_on_board':
      return { code, message: `${share} ${is ? 'has' : 'have'} room and time for it, but ${inTheWay[code]}.` }
    case 'precedence':
      return outOfOrder
    case 'trips':
      return { code, message: `${share} ${is ? 'has' : 'have'} no trip with room and time for it.` }
    case 'max_travel_time':
      return { code, message: `${share} would drive longer than max_travel_time allows.` }
    case 'one_of':
    case 'group':
    case 'max_moved':
    case 'max_districts':
      return { code, message: `${share} ${is ? 'is' : 'are'} closed to it: ${whyClosed(problem, code, job)}` }
    default:
      return { code, message: `${share} would drive farther than max_distance allows.` }
  }
}

function blockedBy(
  solution: Solution,
  state: RouteState,
  job: number,
  after: number,
  v: number,
  isLate: () => boolean,
  waivers: readonly Waiver[],
) {
  const { problem, next, size } = solution
  const type = problem.types[problem.typeOf[v]]
  if (size[v] >= type.maxTasks) return 'max_tasks'
  if (!state.keepsOrder(job, after, v)) return 'precedence'
  if (!state.fitsInLoad(job, after, v)) return 'capacity'
  if (!state.fitsInTime(job, after, next[after], v)) return bindingTime(solution, job, after)
  if (!type.limited || state.fitsInLength(job, after, next[after], v)) {
    const isRefused =
      type.isJudged && !type.isJudgedByCompactness && (isLate() || state.extraWith(v, { job, after }) === Infinity)
    if (!isRefused) return undefined
    const without = isLate()
      ? undefined
      : waivers.find(({ judge }) => judge(v, state.jobsWith(v, { job, after })) < Infinity)
    if (without) return without.code
    return type.reload ? 'trips' : bindingTime(solution, job, after)
  }
  if (type.limitsShift && !state.shifts!.fits(job, after, next[after], type)) return 'shift'
  const { pointCount, point } = problem
  const arc = (from: number, to: number) => type.durations[point[from] * pointCount + point[to]]
  const direct = size[v] === 0 ? 0 : arc(after, next[after])
  const longer = arc(after, job) + arc(job, next[after]) - direct
  return state.travel[v] + longer > type.maxTravel ? 'max_travel_time' : 'max_distance'
}

/** A time window binds if the job or a later stop has one; otherwise the end of the shift does. */
function bindingTime({ problem, next }: Solution, job: number, after: number) {
  const { jobCount, latest } = problem
  if (latest[job] !== Infinity) return 'time_window'
  for (let node = next[after]; node < jobCount; node = next[node]) if (latest[node] !== Infinity) return 'time_window'
  return 'shift'
}
