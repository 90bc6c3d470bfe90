import { normalize } from '../json/normalize.ts'
import type { Problem } from '../model/problem.ts'
import { readProblem } from '../route/read-problem.ts'
import { makeTables, type Tables } from '../model/tables.ts'
import { endsOf, listTasks, type Task, taskOf } from '../model/tasks.ts'
import { isShipment, validate, validateLockedSteps, validateOrder } from '../json/validate.ts'
import type { VroomInput, VroomJob, VroomShipment, VroomVehicleStep } from '../json/vroom.ts'

/** So many orders fit in before travel tables have to be made anew. */
const spareRows = 128

/** A problem made ready for orders that come one at a time. Never changed: each order makes another one. */
export type Prepared = {
  /** The problem with all orders that came since. */
  readonly input: VroomInput
  readonly problem: Problem
  readonly tables: Tables
  /** As the problem gave them, by row of the tables. */
  readonly tasks: readonly Task[]
}

/** Validates a problem and makes its travel tables, with room for orders to come. */
export function prepare(given: VroomInput): Prepared {
  validate(given)
  return build(normalize(given))
}

/** The same problem with other steps of some vehicles: what was done meanwhile, and what is locked now. */
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
  return renew(prepared, input, prepared.tasks)
}

/** The same problem with one job or shipment more. */
export function withOrder(prepared: Prepared, order: VroomJob | VroomShipment): Prepared {
  const { input, tasks } = prepared
  validateOrder(order, input)
  if (isShipment(order)) {
    const shipments = [...(input.shipments ?? []), order]
    return renew(prepared, { ...input, shipments }, [...tasks, ...endsOf(order, tasks.length)])
  }
  return renew(prepared, { ...input, jobs: [...input.jobs, order] }, [...tasks, taskOf(order)])
}

/** Goes on with the tables as far as they are still those of this problem. */
function renew({ tables, tasks: before }: Prepared, input: VroomInput, tasks: readonly Task[]): Prepared {
  // Another order may have taken the row that came next: rows know whose they are.
  const isIntact = before.every((task, row) => tables.tasks[row] === task)
  const hasPlace = isIntact && tasks.slice(before.length).every((task, i) => tables.place(before.length + i, task))
  return hasPlace ? build(input, tasks, tables) : build(input, tasks)
}

function build(input: VroomInput, tasks: readonly Task[] = listTasks(input), kept?: Tables): Prepared {
  const tables = kept ?? makeTables(input, tasks, spareRows)
  // Locks and promises change tasks: the problem has its own.
  const own = tasks.map((task) => ({ ...task }))
  return { input, problem: readProblem(input, own, tables), tables, tasks }
}
