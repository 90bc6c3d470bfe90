/** A gap in percent that one thread has to reach in `seconds` of wall-clock time. */
export type Goal = {
  title: string
  set: string
  seconds: number
  percent: number
  /** Which instances of the set count; all by default. */
  only?: RegExp
}

/** The goals of the planner on an otherwise idle machine with two cores. */
export const goals: Goal[] = [
  { title: 'X', set: 'x', seconds: 10, percent: 0.36 },
  { title: 'X', set: 'x', seconds: 60, percent: 0.22 },
  { title: 'X', set: 'x', seconds: 600, percent: 0.12 },
  { title: 'X-n1001-k43', set: 'x', seconds: 10, percent: 0.9, only: /n1001/ },
  { title: 'X-n1001-k43', set: 'x', seconds: 60, percent: 0.5, only: /n1001/ },
  { title: 'Solomon', set: 'solomon', seconds: 1, percent: 0.25 },
  { title: 'Solomon', set: 'solomon', seconds: 10, percent: 0.03 },
  { title: 'Gehring and Homberger 1,000', set: 'gh1000', seconds: 60, percent: 1 },
  { title: 'Gehring and Homberger 1,000', set: 'gh1000', seconds: 600, percent: 0.5 },
  { title: 'R2 and RC2 at 1,000', set: 'gh1000', seconds: 60, percent: 0.6, only: /^RC?2/ },
  { title: 'Leuven1', set: 'xxl', seconds: 60, percent: 0.45, only: /^Leuven1$/ },
  { title: 'Leuven1', set: 'xxl', seconds: 600, percent: 0.25, only: /^Leuven1$/ },
  { title: 'Antwerp1', set: 'xxl', seconds: 60, percent: 0.55, only: /^Antwerp1$/ },
  { title: 'Antwerp1', set: 'xxl', seconds: 600, percent: 0.3, only: /^Antwerp1$/ },
  { title: 'Li and Lim 1,000, at equal vehicles', set: 'lilim', seconds: 60, percent: 2.5, only: /_10_/ },
  { title: 'several depots', set: 'mdvrptw', seconds: 60, percent: 1.7 },
  { title: 'mixed fleet', set: 'hfvrp', seconds: 60, percent: 1.39 },
  { title: 'prizes', set: 'pcvrptw', seconds: 60, percent: 1.01 },
  { title: 'several trips', set: 'mtvrptwr', seconds: 60, percent: 0.95 },
  { title: '10,000 stops from coordinates, to our own best', set: '10k', seconds: 60, percent: 1.5 },
]

/** What another solver reached in `seconds` of one thread on the instance `of`, or on the whole set without one. */
export type Peer = {
  solver: string
  set: string
  of?: string
  seconds: number
  percent: number
}

const pyvrp = 'PyVRP 0.13'
const hgs = 'HGS'
const vroom = 'VROOM'

/**
 * Averages over whole sets are as published by their authors; single instances were run on a cloud machine with two
 * cores. VROOM stops by its exploration level, so its seconds are processor time. HGS is HGS-CVRP, and for time
 * windows the baseline of the EURO-NeurIPS 2022 contest.
 */
export const peers: Peer[] = [
  { solver: 'PyVRP', set: 'x', seconds: 60, percent: 0.65 },
  { solver: 'PyVRP', set: 'gh1000', seconds: 60, percent: 2.28 },
  { solver: 'PyVRP', set: 'mdvrptw', seconds: 60, percent: 1.85 },
  { solver: 'PyVRP', set: 'hfvrp', seconds: 60, percent: 1.39 },
  { solver: 'PyVRP', set: 'pcvrptw', seconds: 60, percent: 1.01 },
  { solver: 'PyVRP', set: 'mtvrptwr', seconds: 60, percent: 0.95 },
  { solver: 'OR-Tools', set: 'x', seconds: 60, percent: 4.42 },
  { solver: 'OR-Tools', set: 'gh1000', seconds: 60, percent: 9.38 },
  { solver: vroom, set: 'x', of: 'X-n1001-k43', seconds: 73, percent: 4.51 },
  { solver: hgs, set: 'x', of: 'X-n1001-k43', seconds: 10, percent: 4.62 },
  { solver: hgs, set: 'x', of: 'X-n1001-k43', seconds: 60, percent: 3.09 },
  { solver: pyvrp, set: 'x', of: 'X-n1001-k43', seconds: 10, percent: 5.71 },
  { solver: pyvrp, set: 'x', of: 'X-n1001-k43', seconds: 60, percent: 2.44 },
  { solver: vroom, set: 'xxl', of: 'Leuven1', seconds: 122, percent: 2.89 },
  { solver: hgs, set: 'xxl', of: 'Leuven1', seconds: 10, percent: 5.3 },
  { solver: hgs, set: 'xxl', of: 'Leuven1', seconds: 60, percent: 5.22 },
  { solver: pyvrp, set: 'xxl', of: 'Leuven1', seconds: 10, percent: 5.46 },
  { solver: pyvrp, set: 'xxl', of: 'Leuven1', seconds: 60, percent: 3.31 },
  { solver: vroom, set: 'gh1000', of: 'C1_10_1', seconds: 11, percent: 0.01 },
  { solver: hgs, set: 'gh1000', of: 'C1_10_1', seconds: 10, percent: 0.01 },
  { solver: vroom, set: 'gh1000', of: 'R1_10_1', seconds: 23, percent: 7.38 },
  { solver: hgs, set: 'gh1000', of: 'R1_10_1', seconds: 60, percent: 6.33 },
  { solver: pyvrp, set: 'gh1000', of: 'R1_10_1', seconds: 10, percent: 19.6 },
  { solver: pyvrp, set: 'gh1000', of: 'R1_10_1', seconds: 60, percent: 3.7 },
  { solver: vroom, set: 'gh1000', of: 'RC2_10_1', seconds: 62, percent: 8.71 },
  { solver: hgs, set: 'gh1000', of: 'RC2_10_1', seconds: 10, percent: 16.1 },
  { solver: hgs, set: 'gh1000', of: 'RC2_10_1', seconds: 60, percent: 3.3 },
  { solver: pyvrp, set: 'gh1000', of: 'RC2_10_1', seconds: 10, percent: 2.95 },
  { solver: pyvrp, set: 'gh1000', of: 'RC2_10_1', seconds: 60, percent: 0.55 },
  { solver: pyvrp, set: 'gh1000', of: 'RC1_10_5', seconds: 60, percent: 2.62 },
  { solver: pyvrp, set: 'gh1000', of: 'R2_10_5', seconds: 60, percent: 0.53 },
  { solver: pyvrp, set: 'gh1000', of: 'C2_10_5', seconds: 60, percent: 1.06 },
]
