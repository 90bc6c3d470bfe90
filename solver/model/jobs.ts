import type { VroomInput, VroomJob, VroomShipment } from '../json/vroom.ts'

/** One visit: a job, or one end of a shipment. */
export type Job = Omit<VroomJob, 'delivery' | 'pickup'> & {
  type: 'job' | 'pickup' | 'delivery'
  /** On board from the start and unloaded here. */
  delivery?: number[]
  /** Loaded here and on board until the end. The delivery of a shipment unloads it and is negative. */
  pickup?: number[]
  /** The number of the other end of its shipment. */
  pair?: number
  /** Of a delivery: the most seconds on board beyond the drive straight from its pickup. */
  max_detour?: number
}

/** Seconds of service or setup at a job, for vehicles of this type or without a type. */
export function workAt(job: Job, of: 'service' | 'setup', type: string | undefined): number {
  const perType = of === 'service' ? job.service_per_type : job.setup_per_type
  const own = type !== undefined && perType && Object.hasOwn(perType, type) ? perType[type] : undefined
  return own ?? job[of] ?? 0
}

/** The sum of a price by quantity over all that is handed over at a job. A shipment is handed over at its delivery. */
export function priceOf({ type, delivery = [], pickup = [] }: Job, perUnit: readonly number[]): number {
  if (type === 'pickup') return 0
  return perUnit.reduce((sum, price, d) => sum + price * ((delivery[d] ?? 0) + Math.abs(pickup[d] ?? 0)), 0)
}

/** A job of the input, marked as one. */
export function jobOf(job: VroomJob): Job {
  return { ...job, type: 'job' }
}

/** All jobs in order, then the pickup and the delivery of each shipment. */
export function listJobs({ jobs, shipments = [] }: VroomInput): Job[] {
  const jobList = jobs.map(jobOf)
  for (const shipment of shipments) jobList.push(...endsOf(shipment, jobList.length))
  return jobList
}

/** Both ends of a shipment; the pickup has the number `first`. */
export function endsOf(shipment: VroomShipment, first: number): [Job, Job] {
  const { pickup, delivery, amount, skills, priority, prize, groups, district, after, urgency, max_ride, max_detour } =
    shipment
  const shared = {
    ...(skills && { skills }),
    ...(groups && { groups }),
    ...(district && { district }),
    ...(urgency !== undefined && { urgency }),
  }
  // A shipment counts once, so only its pickup has the priority and the prize.
  const worth = { ...(priority === undefined ? {} : { priority }), ...(prize === undefined ? {} : { prize }) }
  const off = amount && { pickup: amount.map((value) => -value) }
  const loaded = { ...(amount && { pickup: amount }), ...(after && { after }) }
  const ride = { ...(max_ride !== undefined && { max_ride }), ...(max_detour !== undefined && { max_detour }) }
  return [
    { ...pickup, ...shared, ...worth, ...loaded, type: 'pickup', pair: first + 1 },
    { ...delivery, ...shared, ...off, ...ride, type: 'delivery', pair: first },
  ]
}
