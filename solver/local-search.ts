import type { Neighbours } from './neighbours.ts'
import type { Problem, VehicleType } from './problem.ts'
import type { Random } from './random.ts'

/** How many of the nearest jobs each job is exchanged with. */
const NEAREST = 20
/** Gains below this are noise of floating penalties. */
const NOTHING = 0.01

/** What a second of lateness and a share of overload cost, in search units. */
export interface Penalties {
  warp: number
  load: number
}

/**
 * Routes that may be late or overloaded at a price, improved by moving and exchanging few jobs between near places until
 * nothing gains any more: the moves of Vidal (2022), with lateness as time warp (Nagata et al. 2010): a late vehicle
 * travels back in time, at a price. Jobs have one window, and are either all delivered or all picked up.
 */
export class LocalSearch {
  readonly next: Int32Array
  readonly prev: Int32Array
  readonly routeOf: Int32Array
  readonly size: Int32Array
  penalties: Penalties = { warp: 1, load: 1 }
  private readonly problem: Problem
  private readonly neighbours: Neighbours
  private readonly random: Random
  /** When a vehicle leaves a node, and how far it went back in time until then. */
  private readonly leave: Float64Array
  private readonly warpTo: Float64Array
  /** When it may reach a node at the latest without more warp from there on, and how much there is anyway. */
  private readonly due: Float64Array
  private readonly warpFrom: Float64Array
  private readonly loadTo: Float64Array
  private readonly load: Float64Array
  private readonly amount: Float64Array
  private readonly position: Int32Array
  private readonly penalty: Float64Array
  private readonly changedAt: Int32Array
  private readonly testedAt: Int32Array
  private readonly order: Int32Array
  private readonly sequence: Int32Array
  private readonly typeOfRoute: VehicleType[]
  private readonly scale: Float64Array
  private moves = 0
  private readonly swapTestedAt: Int32Array
  private readonly places: (Places | undefined)[] = []
  private readonly removal: Float64Array

  constructor(problem: Problem, neighbours: Neighbours, random: Random) {
    const { nodeCount, vehicleCount, jobCount, dimensions, delivery, pickup, types, typeOf } = problem
    this.problem = problem
    this.neighbours = neighbours
    this.random = random
    this.next = new Int32Array(nodeCount)
    this.prev = new Int32Array(nodeCount)
    this.routeOf = new Int32Array(nodeCount)
    this.size = new Int32Array(vehicleCount)
    this.leave = new Float64Array(nodeCount)
    this.warpTo = new Float64Array(nodeCount)
    this.due = new Float64Array(nodeCount)
    this.warpFrom = new Float64Array(nodeCount)
    this.loadTo = new Float64Array(nodeCount * dimensions)
    this.load = new Float64Array(vehicleCount * dimensions)
    this.amount = new Float64Array(nodeCount * dimensions)
    for (let i = 0; i < delivery.length; i++) this.amount[i] = delivery[i]! + pickup[i]!
    this.position = new Int32Array(nodeCount)
    this.swapTestedAt = new Int32Array(vehicleCount)
    this.removal = new Float64Array(jobCount)
    this.penalty = new Float64Array(vehicleCount)
    this.changedAt = new Int32Array(vehicleCount)
    this.testedAt = new Int32Array(jobCount)
    this.order = Int32Array.from({ length: jobCount }, (_, job) => job)
    this.sequence = new Int32Array(jobCount)
    this.typeOfRoute = Array.from(typeOf, (t) => types[t]!)
    // A unit of each quantity weighs by what jobs have of it on average.
    this.scale = Float64Array.from({ length: dimensions }, (_, d) => {
      let sum = 0
      for (let j = 0; j < jobCount; j++) sum += this.amount[j * dimensions + d]!
      return sum > 0 ? jobCount / sum : 1
    })
    for (let v = 0; v < vehicleCount; v++) this.routeOf[jobCount + 2 * v] = this.routeOf[jobCount + 2 * v + 1] = v
  }

  /** Takes over routes given as each node's follower. */
  take(next: Int32Array): void {
    const { jobCount, vehicleCount } = this.problem
    this.next.set(next)
    this.routeOf.fill(-1, 0, jobCount)
    for (let v = 0; v < vehicleCount; v++) this.update(v)
  }

  /** Cost of driving, without penalties. */
  cost(): number {
    let cost = 0
    for (let v = 0; v < this.problem.vehicleCount; v++) cost += this.routeCost(v)
    return cost
  }

  routeCost(v: number): number {
    const { jobCount, point, pointCount } = this.problem
    if (this.size[v] === 0) return 0
    const { costs, fixedCost } = this.typeOfRoute[v]!
    let cost = fixedCost
    const end = jobCount + 2 * v + 1
    for (let node = end - 1; node !== end; node = this.next[node]!)
      cost += costs[point[node]! * pointCount + point[this.next[node]!]!]!
    return cost
  }

  /** Seconds of warp and scaled overload of all routes. */
  violations(): { warp: number; load: number } {
    const { jobCount, vehicleCount, dimensions } = this.problem
    let warp = 0
    let load = 0
    for (let v = 0; v < vehicleCount; v++) {
      if (this.size[v] === 0) continue
      warp += this.warpTo[jobCount + 2 * v + 1]!
      const { capacity } = this.typeOfRoute[v]!
      for (let d = 0; d < dimensions; d++) {
        const over = this.load[v * dimensions + d]! - capacity[d]!
        if (over > 0) load += over * this.scale[d]!
      }
    }
    return { warp, load }
  }

  /** Puts a job that is on no route where it costs least, penalties included: beside a near job or on a spare vehicle. */
  insert(job: number): number {
    const { neighbours, routeOf, next, prev, sequence } = this
    const { jobCount, types, point, pointCount } = this.problem
    let best = Infinity
    let bestAfter = -1
    let bestRoute = -1
    const row = job * pointCount
    const tryBehind = (after: number, v: number) => {
      const type = this.typeOfRoute[v]!
      if (type.serves[job] === 0) return
      const { costs } = type
      const before = next[after]!
      const from = point[after]! * pointCount
      const isEmpty = this.size[v] === 0
      const delta =
        costs[from + job]! + costs[row + point[before]!]! + (isEmpty ? type.fixedCost : -costs[from + point[before]!]!)
      if (delta >= best) return
      sequence[0] = job
      const sum =
        delta +
        this.loadPenalty(v, job, jobCount, jobCount, jobCount) +
        this.warpPenalty(v, after, 1, before) -
        this.penaltyOf(v)
      if (sum >= best) return
      best = sum
      bestAfter = after
      bestRoute = v
    }
    for (let k = 0; k < Math.min(40, neighbours.width); k++) {
      const near = neighbours.list[job * neighbours.width + k]!
      if (routeOf[near]! < 0) continue
      tryBehind(near, routeOf[near]!)
      tryBehind(prev[near]!, routeOf[near]!)
    }
    for (let t = 0; t < types.length; t++) {
      const spare = this.spareVehicle(t)
      if (spare >= 0) tryBehind(jobCount + 2 * spare, spare)
    }
    if (bestAfter < 0) {
      for (let v = 0; v < this.problem.vehicleCount && bestAfter < 0; v++) tryBehind(jobCount + 2 * v, v)
    }
    this.link(job, bestAfter)
    this.update(bestRoute)
    return bestRoute
  }

  /** Improves until nothing gains; told which routes changed, only what those take part in is tried. */
  run(changedRoutes?: Uint8Array): void {
    const { order, testedAt, random, neighbours, routeOf, changedAt, size } = this
    const { jobCount, types } = this.problem
    const nearest = Math.min(NEAREST, neighbours.width)
    random.shuffle(order)
    for (let v = 0; v < this.problem.vehicleCount; v++) this.penalty[v] = this.penaltyOf(v)
    testedAt.fill(-1)
    this.swapTestedAt.fill(-1)
    for (const places of this.places) places?.when.fill(-1)
    changedAt.fill(0)
    this.moves = 0
    if (changedRoutes) {
      this.moves = 1
      testedAt.fill(0)
      this.swapTestedAt.fill(0)
      for (let v = 0; v < changedRoutes.length; v++) changedAt[v] = changedRoutes[v]!
    }
    for (let again = true, round = 0; again; round++) {
      again = false
      const movesBefore = this.moves
      for (let i = 0; i < jobCount; i++) {
        const u = order[i]!
        if (routeOf[u]! < 0) continue
        const tested = testedAt[u]!
        testedAt[u] = this.moves
        for (let k = 0; k < nearest; k++) {
          const v = neighbours.list[u * neighbours.width + k]!
          const ru = routeOf[u]!
          const rv = routeOf[v]!
          if (rv < 0) continue
          if (changedAt[ru]! <= tested && changedAt[rv]! <= tested) continue
          if (ru === rv) this.within(u, v, ru)
          else this.between(u, v, ru, rv)
        }
        if (round > 0 && changedAt[routeOf[u]!]! > tested && size[routeOf[u]!]! > 1) {
          for (let t = 0; t < types.length; t++) {
            const spare = this.spareVehicle(t)
            if (spare >= 0) this.toEmpty(u, routeOf[u]!, spare)
          }
        }
      }
      this.swapAll()
      again = this.moves > movesBefore || round === 0
    }
  }

  private spareVehicle(t: number): number {
    const { vehicles } = this.problem.types[t]!
    for (let i = 0; i < vehicles.length; i++) if (this.size[vehicles[i]!] === 0) return vehicles[i]!
    return -1
  }

  private penaltyOf(v: number): number {
    const { jobCount, dimensions } = this.problem
    if (this.size[v] === 0) return 0
    let sum = this.warpTo[jobCount + 2 * v + 1]! * this.penalties.warp
    const { capacity } = this.typeOfRoute[v]!
    for (let d = 0; d < dimensions; d++) {
      const over = this.load[v * dimensions + d]! - capacity[d]!
      if (over > 0) sum += over * this.scale[d]! * this.penalties.load
    }
    return sum
  }

  /** Penalty of load after gaining two nodes and losing two; a depot node stands for none. */
  private loadPenalty(v: number, gained: number, gained2: number, lost: number, lost2: number): number {
    const { dimensions } = this.problem
    const { amount, load } = this
    const { capacity } = this.typeOfRoute[v]!
    let sum = 0
    for (let d = 0; d < dimensions; d++) {
      const over =
        load[v * dimensions + d]! +
        amount[gained * dimensions + d]! +
        amount[gained2 * dimensions + d]! -
        amount[lost * dimensions + d]! -
        amount[lost2 * dimensions + d]! -
        capacity[d]!
      if (over > 0) sum += over * this.scale[d]!
    }
    return sum * this.penalties.load
  }

  /** Penalty of warp when a, then `count` of the sequence, then b and all behind it are served. */
  private warpPenalty(v: number, a: number, count: number, b: number): number {
    const { earliest, latest, point, pointCount, timed } = this.problem
    if (!timed) return 0
    const { durations, service } = this.typeOfRoute[v]!
    const { sequence } = this
    let time = this.leave[a]!
    let warp = this.warpTo[a]!
    let row = point[a]! * pointCount
    for (let i = 0; i < count; i++) {
      const node = sequence[i]!
      time += durations[row + node]!
      if (time < earliest[node]!) time = earliest[node]!
      else if (time > latest[node]!) {
        warp += time - latest[node]!
        time = latest[node]!
      }
      time += service[node]!
      row = node * pointCount
    }
    const over = time + durations[row + point[b]!]! - this.due[b]!
    return (warp + this.warpFrom[b]! + (over > 0 ? over : 0)) * this.penalties.warp
  }

  /** Exchanges between two routes around u and v; true once one was made. */
  private between(u: number, v: number, ru: number, rv: number): boolean {
    const { jobCount, point, pointCount } = this.problem
    const { next, prev, sequence, size } = this
    const typeU = this.typeOfRoute[ru]!
    const typeV = this.typeOfRoute[rv]!
    const cu = typeU.costs
    const cv = typeV.costs
    const same = typeU === typeV
    const p = prev[u]!
    const x = next[u]!
    const q = prev[v]!
    const y = next[v]!
    const none = jobCount
    const pu = point[p]! * pointCount
    const ur = u * pointCount
    const vr = v * pointCount
    const px = point[x]!
    const py = point[y]!
    const uServed = same || typeV.serves[u] === 1
    const vServed = same || typeU.serves[v] === 1
    const now = this.penalty[ru]! + this.penalty[rv]!
    const alone = size[ru] === 1
    const outU = alone ? -cu[pu + u]! - cu[ur + px]! - typeU.fixedCost : cu[pu + px]! - cu[pu + u]! - cu[ur + px]!
    const vy = cv[vr + py]!

    // u behind v
    if (uServed) {
      const delta = outU + cv[vr + u]! + cv[ur + py]! - vy
      if (delta < now - NOTHING) {
        let after = delta + this.loadPenalty(ru, none, none, u, none) + this.loadPenalty(rv, u, none, none, none)
        if (after < now - NOTHING) {
          sequence[0] = u
          after += this.warpPenalty(rv, v, 1, y)
          if (after < now - NOTHING && after + (alone ? 0 : this.warpPenalty(ru, p, 0, x)) < now - NOTHING) {
            this.unlink(u)
            this.link(u, v)
            return this.changed(ru, rv)
          }
        }
      }
      // u in front of the first job of a route
      if (q >= jobCount) {
        const qr = point[q]! * pointCount
        const delta = outU + cv[qr + u]! + cv[ur + v]! - cv[qr + v]!
        if (delta < now - NOTHING) {
          let after = delta + this.loadPenalty(ru, none, none, u, none) + this.loadPenalty(rv, u, none, none, none)
          if (after < now - NOTHING) {
            sequence[0] = u
            after += this.warpPenalty(rv, q, 1, v)
            if (after < now - NOTHING && after + (alone ? 0 : this.warpPenalty(ru, p, 0, x)) < now - NOTHING) {
              this.unlink(u)
              this.link(u, q)
              return this.changed(ru, rv)
            }
          }
        }
      }
    }

    // u and x behind v, in both orders
    if (x < jobCount && uServed && (same || typeV.serves[x] === 1)) {
      const xx = next[x]!
      const pxx = point[xx]!
      const xr = x * pointCount
      const both = size[ru] === 2
      const out = both
        ? -cu[pu + u]! - cu[ur + x]! - cu[xr + pxx]! - typeU.fixedCost
        : cu[pu + pxx]! - cu[pu + u]! - cu[ur + x]! - cu[xr + pxx]!
      const forth = out + cv[vr + u]! + cv[ur + x]! + cv[xr + py]! - vy
      const back = out + cv[vr + x]! + cv[xr + u]! + cv[ur + py]! - vy
      if (forth < now - NOTHING || back < now - NOTHING) {
        const loads = this.loadPenalty(ru, none, none, u, x) + this.loadPenalty(rv, u, x, none, none)
        const left = both ? 0 : -1
        if (forth + loads < now - NOTHING) {
          sequence[0] = u
          sequence[1] = x
          const after = forth + loads + this.warpPenalty(rv, v, 2, y)
          if (after < now - NOTHING && after + (left === 0 ? 0 : this.warpPenalty(ru, p, 0, xx)) < now - NOTHING) {
            this.unlink(u)
            this.unlink(x)
            this.link(u, v)
            this.link(x, u)
            return this.changed(ru, rv)
          }
        }
        if (back + loads < now - NOTHING) {
          sequence[0] = x
          sequence[1] = u
          const after = back + loads + this.warpPenalty(rv, v, 2, y)
          if (after < now - NOTHING && after + (left === 0 ? 0 : this.warpPenalty(ru, p, 0, xx)) < now - NOTHING) {
            this.unlink(u)
            this.unlink(x)
            this.link(x, v)
            this.link(u, x)
            return this.changed(ru, rv)
          }
        }
      }
    }

    // u in the place of v and v in the place of u
    const qr = point[q]! * pointCount
    if (uServed && vServed) {
      const delta =
        cu[pu + v]! + cu[vr + px]! - cu[pu + u]! - cu[ur + px]! + cv[qr + u]! + cv[ur + py]! - cv[qr + v]! - vy
      if (delta < now - NOTHING) {
        let after = delta + this.loadPenalty(ru, v, none, u, none) + this.loadPenalty(rv, u, none, v, none)
        if (after < now - NOTHING) {
          sequence[0] = u
          after += this.warpPenalty(rv, q, 1, y)
          if (after < now - NOTHING) {
            sequence[0] = v
            if (after + this.warpPenalty(ru, p, 1, x) < now - NOTHING) {
              this.unlink(u)
              this.unlink(v)
              this.link(u, q)
              this.link(v, p)
              return this.changed(ru, rv)
            }
          }
        }
      }
      // u and x in the place of v, and of v and y
      if (x < jobCount && (same || typeV.serves[x] === 1)) {
        const xx = next[x]!
        const xr = x * pointCount
        const pxx = point[xx]!
        const outU2 = -cu[pu + u]! - cu[ur + x]! - cu[xr + pxx]!
        const delta = outU2 + cu[pu + v]! + cu[vr + pxx]! + cv[qr + u]! + cv[ur + x]! + cv[xr + py]! - cv[qr + v]! - vy
        if (delta < now - NOTHING) {
          let after = delta + this.loadPenalty(ru, v, none, u, x) + this.loadPenalty(rv, u, x, v, none)
          if (after < now - NOTHING) {
            sequence[0] = u
            sequence[1] = x
            after += this.warpPenalty(rv, q, 2, y)
            if (after < now - NOTHING) {
              sequence[0] = v
              if (after + this.warpPenalty(ru, p, 1, xx) < now - NOTHING) {
                this.unlink(u)
                this.unlink(x)
                this.unlink(v)
                this.link(u, q)
                this.link(x, u)
                this.link(v, p)
                return this.changed(ru, rv)
              }
            }
          }
        }
        if (y < jobCount && (same || typeU.serves[y] === 1)) {
          const yy = next[y]!
          const yr = y * pointCount
          const pyy = point[yy]!
          const delta =
            outU2 +
            cu[pu + v]! +
            cu[vr + y]! +
            cu[yr + pxx]! +
            cv[qr + u]! +
            cv[ur + x]! +
            cv[xr + pyy]! -
            cv[qr + v]! -
            vy -
            cv[yr + pyy]!
          if (delta < now - NOTHING) {
            let after = delta + this.loadPenalty(ru, v, y, u, x) + this.loadPenalty(rv, u, x, v, y)
            if (after < now - NOTHING) {
              sequence[0] = u
              sequence[1] = x
              after += this.warpPenalty(rv, q, 2, yy)
              if (after < now - NOTHING) {
                sequence[0] = v
                sequence[1] = y
                if (after + this.warpPenalty(ru, p, 2, xx) < now - NOTHING) {
                  this.unlink(u)
                  this.unlink(x)
                  this.unlink(v)
                  this.unlink(y)
                  this.link(u, q)
                  this.link(x, u)
                  this.link(v, p)
                  this.link(y, v)
                  return this.changed(ru, rv)
                }
              }
            }
          }
        }
      }
    }

    // tails exchanged: u is followed by y and v by x, and also where one of them is the whole route
    if (same) {
      if (this.tails(u, v, ru, rv, now)) return true
      if (q >= jobCount && this.tails(u, q, ru, rv, now)) return true
    }
    return false
  }

  /** Joins the head of ru up to a with the tail behind b, and the other way round. Routes of one type. */
  private tails(a: number, b: number, ru: number, rv: number, now: number): boolean {
    const { jobCount, point, pointCount, dimensions, timed } = this.problem
    const { next, loadTo, load, scale } = this
    const { costs, fixedCost, capacity, durations } = this.typeOfRoute[ru]!
    const x = next[a]!
    const y = next[b]!
    const startV = b >= jobCount
    const lastX = x >= jobCount
    const lastY = y >= jobCount
    // The start of an empty route behind nothing, or nothing behind everything.
    const emptied = startV && lastX
    const wasEmpty = startV && lastY
    if (wasEmpty && lastX) return false
    const ar = point[a]! * pointCount
    const br = point[b]! * pointCount
    let delta = costs[ar + point[y]!]! - costs[ar + point[x]!]! + costs[br + point[x]!]! - costs[br + point[y]!]!
    if (emptied) delta = costs[ar + point[y]!]! - costs[ar + point[x]!]! - costs[br + point[y]!]! - fixedCost
    else if (wasEmpty) delta = costs[ar + point[y]!]! - costs[ar + point[x]!]! + costs[br + point[x]!]! + fixedCost
    if (delta >= now - NOTHING) return false
    let after = delta
    for (let d = 0; d < dimensions; d++) {
      const headU = loadTo[a * dimensions + d]!
      const headV = loadTo[b * dimensions + d]!
      const overU = headU + load[rv * dimensions + d]! - headV - capacity[d]!
      const overV = headV + load[ru * dimensions + d]! - headU - capacity[d]!
      if (overU > 0) after += overU * scale[d]! * this.penalties.load
      if (overV > 0) after += overV * scale[d]! * this.penalties.load
    }
    if (after >= now - NOTHING) return false
    if (timed) {
      const { leave, due, warpTo, warpFrom } = this
      const overU = leave[a]! + durations[ar + point[y]!]! - due[y]!
      after += (warpTo[a]! + warpFrom[y]! + (overU > 0 ? overU : 0)) * this.penalties.warp
      if (after >= now - NOTHING) return false
      if (!emptied) {
        const overV = leave[b]! + durations[br + point[x]!]! - due[x]!
        after += (warpTo[b]! + warpFrom[x]! + (overV > 0 ? overV : 0)) * this.penalties.warp
        if (after >= now - NOTHING) return false
      }
    }
    const endU = jobCount + 2 * ru + 1
    const endV = jobCount + 2 * rv + 1
    const lastU = this.prev[endU]!
    const lastV = this.prev[endV]!
    if (lastY) this.join(a, endU)
    else {
      this.join(a, y)
      this.join(lastV, endU)
    }
    if (lastX) this.join(b, endV)
    else {
      this.join(b, x)
      this.join(lastU, endV)
    }
    return this.changed(ru, rv)
  }

  /** u alone, or all that follows it, on a vehicle that stays at home so far. */
  private toEmpty(u: number, ru: number, spare: number): boolean {
    const { jobCount, point, pointCount } = this.problem
    const { next, prev, sequence } = this
    const typeU = this.typeOfRoute[ru]!
    const type = this.typeOfRoute[spare]!
    const now = this.penalty[ru]!
    const p = prev[u]!
    const x = next[u]!
    if (type.serves[u] === 1) {
      const cu = typeU.costs
      const pu = point[p]! * pointCount
      const ur = u * pointCount
      const out = cu[pu + point[x]!]! - cu[pu + u]! - cu[ur + point[x]!]!
      const delta = out + type.fixedCost + type.costs[type.start * pointCount + u]! + type.costs[ur + type.end]!
      if (delta < now - NOTHING) {
        const start = jobCount + 2 * spare
        sequence[0] = u
        const after =
          delta +
          this.loadPenalty(ru, jobCount, jobCount, u, jobCount) +
          this.loadPenalty(spare, u, jobCount, jobCount, jobCount) +
          this.warpPenalty(ru, p, 0, x) +
          this.warpPenalty(spare, start, 1, start + 1)
        if (after < now - NOTHING) {
          this.unlink(u)
          this.link(u, start)
          return this.changed(ru, spare)
        }
      }
    }
    if (type === typeU && x < jobCount) return this.tails(u, jobCount + 2 * spare, ru, spare, now)
    return false
  }

  /** Moves inside a route. */
  private within(u: number, v: number, r: number): boolean {
    const { jobCount, point, pointCount, timed } = this.problem
    const { next, prev, position, sequence } = this
    const { costs } = this.typeOfRoute[r]!
    const p = prev[u]!
    const x = next[u]!
    const q = prev[v]!
    const y = next[v]!
    const now = this.penalty[r]!
    const load = timed ? this.loadPenalty(r, jobCount, jobCount, jobCount, jobCount) : now
    const pu = point[p]! * pointCount
    const ur = u * pointCount
    const vr = v * pointCount
    const px = point[x]!
    const py = point[y]!
    const uBefore = position[u]! < position[v]!

    // u behind v
    if (y !== u) {
      const delta =
        costs[pu + px]! - costs[pu + u]! - costs[ur + px]! + costs[vr + u]! + costs[ur + py]! - costs[vr + py]!
      if (delta < now - load - NOTHING) {
        let after = delta + load
        if (timed) {
          let count = 0
          if (uBefore) {
            for (let node = x; node !== y; node = next[node]!) sequence[count++] = node
            sequence[count++] = u
            after += this.warpPenalty(r, p, count, y)
          } else {
            sequence[count++] = u
            for (let node = y; node !== u; node = next[node]!) sequence[count++] = node
            after += this.warpPenalty(r, v, count, x)
          }
        }
        if (after < now - NOTHING) {
          this.unlink(u)
          this.link(u, v)
          return this.changed(r, r)
        }
      }
    }
    // u and x behind v
    if (x < jobCount && v !== x && y !== u) {
      const xx = next[x]!
      const xr = x * pointCount
      const pxx = point[xx]!
      const gone = costs[pu + pxx]! - costs[pu + u]! - costs[ur + x]! - costs[xr + pxx]! - costs[vr + py]!
      const forth = gone + costs[vr + u]! + costs[ur + x]! + costs[xr + py]!
      const back = gone + costs[vr + x]! + costs[xr + u]! + costs[ur + py]!
      for (let turn = 0; turn < 2; turn++) {
        const delta = turn === 0 ? forth : back
        if (delta >= now - load - NOTHING) continue
        const first = turn === 0 ? u : x
        const second = turn === 0 ? x : u
        let after = delta + load
        if (timed) {
          let count = 0
          if (uBefore) {
            for (let node = xx; node !== y; node = next[node]!) sequence[count++] = node
            sequence[count++] = first
            sequence[count++] = second
            after += this.warpPenalty(r, p, count, y)
          } else {
            sequence[count++] = first
            sequence[count++] = second
            for (let node = y; node !== u; node = next[node]!) sequence[count++] = node
            after += this.warpPenalty(r, v, count, xx)
          }
        }
        if (after < now - NOTHING) {
          this.unlink(u)
          this.unlink(x)
          this.link(first, v)
          this.link(second, first)
          return this.changed(r, r)
        }
      }
    }
    // u and v in each other's place
    if (v !== x && v !== p && uBefore) {
      const qr = point[q]! * pointCount
      const delta =
        costs[pu + v]! +
        costs[vr + px]! -
        costs[pu + u]! -
        costs[ur + px]! +
        costs[qr + u]! +
        costs[ur + py]! -
        costs[qr + v]! -
        costs[vr + py]!
      if (delta < now - load - NOTHING) {
        let after = delta + load
        if (timed) {
          let count = 0
          sequence[count++] = v
          for (let node = x; node !== v; node = next[node]!) sequence[count++] = node
          sequence[count++] = u
          after += this.warpPenalty(r, p, count, y)
        }
        if (after < now - NOTHING) {
          this.unlink(u)
          this.unlink(v)
          this.link(v, p)
          this.link(u, q)
          return this.changed(r, r)
        }
      }
    }
    // all from x to v turned round: u is followed by v
    if (uBefore && v !== x) {
      let turned = costs[ur + v]! + costs[point[x]! * pointCount + py]! - costs[ur + px]! - costs[vr + py]!
      if (!this.problem.travel.isSymmetric) {
        for (let node = x; node !== v; node = next[node]!)
          turned += costs[next[node]! * pointCount + node]! - costs[node * pointCount + next[node]!]!
      }
      if (turned < now - load - NOTHING) {
        let after = turned + load
        let count = 0
        for (let node = v; node !== u; node = prev[node]!) sequence[count++] = node
        if (timed) after += this.warpPenalty(r, u, count, y)
        if (after < now - NOTHING) {
          let last = u
          for (let i = 0; i < count; i++) {
            this.join(last, sequence[i]!)
            last = sequence[i]!
          }
          this.join(last, y)
          return this.changed(r, r)
        }
      }
    }
    return false
  }

  /** Exchanges of two jobs of neighbouring routes, each going to its best place in the other (SWAP*, Vidal 2022). */
  private swapAll() {
    const { jobCount, vehicleCount } = this.problem
    const { size, next, routeOf, neighbours, changedAt, swapTestedAt } = this
    const near = Math.min(8, neighbours.width)
    const seen = new Set<number>()
    for (let ru = 0; ru < vehicleCount; ru++) {
      if (size[ru] === 0) continue
      const tested = swapTestedAt[ru]!
      swapTestedAt[ru] = this.moves
      seen.clear()
      for (let node = next[jobCount + 2 * ru]!; node < jobCount; node = next[node]!) {
        for (let k = 0; k < near; k++) {
          const rv = routeOf[neighbours.list[node * neighbours.width + k]!]!
          if (rv >= 0 && rv !== ru) seen.add(rv)
        }
      }
      for (const rv of seen) {
        if (size[ru] === 0 || size[rv] === 0) continue
        if (changedAt[ru]! <= tested && changedAt[rv]! <= tested) continue
        if (this.typeOfRoute[ru] === this.typeOfRoute[rv]) this.swapStar(ru, rv)
      }
    }
  }

  private bestPlaces(v: number): Places {
    const { jobCount } = this.problem
    return (this.places[v] ??= {
      when: new Int32Array(jobCount).fill(-1),
      after: new Int32Array(3 * jobCount),
      cost: new Float64Array(3 * jobCount),
    })
  }

  /** The three cheapest places for a job in a route, by the node before it. */
  private findPlaces(job: number, v: number, places: Places) {
    if (places.when[job]! >= this.changedAt[v]!) return
    places.when[job] = this.moves
    const { jobCount, point, pointCount } = this.problem
    const { next } = this
    const { after, cost } = places
    const { costs, costsInto } = this.typeOfRoute[v]!
    const end = jobCount + 2 * v + 1
    const row = job * pointCount
    let a = -1,
      b = -1,
      c = -1
    let ca = Infinity,
      cb = Infinity,
      cc = Infinity
    for (let node = end - 1; node !== end; node = next[node]!) {
      const before = point[next[node]!]!
      const from = point[node]!
      const delta = costsInto[row + from]! + costs[row + before]! - costs[from * pointCount + before]!
      if (delta < cc) {
        if (delta < cb) {
          c = b
          cc = cb
          if (delta < ca) {
            b = a
            cb = ca
            a = node
            ca = delta
          } else {
            b = node
            cb = delta
          }
        } else {
          c = node
          cc = delta
        }
      }
    }
    after[3 * job] = a
    after[3 * job + 1] = b
    after[3 * job + 2] = c
    cost[3 * job] = ca
    cost[3 * job + 1] = cb
    cost[3 * job + 2] = cc
  }

  private swapStar(ru: number, rv: number): boolean {
    const { jobCount, point, pointCount, dimensions } = this.problem
    const { next, prev, removal, amount, load, scale } = this
    const type = this.typeOfRoute[ru]!
    const { costs, capacity } = type
    const pu = this.bestPlaces(ru)
    const pv = this.bestPlaces(rv)
    const startU = jobCount + 2 * ru
    const startV = jobCount + 2 * rv
    const now = this.penalty[ru]! + this.penalty[rv]!
    for (let turn = 0; turn < 2; turn++) {
      for (let node = next[turn === 0 ? startU : startV]!; node < jobCount; node = next[node]!) {
        const a = point[prev[node]!]! * pointCount
        const b = point[next[node]!]!
        removal[node] = costs[a + b]! - costs[a + node]! - costs[node * pointCount + b]!
        if (turn === 0) this.findPlaces(node, rv, pv)
        else this.findPlaces(node, ru, pu)
      }
    }
    let best = now - NOTHING
    let bestU = -1,
      bestV = -1,
      afterU = -1,
      afterV = -1
    const penaltyUnit = this.penalties.load
    for (let u = next[startU]!; u < jobCount; u = next[u]!) {
      const ur = u * pointCount
      for (let v = next[startV]!; v < jobCount; v = next[v]!) {
        let sum = removal[u]! + removal[v]!
        for (let d = 0; d < dimensions; d++) {
          const more = amount[u * dimensions + d]! - amount[v * dimensions + d]!
          const overU = load[ru * dimensions + d]! - more - capacity[d]!
          const overV = load[rv * dimensions + d]! + more - capacity[d]!
          if (overU > 0) sum += overU * scale[d]! * penaltyUnit
          if (overV > 0) sum += overV * scale[d]! * penaltyUnit
        }
        if (sum >= best) continue
        const vr = v * pointCount
        // u into rv without v
        const qv = prev[v]!
        const yv = point[next[v]!]!
        const qrow = point[qv]! * pointCount
        let intoV = costs[qrow + u]! + costs[ur + yv]! - costs[qrow + yv]!
        let whereU = qv
        for (let i = 3 * u; i < 3 * u + 3; i++) {
          const place = pv.after[i]!
          if (pv.cost[i]! >= intoV || place < 0) break
          if (place === v || place === qv) continue
          intoV = pv.cost[i]!
          whereU = place
          break
        }
        sum += intoV
        if (sum >= best) continue
        const pn = prev[u]!
        const xn = point[next[u]!]!
        const prow = point[pn]! * pointCount
        let intoU = costs[prow + v]! + costs[vr + xn]! - costs[prow + xn]!
        let whereV = pn
        for (let i = 3 * v; i < 3 * v + 3; i++) {
          const place = pu.after[i]!
          if (pu.cost[i]! >= intoU || place < 0) break
          if (place === u || place === pn) continue
          intoU = pu.cost[i]!
          whereV = place
          break
        }
        sum += intoU
        if (sum >= best) continue
        if (this.problem.timed) {
          sum += this.swapWarp(rv, v, u, whereU)
          if (sum >= best) continue
          sum += this.swapWarp(ru, u, v, whereV)
          if (sum >= best) continue
        }
        best = sum
        bestU = u
        bestV = v
        afterU = whereU
        afterV = whereV
      }
    }
    if (bestU < 0) return false
    this.unlink(bestU)
    this.unlink(bestV)
    this.link(bestU, afterU)
    this.link(bestV, afterV)
    return this.changed(ru, rv)
  }

  /** Warp of a route that gives a job away and takes another in behind a node of it (or where the lost one was). */
  private swapWarp(r: number, lost: number, gained: number, after: number): number {
    const { jobCount } = this.problem
    const { next, prev, position, sequence } = this
    const p = prev[lost]!
    const x = next[lost]!
    if (after === p) {
      sequence[0] = gained
      return this.warpPenalty(r, p, 1, x)
    }
    let count = 0
    if (after >= jobCount || position[after]! < position[lost]!) {
      sequence[count++] = gained
      for (let node = next[after]!; node !== lost; node = next[node]!) sequence[count++] = node
      return this.warpPenalty(r, after, count, x)
    }
    for (let node = x; node !== after; node = next[node]!) sequence[count++] = node
    sequence[count++] = after
    sequence[count++] = gained
    return this.warpPenalty(r, p, count, next[after]!)
  }

  private join(a: number, b: number) {
    this.next[a] = b
    this.prev[b] = a
  }

  private unlink(node: number) {
    this.join(this.prev[node]!, this.next[node]!)
  }

  private link(node: number, after: number) {
    const before = this.next[after]!
    this.join(after, node)
    this.join(node, before)
  }

  private changed(ru: number, rv: number): true {
    this.moves++
    this.update(ru)
    if (rv !== ru) this.update(rv)
    this.penalty[ru] = this.penaltyOf(ru)
    this.penalty[rv] = this.penaltyOf(rv)
    this.changedAt[ru] = this.changedAt[rv] = this.moves
    return true
  }

  /** Recomputes what is remembered along a route. */
  private update(v: number) {
    const { jobCount, dimensions, earliest, latest, point, pointCount, timed } = this.problem
    const { next, prev, routeOf, position, amount, loadTo, load, leave, warpTo, due, warpFrom } = this
    const { durations, service, shiftFrom, shiftTo } = this.typeOfRoute[v]!
    const start = jobCount + 2 * v
    const end = start + 1
    let count = 0
    for (let d = 0; d < dimensions; d++) loadTo[start * dimensions + d] = 0
    let from = start
    for (let node = next[start]!; node < jobCount; node = next[node]!) {
      prev[node] = from
      routeOf[node] = v
      position[node] = ++count
      for (let d = 0; d < dimensions; d++)
        loadTo[node * dimensions + d] = loadTo[from * dimensions + d]! + amount[node * dimensions + d]!
      from = node
    }
    next[from] = end
    prev[end] = from
    this.size[v] = count
    for (let d = 0; d < dimensions; d++) load[v * dimensions + d] = loadTo[from * dimensions + d]!
    if (!timed) return
    let time = shiftFrom
    let warp = 0
    leave[start] = time
    warpTo[start] = 0
    from = start
    for (let node = next[start]!; node < jobCount; node = next[node]!) {
      time += durations[point[from]! * pointCount + node]!
      if (time < earliest[node]!) time = earliest[node]!
      else if (time > latest[node]!) {
        warp += time - latest[node]!
        time = latest[node]!
      }
      time += service[node]!
      leave[node] = time
      warpTo[node] = warp
      from = node
    }
    time += durations[point[from]! * pointCount + point[end]!]!
    warpTo[end] = warp + (time > shiftTo ? time - shiftTo : 0)
    let by = shiftTo
    warp = 0
    due[end] = by
    warpFrom[end] = 0
    let to = end
    for (let node = prev[end]!; node < jobCount; node = prev[node]!) {
      by -= service[node]! + durations[node * pointCount + point[to]!]!
      if (by > latest[node]!) by = latest[node]!
      else if (by < earliest[node]!) {
        warp += earliest[node]! - by
        by = earliest[node]!
      }
      due[node] = by
      warpFrom[node] = warp
      to = node
    }
  }
}

/** For one route: the cheapest places of each job, and when they were found. */
interface Places {
  when: Int32Array
  after: Int32Array
  cost: Float64Array
}
