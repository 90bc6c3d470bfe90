import type { VroomInput, VroomJob } from './vroom.ts'

/** One thing to do at one place: a job, or one end of a shipment. */
export interface Task extends Omit<VroomJob, 'delivery' | 'pickup'> {
  type: 'job' | 'pickup' | 'delivery'
  /** What is on board from the start and unloaded here. */
  delivery?: number[]
  /** What is loaded here and on board to the end; the delivery of a shipment takes it off again and is below 0. */
  pickup?: number[]
  /** Its number among the tasks for the other end of a shipment. */
  pair?: number
}

/** Jobs in their order, then both ends of each shipment side by side. */
export function listTasks({ jobs, shipments = [] }: VroomInput): Task[] {
  const tasks: Task[] = jobs.map((job) => ({ ...job, type: 'job' }))
  for (const { pickup, delivery, amount, skills, priority, prize, groups } of shipments) {
    const first = tasks.length
    const shared = { ...(skills && { skills }), ...(groups && { groups }) }
    // Left out or not, a shipment counts once: its pickup carries the priority and the prize.
    const worth = { ...(priority === undefined ? {} : { priority }), ...(prize === undefined ? {} : { prize }) }
    tasks.push({ ...pickup, ...shared, ...worth, ...(amount && { pickup: amount }), type: 'pickup', pair: first + 1 })
    const off = amount && { pickup: amount.map((value) => -value) }
    tasks.push({ ...delivery, ...shared, ...off, type: 'delivery', pair: first })
  }
  return tasks
}
