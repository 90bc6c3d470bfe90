import { combine, combineNeeded, type CostFactors, pricesJobs, transpose, withJobs } from './cost.ts'
import { priceOf, workAt, type Job } from './jobs.ts'
import type { RowsOfRoutes } from './needed-drives.ts'
import { buildTravel, type Travel } from './travel.ts'
import type { VroomInput, VroomVehicle } from '../json/vroom.ts'

export type Table = Int32Array | Float64Array

/** Travel tables and the cost tables derived from them. They outlive a problem: another job only fills a spare row. */
export type Tables = {
  travel: Travel
  /** The jobs by row, in order of arrival. */
  jobList: Job[]
  /** Arc costs for vehicles of one profile, speed, price and type, in search units of 1 / `common`. */
  costs: (profile: string, vehicle: VroomVehicle, factor: CostFactors, common: number, seconds: Seconds) => Table
  /** The transposed table. */
  turned: (table: Table, isSymmetric: boolean) => Table
  /** Gives a row to a job and frees the rows after it; false if no row is left or a table cannot hold the numbers. */
  place: (row: number, job: Job) => boolean
}

/** Seconds of driving between points, and of work at each job. */
type Seconds = {
  durations: Int32Array
  service: Float64Array
  setup: Float64Array
}

/** Prepares the tables of a problem, with spare rows for `spare` more jobs, and with routes only what these need. */
export function makeTables(
  input: VroomInput,
  jobList: readonly Job[],
  { spare = 0, routes }: { spare?: number; routes?: RowsOfRoutes } = {},
): Tables {
  const travel = buildTravel(input, jobList, { spare, ...(routes && { routes }) })
  const rows = [...jobList]
  const made = new Map<string, Table>()
  const into = new Map<Table, Table>()
  const refills: ((row: number) => boolean)[] = []
  const size = travel.pointCount
  // With hourly speeds or shared work at an address, another job is more than another row.
  const last = input.traffic || input.same_address_service === 'longest' ? 0 : jobList.length + spare

  return {
    travel,
    jobList: rows,
    costs: (profile, { speed_factor: speed = 1, type }, factor, common, { durations, service, setup }) => {
      const key = JSON.stringify([profile, speed, factor, common, factor.task > 0 && type])
      const kept = made.get(key)
      if (kept) return kept
      const meters = factor.distance > 0 ? travel.distances(profile) : undefined
      const base = factor.matrix ? travel.costs(profile)! : durations
      const per = (factor.matrix || factor.time) / common
      const hasJobs = pricesJobs(factor)
      const entry = (a: number, b: number) => {
        const way = base[a * size + b] * per + (meters ? (meters[a * size + b] * factor.distance) / common : 0)
        const job = rows[b]
        if (!hasJobs || !job) return way
        const arriving =
          travel.address[a] === travel.address[b] ? 0 : workAt(job, 'setup', type) * factor.task + factor.stop
        return way + (workAt(job, 'service', type) * factor.task + priceOf(job, factor.units) + arriving) / common
      }
      let table: Table
      if (routes) table = per === 1 && !meters && !hasJobs ? base : combineNeeded(size, routes, entry)
      else {
        table = combine(base, per, meters, factor.distance / common)
        if (hasJobs)
          table = withJobs(
            table,
            travel,
            service.map((seconds, job) => (seconds * factor.task + priceOf(rows[job], factor.units)) / common),
            setup.map((seconds) => (seconds * factor.task + factor.stop) / common),
          )
      }
      made.set(key, table)
      if (table !== base) refills.push((row) => fill(table, size, row, entry))
      return table
    },
    turned: (table, isSymmetric) => {
      const kept = into.get(table)
      if (kept) return kept
      const turned = isSymmetric ? table : transpose(table, size)
      into.set(table, turned)
      if (!isSymmetric) refills.push((row) => fillTurned(table, turned, size, row))
      return turned
    },
    place: (row, job) => {
      if (row >= last) return false
      rows.length = row
      rows.push(job)
      travel.fill(row, job)
      return refills.every((refill) => refill(row))
    },
  }
}

/** Fills a row and its column; false if a number is too large for the table. */
function fill(table: Table, size: number, row: number, entry: (a: number, b: number) => number): boolean {
  for (let point = 0; point < size; point++) {
    const there = entry(row, point)
    const back = entry(point, row)
    table[row * size + point] = there
    table[point * size + row] = back
    if (table[row * size + point] !== there || table[point * size + row] !== back) return false
  }
  return true
}

/** The same for a transposed table; false if both were one table and now differ. */
function fillTurned(table: Table, turned: Table, size: number, row: number): boolean {
  for (let point = 0; point < size; point++) {
    if (table === turned) {
      if (table[row * size + point] !== table[point * size + row]) return false
      continue
    }
    turned[row * size + point] = table[point * size + row]
    turned[point * size + row] = table[row * size + point]
  }
  return true
}
