import type { Job } from './jobs.ts'
import type { Locks } from './locks.ts'
import type { VroomOrderReference } from '../json/vroom.ts'

/** What must come before what on a route. */
export type Precedence = {
  /** By job, the jobs that must come before it and after it, directly or through others. */
  before: readonly (readonly number[])[]
  after: readonly (readonly number[])[]
  /** The same as `before`, with what locked steps are forgiven. */
  asked: readonly (readonly number[])[]
  /** Jobs that are linked to each other, with both ends of shipments. */
  linked: readonly (readonly number[])[]
}

const none: readonly number[] = []

/** Reads `after` of a valid problem; nothing if it has none. Locked jobs keep the order in which they were given. */
export function readPrecedence(jobList: readonly Job[], locks: Locks | undefined): Precedence | undefined {
  if (!jobList.some(({ after }) => after && after.length > 0)) return undefined
  const numbers = new Map(jobList.map(({ type, id }, j) => [`${type} ${id}`, j]))
  const firstOf = ({ type, id }: VroomOrderReference) => numbers.get(`${type === 'job' ? 'job' : 'pickup'} ${id}`)!
  // Both ends of a shipment follow each other in the list, even where locks have separated them.
  const stepsOf = (first: number) => (jobList[first].type === 'pickup' ? [first, first + 1] : [first])
  const before: number[][] = []
  const after: number[][] = []
  const asked: number[][] = []
  const place = lockedPlaces(jobList.length, locks)
  const isForgiven = (x: number, y: number) =>
    place[x] >= 0 && place[y] >= 0 && locks!.vehicleOf[x] === locks!.vehicleOf[y] && place[x] > place[y]
  jobList.forEach((job, first) => {
    if (!job.after?.length) return
    const earlier = ancestorsOf(jobList, first, firstOf)
    for (const y of stepsOf(first)) {
      asked[y] = earlier.flatMap(stepsOf)
      before[y] = asked[y].filter((x) => !isForgiven(x, y))
      for (const x of before[y]) (after[x] ??= []).push(y)
    }
  })
  const filled = (lists: number[][]) => jobList.map((_, j) => lists[j] ?? none)
  return { before: filled(before), after: filled(after), asked: filled(asked), linked: linkedJobs(asked) }
}

/** All that comes before a job or a pickup, by number. */
function ancestorsOf(jobList: readonly Job[], first: number, firstOf: (reference: VroomOrderReference) => number) {
  const found = new Set<number>()
  const open = [first]
  for (let job = open.pop(); job !== undefined; job = open.pop()) {
    for (const reference of jobList[job].after ?? []) {
      const before = firstOf(reference)
      if (found.has(before)) continue
      found.add(before)
      open.push(before)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** The place of each locked job among those of its vehicle, or -1. */
function lockedPlaces(jobCount: number, locks: Locks | undefined): Int32Array {
  const place = new Int32Array(jobCount).fill(-1)
  for (const route of locks?.routes ?? []) route?.jobs.forEach((job, i) => (place[job] = i))
  return place
}

function linkedJobs(asked: readonly (readonly number[] | undefined)[]): number[][] {
  const groups = new Map<number, number[]>()
  const join = (a: number, b: number) => {
    const one = groups.get(a) ?? [a]
    const other = groups.get(b) ?? [b]
    if (one === other) return
    const [long, short] = one.length < other.length ? [other, one] : [one, other]
    long.push(...short)
    for (const job of long) groups.set(job, long)
  }
  asked.forEach((earlier, y) => earlier?.forEach((x) => join(x, y)))
  return [...new Set(groups.values())].map((members) => members.sort((a, b) => a - b))
}
