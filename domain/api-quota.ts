import type { Workspace } from './schema/workspace.ts'

type Tier = Workspace['tier']

/** Requests with an API key that a workspace may make in a calendar month of its zone; null is no limit. */
export const monthlyRequests: Record<Tier, number | null> = { free: 1_000, standard: 50_000, enterprise: null }

/** The trial gives full access, and so what Standard may. */
export const trialTier = 'standard' satisfies Tier

/** The tier whose limits hold for this workspace at that moment. */
export function tierInForce(workspace: { tier: Tier; trial_ends_at: string }, now: Date): Tier {
  const isOnTrial = workspace.tier === 'free' && Date.parse(workspace.trial_ends_at) > now.getTime()
  return isOnTrial ? trialTier : workspace.tier
}

/** What this workspace may ask a month at that moment. */
export function monthlyLimitOf(workspace: { tier: Tier; trial_ends_at: string }, now: Date): number | null {
  return monthlyRequests[tierInForce(workspace, now)]
}

/** What one call of `POST /v1/optimize` may ask for, and how many of them a workspace may have under way. */
export type OptimizeLimits = {
  /** Jobs, and both ends of each shipment. */
  stops: number
  vehicles: number
  /** Of searching. */
  seconds: number
  threads: number
  /** Queued or running at the same moment. */
  operations: number
}

export const optimizeLimits: Record<Tier, OptimizeLimits> = {
  free: { stops: 200, vehicles: 20, seconds: 10, threads: 1, operations: 2 },
  standard: { stops: 1_000, vehicles: 200, seconds: 60, threads: 2, operations: 5 },
  enterprise: { stops: 12_000, vehicles: 5_000, seconds: 600, threads: 8, operations: 20 },
}

/** Largest body of `POST /v1/optimize`: room for durations, distances and costs between 1,000 places. */
export const optimizeBodyBytes = 32 * 1024 * 1024

/** How long an operation can be read after it ended. */
export const operationKeptHours = 24
