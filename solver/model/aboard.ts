import type { Job } from './jobs.ts'
import { handsOver, takesAlong } from './stack.ts'

/** One list of groups that are never on board together. */
export type AboardRule = {
  /** The group of each job in that list, or -1. */
  groupOf: Int32Array
  /** By vehicle and by group, whether that vehicle may mix it with others that it may mix. */
  mixes: Uint8Array[] | undefined
}

/** Two orders on board at once that must not be, by the numbers of their jobs or pickups, and the place of the stop to blame. */
export type Meeting = { one: number; other: number; at: number }

/** Goods on board from one stop of a route until another one, by place. */
type Carried = { order: number; group: number; from: number; to: number }

/**
 * The orders that meet on board during one trip, which visits the jobs of a route from one place until another. What is handed
 * over from the depot is on board since the trip began, and what is taken along stays until it ends. A pickup counts once
 * its delivery is on the route.
 */
export function meetingsIn(
  jobList: readonly Job[],
  rules: readonly AboardRule[],
  vehicle: number,
  jobs: readonly number[],
  from = 0,
  to = jobs.length,
): Meeting[] {
  return rules.flatMap(({ groupOf, mixes }) => {
    const mixed = mixes?.[vehicle]
    const all = carriedIn(jobList, groupOf, jobs, from, to)
    return all.flatMap((goods, i) =>
      all.slice(0, i).flatMap((others): Meeting[] => {
        if (goods.group === others.group || (mixed?.[goods.group] && mixed[others.group])) return []
        const [begin, end] = [Math.max(goods.from, others.from), Math.min(goods.to, others.to)]
        // Where both come from the depot, the first stop that hands over one of them is to blame.
        return begin < end ? [{ one: others.order, other: goods.order, at: begin < from ? end : begin }] : []
      }),
    )
  })
}

function carriedIn(
  jobList: readonly Job[],
  groupOf: Int32Array,
  jobs: readonly number[],
  first: number,
  last: number,
): Carried[] {
  const found: Carried[] = []
  jobs.forEach((order, place) => {
    const group = groupOf[order]
    const job = jobList[order]
    if (group < 0 || job.type === 'delivery') return
    const add = (from: number, to: number) => {
      if (from < to) found.push({ order, group, from, to })
    }
    if (job.type === 'pickup') add(Math.max(place, first - 1), Math.min(jobs.indexOf(order + 1), last))
    else if (place >= first && place < last) {
      if (handsOver(job)) add(first - 1, place)
      if (takesAlong(job)) add(place, last)
    }
  })
  return found
}

/** Whether two orders that meet also do so as they were locked. */
export function isForgiven({ one, other }: Meeting, known: readonly Meeting[]): boolean {
  return known.some((each) => each.one === one && each.other === other)
}
