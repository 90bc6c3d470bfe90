import type { Workspace } from './schema/workspace.ts'

type Tier = Workspace['tier']

/** API-key requests per workspace and calendar month in its time zone; null is no limit. */
export const monthlyRequests: Record<Tier, number | null> = { free: 1_000, standard: 50_000, enterprise: null }

/** The trial has the limits of Standard. */
export const trialTier = 'standard' satisfies Tier

/** The tier whose limits apply to this workspace at `now`. */
export function tierInForce(workspace: { tier: Tier; trial_ends_at: string }, now: Date): Tier {
  const isOnTrial = workspace.tier === 'free' && Date.parse(workspace.trial_ends_at) > now.getTime()
  return isOnTrial ? trialTier : workspace.tier
}

/** The workspace's monthly request limit at `now`. */
export function monthlyLimitOf(workspace: { tier: Tier; trial_ends_at: string }, now: Date): number | null {
  return monthlyRequests[tierInForce(workspace, now)]
}

/** The largest `POST /v1/optimize` body: enough for durations, distances and costs between 1,000 places. */
export const optimizeBodyBytes = 32 * 1024 * 1024

/** How long an operation can be read after it ends. */
export const operationKeptHours = 24
