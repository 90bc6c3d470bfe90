import type { LocalSearch } from '../local-search/local-search.ts'
import type { Penalties } from '../local-search/routes/penalized-routes.ts'
import type { Touched } from '../local-search/touched.ts'

/** How much more lateness and overload cost for a moment, to repair a plan. */
const repair = 10
/** After this many iterations, prices move toward the wanted share of plans that are on time and not overloaded before repair. */
const pricedAfter = 500
const wantedShare = { least: 0.35, most: 0.45 }
/** The range of each price, in first prices. */
const lowest = 0.1
const highest = 1000

/** The prices of lateness and overload while only touched routes can have any. */
export class Prices {
  private readonly search: LocalSearch
  private readonly first: Penalties
  private plans = 0
  private onTime = 0
  private withinCapacity = 0

  constructor(search: LocalSearch, first: Penalties) {
    this.search = search
    this.first = first
    search.penalties = first
  }

  /** Counts a plan of local search, and moves the prices now and then. */
  register({ vehicles, vehicleCount }: Touched): void {
    const { warp, loads, linked } = this.search.routes
    let isLate = false
    let isOverloaded = false
    for (let i = 0; i < vehicleCount; i++) {
      const v = vehicles[i]
      if (linked.size[v] === 0) continue
      if (warp.ofRoute(v) > 0) isLate = true
      if (loads.overload(v) > 0) isOverloaded = true
    }
    if (!isLate) this.onTime++
    if (!isOverloaded) this.withinCapacity++
    if (++this.plans % pricedAfter > 0) return
    const { penalties } = this.search
    this.search.penalties = {
      warp: move(penalties.warp, this.onTime / pricedAfter, this.first.warp),
      load: move(penalties.load, this.withinCapacity / pricedAfter, this.first.load),
    }
    this.onTime = this.withinCapacity = 0
  }

  /** Makes touched routes on time and not overloaded, by local search at higher prices. Returns whether that succeeded. */
  repair(touched: Touched): boolean {
    const { search } = this
    if (this.price(touched) === 0) return true
    const { penalties } = search
    search.penalties = { warp: penalties.warp * repair, load: penalties.load * repair }
    this.price(touched)
    // On other routes, a higher price makes no further move worthwhile.
    search.runAround(touched, true)
    search.penalties = penalties
    return this.price(touched) === 0
  }

  /** Brings the penalties of touched routes up to date, and returns their sum. */
  private price({ vehicles, vehicleCount }: Touched): number {
    const { routes } = this.search
    let sum = 0
    for (let i = 0; i < vehicleCount; i++) {
      const v = vehicles[i]
      const penalty = routes.penaltyOf(v)
      routes.penalty[v] = penalty
      if (penalty > 0) routes.changedAt[v] = ++routes.moves
      sum += penalty
    }
    return sum
  }
}

function move(price: number, share: number, first: number): number {
  const moved = share < wantedShare.least ? price * 1.2 : share > wantedShare.most ? price * 0.85 : price
  return Math.min(highest * first, Math.max(lowest * first, moved))
}
