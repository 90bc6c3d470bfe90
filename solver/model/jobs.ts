import type { VroomInput, VroomJob, VroomShipment } from '../json/vroom.ts'

/** One thing to do at one place: a job, or one end of a shipment. */
export type Job = Omit<VroomJob, 'delivery' | 'pickup'> & {
  type: 'job' | 'pickup' | 'delivery'
  /** What is on board from the start and unloaded here. */
  delivery?: number[]
  /** What is loaded here and on board to the end; the delivery of a shipment takes it off again and is below 0. */
  pickup?: number[]
  /** Its number among the jobs for the other end of a shipment. */
  pair?: number
}

/** Seconds of service or setup at a job, for vehicles without a type or of this one. */
export function workAt(job: Job, of: 'service' | 'setup', type: string | undefined): number {
  const perType = of === 'service' ? job.service_per_type : job.setup_per_type
  const own = type !== undefined && perType && Object.hasOwn(perType, type) ? perType[type] : undefined
  return own ?? job[of] ?? 0
}

/** A job of the input, marked as one. */
export function jobOf(job: VroomJob): Job {
  return { ...job, type: 'job' }
}

/** Jobs in their order, then both ends of each shipment side by side. */
export function listJobs({ jobs, shipments = [] }: VroomInput): Job[] {
  const jobList = jobs.map(jobOf)
  for (const shipment of shipments) jobList.push(...endsOf(shipment, jobList.length))
  return jobList
}

/** Both ends of a shipment, the first of which is job number `first`. */
export function endsOf(shipment: VroomShipment, first: number): [Job, Job] {
  const { pickup, delivery, amount, skills, priority, prize, groups } = shipment
  const shared = { ...(skills && { skills }), ...(groups && { groups }) }
  // Left out or not, a shipment counts once: its pickup carries the priority and the prize.
  const worth = { ...(priority === undefined ? {} : { priority }), ...(prize === undefined ? {} : { prize }) }
  const off = amount && { pickup: amount.map((value) => -value) }
  return [
    { ...pickup, ...shared, ...worth, ...(amount && { pickup: amount }), type: 'pickup', pair: first + 1 },
    { ...delivery, ...shared, ...off, type: 'delivery', pair: first },
  ]
}
