import type { VroomInput, VroomJob, VroomShipment, VroomShipmentStep } from '#solver/json/vroom.ts'

/** A job, or a shipment as one thing that starts with its pickup. */
export type Task = {
  /** Where and when it is delivered; of a return, collected. */
  end: VroomShipmentStep
  start: VroomShipmentStep | undefined
  skills: number[]
  /** When its goods are at the depot. */
  release: number
  /** The most that it puts on board at once. */
  amount: number[]
}

/** All jobs and shipments by their ids. */
export function tasksOf({ jobs, shipments = [] }: VroomInput): Map<number, Task> {
  return new Map([
    ...jobs.map((job) => [job.id, ofJob(job)] as const),
    ...shipments.map((shipment) => [shipment.pickup.id, ofShipment(shipment)] as const),
  ])
}

function ofJob(job: VroomJob): Task {
  const { delivery = [], pickup = [], skills = [], release = 0 } = job
  const amount = (delivery.length ? delivery : pickup).map((brought, kind) => Math.max(brought, pickup[kind] ?? 0))
  return { end: job, start: undefined, skills, release, amount }
}

function ofShipment({ pickup, delivery, amount = [], skills = [] }: VroomShipment): Task {
  return { start: pickup, end: delivery, skills, release: 0, amount }
}
