import { eachNeededDrive, neverDriven, type RowsOfRoutes } from './needed-drives.ts'
import { type Entries, mirror } from './travel.ts'
import type { VroomInput, VroomJob, VroomVehicle } from '../json/vroom.ts'

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

/** The same for a whole problem, with all that has a price per hour or counts in whole units. */
export function searchUnit(
  { vehicles, compactness, balance, previous }: VroomInput,
  factors: CostFactors[],
  jobs: readonly Pick<VroomJob, 'soft_time_window'>[],
): number {
  const soft = jobs.flatMap(({ soft_time_window }) => soft_time_window ?? [])
  return commonUnit(factors, [
    ...soft.flatMap(({ cost_per_hour_early = 0, cost_per_hour_late = 0 }) => [cost_per_hour_early, cost_per_hour_late]),
    ...vehicles.flatMap(({ overtime = [] }) => overtime.map(({ cost_per_hour }) => cost_per_hour)),
    compactness?.cost_per_hour ?? 0,
    // Balance and moved jobs cost whole units.
    ...(balance || previous ? [3600] : []),
  ])
}

/** A table of costs, of 32-bit integers if they fit: those take half the memory, which limits the search. */
export function combine(size: number, entries: Entries, isSymmetric: boolean): Int32Array | Float64Array {
  const whole = new Int32Array(size * size)
  return (
    fillAll(whole, size, entries, isSymmetric) ?? fillAll(new Float64Array(size * size), size, entries, isSymmetric)!
  )
}

/** Fills a table; undefined if a number does not fit. */
function fillAll<T extends Int32Array | Float64Array>(
  table: T,
  size: number,
  entries: Entries,
  isSymmetric: boolean,
): T | undefined {
  const most = table instanceof Int32Array ? 2 ** 31 - 1 : Infinity
  for (let a = 0; a < size; a++) {
    const from = entries(a)
    for (let b = isSymmetric ? a : 0; b < size; b++) {
      const cost = from(b)
      if (cost > most) return undefined
      table[a * size + b] = cost
    }
  }
  if (isSymmetric) mirror(table, size)
  return table
}

/** A table of costs with what some routes need alone. */
export function combineNeeded(size: number, routes: RowsOfRoutes, entries: Entries) {
  const table = new Float64Array(size * size).fill(neverDriven)
  let last = -1
  let from: ReturnType<Entries> | undefined
  eachNeededDrive(size, routes, (a, b) => {
    if (a !== last) from = entries(a)
    last = a
    table[a * size + b] = from!(b)
  })
  return table
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
