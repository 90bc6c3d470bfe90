import { JobSequence } from './routes/job-sequence.ts'
import { nothing, type PenalizedRoutes } from './routes/penalized-routes.ts'

/**
 * Gives a whole route to a vehicle of another type: one without jobs, or one that takes over the other's route in return.
 * Insertion job by job would hardly ever do that, since a larger vehicle does not pay before it is full.
 */
export class ChangeVehicle {
  private readonly routes: PenalizedRoutes
  private readonly testedAt: Int32Array
  /** By vehicle and type: what the vehicle's route would cost on a vehicle of that type, penalties included. */
  private readonly value: Float64Array
  private readonly valuedAt: Int32Array
  private readonly first: JobSequence
  private readonly second: JobSequence

  constructor(routes: PenalizedRoutes) {
    const { vehicleCount, jobCount, types } = routes.problem
    this.routes = routes
    this.testedAt = new Int32Array(vehicleCount)
    this.value = new Float64Array(vehicleCount * types.length)
    this.valuedAt = new Int32Array(vehicleCount)
    this.first = new JobSequence(jobCount, routes.linked)
    this.second = new JobSequence(jobCount, routes.linked)
  }

  /** Starts over; tells whether routes that no move changes have already been tried. */
  begin(areTested: boolean): void {
    this.testedAt.fill(areTested ? 0 : -1)
    this.valuedAt.fill(-1)
  }

  /** Makes the best change of vehicle for each route that has changed since it was tried, if that gains. */
  run(stop: () => boolean): void {
    const { problem, changedAt, linked } = this.routes
    if (problem.types.length === 1) return
    for (let v = 0; v < problem.vehicleCount; v++) {
      if (linked.size[v] === 0 || changedAt[v] <= this.testedAt[v]) continue
      if (stop()) return
      this.testedAt[v] = this.routes.moves
      this.improve(v)
    }
  }

  /** Finds the vehicle with which to exchange routes, one without jobs or another, and does so if that gains. */
  private improve(v: number) {
    const { problem, linked } = this.routes
    const { types, typeOf, vehicleCount } = problem
    const many = types.length
    const own = typeOf[v]
    const value = this.value
    this.evaluate(v)
    let best = -nothing
    let other = -1
    for (let t = 0; t < many; t++) {
      const change = value[v * many + t] - value[v * many + own]
      if (t === own || change >= best) continue
      const spare = linked.spareVehicle(t)
      if (spare < 0) continue
      best = change
      other = spare
    }
    for (let w = 0; w < vehicleCount; w++) {
      const type = typeOf[w]
      if (linked.size[w] === 0 || type === own || value[v * many + type] === Infinity) continue
      this.evaluate(w)
      const change = value[v * many + type] + value[w * many + own] - value[v * many + own] - value[w * many + type]
      if (change >= best) continue
      best = change
      other = w
    }
    if (other < 0) return
    this.apply(v, other)
    this.routes.made('change vehicle', best, v, other)
  }

  private apply(v: number, other: number) {
    this.read(v, this.first)
    this.read(other, this.second)
    this.write(v, this.second)
    this.write(other, this.first)
  }

  /** Brings up to date what a route would cost on a vehicle of each type. */
  private evaluate(v: number) {
    const { changedAt, moves, problem, loads, penalties, timed, warp } = this.routes
    if (this.valuedAt[v] >= changedAt[v]) return
    this.valuedAt[v] = moves
    const { types, jobCount, pointCount, dimensions } = problem
    const sequence = this.read(v, this.second)
    const { jobs, count } = sequence
    types.forEach(({ vehicles, start, end, costs, fixedCost, serves, capacity }, t) => {
      let value = fixedCost
      let row = start * pointCount
      for (let i = 0; i < count && value < Infinity; i++) {
        const job = jobs[i]
        value += serves[job] === 0 ? Infinity : costs[row + job]
        row = job * pointCount
      }
      value += costs[row + end]
      for (let d = 0; d < dimensions; d++) {
        const over = loads.ofRoute[v * dimensions + d] - capacity[d]
        if (over > 0) value += over * loads.scale[d] * penalties.load
      }
      if (timed && value < Infinity) {
        const depot = jobCount + 2 * vehicles[0]
        value += warp.through(vehicles[0], depot, sequence, depot + 1) * penalties.warp
      }
      this.value[v * types.length + t] = value
    })
  }

  private read(v: number, into: JobSequence): JobSequence {
    return into.clear().addTail(this.routes.linked.next[this.routes.problem.jobCount + 2 * v])
  }

  private write(v: number, { jobs, count }: JobSequence) {
    const { linked, problem } = this.routes
    let last = problem.jobCount + 2 * v
    const end = last + 1
    for (let i = 0; i < count; i++) {
      linked.join(last, jobs[i])
      last = jobs[i]
    }
    linked.join(last, end)
  }
}
