import { Annealing } from './accept.ts'
import { Journal } from './journal.ts'
import { makeRefusal } from './admission.ts'
import { dropBrokenBundles } from './bundles.ts'
import type { Limits } from './limits.ts'
import { Elites } from './elites.ts'
import { findNeighbours } from './neighbours.ts'
import { anchorOf } from './locks.ts'
import type { PlannedRoute, SolveOptions } from './options.ts'
import type { Problem } from './problem.ts'
import type { Random } from './random.ts'
import { makeRecreate } from './recreate.ts'
import { RouteState } from './route-state.ts'
import { makeRuin } from './ruin.ts'
import { Snapshot } from './snapshot.ts'
import { Solution } from './solution.ts'

const NEIGHBOURS = 100
/** A budget that leaves time for children is spent in several coolings, of so many iterations per job or more. */
const ITERATIONS_PER_COOLING = 500
const MOST_COOLINGS = 12
/** So many coolings begin from nothing; later ones with routes of two of the best plans so far. */
const FOUNDERS = 4
/** Where the later ones begin, as a share of the highest temperature. */
const REHEAT = 0.3
/** After this part of the budget we know how many iterations it is worth. */
const RATE_KNOWN_AT = 0.02
/** From which part of the budget on, and how often, searches tell each other of their best plans. */
const EXCHANGE_FROM = 0.5
const EXCHANGE_EVERY = 0.05

/** The best plan found, and after how many iterations the search ended. */
export interface SearchResult {
  best: Snapshot
  iterations: number
}

/** Ruin and recreate under annealing: fewest and least urgent absent jobs first, then lowest cost. */
export function search(
  problem: Problem,
  random: Random,
  limits: Limits,
  { initial = [], exchange }: Pick<SolveOptions, 'initial' | 'exchange'>,
  onProgress: (best: Snapshot, iterations: number) => void,
): SearchResult {
  const solution = new Solution(problem)
  const state = new RouteState(solution)
  const journal = new Journal(solution, state)
  const neighbours = findNeighbours(problem, NEIGHBOURS)
  const ruin = makeRuin(solution, state, journal, neighbours, random)
  const recreate = makeRecreate(solution, state, journal, neighbours, random)
  const isOver = () => limits.spent(0) >= 1

  journal.begin()
  insertLocked(solution, state)
  insertGiven(initial, solution, state)
  recreate.first(isOver)
  const best = new Snapshot(solution)
  onProgress(best, 0)

  const annealing = new Annealing(solution, random)
  const elites = new Elites(FOUNDERS, random)
  let round = new Snapshot(solution)
  let coolings = 0
  let cooling = 0
  let iterations = 0
  let nextExchange = EXCHANGE_FROM
  for (let spent = limits.spent(0); spent < 1 && problem.jobCount > 0; spent = limits.spent(iterations)) {
    if (coolings === 0 && spent >= RATE_KNOWN_AT) {
      const perJob = iterations / spent / problem.jobCount
      const many = Math.min(MOST_COOLINGS, Math.floor(perJob / ITERATIONS_PER_COOLING))
      coolings = many > FOUNDERS + 1 ? many : 1
    }
    if (Math.floor(spent * coolings) > cooling) {
      cooling++
      elites.add(round)
      if (elites.isFull) {
        elites.cross(solution, state)
        dropBrokenBundles(solution, state)
      } else {
        solution.clear()
        for (let v = 0; v < problem.vehicleCount; v++) state.refresh(v)
        insertLocked(solution, state)
      }
      journal.begin()
      recreate.first(isOver)
      round = new Snapshot(solution)
    }
    annealing.cool(Math.min(1, spent * Math.max(1, coolings) - cooling), cooling < FOUNDERS ? 1 : REHEAT)
    if (exchange && spent >= nextExchange) {
      nextExchange = spent + EXCHANGE_EVERY
      const other = exchange({ penalty: best.penalty, cost: best.cost, plan: best.toPlan() })
      if (other && best.isWorseThan(other)) {
        solution.clear()
        for (let v = 0; v < problem.vehicleCount; v++) state.refresh(v)
        insertLocked(solution, state)
        insertGiven(other.plan, solution, state)
        if (round.isWorseThan(solution)) round.take(solution)
      }
    }
    for (let left = limits.batch(iterations, problem.jobCount); left > 0; left--, iterations++) {
      const { cost, penalty } = solution
      journal.begin()
      ruin()
      recreate()
      if (!annealing.accepts(solution, cost, penalty)) journal.rollback()
      else if (round.isWorseThan(solution)) round.take(solution)
    }
    if (best.isWorseThan(round)) best.copy(round)
    if (limits.isTellingDue(iterations)) onProgress(best, iterations)
  }

  best.restore(solution, state)
  journal.begin()
  // Blinks may have left a free place unseen.
  recreate.patiently(isOver)
  if (best.isWorseThan(solution)) best.take(solution)
  return { best, iterations }
}

/** Puts in what is locked, in the order in which it was given: no route can be asked for less. */
function insertLocked(solution: Solution, state: RouteState) {
  solution.problem.locks?.routes.forEach((route, vehicle) => {
    if (!route) return
    let after = solution.startNode(vehicle)
    for (const job of route.jobs) {
      if (solution.routeOf[job]! < 0) solution.insert(job, after, vehicle)
      after = job
    }
    state.refresh(vehicle)
  })
}

/** Repeats a given plan as far as its jobs exist and still fit at their places. */
function insertGiven(start: readonly PlannedRoute[], solution: Solution, state: RouteState) {
  const { input, tasks, pair, types, typeOf, locks } = solution.problem
  const refusal = makeRefusal(solution)
  if (start.length === 0) return
  const jobNumbers = new Map(tasks.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const vehicleNumbers = new Map(input.vehicles.map((vehicle, v) => [vehicle.id, v]))
  for (const route of start) {
    const vehicle = vehicleNumbers.get(route.vehicle)
    if (vehicle === undefined) continue
    const type = types[typeOf[vehicle]!]!
    let after = anchorOf(solution.problem, vehicle)
    for (const step of route.steps ?? route.jobs.map((id) => ({ type: 'job', id }))) {
      const job = jobNumbers.get(`${step.type} ${step.id}`)
      if (job === undefined) continue
      if (solution.routeOf[job] === vehicle && !locks?.isFixed[job]) after = job
      if (!solution.absent.has(job)) continue
      if (step.type === 'delivery' && solution.routeOf[pair[job]!] !== vehicle) continue
      const before = solution.next[after]!
      const fits =
        type.serves[job] === 1 &&
        solution.size[vehicle]! < type.maxTasks &&
        state.fitsInLoad(job, after, vehicle) &&
        state.fitsInTime(job, after, before, vehicle) &&
        state.fitsInLength(job, after, before, vehicle) &&
        !refusal?.(vehicle, job) &&
        (!type.isJudged || state.extraWith(vehicle, job, after) < Infinity)
      if (!fits) continue
      solution.insert(job, after, vehicle)
      state.refresh(vehicle)
      after = job
    }
    for (const job of solution.jobsOf(vehicle)) {
      if (pair[job]! >= 0 && solution.routeOf[pair[job]!]! < 0) solution.remove(job)
    }
    if (!state.refresh(vehicle)) {
      for (const job of solution.jobsOf(vehicle)) if (!locks?.isLocked[job]) solution.remove(job)
      state.refresh(vehicle)
    }
  }
  dropBrokenBundles(solution, state)
}
