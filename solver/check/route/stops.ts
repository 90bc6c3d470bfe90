import type { Allowances } from '../allowances.ts'
import type { Place, Job } from '../jobs.ts'
import type { VroomRoute, VroomStep } from '../../json/vroom.ts'

/** The jobs on a route, in order; reports unknown jobs, jobs served twice, and deliveries without a pickup. */
export function servedOn(
  route: VroomRoute,
  jobs: Map<string, Job>,
  seen: Set<string>,
  say: (message: string) => void,
): Job[] {
  const served: Job[] = []
  const onBoard = new Set<number>()
  route.steps.forEach((step, i) => {
    if (step.type === 'start' && i !== 0) say('starts in the middle')
    if (step.type === 'end' && i !== route.steps.length - 1) say('ends in the middle')
    if (step.type === 'start' || step.type === 'end' || step.type === 'break') return
    if (step.type === 'reload') return
    const job = jobs.get(`${step.type} ${step.id}`)
    if (!job) return void say(`${step.type} ${step.id} is not in the problem`)
    if (seen.has(job.name)) say(`${job.name} is planned twice`)
    seen.add(job.name)
    served.push(job)
    if (job.shipment === undefined) return
    if (!job.isDelivery) onBoard.add(job.shipment)
    else if (!onBoard.delete(job.shipment)) say(`${job.name} comes without its pickup before`)
  })
  if (onBoard.size > 0) say('picks up a shipment that it never delivers')
  return served
}

/** What is loaded for each trip of a route, and the earliest time to load it. */
export function tripsOf(route: VroomRoute, jobs: Map<string, Job>, dimensions: number, { locks }: Allowances) {
  const hasLeft = [...locks.values()].some(({ lock }) => lock === 'done')
  const newTrip = () => ({ loaded: Array.from({ length: dimensions }, () => 0), release: 0 })
  const trips = [newTrip()]
  for (const { type, id } of route.steps) {
    if (type === 'reload') trips.push(newTrip())
    const job = jobs.get(`${type} ${id}`)
    const trip = trips.at(-1)!
    if (!job || job.shipment !== undefined) continue
    job.delivery?.forEach((amount, d) => (trip.loaded[d] += amount))
    const lock = locks.get(job.name)?.lock
    if (lock !== 'loaded' && !(lock && hasLeft)) trip.release = Math.max(trip.release, job.release ?? 0)
  }
  return trips
}

/** Whether a step is at a place. */
export function isAt(step: VroomStep, { index, coordinates }: Place): boolean {
  if (index !== undefined) return step.location_index === index
  return step.location?.[0] === coordinates?.[0] && step.location?.[1] === coordinates?.[1]
}
