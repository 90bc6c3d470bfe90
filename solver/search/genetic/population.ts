import type { Penalties } from '../local-search/routes/penalized-routes.ts'
import type { Problem } from '../../model/problem.ts'
import type { Random } from '../../math/random.ts'

/* Parameters of Vidal (2022), with fewer plans because people wait for seconds. */
/** The size of a group, and how far it grows before the worst plans leave. */
export const smallest = 15
export const generation = 25
const elite = 4
const closest = 5

/** One plan of a population, with its lateness and overload. */
export type Individual = {
  /** The successor of each node. */
  next: Int32Array
  cost: number
  warp: number
  load: number
  /** The jobs before and after each job, or -1. */
  beside: Int32Array
  /** The other plans of the group, most similar first. */
  others: { one: Individual; distance: number }[]
  /** Lower is better: the rank by cost and by contribution to diversity. */
  fitness: number
}

/** Feasible and infeasible plans, both kept good and diverse. */
export class Population {
  /** Feasible and infeasible plans, cheapest first, penalties included. */
  readonly groups: [Individual[], Individual[]] = [[], []]
  private readonly problem: Problem
  private readonly random: Random
  private readonly penalties: () => Penalties

  constructor(problem: Problem, random: Random, penalties: () => Penalties) {
    this.problem = problem
    this.random = random
    this.penalties = penalties
  }

  /** Adds a plan; a group that has grown by a generation loses its worst plans. */
  add(next: Int32Array, cost: number, warp: number, load: number): void {
    const one: Individual = { next, cost, warp, load, beside: this.besides(next), others: [], fitness: 0 }
    const group = this.groups[warp > 0 || load > 0 ? 1 : 0]
    for (const other of group) {
      const distance = this.distance(one, other)
      insertSorted(one, other, distance)
      insertSorted(other, one, distance)
    }
    group.push(one)
    if (group.length >= smallest + generation) {
      while (group.length > smallest) this.dropWorst(group)
    }
    this.rate(group)
  }

  /** Keeps only the cheapest few of each group, penalties included. */
  thin(many: number): void {
    for (const group of this.groups) {
      this.rate(group)
      const gone = new Set(group.splice(many))
      for (const one of group) one.others = one.others.filter((other) => !gone.has(other.one))
      this.rate(group)
    }
  }

  /** Two different parents, each the winner of a binary tournament. */
  parents(): [Individual, Individual] {
    const a = this.draw()
    let b = this.draw()
    for (let i = 0; i < 5 && b === a; i++) b = this.draw()
    return [a, b]
  }

  private draw(): Individual {
    const a = this.any()
    const b = this.any()
    return a.fitness < b.fitness ? a : b
  }

  private any(): Individual {
    const [feasible, other] = this.groups
    const i = this.random.below(feasible.length + other.length)
    return i < feasible.length ? feasible[i] : other[i - feasible.length]
  }

  private rate(group: Individual[]) {
    const { warp, load } = this.penalties()
    const score = (one: Individual) => one.cost + one.warp * warp + one.load * load
    group.sort((a, b) => score(a) - score(b))
    const last = Math.max(1, group.length - 1)
    const weight = 1 - Math.min(1, elite / group.length)
    const byDifference = group.map((one, i) => ({ one, i, difference: difference(one) }))
    byDifference.sort((a, b) => b.difference - a.difference || a.i - b.i)
    byDifference.forEach(({ one, i }, rank) => (one.fitness = (i + weight * rank) / last))
  }

  /** Clones go first, then the least fit; the cheapest plan stays. */
  private dropWorst(group: Individual[]) {
    this.rate(group)
    const isTwin = (one: Individual) => one.others[0].distance === 0
    let worst = 1
    for (let i = 2; i < group.length; i++) {
      const twin = isTwin(group[i])
      const worstTwin = isTwin(group[worst])
      if (twin === worstTwin ? group[i].fitness > group[worst].fitness : twin) worst = i
    }
    const [gone] = group.splice(worst, 1)
    for (const one of group) one.others = one.others.filter((other) => other.one !== gone)
  }

  /** Broken-pairs distance: the share of jobs whose neighbors in one plan are not neighbors in the other. */
  private distance(a: Individual, b: Individual): number {
    const { jobCount } = this.problem
    let broken = 0
    for (let j = 0; j < jobCount; j++) {
      const before = a.beside[2 * j]
      const behind = a.beside[2 * j + 1]
      const otherBefore = b.beside[2 * j]
      const otherBehind = b.beside[2 * j + 1]
      if (behind !== otherBehind && behind !== otherBefore) broken++
      if (before < 0 && otherBefore >= 0 && otherBehind >= 0) broken++
    }
    return broken / jobCount
  }

  private besides(next: Int32Array): Int32Array {
    const { jobCount, vehicleCount } = this.problem
    const beside = new Int32Array(2 * jobCount).fill(-1)
    for (let v = 0; v < vehicleCount; v++) {
      let from = -1
      for (let node = next[jobCount + 2 * v]; node < jobCount; node = next[node]) {
        beside[2 * node] = from
        if (from >= 0) beside[2 * from + 1] = node
        from = node
      }
    }
    return beside
  }
}

function insertSorted({ others }: Individual, one: Individual, distance: number) {
  let slot = others.length
  while (slot > 0 && others[slot - 1].distance > distance) slot--
  others.splice(slot, 0, { one, distance })
}

function difference({ others }: Individual): number {
  const count = Math.min(closest, others.length)
  let sum = 0
  for (let i = 0; i < count; i++) sum += others[i].distance
  return count === 0 ? 1 : sum / count
}
