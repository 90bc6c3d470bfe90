/** The best plan of a population: the successor of each node, and what the plan costs. */
export type FinalPlan = { next: Int32Array; cost: number }

/**
 * Says which plans start the next population once one has run dry. Two populations that started from nothing are followed by one
 * that starts from the best plans of both, and so on: as in a merge sort, only equals meet, so that plans stay different and none
 * takes over early.
 */
export class Succession {
  /** The best plan of a population that waits for its equal, by how often populations have met in it. */
  private readonly waiting: (FinalPlan | undefined)[] = []
  private meetings = 0

  /** Takes the best plan of a population and returns the plans that the next one starts from: none, or two. */
  after(plan: FinalPlan): FinalPlan[] {
    const equal = this.waiting[this.meetings]
    this.waiting[this.meetings] = equal ? undefined : plan
    this.meetings = equal ? this.meetings + 1 : 0
    return equal ? [equal, plan] : []
  }

  /** The same shortly before the end: all plans meet. */
  last(plan: FinalPlan): FinalPlan[] {
    const all = new Set([...this.waiting.filter((each) => each !== undefined), plan])
    this.waiting.splice(0, Infinity, ...all)
    return [...all]
  }
}
