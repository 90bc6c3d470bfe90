import { SolverInputError } from '../json/input-error.ts'
import type { AboardRule } from './aboard.ts'
import { type Choices, readChoices } from './choices.ts'
import type { Locks } from './locks.ts'
import type { Job } from './jobs.ts'
import type { Precedence } from './precedence.ts'
import type { VroomInput } from '../json/vroom.ts'

/** What the group rules mean for jobs. */
export type Groups = {
  /** One table per list of groups kept apart: the group of each job in that list, or -1. */
  apart: Int32Array[]
  /** By list, by vehicle and by group of the list: whether that vehicle may mix it with others that it may mix. */
  mixes: (Uint8Array[] | undefined)[]
  /** Groups whose goods are never on board together. */
  aboard: AboardRule[]
  /** Groups of which one job is enough. */
  choices: Choices | undefined
  /** Bundles of unlocked jobs that go on one vehicle or are left out together. */
  bundles: number[][]
  /** The bundle of each job, or -1. */
  bundleOf: Int32Array
}

/**
 * Reads the group rules of a valid problem; nothing if it has none. If a job of a bundle is locked, the others can
 * only follow it: they are bound to its vehicle and are no longer a bundle. Only what must come before or after each
 * other is still planned together.
 */
export function readGroups(
  { groups, vehicles }: VroomInput,
  jobList: readonly Job[],
  locks: Locks | undefined,
  precedence: Precedence | undefined,
): Groups | undefined {
  if (!groups && !precedence) return undefined
  const isIn = (job: Job, name: string) => job.groups?.includes(name) ?? false
  const groupsIn = (names: string[]) => Int32Array.from(jobList, (job) => names.findIndex((name) => isIn(job, name)))
  const isMixed = vehicles.some(({ mixes }) => mixes?.length)
  const mixesOf = (names: string[]) =>
    isMixed
      ? vehicles.map(({ mixes = [] }) => Uint8Array.from(names, (name) => (mixes.includes(name) ? 1 : 0)))
      : undefined
  const apart = (groups?.apart ?? []).map(groupsIn)
  const mixes = (groups?.apart ?? []).map(mixesOf)
  const aboard = (groups?.apart_on_board ?? []).map((names) => ({ groupOf: groupsIn(names), mixes: mixesOf(names) }))
  const bundleOf = new Int32Array(jobList.length).fill(-1)
  let bundles: number[][] = []
  const named = (groups?.together ?? []).map((name) => jobList.flatMap((job, j) => (isIn(job, name) ? [j] : [])))
  for (const members of [...named, ...(precedence?.linked ?? [])]) {
    // Groups that share a job act as one.
    const joined = bundles.filter((bundle) => bundle.some((job) => members.includes(job)))
    bundles = bundles.filter((bundle) => !joined.includes(bundle))
    bundles.push([...new Set([...joined.flat(), ...members])].sort((a, b) => a - b))
  }
  const isBundle = (bundle: number[]) => bundle.length > (jobList[bundle[0]]?.pair === undefined ? 1 : 2)
  const freed = new Set<number>()
  bundles = bundles.filter((bundle) => {
    const anchor = bundle.find((job) => locks?.isLocked[job])
    if (anchor === undefined) return isBundle(bundle)
    const vehicle = locks!.vehicleOf[anchor]
    for (const job of bundle) {
      if (locks!.isLocked[job] && locks!.vehicleOf[job] !== vehicle)
        throw new SolverInputError(
          'groups.together',
          `${nameOf(jobList[job])} and ${nameOf(jobList[anchor])} are locked to different vehicles`,
        )
      locks!.vehicleOf[job] = vehicle
      if (!locks!.isLocked[job]) freed.add(job)
    }
    return false
  })
  for (const linked of precedence?.linked ?? []) {
    const rest = linked.filter((job) => freed.has(job))
    if (isBundle(rest)) bundles.push(rest)
  }
  bundles.forEach((bundle, b) => bundle.forEach((job) => (bundleOf[job] = b)))
  const choices = readChoices(groups?.one_of, jobList, locks)
  return { apart, mixes, aboard, choices, bundles, bundleOf }
}

function nameOf({ type, id }: Job): string {
  return `${type} ${id}`
}
