import type { Journal } from '../../route/journal.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import type { Random } from '../../math/random.ts'
import type { RouteState } from '../../route/route-state.ts'
import type { Solution } from '../../route/solution.ts'

/** Beside so many of the jobs nearest to each of its own a bundle is looked at first. */
const nearestCount = 10

/** Insertion of one job or shipment on one vehicle, as recreate.ts knows it. */
type Single = {
  findOn: (job: number, vehicle: number) => boolean
  insertFound: (job: number, through: Pick<Journal, 'insert'>) => void
}

/** Insertion of jobs that go on one vehicle or are left out together: one after the other, each where it is cheapest. */
export function makeBundles(
  solution: Solution,
  state: RouteState,
  journal: Journal,
  { width, list }: Neighbors,
  nearest: number,
  { findOn, insertFound }: Single,
  random: Random,
) {
  const { problem, routeOf, used, spare } = solution
  const { types, pair, prize, penalty } = problem
  const looked = new Int32Array(problem.vehicleCount)
  let question = 0
  let bestCost = Infinity
  let bestVehicle = -1

  return { place }

  /** Puts a whole bundle where it costs least; tries the routes near its jobs first, unless told to be patient. */
  function place(bundle: readonly number[], patient: boolean) {
    question++
    bestVehicle = -1
    // A bundle of optional jobs has to be worth its way.
    bestCost = bundle.some((member) => penalty[member] > 0) ? Infinity : 0
    if (bestCost === 0) for (const member of bundle) bestCost += prize[member]
    const members = shuffled(bundle.filter((member) => pair[member] < 0 || pair[member] > member))
    if (!patient) {
      for (const job of members) {
        for (let k = 0; k < Math.min(nearest, nearestCount); k++) {
          const vehicle = routeOf[list[job * width + k]]
          if (vehicle >= 0) tryVehicle(members, vehicle)
        }
      }
    }
    if (bestVehicle < 0) for (const vehicle of used.items.slice(0, used.length)) tryVehicle(members, vehicle)
    for (let t = 0; t < types.length; t++) {
      if (spare[t].length > 0) tryVehicle(members, spare[t].items[spare[t].length - 1])
    }
    if (bestVehicle < 0) return
    for (const member of members) {
      findOn(member, bestVehicle)
      insertFound(member, journal)
    }
  }

  /** Each where it is cheapest: what that comes to depends on who is first. */
  function shuffled(members: number[]): number[] {
    for (let i = members.length - 1; i > 0; i--) {
      const j = random.below(i + 1)
      ;[members[i], members[j]] = [members[j], members[i]]
    }
    return members
  }

  /** Tries the bundle on a vehicle and takes it off again. */
  function tryVehicle(members: readonly number[], vehicle: number) {
    if (looked[vehicle] === question) return
    looked[vehicle] = question
    const worth = members.reduce((sum, job) => sum + prize[job], 0)
    const before = solution.cost
    const inserted: number[] = []
    for (const job of members) {
      if (!findOn(job, vehicle)) break
      insertFound(job, solution)
      inserted.push(job)
      if (pair[job] >= 0) inserted.push(pair[job])
    }
    const isWhole = inserted.length > 0 && routeOf[members.at(-1)!] === vehicle
    const cost = solution.cost - before + worth
    for (const job of inserted.toReversed()) solution.remove(job)
    state.refresh(vehicle)
    if (!isWhole || cost >= bestCost) return
    bestCost = cost
    bestVehicle = vehicle
  }
}

/** Takes out all jobs of bundles that are not whole, or not on one vehicle. */
export function dropBrokenBundles(solution: Solution, state: RouteState): void {
  const { routeOf, problem } = solution
  const { groups, locks } = problem
  for (const bundle of groups?.bundles ?? []) {
    const vehicles = new Set(bundle.map((job) => routeOf[job]))
    if (vehicles.size === 1) continue
    for (const job of bundle) if (routeOf[job] >= 0) solution.remove(job)
    for (const vehicle of vehicles) {
      if (vehicle < 0 || state.refresh(vehicle)) continue
      for (const job of solution.jobsOf(vehicle)) if (!locks?.isFixed[job]) solution.remove(job)
      state.refresh(vehicle)
    }
  }
}
