import type { Measurement } from './measurement.ts'

/** A gap in percent that one thread has to reach in `seconds`. */
export type Goal = {
  title: string
  set: string
  seconds: number
  percent: number
  /** What the seconds are of; wall-clock time by default. */
  clock?: Measurement['clock']
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
  { title: 'Solomon', set: 'solomon', seconds: 1, clock: 'processor', percent: 0.25 },
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

/** What another solver reached on the whole set, or on some of its instances. */
export type Peer = {
  solver: string
  set: string
  /** Its time for an instance, on one thread; a dash where its authors give none. */
  time: string
  percent: number
  /** The instance, or what its instances have in common. */
  of?: string
  /** Which instances those are; by default, the one of that name. */
  only?: RegExp
}

const pyvrp = 'PyVRP 0.13'
const hgs = 'HGS'
const vroom = 'VROOM'
const filo = 'FILO2'

/**
 * Averages over whole sets are as published by their authors, over all of their instances: PyVRP's 1.85 for several depots is over
 * 28, and 3.87 over the four that we have. OR-Tools had the longer limits of PyVRP's authors, 2.4 s for each stop. FILO2 and all
 * single instances were run on a cloud machine with two cores. VROOM stops by its exploration level, so its seconds are processor
 * time. HGS is HGS-CVRP, and for time windows the baseline of the EURO-NeurIPS 2022 contest.
 */
export const peers: Peer[] = [
  { solver: 'PyVRP', set: 'x', time: '60 s', percent: 0.65 },
  { solver: filo, set: 'x', time: '10 s', percent: 0.53 },
  { solver: 'AILS-II', set: 'x', time: '–', percent: 0.078 },
  { solver: 'OR-Tools', set: 'x', time: '2.4 s a stop', percent: 4.42 },
  { solver: 'PyVRP', set: 'gh1000', time: '60 s', percent: 1.77 },
  { solver: 'HGS with clusters and consensus', set: 'gh1000', time: '16 min', percent: 0.142 },
  { solver: 'OR-Tools', set: 'gh1000', time: '2.4 s a stop', percent: 9.38 },
  { solver: 'PyVRP', set: 'gh1000', of: 'R2 and RC2, our four', only: /^RC?2/, time: '60 s', percent: 0.65 },
  { solver: 'PyVRP', set: 'mdvrptw', of: 'several depots, our four', only: /./, time: '60 s', percent: 3.87 },
  { solver: 'PyVRP', set: 'hfvrp', time: '60 s', percent: 1.39 },
  { solver: 'PyVRP', set: 'pcvrptw', time: '60 s', percent: 1.01 },
  { solver: 'PyVRP', set: 'mtvrptwr', time: '60 s', percent: 0.95 },
  { solver: vroom, set: 'x', of: 'X-n1001-k43', time: '73 s', percent: 4.51 },
  { solver: hgs, set: 'x', of: 'X-n1001-k43', time: '10 s', percent: 4.62 },
  { solver: hgs, set: 'x', of: 'X-n1001-k43', time: '60 s', percent: 3.09 },
  { solver: pyvrp, set: 'x', of: 'X-n1001-k43', time: '10 s', percent: 5.71 },
  { solver: pyvrp, set: 'x', of: 'X-n1001-k43', time: '60 s', percent: 2.44 },
  { solver: filo, set: 'x', of: 'X-n1001-k43', time: '10 s', percent: 1.07 },
  { solver: filo, set: 'x', of: 'X-n1001-k43', time: '60 s', percent: 0.66 },
  { solver: filo, set: 'xxl', of: 'Leuven1', time: '60 s', percent: 0.47 },
  { solver: filo, set: 'xxl', of: 'Antwerp1', time: '60 s', percent: 0.61 },
  { solver: vroom, set: 'xxl', of: 'Leuven1', time: '122 s', percent: 2.89 },
  { solver: hgs, set: 'xxl', of: 'Leuven1', time: '10 s', percent: 5.3 },
  { solver: hgs, set: 'xxl', of: 'Leuven1', time: '60 s', percent: 5.22 },
  { solver: pyvrp, set: 'xxl', of: 'Leuven1', time: '10 s', percent: 5.46 },
  { solver: pyvrp, set: 'xxl', of: 'Leuven1', time: '60 s', percent: 3.31 },
  { solver: vroom, set: 'gh1000', of: 'C1_10_1', time: '11 s', percent: 0.01 },
  { solver: hgs, set: 'gh1000', of: 'C1_10_1', time: '10 s', percent: 0.01 },
  { solver: vroom, set: 'gh1000', of: 'R1_10_1', time: '23 s', percent: 7.38 },
  { solver: hgs, set: 'gh1000', of: 'R1_10_1', time: '60 s', percent: 6.33 },
  { solver: pyvrp, set: 'gh1000', of: 'R1_10_1', time: '10 s', percent: 19.6 },
  { solver: pyvrp, set: 'gh1000', of: 'R1_10_1', time: '60 s', percent: 3.7 },
  { solver: vroom, set: 'gh1000', of: 'RC2_10_1', time: '62 s', percent: 8.71 },
  { solver: hgs, set: 'gh1000', of: 'RC2_10_1', time: '10 s', percent: 16.1 },
  { solver: hgs, set: 'gh1000', of: 'RC2_10_1', time: '60 s', percent: 3.3 },
  { solver: pyvrp, set: 'gh1000', of: 'RC2_10_1', time: '10 s', percent: 2.95 },
  { solver: pyvrp, set: 'gh1000', of: 'RC2_10_1', time: '60 s', percent: 0.55 },
  { solver: pyvrp, set: 'gh1000', of: 'RC1_10_5', time: '60 s', percent: 2.62 },
  { solver: pyvrp, set: 'gh1000', of: 'R2_10_5', time: '60 s', percent: 0.53 },
  { solver: pyvrp, set: 'gh1000', of: 'C2_10_5', time: '60 s', percent: 1.06 },
]
