import type { Insertion } from './insertion.ts'
import type { Operands } from './operands.ts'

/** A bundle is tried first on the routes of this many jobs nearest to each of its own. */
const mostNearest = 10

/**
 * Insertion of bundles: jobs that go on one vehicle or are left out together. They are inserted one after the other, each
 * where it is cheapest.
 */
export function makeBundleInsertion(
  { solution, state, journal, neighbors, random }: Operands,
  nearest: number,
  insertionOf: (job: number) => Insertion,
) {
  const { width, list } = neighbors
  const { problem, routeOf, used, spare } = solution
  const { types, pair, prize, penalty } = problem
  const looked = new Int32Array(problem.vehicleCount)
  let question = 0
  let bestCost = Infinity
  let bestVehicle = -1

  return { place }

  /** Inserts all jobs of a bundle where that costs least; tries the routes near them first, unless told to be patient. */
  function place(bundle: readonly number[], patient: boolean) {
    question++
    bestVehicle = -1
    // A bundle of optional jobs has to be worth its cost.
    bestCost = bundle.some((member) => penalty[member] > 0) ? Infinity : 0
    if (bestCost === 0) for (const member of bundle) bestCost += prize[member]
    const members = shuffled(bundle.filter((member) => pair[member] < 0 || pair[member] > member))
    if (!patient) {
      for (const job of members) {
        for (let k = 0; k < Math.min(nearest, mostNearest); k++) {
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
      const insertion = insertionOf(member)
      insertion.findOn(member, bestVehicle)
      insertion.insertFound(member, journal)
    }
  }

  /** What insertion costs depends on the order. */
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
      const insertion = insertionOf(job)
      if (!insertion.findOn(job, vehicle)) break
      insertion.insertFound(job, solution)
      inserted.push(job)
      if (pair[job] >= 0) inserted.push(pair[job])
    }
    const isComplete = inserted.length > 0 && routeOf[members.at(-1)!] === vehicle
    const cost = solution.cost - before + worth
    for (const job of inserted.toReversed()) solution.remove(job)
    state.refresh(vehicle)
    if (!isComplete || cost >= bestCost) return
    bestCost = cost
    bestVehicle = vehicle
  }
}
