import { cross } from './crossover.ts'
import type { LocalSearch } from '../local-search/local-search.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import { Population } from './population.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'
import { type FinalPlan, Succession } from './succession.ts'

/** How many plans a population starts with, and the share of its time they may take. */
const founderCount = 30
const leastFounders = 4
const foundingShare = 0.25
/** After this many children without a better plan, all but the best few of each group give way to new founders. */
const patience = 1000
const kept = 5
/** After so many refreshments without a better plan, a new population starts. */
const mostRefreshments = 3
/** After this share of the time, it starts from the best plans of all populations before. */
const lastFrom = 0.8
/** How much more lateness and overload cost for a moment, to repair a plan. */
const repair = 10
const repairRate = 0.5
/** After this many children, prices move toward the wanted share of children that are on time and not overloaded. */
const pricedAfter = 50
const wantedShare = { least: 0.2, most: 0.3 }

/**
 * Hybrid genetic search (Vidal, 2022): children of two plans, each improved by local search. All plans have the same
 * jobs; the others stay absent.
 */
export class Genetic {
  /** The cheapest feasible plan. */
  best: FinalPlan | undefined
  private readonly problem: Problem
  private readonly neighbors: Neighbors
  private readonly random: Random
  private readonly search: LocalSearch
  private readonly stop: () => boolean
  private readonly population: Population
  private children = 0
  private founders = 0
  private newFounders = 0
  private sinceBetter = 0
  private refreshments = 0
  /** The cheapest feasible plan of this population. */
  private own: FinalPlan | undefined
  private readonly succession = new Succession()
  private onTime = 0
  private withinCapacity = 0

  constructor(problem: Problem, neighbors: Neighbors, random: Random, search: LocalSearch, stop = never) {
    this.problem = problem
    this.neighbors = neighbors
    this.random = random
    this.search = search
    this.stop = stop
    this.population = new Population(problem, random, () => search.penalties)
  }

  /** Improves a plan and adds it. */
  add(next: Int32Array): void {
    this.search.take(next)
    this.educate()
  }

  /** Builds a plan from scratch by inserting jobs in random order where they cost least, and adds it. */
  found(): void {
    const { jobCount, vehicleCount, nodeCount } = this.problem
    const next = new Int32Array(nodeCount)
    for (let v = 0; v < vehicleCount; v++) next[jobCount + 2 * v] = jobCount + 2 * v + 1
    this.search.take(next)
    const jobs = Int32Array.from({ length: jobCount }, (_, job) => job)
    this.random.shuffle(jobs)
    for (const job of jobs) {
      if (this.stop()) return
      this.search.insert(job)
    }
    this.educate()
  }

  /**
   * Makes one child, or a plan from scratch while the population is being founded or refounded. `spent` is the share
   * of its time that has passed.
   */
  step(spent: number): void {
    const { problem, neighbors, random, search, population } = this
    if (++this.sinceBetter > patience) {
      this.sinceBetter = 0
      this.newFounders = founderCount
      if (++this.refreshments > mostRefreshments && this.own) this.startAnew(this.own, spent)
      else population.thin(kept)
    }
    if (this.newFounders > 0) {
      this.newFounders--
      this.found()
      return
    }
    if (this.founders < leastFounders || (this.founders < founderCount && spent < foundingShare)) {
      this.founders++
      this.found()
      return
    }
    const [a, b] = population.parents()
    const parentOf = cross(problem, neighbors, random, search, a, b)
    const isCopy = parentOf.every((parent) => parent === 1)
    if (!isCopy) this.educate(parentOf)
  }

  /** Replaces a population that has run dry. */
  private startAnew(own: FinalPlan, spent: number) {
    const { succession, population } = this
    const first = spent < lastFrom ? succession.after(own) : succession.last(own)
    this.refreshments = 0
    population.thin(0)
    for (const { next, cost } of first) population.add(next, cost, 0, 0)
    this.own = first.toSorted((a, b) => a.cost - b.cost)[0]
  }

  private educate(planOf?: Uint8Array) {
    const { search } = this
    search.run(planOf, this.stop)
    const { warp, load } = search.violations()
    this.keep(warp, load)
    this.price(warp, load)
    if ((warp === 0 && load === 0) || this.random.fraction() >= repairRate || this.stop()) return
    const { penalties } = search
    search.penalties = { warp: penalties.warp * repair, load: penalties.load * repair }
    // On feasible routes, a higher price makes no further move worthwhile.
    search.run(search.feasible(), this.stop)
    search.penalties = penalties
    const repaired = search.violations()
    if (repaired.warp === 0 && repaired.load === 0) this.keep(0, 0)
  }

  private keep(warp: number, load: number) {
    const next = this.search.next.slice()
    const cost = this.search.cost()
    this.population.add(next, cost, warp, load)
    if (warp > 0 || load > 0 || (this.own && cost >= this.own.cost)) return
    this.own = { next, cost }
    this.sinceBetter = this.refreshments = 0
    if (!this.best || cost < this.best.cost) this.best = this.own
  }

  private price(warp: number, load: number) {
    if (warp === 0) this.onTime++
    if (load === 0) this.withinCapacity++
    if (++this.children % pricedAfter > 0) return
    const { penalties } = this.search
    this.search.penalties = {
      warp: penalties.warp * dearer(this.onTime / pricedAfter),
      load: penalties.load * dearer(this.withinCapacity / pricedAfter),
    }
    this.onTime = this.withinCapacity = 0
  }
}

function dearer(share: number): number {
  return share < wantedShare.least ? 1.2 : share > wantedShare.most ? 0.85 : 1
}

const never = () => false
