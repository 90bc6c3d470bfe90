import { cross } from './crossover.ts'
import type { LocalSearch } from '../local-search/local-search.ts'
import type { Neighbors } from '../../model/neighbors.ts'
import { Population } from './population.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'

/** Plans from nothing that a population begins with, and the part of its time they may take. */
const founderCount = 30
const leastFounders = 4
const foundingShare = 0.25
/** After so many children without a better plan all but the best few of each group give way to new founders. */
const patience = 1000
const kept = 5
/** So much dearer lateness and overload get for a moment, to make a plan drivable. */
const repair = 10
const repairRate = 0.5
/** After so many children prices move towards where the wanted share of children is on time, and not overloaded. */
const pricedAfter = 50
const wantedShare = { least: 0.2, most: 0.3 }

/**
 * Hybrid genetic search (Vidal 2022): children of two plans, each improved by local search. All plans have the same jobs;
 * the others stay absent.
 */
export class Genetic {
  /** Followers of each node in the cheapest plan that can be driven. */
  best: { next: Int32Array; cost: number } | undefined
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

  /** Improves a plan and takes it in. */
  add(next: Int32Array): void {
    this.search.take(next)
    this.educate()
  }

  /** Makes a plan from nothing: jobs in an order drawn anew, each where it costs least, and takes it in. */
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
   * Makes one child, or a plan from nothing as long as the population is being founded, or founded anew, when a share of
   * the time for it is spent.
   */
  step(spent: number): void {
    const { problem, neighbors, random, search, population } = this
    if (++this.sinceBetter > patience) {
      this.sinceBetter = 0
      this.newFounders = founderCount
      population.thin(kept)
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
    this.educate(cross(problem, neighbors, random, search, a, b))
  }

  private educate(changed?: Uint8Array) {
    const { search } = this
    search.run(changed, this.stop)
    const { warp, load } = search.violations()
    this.keep(warp, load)
    this.price(warp, load)
    if ((warp === 0 && load === 0) || this.random.fraction() >= repairRate || this.stop()) return
    const { penalties } = search
    search.penalties = { warp: penalties.warp * repair, load: penalties.load * repair }
    // Among routes that can be driven nothing gains at a higher price that did not before.
    search.run(search.violated(), this.stop)
    search.penalties = penalties
    const repaired = search.violations()
    if (repaired.warp === 0 && repaired.load === 0) this.keep(0, 0)
  }

  private keep(warp: number, load: number) {
    const next = this.search.next.slice()
    const cost = this.search.cost()
    this.population.add(next, cost, warp, load)
    if (warp > 0 || load > 0 || (this.best && cost >= this.best.cost)) return
    this.best = { next, cost }
    this.sinceBetter = 0
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
