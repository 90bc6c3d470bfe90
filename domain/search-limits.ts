import type { Workspace } from './schema/workspace.ts'

type Tier = Workspace['tier']

/** Limits of one `POST /v1/optimize` call, and of a workspace's unfinished operations. */
export type OptimizeLimits = {
  /** Jobs, and both ends of each shipment. */
  stops: number
  vehicles: number
  /** Search time. */
  seconds: number
  threads: number
  /** Queued or running at the same time. */
  operations: number
}

export const optimizeLimits: Record<Tier, OptimizeLimits> = {
  free: { stops: 200, vehicles: 20, seconds: 10, threads: 1, operations: 2 },
  standard: { stops: 1_000, vehicles: 200, seconds: 60, threads: 2, operations: 5 },
  enterprise: { stops: 12_000, vehicles: 5_000, seconds: 600, threads: 8, operations: 20 },
}

/** Limits of one plan of a day, and of a workspace's unfinished plans. */
export type PlanLimits = {
  /** Search time. */
  seconds: number
  /** Queued or being calculated at the same time. */
  plans: number
}

export const planLimits: Record<Tier, PlanLimits> = {
  free: { seconds: 120, plans: 10 },
  standard: { seconds: 300, plans: 20 },
  enterprise: { seconds: 600, plans: 50 },
}

/** What the highest tier allows. */
export const longestPlanSeconds = Math.max(...Object.values(planLimits).map(({ seconds }) => seconds))

/** How many plans and operations of one workspace may run at the same time, together. The others wait. */
export const runningSearches: Record<Tier, number> = { free: 3, standard: 5, enterprise: 16 }

/** A search of at most this time limit is short. It never waits for long ones alone. */
export const shortSearchSeconds = 10
