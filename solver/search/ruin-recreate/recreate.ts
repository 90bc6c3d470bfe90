import { AbsentQueue } from './absent-queue.ts'
import { makeBlinks } from './blinks.ts'
import { makeBundleInsertion } from './bundle-insertion.ts'
import { makeChoiceInsertion } from './choice-insertion.ts'
import { insertionsCost } from './give-up.ts'
import type { Insertion, Position, Shared } from './insertion.ts'
import { makeSort } from './insertion-order.ts'
import type { Operands } from './operands.ts'
import { makeRefusal } from '../../route/admission.ts'
import { makeShipmentInsertion } from './shipment-insertion.ts'
import { makeSingleInsertion } from './single-insertion.ts'

/** How often the first job is sent out on a vehicle of its own, whatever that costs: with windows, and without. */
const openingRateTimed = 0.05
const openingRateUntimed = 0.005
/** The same for each job where a plan starts with many vehicles. */
const scatteredRate = 0.3
/** How many of its nearest jobs an absent job is tried beside. */
const besideNearest = 40
/** Where positions are quick to evaluate, the clock is looked at only after this many jobs. */
const jobsPerLook = 64

export type Recreate = {
  /**
   * Inserts absent jobs greedily, in a random order, higher `urgency` first if given.
   * Where insertion takes long, it leaves the rest absent once `isOver`; so it does once the plan is bound to cost `most` or more.
   */
  (urgency?: Float64Array, isOver?: () => boolean, most?: number): void
  /**
   * Inserts all absent jobs for a first plan, neighborhood by neighborhood from the farthest one in. A scattered plan uses
   * far more vehicles than needed, because routes are easier to close than to open later.
   */
  first(isOver: () => boolean, scattered?: boolean): void
  /** Tries every absent job at every position, without blinks. */
  patiently(isOver: () => boolean): void
  /** Inserts one absent job where it costs least, together with the other end of a shipment. */
  only(job: number): void
  /** The same on one vehicle, whatever it costs there. */
  onlyOn(job: number, vehicle: number): void
  /** The cheapest position of an absent single job among these vehicles; it stays absent. */
  findAmong(job: number, vehicles: readonly number[]): Readonly<Position> | undefined
}

/**
 * Makes the recreate step of SISR (Christiaens and Vanden Berghe 2020): greedy insertion with blinks. Shipments, bundles
 * and several trips each have an insertion of their own.
 */
export function makeRecreate(operands: Operands): Recreate {
  const { solution, journal, random } = operands
  const { problem, routeOf, absent } = solution
  const { types, pair, penalty, prize, groups } = problem
  const nearest = Math.min(operands.neighbors.width, besideNearest)
  const queue = new AbsentQueue(operands, nearest)
  const sort = makeSort(problem, random)
  const shared: Shared = {
    nearest,
    blinks: makeBlinks(random),
    isNews: (vehicle, job) => queue.isNews(vehicle, job),
    refusal: makeRefusal(solution),
  }
  const singles = makeSingleInsertion(operands, shared)
  const shipments = makeShipmentInsertion(operands, shared)
  const insertionOf = (job: number): Insertion => (pair[job] >= 0 ? shipments : singles)
  const bundles = makeBundleInsertion(operands, nearest, insertionOf)
  const choices = groups?.choices
  const placeOneOf = choices && makeChoiceInsertion(operands, choices, insertionOf)
  const openingRate = problem.timed || types.length > 1 ? openingRateTimed : openingRateUntimed
  /** Whether positions take long to evaluate. */
  const isSlow = problem.isJudged || problem.hasPairs
  const mayGiveUp = insertionsCost(problem, operands.neighbors)
  /** Whether the next single job is sent out on a vehicle of its own. */
  let opening = false
  /** Whether optional jobs are placed whatever that costs: a route pays only once several are on it. */
  let ignoresPrizes = false

  return Object.assign(recreate, {
    first: (isOver: () => boolean, scattered = false) => {
      ignoresPrizes = true
      queue.fillByNeighborhood()
      placeAll(false, isOver, scattered)
      ignoresPrizes = false
    },
    patiently: (isOver: () => boolean) => {
      journal.freshFrom = 0
      queue.fill()
      sort(queue.jobs, queue.length)
      placeAll(true, isOver)
    },
    only: (job: number) => {
      queue.fillWith(job)
      placeThis(job, true)
    },
    onlyOn: (job: number, vehicle: number) => {
      const insertion = insertionOf(job)
      if (insertion.findOn(job, vehicle)) insertion.insertFound(job, journal)
    },
    findAmong: (job: number, vehicles: readonly number[]) => singles.findAmong(job, vehicles),
  })

  function recreate(urgency?: Float64Array, isOver?: () => boolean, most = Infinity) {
    queue.fill()
    sort(queue.jobs, queue.length, urgency)
    opening = random.fraction() < openingRate
    if (opening && problem.hasPrizes) openAmongOptional()
    for (let i = 0; i < queue.length; i++) {
      if ((isSlow && isOver?.()) || (mayGiveUp && solution.cost >= most)) return
      if (routeOf[queue.jobs[i]] < 0) place(queue.jobs[i], false)
    }
  }

  function placeAll(patient: boolean, isOver: () => boolean, scattered = false) {
    const every = isSlow || patient ? 1 : jobsPerLook
    for (let i = 0; i < queue.length && (i % every < every - 1 || !isOver()); i++) {
      if (scattered) opening = random.fraction() < scatteredRate
      place(queue.jobs[i], patient)
    }
  }

  /** Inserts a job where it costs least, with all that has to go with it. A shipment is placed by its pickup. */
  function place(job: number, patient: boolean) {
    if (placeOneOf && choices!.listOf[job] >= 0 && !opening)
      placeOneOf(job, mostFor(job, patient), patient, queue.iteration)
    else placeThis(job, patient)
  }

  /** The same, and never another job instead of it. */
  function placeThis(job: number, patient: boolean) {
    if (choices !== undefined && !absent.has(job)) return
    if (groups !== undefined && groups.bundleOf[job] >= 0) {
      placeBundle(job, patient)
      return
    }
    const limit = mostFor(job, patient)
    if (pair[job] >= 0) {
      if (pair[job] > job) shipments.place(job, limit, patient)
    } else if (opening) {
      opening = false
      singles.placeAlone(job, limit)
    } else singles.place(job, limit, patient)
  }

  /** What a job may cost: one that may be left out has to be worth it, more or less. */
  function mostFor(job: number, patient: boolean): number {
    const isOptional = penalty[job] === 0 && !ignoresPrizes
    return isOptional ? prize[job] * (patient ? 1 : 0.5 + random.fraction()) : Infinity
  }

  function placeBundle(job: number, patient: boolean) {
    const bundle = groups!.bundles[groups!.bundleOf[job]]
    const absentOnes = bundle.filter((other) => routeOf[other] < 0)
    // The first of them places all.
    if (absentOnes[0] === job || (patient && routeOf[job] < 0)) bundles.place(absentOnes, patient)
  }

  /** Sends a vehicle to one of the optional jobs left out, whatever that costs, and lets its neighbors follow. */
  function openAmongOptional() {
    const job = absent.length > 0 ? absent.items[random.below(absent.length)] : -1
    if (job < 0 || pair[job] >= 0 || penalty[job] > 0) return
    ignoresPrizes = true
    place(job, false)
    ignoresPrizes = false
    queue.addNearest(job)
  }
}
