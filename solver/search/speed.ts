/** The share of the budget over which the speed is measured. */
const measuredOver = 0.025

/** How fast a search is at present: its beginning, and a program that is still warming up, do not count for long. */
export class Speed {
  private readonly jobCount: number
  private since = { iterations: 0, spent: 0 }
  private latest: number | undefined

  constructor(jobCount: number) {
    this.jobCount = jobCount
  }

  /** How many iterations per job the whole budget would be worth, after some iterations have spent a share of it. */
  perJob(iterations: number, spent: number): number {
    const { since, jobCount } = this
    const share = spent - since.spent
    if (this.latest !== undefined && share < measuredOver) return this.latest
    if (share > 0) this.latest = (iterations - since.iterations) / share / jobCount
    if (share >= measuredOver) this.since = { iterations, spent }
    return this.latest ?? 0
  }
}
