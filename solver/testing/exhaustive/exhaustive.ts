import type { VroomInput, VroomVehicle } from '../../json/vroom.ts'
import { drive } from './drive.ts'
import { allowances } from './locks.ts'
import { type Order, ordersOf, type Stop } from './orders.ts'

export type Optimum = {
  missedPriority: number
  /** Unassigned jobs and shipments without a prize. */
  missed: number
  /** Including missed prizes. */
  cost: number
}

/**
 * Finds the best plan by trying them all, for a handful of jobs with matrices. Shares no code with the solver or its
 * check. With `byTheSecond` it also tries every timing of every route, for problems that last a few minutes.
 */
export function exhaustive(problem: VroomInput, byTheSecond = false): Optimum {
  const orders = ordersOf(problem)
  const cheapest = problem.vehicles.map((vehicle) => cheapestBySubset(problem, orders, vehicle, byTheSecond))
  const rules = planRules(problem, orders)
  const best: Optimum = { missedPriority: Infinity, missed: Infinity, cost: Infinity }
  const sets: number[] = []
  const assign = (v: number, left: number, cost: number) => {
    if (v === problem.vehicles.length) {
      if (!rules.allow(sets, left)) return
      const out = rules.missed(left)
      const needed = out.filter(({ prize }) => prize === undefined)
      const missedPriority = needed.reduce((sum, { priority }) => sum + priority, 0)
      const total = out.reduce((sum, { prize = 0 }) => sum + prize, cost)
      const by = missedPriority - best.missedPriority || needed.length - best.missed || total - best.cost
      if (by < 0) Object.assign(best, { missedPriority, missed: needed.length, cost: total })
      return
    }
    for (let set = left; ; set = (set - 1) & left) {
      const price = cheapest[v].get(set)
      if (price !== undefined) {
        sets[v] = set
        assign(v + 1, left & ~set, cost + price + rules.moved(v, set) * (problem.previous?.cost_per_moved ?? 0))
      }
      if (set === 0) break
    }
  }
  assign(0, (1 << orders.length) - 1, 0)
  return best
}

/** Rules across routes, on sets of orders by vehicle. */
function planRules({ groups, previous, vehicles }: VroomInput, orders: Order[]) {
  const isLocked = ({ stops }: Order) =>
    vehicles.some(({ steps = [] }) =>
      steps.some(({ type, id, lock }) => lock && stops.some((stop) => stop.name === `${type} ${id}`)),
    )
  const locked = orders.map(isLocked)
  const has = (set: number, e: number) => (set & (1 << e)) !== 0
  const home = orders.map(({ stops }, e) => {
    const route = previous?.routes.find(({ steps }) => steps.some(({ type, id }) => `${type} ${id}` === stops[0].name))
    return route === undefined || locked[e] ? -1 : vehicles.findIndex(({ id }) => id === route.vehicle)
  })
  const moved = (v: number, set: number) => home.filter((at, e) => has(set, e) && at >= 0 && at !== v).length
  const isWhole = (sets: readonly number[], left: number, name: string) => {
    const members = orders.flatMap((order, e) => (order.groups.includes(name) ? [e] : []))
    const planned = members.filter((e) => !has(left, e))
    const isTogether = planned.length === 0 || sets.some((set) => planned.every((e) => has(set, e)))
    return isTogether && (planned.length === 0 || planned.length === members.length || isBound(name))
  }
  const isMixed = (set: number, v: number, names: string[]) => {
    const { mixes = [] } = vehicles[v]
    const mayShare = (one: string, other: string) => one === other || (mixes.includes(one) && mixes.includes(other))
    const inside = orders.flatMap((order, e) =>
      has(set, e) ? [{ e, name: names.find((each) => order.groups.includes(each)) }] : [],
    )
    const members = inside.filter(({ name }) => name !== undefined)
    return members.some(({ e, name }) => !locked[e] && members.some((other) => !mayShare(other.name!, name!)))
  }
  const links = linkedOrders(orders)
  /** What is linked goes on one vehicle, and what of it is not locked is planned as a whole. */
  const isLinkedWell = (sets: readonly number[], left: number, members: number[]) => {
    const planned = members.filter((e) => !has(left, e))
    const free = members.filter((e) => !locked[e])
    const isOnOne = planned.length === 0 || sets.some((set) => planned.every((e) => has(set, e)))
    return isOnOne && (free.every((e) => has(left, e)) || !free.some((e) => has(left, e)))
  }
  const isBound = (name: string) => boundGroups.has(name)
  const boundGroups = groupsBound(orders, groups?.together ?? [], links, locked)
  const allow = (sets: readonly number[], left: number) =>
    (groups?.apart ?? []).every((names) => !sets.some((set, v) => isMixed(set, v, names))) &&
    (groups?.together ?? []).every((name) => isWhole(sets, left, name)) &&
    (groups?.one_of ?? []).every((name) => isChosen(left, name)) &&
    links.every((members) => isLinkedWell(sets, left, members)) &&
    sets.reduce((sum, set, v) => sum + moved(v, set), 0) <= (previous?.max_moved ?? Infinity)
  const listOf = (e: number) => (groups?.one_of ?? []).find((name) => orders[e].groups.includes(name))
  const numbers = orders.map((_, e) => e)
  const isServed = (left: number, name: string) => numbers.some((e) => !has(left, e) && listOf(e) === name)
  /** What is left out. Of orders of which one is enough, none if one is served, and otherwise the first. */
  const missed = (left: number) =>
    orders.filter((_, e) => {
      const name = listOf(e)
      if (name === undefined || !has(left, e)) return has(left, e)
      return !isServed(left, name) && numbers.find((other) => listOf(other) === name) === e
    })
  const isChosen = (left: number, name: string) => numbers.filter((e) => !has(left, e) && listOf(e) === name).length < 2
  return { allow, moved, missed }
}

/** Sets of orders of which some must come before others. */
function linkedOrders(orders: Order[]): number[][] {
  const sets = orders.map((_, e) => new Set([e]))
  orders.forEach(({ earlier }, e) => {
    for (const before of earlier) {
      const both = new Set([...sets[e], ...sets[before]])
      for (const each of both) sets[each] = both
    }
  })
  return [...new Set(sets)].filter(({ size }) => size > 1).map((set) => [...set])
}

/** The groups of which some may be left out, because something in them or linked to them is locked. */
function groupsBound(orders: Order[], together: string[], links: number[][], locked: boolean[]): Set<string> {
  const bound = new Set(locked.flatMap((isLocked, e) => (isLocked ? [e] : [])))
  const sets = [
    ...links,
    ...together.map((name) => orders.flatMap((order, e) => (order.groups.includes(name) ? [e] : []))),
  ]
  for (let size = -1; size < bound.size;) {
    size = bound.size
    for (const members of sets) if (members.some((e) => bound.has(e))) members.forEach((e) => bound.add(e))
  }
  return new Set(together.filter((name) => orders.some((order, e) => bound.has(e) && order.groups.includes(name))))
}

function cheapestBySubset(
  problem: VroomInput,
  orders: Order[],
  vehicle: VroomVehicle,
  byTheSecond: boolean,
): Map<number, number> {
  const allowed = allowances(problem, orders, vehicle)
  const cheapest = new Map<number, number>(allowed.names.length > 0 ? [] : [[0, 0]])
  const extend = (order: Stop[]) => {
    const begun = order.reduce((set, { orderNumber }) => set | (1 << orderNumber), 0)
    const done = order.reduce((set, { orderNumber, isLast }) => (isLast ? set | (1 << orderNumber) : set), 0)
    if (order.length > 0 && begun === done) {
      const cost = isInOrder(orders, order, allowed.names)
        ? drive(problem, vehicle, order, allowed, byTheSecond)
        : undefined
      if (cost !== undefined && cost < (cheapest.get(done) ?? Infinity)) cheapest.set(done, cost)
    }
    orders.forEach(({ stops }, orderNumber) => {
      if (done & (1 << orderNumber)) return
      extend([...order, begun & (1 << orderNumber) ? stops[1] : stops[0]])
    })
  }
  extend([])
  return cheapest
}

/** Whether nothing comes before what it has to follow, except locked stops that were given that way. */
function isInOrder(orders: Order[], stops: Stop[], given: string[]): boolean {
  return stops.every((later, i) =>
    stops.slice(i + 1).every((stop) => {
      if (!orders[later.orderNumber].earlier.has(stop.orderNumber)) return true
      const [a, b] = [given.indexOf(later.name), given.indexOf(stop.name)]
      return a >= 0 && a < b
    }),
  )
}
