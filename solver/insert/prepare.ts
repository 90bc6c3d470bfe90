import { normalize } from '../json/normalize.ts'
import type { Problem } from '../model/problem.ts'
import { readProblem } from '../route/read-problem.ts'
import type { RowsOfRoutes } from '../model/needed-drives.ts'
import { validateTableSize } from '../json/size.ts'
import { makeTables, type Tables } from '../model/tables.ts'
import { endsOf, listJobs, type Job, jobOf } from '../model/jobs.ts'
import { isShipment } from '../json/is-shipment.ts'
import { validate, validateLockedSteps, validateOrder } from '../json/validate.ts'
import type { VroomInput, VroomJob, VroomShipment, VroomVehicleStep } from '../json/vroom.ts'

/** This many orders fit in before the travel tables have to be rebuilt. */
const spareRows = 128

/** A problem prepared for orders that arrive one at a time. It never changes: each order makes a new one. */
export type Prepared = {
  /** The problem, including all orders added since. */
  readonly input: VroomInput
  readonly problem: Problem
  readonly tables: Tables
  /** As the problem gave them, by row of the travel tables. */
  readonly jobList: readonly Job[]
  /** If drives between jobs of different routes are not needed. */
  readonly routes?: RowsOfRoutes
}

/**
 * Validates a problem and builds its travel tables, with spare rows for future orders.
 * @param toCome an order that comes next: rules may name its groups
 */
export function prepare(given: VroomInput, toCome?: VroomJob | VroomShipment): Prepared {
  validate(given, 'solve', toCome)
  validateTableSize(given)
  return build({ input: normalize(given) })
}

/** The same for one order at a time and routes that keep their jobs: most drives need not be known then. */
export function prepareRoutes(given: VroomInput, routes: readonly VisitedJobs[]): Prepared {
  validate(given)
  validateTableSize(given)
  const input = normalize(given)
  const jobList = listJobs(input)
  const rowOf = new Map(jobList.map(({ type, id }, row) => [`${type} ${id}`, row]))
  const visited = Map.groupBy(
    [...routes, ...input.vehicles.map(({ id, steps = [] }) => ({ vehicle: id, steps }))],
    ({ vehicle }) => vehicle,
  )
  const rows = [...visited.values()].map((own) => [
    ...new Set(own.flatMap(({ steps }) => steps.flatMap(({ type, id }) => rowOf.get(`${type} ${id}`) ?? []))),
  ])
  return build({ input, jobList, routes: rows })
}

type VisitedJobs = { vehicle: number; steps: readonly { type: string; id?: number }[] }

/** The same problem with new steps for some vehicles: what was done in the meantime, and what is locked now. */
export function withSteps(
  prepared: Prepared,
  routes: readonly { vehicle: number; steps: VroomVehicleStep[] }[],
): Prepared {
  const steps = new Map(routes.map((route) => [route.vehicle, route.steps]))
  const vehicles = prepared.input.vehicles.map((vehicle) =>
    steps.has(vehicle.id) ? { ...vehicle, steps: steps.get(vehicle.id)! } : vehicle,
  )
  const input = { ...prepared.input, vehicles }
  validateLockedSteps(input)
  return renew(prepared, input, prepared.jobList)
}

/** The same problem with one more job or shipment. */
export function withOrder(prepared: Prepared, order: VroomJob | VroomShipment): Prepared {
  const { input, jobList } = prepared
  validateOrder(order, input)
  if (isShipment(order)) {
    const shipments = [...(input.shipments ?? []), order]
    return renew(prepared, { ...input, shipments }, [...jobList, ...endsOf(order, jobList.length)])
  }
  return renew(prepared, { ...input, jobs: [...input.jobs, order] }, [...jobList, jobOf(order)])
}

/** Keeps the tables as long as they match this problem. */
function renew({ tables, jobList: before, routes }: Prepared, input: VroomInput, jobList: readonly Job[]): Prepared {
  // Another order may have taken the next row: every row knows its job.
  const isIntact = before.every((job, row) => tables.jobList[row] === job)
  const hasPlace = isIntact && jobList.slice(before.length).every((job, i) => tables.place(before.length + i, job))
  return build({ input, jobList, routes, ...(hasPlace && { kept: tables }) })
}

type Building = { input: VroomInput; jobList?: readonly Job[]; routes?: RowsOfRoutes | undefined; kept?: Tables }

function build({ input, jobList = listJobs(input), routes, kept }: Building): Prepared {
  const spare = routes ? 1 : spareRows
  const tables = kept ?? makeTables(input, jobList, { spare, ...(routes && { routes }) })
  // Locks and promises change jobs, so the problem gets copies.
  const own = jobList.map((job) => ({ ...job }))
  return { input, problem: readProblem(input, own, tables), tables, jobList, ...(routes && { routes }) }
}
