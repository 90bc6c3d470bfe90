import { eachNeededDrive, neverDriven, type RowsOfRoutes } from './needed-drives.ts'
import type { VroomInput, VroomVehicle } from '../json/vroom.ts'

/* VROOM's cost is fixed + seconds × per_hour / 3600 + meters × per_km / 1000. Here it is an integer number of 1/36000 of that, divided by the common divisor of all vehicles' factors. So sums are exact, and the default is plain seconds. */
export const units = 36_000

export type CostFactors = {
  fixed: number
  time: number
  /** Per second of setup and service. */
  task: number
  distance: number
  matrix: number
  waiting: number
  /** Of a visit to an address, and of a unit of each quantity; none if no quantity has a price. */
  stop: number
  units: number[]
}

/** The cost of using a vehicle, of a second, of a meter, of a unit of its cost matrix, and of what it hands over. */
export function costFactors(input: VroomInput, vehicle: VroomVehicle): CostFactors {
  const byMatrix = input.matrices?.[vehicle.profile ?? 'car']?.costs !== undefined
  const perUnit = vehicle.costs?.per_unit ?? []
  return {
    fixed: (vehicle.costs?.fixed ?? 0) * units,
    time: byMatrix ? 0 : (vehicle.costs?.per_hour ?? 3600) * (units / 3600),
    task: (vehicle.costs?.per_task_hour ?? 0) * (units / 3600),
    distance: (vehicle.costs?.per_km ?? 0) * (units / 1000),
    matrix: byMatrix ? units : 0,
    waiting: (vehicle.costs?.per_waiting_hour ?? 0) * (units / 3600),
    stop: (vehicle.costs?.per_stop ?? 0) * units,
    units: perUnit.some((price) => price > 0) ? perUnit.map((price) => price * units) : [],
  }
}

/** Whether the cost of an arc includes something at its far end. */
export function pricesJobs({ task, stop, units: perUnit }: CostFactors): boolean {
  return task > 0 || stop > 0 || perUnit.length > 0
}

/** The largest unit that keeps every vehicle's factors integers, and those of beginning work early or late. */
export function commonUnit(factors: CostFactors[], perHour: number[] = []): number {
  const worth = factors.flatMap((factor) => Object.values(factor).flat() as number[])
  return [...worth, ...perHour.map((cost) => cost * (units / 3600))].reduce(greatestCommonDivisor, 0) || units
}

/** Adds two tables, each multiplied by a factor. */
export function combine(a: Int32Array, timesA: number, b: Int32Array | undefined, timesB: number) {
  if (timesA === 1 && !b) return a
  let largest = 0
  const sums = new Float64Array(a.length)
  for (let i = 0; i < a.length; i++) {
    const sum = a[i] * timesA + (b ? b[i] * timesB : 0)
    sums[i] = sum
    if (sum > largest) largest = sum
  }
  // 32-bit integers take half the memory, which limits the search.
  return largest < 2 ** 31 ? Int32Array.from(sums) : sums
}

/** A table of costs with what some routes need alone. */
export function combineNeeded(size: number, routes: RowsOfRoutes, entry: (a: number, b: number) => number) {
  const table = new Float64Array(size * size).fill(neverDriven)
  eachNeededDrive(size, routes, (a, b) => (table[a * size + b] = entry(a, b)))
  return table
}

/** Adds what each job costs to the arcs to it: always, and after a change of address. */
export function withJobs(
  costs: Int32Array | Float64Array,
  { pointCount, address }: { pointCount: number; address: Int32Array },
  always: Float64Array,
  arriving: Float64Array,
): Float64Array {
  const sums = Float64Array.from(costs)
  for (let a = 0; a < pointCount; a++) {
    for (let job = 0; job < always.length; job++)
      sums[a * pointCount + job] += always[job] + (address[a] === address[job] ? 0 : arriving[job])
  }
  return sums
}

/** The table with rows and columns exchanged; the same table if it is symmetric. */
export function transpose(table: Int32Array | Float64Array, size: number): Int32Array | Float64Array {
  let symmetric = true
  for (let a = 0; a < size && symmetric; a++) {
    for (let b = 0; b < a && symmetric; b++) symmetric = table[a * size + b] === table[b * size + a]
  }
  if (symmetric) return table
  const turned = table.slice()
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) turned[b * size + a] = table[a * size + b]
  }
  return turned
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}
