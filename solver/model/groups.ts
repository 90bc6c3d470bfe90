import { SolverInputError } from '../json/input-error.ts'
import type { Locks } from './locks.ts'
import type { Job } from './jobs.ts'
import type { VroomInput } from '../json/vroom.ts'

/** What the rules on groups mean for jobs. */
export type Groups = {
  /** One table for each rule on groups that stay apart: which of its groups each job is in, or -1. */
  apart: Int32Array[]
  /** Jobs that go on one vehicle or are left out together; none of them is locked. */
  bundles: number[][]
  /** The bundle of each job, or -1. */
  bundleOf: Int32Array
}

/**
 * Reads the rules on groups of a valid problem, or nothing where it has none. Where a job that has to go together with
 * others is locked, they can only follow it: they are bound to its vehicle, and no bundle any more.
 */
export function readGroups(
  { groups }: VroomInput,
  jobList: readonly Job[],
  locks: Locks | undefined,
): Groups | undefined {
  if (!groups) return undefined
  const isIn = (job: Job, name: string) => job.groups?.includes(name) ?? false
  const apart = (groups.apart ?? []).map((names) =>
    Int32Array.from(jobList, (job) => names.findIndex((name) => isIn(job, name))),
  )
  const bundleOf = new Int32Array(jobList.length).fill(-1)
  let bundles: number[][] = []
  for (const name of groups.together ?? []) {
    const members = jobList.flatMap((job, j) => (isIn(job, name) ? [j] : []))
    // Groups that share a job are as good as one.
    const joined = bundles.filter((bundle) => bundle.some((job) => members.includes(job)))
    bundles = bundles.filter((bundle) => !joined.includes(bundle))
    bundles.push([...new Set([...joined.flat(), ...members])].sort((a, b) => a - b))
  }
  bundles = bundles.filter((bundle) => {
    const anchor = bundle.find((job) => locks?.isLocked[job])
    if (anchor === undefined) return bundle.length > (jobList[bundle[0]].pair === undefined ? 1 : 2)
    const vehicle = locks!.vehicleOf[anchor]
    for (const job of bundle) {
      if (locks!.isLocked[job] && locks!.vehicleOf[job] !== vehicle)
        throw new SolverInputError(
          'groups.together',
          `${nameOf(jobList[job])} and ${nameOf(jobList[anchor])} are locked to different vehicles`,
        )
      locks!.vehicleOf[job] = vehicle
    }
    return false
  })
  bundles.forEach((bundle, b) => bundle.forEach((job) => (bundleOf[job] = b)))
  return { apart, bundles, bundleOf }
}

function nameOf({ type, id }: Job): string {
  return `${type} ${id}`
}
