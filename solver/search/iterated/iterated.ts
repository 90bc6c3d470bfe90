import { AcceptanceCriterion } from '../acceptance.ts'
import { canBreed } from '../breed.ts'
import { costPerSecond } from '../../model/neighbors.ts'
import type { LocalSearch } from '../local-search/local-search.ts'
import { Prices } from './prices.ts'
import { Reinsertion } from './reinsertion.ts'
import type { SearchParts } from '../assemble.ts'
import type { Snapshot } from '../../route/snapshot.ts'
import { Touched } from '../local-search/touched.ts'

const temperatures = { initial: 0.5, final: 0.05, power: 1 }
/** One iteration takes as long as so many iterations of annealing. */
export const iterationsPerStep = 15
/** After so many iterations of annealing per job, routes are neither far too many, as at first, nor too few, as later on. */
const annealedPerJob = 6
/** It pays for plans of so many jobs, on routes that have so many on average, whose vehicles are not fuller than that. */
const leastJobs = 400
const leastPerRoute = 25
const fullest = 0.75

/** Whether a plan that has seen so many iterations of annealing may be handed over: windows, long routes, and room for changes. */
export function mayIterate(parts: SearchParts, best: Snapshot, iterations: number): boolean {
  const { jobCount, timed } = best.problem
  if (!timed || jobCount < leastJobs || iterations < annealedPerJob * jobCount) return false
  return hasLongRoutes(best) && canBreed(parts, best)
}

/** Whether routes are long, and not because they are full. */
function hasLongRoutes(plan: Snapshot): boolean {
  const { jobCount, vehicleCount, dimensions, delivery, pickup, types, typeOf } = plan.problem
  let used = 0
  const room = new Float64Array(dimensions)
  for (let v = 0; v < vehicleCount; v++) {
    if (plan.isEmpty(v)) continue
    used++
    for (let d = 0; d < dimensions; d++) room[d] += types[typeOf[v]].capacity[d]
  }
  if (jobCount < leastPerRoute * used) return false
  const load = new Float64Array(dimensions)
  for (let i = 0; i < jobCount * dimensions; i++) load[i % dimensions] += delivery[i] + pickup[i]
  return load.every((sum, d) => sum <= fullest * room[d])
}

/**
 * Iterated local search: a few neighboring jobs are taken out and inserted again where they cost least, and local search goes
 * on from there, with lateness and overload allowed at a price; then these are repaired. The plan is kept if
 * annealing accepts it. Only what was touched is tried and taken back, so an iteration costs the same in plans of any
 * size (Accorsi and Vigo 2021, "A fast and scalable heuristic for the solution of large-scale capacitated vehicle routing
 * problems"). All planned jobs stay planned, and the others absent.
 */
export class IteratedLocalSearch {
  private readonly search: LocalSearch
  private readonly best: Snapshot
  private readonly criterion: AcceptanceCriterion
  private readonly prices: Prices
  private readonly reinsertion: Reinsertion
  private readonly touched: Touched
  /** What the plan costs that the next iteration changes. */
  readonly present = { cost: 0, penalty: 0 }
  private readonly changed = { cost: 0, penalty: 0 }

  /** Goes on from the best plan, and keeps each better one in its place. */
  constructor(parts: SearchParts, localSearch: LocalSearch, best: Snapshot) {
    const { solution, spacing, random } = parts
    this.search = localSearch
    this.best = best
    this.criterion = new AcceptanceCriterion(solution, spacing, random, temperatures)
    this.touched = new Touched(localSearch.routes)
    this.reinsertion = new Reinsertion(parts, localSearch, this.touched)
    this.prices = new Prices(localSearch, { warp: costPerSecond(solution.problem) || 1, load: spacing || 1 })
    this.start()
  }

  /** Goes on from the best plan, which may have come from elsewhere. */
  start(): void {
    const { search, best, present } = this
    search.take(best.next)
    search.routes.begin()
    present.cost = best.cost
    present.penalty = best.penalty
  }

  /** Makes one iteration; `spent` is the share of its time that has passed. */
  step(spent: number): void {
    const { search, touched, prices, present, changed } = this
    this.criterion.cool(spent, 1)
    this.reinsertion.run()
    search.runAround(touched)
    prices.register(touched)
    if (!prices.repair(touched)) return touched.undo()
    changed.cost = present.cost + touched.change()
    changed.penalty = present.penalty
    this.criterion.draw()
    if (!this.criterion.accepts(changed, present.cost, present.penalty)) return touched.undo()
    present.cost = changed.cost
    touched.keep()
    if (present.cost < this.best.cost) this.best.takeRoutes(search.next, present.cost, present.penalty)
  }
}
