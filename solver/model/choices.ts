import type { Job } from './jobs.ts'
import type { Locks } from './locks.ts'

/** Of the jobs of some groups at most one is served. A shipment counts by its pickup. */
export type Choices = {
  /** The jobs of each such group, by number. */
  lists: readonly (readonly number[])[]
  /** The list of each job, or -1. */
  listOf: Int32Array
  /** By job: what is neither planned nor left out while it is served. Nothing for most jobs. */
  setAside: readonly (readonly number[])[]
  /** Jobs that nobody serves, because another one of their group is locked. */
  closed: readonly number[]
}

const none: readonly number[] = []

/** Reads the groups of which one job is enough; nothing without them. */
export function readChoices(
  names: readonly string[] | undefined,
  jobList: readonly Job[],
  locks: Locks | undefined,
): Choices | undefined {
  if (!names?.length) return undefined
  const lists: number[][] = []
  const listOf = new Int32Array(jobList.length).fill(-1)
  const setAside: (readonly number[])[] = jobList.map(() => none)
  const closed: number[] = []
  // Both ends of a shipment follow each other in the list, even where locks have separated them.
  const endsOf = (job: number) => (jobList[job].type === 'pickup' ? [job, job + 1] : [job])
  for (const name of names) {
    const members = jobList.flatMap(({ type, groups }, j) => (type !== 'delivery' && groups?.includes(name) ? [j] : []))
    const isLocked = (job: number) => endsOf(job).some((end) => locks?.isLocked[end])
    if (members.some(isLocked)) {
      closed.push(...members.filter((job) => !isLocked(job)).flatMap(endsOf))
      continue
    }
    for (const job of members) {
      listOf[job] = lists.length
      setAside[job] = members.filter((other) => other !== job).flatMap(endsOf)
    }
    lists.push(members)
  }
  return { lists, listOf, setAside, closed }
}

/** Whether another job of its group stands for this one where what is left out is added up. */
export function countsElsewhere(choices: Choices | undefined, job: number): boolean {
  if (!choices) return false
  const list = choices.listOf[job]
  return list >= 0 ? choices.lists[list][0] !== job : choices.closed.includes(job)
}

/** Marks what a plan need not serve, because it serves another job of the group: those have no reason to be left out. */
export function markSettled(choices: Choices | undefined, planned: Uint8Array): void {
  if (!choices) return
  for (const members of choices.lists)
    for (const job of members.filter((each) => planned[each] === 1))
      for (const other of choices.setAside[job]) planned[other] = 1
  for (const job of choices.closed) planned[job] = 1
}
