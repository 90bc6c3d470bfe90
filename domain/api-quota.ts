import type { Workspace } from './schema/workspace.ts'

type Tier = Workspace['tier']

/** Requests with an API key that a workspace may make in a calendar month of its zone; null is no limit. */
export const monthlyRequests: Record<Tier, number | null> = { free: 1_000, standard: 50_000, enterprise: null }

/** The trial gives full access, and so what Standard may. */
export const trialTier = 'standard' satisfies Tier

/** What this workspace may ask a month at that moment. */
export function monthlyLimitOf(workspace: { tier: Tier; trial_ends_at: string }, now: Date): number | null {
  const isOnTrial = workspace.tier === 'free' && Date.parse(workspace.trial_ends_at) > now.getTime()
  return monthlyRequests[isOnTrial ? trialTier : workspace.tier]
}
