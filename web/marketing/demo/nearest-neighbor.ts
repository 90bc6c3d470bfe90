import { distanceKm } from '#domain/great-circle.ts'
import type { Position, RouteStop } from './route-stop.ts'

const speedKmh = 40
const litersPerKm = 0.1

export type RouteResult = {
  /** From the depot through all stops and back to the depot. */
  route: Position[]
  /** Kilometers. */
  distance: number
  /** Hours. */
  duration: number
  /** Liters. */
  fuelConsumption: number
}

/**
 * Orders the stops by always going to the nearest one next. Returns indices of `stops`, the depot (0) first. Distances are
 * weighted by priority: a stop with priority 1 counts as half as far away as one with priority 2.
 */
export function nearestNeighborOrder(stops: readonly RouteStop[]): number[] {
  const order = [0]
  const left = new Set(stops.keys())
  left.delete(0)
  while (left.size > 0) {
    const from = stops[order.at(-1)!]!.position
    const weighted = (index: number) => {
      const { position, priority } = stops[index]!
      return distanceKm(from, position) * priority
    }
    const next = [...left].reduce((best, index) => (weighted(index) < weighted(best) ? index : best))
    order.push(next)
    left.delete(next)
  }
  return order
}

/** Distance, time and fuel to drive the stops in this order and return to the first. */
export function measureRoute(stops: readonly RouteStop[], order: readonly number[]): RouteResult {
  const route = [...order, ...order.slice(0, 1)].map((index) => stops[index]!.position)
  const distance = route.slice(1).reduce((sum, position, leg) => sum + distanceKm(route[leg]!, position), 0)
  return { route, distance, duration: distance / speedKmh, fuelConsumption: distance * litersPerKm }
}
