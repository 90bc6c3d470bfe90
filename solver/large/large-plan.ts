import { assemble } from '../search/assemble.ts'
import { findNeighbors } from '../model/neighbors.ts'
import { type Job, listJobs } from '../model/jobs.ts'
import { middleOf, type Place, placeOf } from './places.ts'
import { partInput } from './part-input.ts'
import type { PartSearch } from '../search/parts/part-search.ts'
import { placeRoutes } from '../route/place-routes.ts'
import type { Problem } from '../model/problem.ts'
import type { Random } from '../math/random.ts'
import { readProblem } from '../route/read-problem.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { type Ties, tiesOf } from './ties.ts'
import { units } from '../model/cost.ts'
import type { VroomInput } from '../json/vroom.ts'

/** A part needs fewer of the nearest jobs than a whole problem. */
const neighborCount = 60

/** A part of a plan: some of its jobs, which rise, and some vehicles with all that is on their routes. */
export type LargePart = {
  jobs: number[]
  vehicles: number[]
}

/** The routes of a problem that is too large for a table. Whoever wants to change them makes a small problem of a part. */
export class LargePlan {
  readonly input: VroomInput
  readonly jobList: Job[]
  readonly ties: Ties
  /** The places of all jobs. */
  readonly places: readonly Place[]
  /** By vehicle, its jobs in driving order. */
  routes: readonly (readonly number[])[]
  /** The vehicle of each job, or -1. */
  readonly home: Int32Array
  /** In fractions of VROOM's cost that make sums exact. */
  cost = 0

  constructor(input: VroomInput) {
    this.input = input
    this.jobList = listJobs(input)
    this.ties = tiesOf(input, this.jobList, [])
    this.places = this.jobList.map(({ location }) => placeOf(location))
    this.routes = input.vehicles.map(() => [])
    this.home = new Int32Array(this.jobList.length).fill(-1)
  }

  /** What is left out: by priority first, then by number. */
  penalty(): number {
    const { jobList, home } = this
    let penalty = 0
    jobList.forEach(({ type, prize, priority = 0 }, j) => {
      if (home[j] < 0 && type !== 'delivery' && prize === undefined) penalty += priority * (jobList.length + 1) + 1
    })
    return penalty
  }

  /** Replaces the routes of these vehicles. */
  setRoutes(vehicles: readonly number[], routes: readonly (readonly number[])[]): void {
    const changed = [...this.routes]
    for (const v of vehicles) for (const job of this.routes[v]) this.home[job] = -1
    vehicles.forEach((v, i) => {
      changed[v] = routes[i]
      for (const job of routes[i]) this.home[job] = v
    })
    this.routes = changed
  }

  /** The jobs that are on no route. */
  absent(): number[] {
    return this.jobList.flatMap((_, j) => (this.home[j] < 0 ? [j] : []))
  }

  /** The middle of some jobs. */
  middle(jobs: readonly number[]): Place {
    return middleOf(jobs.map((job) => this.places[job]))
  }

  /** A part with the routes that it has now. */
  open({ jobs, vehicles }: LargePart, random: Random, isOver: () => boolean): PartSearch {
    const { parts, take } = this.model({ jobs, vehicles }, random, isOver)
    const own = new Map(jobs.map((job, j) => [job, j]))
    placeRoutes(
      parts,
      vehicles.map((v) => this.routes[v].map((job) => own.get(job)!)),
    )
    parts.journal.begin()
    const before = exactCost(parts.solution.problem, parts.solution.cost)
    return {
      parts,
      putBack: (plan) => {
        take(plan)
        this.cost += exactCost(parts.solution.problem, plan.cost) - before
      },
    }
  }

  /** A part without routes, and how to take over those that are found. */
  model({ jobs, vehicles }: LargePart, random: Random, isOver: () => boolean) {
    const problem = readProblem(partInput(this.input, jobs, vehicles))
    const parts = assemble(problem, random, isOver, findNeighbors(problem, neighborCount))
    const take = (plan: Snapshot) =>
      this.setRoutes(
        vehicles,
        vehicles.map((_, v) => plan.route(v).map((j) => jobs[j])),
      )
    return { parts, take }
  }
}

/** A cost in whole fractions of VROOM's: parts may count in different units. */
export function exactCost({ costScale }: Problem, cost: number): number {
  return Math.round((cost / costScale) * units)
}
