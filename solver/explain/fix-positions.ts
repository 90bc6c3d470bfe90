import type { Problem, VehicleType } from '../model/problem.ts'

/** Positions for a job, or for both ends of a shipment, in parallel arrays; the first `count` entries are filled. */
export type Positions = {
  count: number
  vehicle: Int32Array
  /** The stop before which the job or the pickup goes, and the same for the delivery, or -1. */
  at: Int32Array
  deliveryAt: Int32Array
  /** At least how many seconds too late it is; gaps between windows and breaks may add more. */
  late: Float64Array
  /** The added cost, in search units. */
  cost: Float64Array
}

/** A route where every job has a single window, from its first opening to its last closing. */
type Loose = {
  /** The earliest departure from each stop; the start comes first. */
  left: Float64Array
  /** When work at each stop must be done. */
  over: Float64Array
}

/**
 * Lists positions on the routes of a plan, each in constant time, at most `most` at once, always into the same
 * arrays.
 */
export function makePositions(problem: Problem, routes: readonly number[][], most: number) {
  const { types, typeOf, pointCount, earliest, latest, travel } = problem
  const loose = new Map<number, Loose>()
  const positions: Positions = {
    count: 0,
    vehicle: new Int32Array(most),
    at: new Int32Array(most),
    deliveryAt: new Int32Array(most),
    late: new Float64Array(most),
    cost: new Float64Array(most),
  }
  const { vehicle, at: places, deliveryAt: deliveries, late: lates, cost: costsOf } = positions

  return { list }

  /**
   * All positions on some vehicles' routes, after the locked head; if there are too many, those where the first job
   * makes the smallest detour.
   */
  function list(vehicles: readonly number[], added: readonly number[]): Positions {
    positions.count = 0
    const of = (stops: number) => (added.length === 1 ? stops + 1 : ((stops + 1) * (stops + 2)) / 2)
    const only =
      vehicles.reduce((sum, v) => sum + of(routes[v].length), 0) > most ? nearest(vehicles, added) : undefined
    for (const v of vehicles) {
      for (let at = head(v); at <= routes[v].length; at++) if (!only || only.get(v)?.has(at)) from(v, at, added)
    }
    return positions
  }

  function head(v: number): number {
    return problem.locks?.routes[v]?.head ?? 0
  }

  /** By vehicle, the stops before which the first job makes the smallest detour. */
  function nearest(vehicles: readonly number[], [job, delivery]: readonly number[]) {
    const detours: { v: number; at: number; cost: number; places: number }[] = []
    for (const v of vehicles) {
      const route = routes[v]
      const { costs, start, end } = types[typeOf[v]]
      for (let at = head(v); at <= route.length; at++) {
        const [before, after] = [route[at - 1] ?? start, route[at] ?? end]
        const cost =
          costs[before * pointCount + job!] + costs[job! * pointCount + after] - costs[before * pointCount + after]
        detours.push({ v, at, cost, places: delivery === undefined ? 1 : route.length + 1 - at })
      }
    }
    const chosen = new Map<number, Set<number>>()
    let left = most
    for (const { v, at, places } of detours.sort((a, b) => a.cost - b.cost)) {
      if (left < places) break
      left -= places
      chosen.set(v, (chosen.get(v) ?? new Set()).add(at))
    }
    return chosen
  }

  /** The positions that put the first job before one stop. */
  function from(v: number, at: number, added: readonly number[]) {
    const [job, delivery] = added as [number, number?]
    const type = types[typeOf[v]]
    const route = routes[v]
    const { length } = route
    const { left, over } = looseTimes(v)
    const { start, end, costs, durations, fixedCost, shiftTo } = type
    const before = at === 0 ? start : route[at - 1]
    const after = at === length ? end : route[at]
    // An unused vehicle does not drive from its start to its end.
    const direct = length === 0 ? -fixedCost : costs[before * pointCount + after]
    const there = costs[before * pointCount + job] - direct
    const beside = there + costs[job * pointCount + after]
    const arrival = left[at] + durations[before * pointCount + job]
    let late = arrival - latest[job]
    let time = Math.max(arrival, earliest[job]) + work(type, before, job)
    /** How late the vehicle reaches stop `i`, or the end, when it leaves another point at a given time. */
    const lateFor = (i: number, place: number, leaves: number) => {
      if (i >= length) return leaves + durations[place * pointCount + end] - shiftTo
      const stop = route[i]
      const reached = leaves + durations[place * pointCount + stop]
      return Math.max(reached - latest[stop], reached + work(type, place, stop) - over[i])
    }
    if (delivery === undefined) {
      add(v, at, -1, Math.max(late, lateFor(at, job, time)), beside)
      return
    }
    let place = job
    for (let i = at; i <= length; i++) {
      const reached = time + durations[place * pointCount + delivery]
      const done = Math.max(reached, earliest[delivery]) + work(type, place, delivery)
      const next = i === length ? end : route[i]
      const way = costs[place * pointCount + delivery] + costs[delivery * pointCount + next]
      const cost = i === at ? there + way : beside + way - costs[place * pointCount + next]
      add(v, at, i, Math.max(late, reached - latest[delivery], lateFor(i, delivery, done)), cost)
      if (i === length) return
      const comes = time + durations[place * pointCount + next]
      late = Math.max(late, comes - latest[next])
      time = Math.max(comes, earliest[next]) + work(type, place, next)
      place = next
    }
  }

  function add(v: number, at: number, deliveryAt: number, late: number, cost: number) {
    const i = positions.count++
    vehicle[i] = v
    places[i] = at
    deliveries[i] = deliveryAt
    lates[i] = late
    costsOf[i] = cost
  }

  function work({ service, setup }: VehicleType, place: number, job: number): number {
    return service[job] + (travel.address[place] === travel.address[job] ? 0 : setup[job])
  }

  function looseTimes(v: number): Loose {
    const known = loose.get(v)
    if (known) return known
    const type = types[typeOf[v]]
    const route = routes[v]
    const left = new Float64Array(route.length + 1)
    const over = new Float64Array(route.length)
    left[0] = type.shiftFrom
    route.forEach((job, i) => {
      const place = i === 0 ? type.start : route[i - 1]
      const arrival = left[i] + type.durations[place * pointCount + job]
      const past = problem.locks?.routes[v]?.history.left[i]
      left[i + 1] =
        past === undefined ? Math.max(arrival, earliest[job]) + work(type, place, job) : Math.max(type.shiftFrom, past)
    })
    let by = type.shiftTo
    let to = type.end
    for (let i = route.length - 1; i >= 0; i--) {
      const job = route[i]
      over[i] = by - type.durations[job * pointCount + to]
      by = Math.min(latest[job], over[i] - work(type, i === 0 ? type.start : route[i - 1], job))
      to = job
    }
    loose.set(v, { left, over })
    return { left, over }
  }
}
