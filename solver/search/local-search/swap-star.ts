import type { Neighbors } from '../../model/neighbors.ts'
import { CheapestPlaces, choosePlace, type Places } from './cheapest-places.ts'
import { NearRoutes } from './near-routes.ts'
import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/** Remembering a job's places in one route takes 40 bytes; this many take about 200 MB. */
const mostPlaces = 5_000_000

/**
 * Exchanges two jobs of near routes, each of which goes to its best place in the other route: SWAP* (Vidal 2022,
 * "Hybrid genetic search for the CVRP: open-source implementation and SWAP* neighborhood").
 */
export class SwapStar {
  private readonly routes: PenalizedRoutes
  private readonly near: NearRoutes
  private readonly places: CheapestPlaces
  private readonly testedAt: Int32Array
  /** Change of cost when a job leaves its route. */
  private readonly removal: Float64Array
  /** The best exchange found: two jobs, and the nodes behind which they go. */
  private bestU = -1
  private bestV = -1
  private behindU = -1
  private behindV = -1

  constructor(routes: PenalizedRoutes, neighbors: Neighbors) {
    const { jobCount, vehicleCount } = routes.problem
    this.routes = routes
    this.near = new NearRoutes(routes, neighbors)
    this.places = new CheapestPlaces(routes)
    this.testedAt = new Int32Array(vehicleCount)
    this.removal = new Float64Array(jobCount)
  }

  /** Starts over; tells whether routes that no move changes have already been tried. */
  begin(areTested: boolean): void {
    this.testedAt.fill(areTested ? 0 : -1)
    this.places.forget()
  }

  /**
   * Makes the best exchange between each pair of near routes if one of them has changed since they were tried, from either
   * side, until told to stop. Does nothing where many routes of many jobs would need more memory than they are worth.
   */
  run(stop: () => boolean): void {
    const { routes, near, testedAt } = this
    const { size } = routes.linked
    const used = size.reduce((count, jobs) => count + (jobs > 0 ? 1 : 0), 0)
    if (used * routes.problem.jobCount > mostPlaces) return
    near.forget()
    for (let ru = 0; ru < size.length; ru++) {
      if (size[ru] === 0) continue
      if (stop()) return
      const tested = testedAt[ru]
      testedAt[ru] = routes.moves
      near.find(ru)
      for (let i = near.from[ru]; i < near.to[ru]; i++) {
        const rv = near.found[i]
        const before = rv < ru && near.hasFound(rv, ru) ? testedAt[rv] : tested
        if (routes.isTried(ru, rv, before)) continue
        this.tryRoutes(ru, rv)
      }
    }
  }

  private tryRoutes(ru: number, rv: number) {
    const { routes } = this
    const value = this.evaluate(ru, rv)
    if (value === Infinity) return
    this.apply()
    routes.made('swap*', value - routes.penalty[ru] - routes.penalty[rv], ru, rv)
  }

  /**
   * Finds the best exchange between two routes: what they would then cost more than today's driving cost, penalties
   * included, or Infinity where none gains.
   */
  private evaluate(ru: number, rv: number): number {
    const { routes, removal } = this
    const { jobCount, dimensions, point, pointCount } = routes.problem
    const { timed } = routes
    const { next, prev } = routes.linked
    const { amount, ofRoute, scale } = routes.loads
    const { costs: costsU, capacity: roomU, serves: servesU } = routes.typeOfRoute[ru]
    const { costs: costsV, capacity: roomV, serves: servesV } = routes.typeOfRoute[rv]
    const unit = routes.penalties.load
    const placesU = this.prepare(rv, ru)
    const placesV = this.prepare(ru, rv)
    const startU = jobCount + 2 * ru
    const startV = jobCount + 2 * rv
    let best = routes.limitOf(ru, rv)
    this.bestU = -1
    for (let u = next[startU]; u < jobCount; u = next[u]) {
      if (servesV[u] === 0) continue
      const rowU = u * pointCount
      const p = prev[u]
      const x = point[next[u]]
      const rowP = point[p] * pointCount
      const px = costsU[rowP + x]
      for (let v = next[startV]; v < jobCount; v = next[v]) {
        let sum = removal[u] + removal[v]
        for (let d = 0; d < dimensions; d++) {
          const more = amount[u * dimensions + d] - amount[v * dimensions + d]
          const overU = ofRoute[ru * dimensions + d] - more - roomU[d]
          const overV = ofRoute[rv * dimensions + d] + more - roomV[d]
          if (overU > 0) sum += overU * scale[d] * unit
          if (overV > 0) sum += overV * scale[d] * unit
        }
        if (sum >= best || servesU[v] === 0) continue
        const q = prev[v]
        const y = point[next[v]]
        const rowQ = point[q] * pointCount
        const insteadOfV = costsV[rowQ + u] + costsV[rowU + y] - costsV[rowQ + y]
        const placeU = choosePlace(placesV, u, v, q, insteadOfV)
        sum += placeU < 0 ? insteadOfV : placesV.cost[placeU]
        if (sum >= best) continue
        const insteadOfU = costsU[rowP + v] + costsU[v * pointCount + x] - px
        const placeV = choosePlace(placesU, v, u, p, insteadOfU)
        sum += placeV < 0 ? insteadOfU : placesU.cost[placeV]
        if (sum >= best) continue
        const newPrevU = placeU < 0 ? q : placesV.behind[placeU]
        const newPrevV = placeV < 0 ? p : placesU.behind[placeV]
        if (timed) {
          sum += this.warpPenalty(rv, v, u, newPrevU)
          if (sum >= best) continue
          sum += this.warpPenalty(ru, u, v, newPrevV)
          if (sum >= best) continue
        }
        best = sum
        this.bestU = u
        this.bestV = v
        this.behindU = newPrevU
        this.behindV = newPrevV
      }
    }
    return this.bestU < 0 ? Infinity : best
  }

  /** Makes the exchange that was just found. */
  private apply() {
    const { linked } = this.routes
    linked.unlink(this.bestU)
    linked.unlink(this.bestV)
    linked.link(this.bestU, this.behindU)
    linked.link(this.bestV, this.behindV)
  }

  /** Brings up to date what removing each job of a route saves, and its cheapest places in another route. */
  private prepare(from: number, into: number): Places {
    const { routes, removal } = this
    const { jobCount, point, pointCount } = routes.problem
    const { next, prev } = routes.linked
    const { costs } = routes.typeOfRoute[from]
    const places = this.places.of(into)
    for (let job = next[jobCount + 2 * from]; job < jobCount; job = next[job]) {
      const row = point[prev[job]] * pointCount
      const to = point[next[job]]
      removal[job] = costs[row + to] - costs[row + job] - costs[job * pointCount + to]
      this.places.update(job, into, places)
    }
    return places
  }

  /** Penalty for time warp of a route that gives one job away and takes another in, behind one of its nodes. */
  private warpPenalty(r: number, lost: number, gained: number, behind: number): number {
    const { routes } = this
    const { jobCount } = routes.problem
    const { next, prev, position } = routes.linked
    const p = prev[lost]
    const x = next[lost]
    const sequence = routes.sequence.clear()
    if (behind >= jobCount || position[behind] < position[lost]) {
      sequence.add(gained).addRange(next[behind], lost)
      return routes.warpPenalty(r, behind, sequence, x)
    }
    const y = next[behind]
    sequence.addRange(x, y).add(gained)
    return routes.warpPenalty(r, p, sequence, y)
  }
}
