import { perTier } from './tiers.ts'

/** Limits of one `POST /v1/optimize` call, and of a workspace's unfinished operations. */
export const optimizeLimits = perTier(({ optimize }) => optimize)

/** Limits of one plan of a day, and of a workspace's unfinished plans. */
export const planLimits = perTier(({ plan }) => plan)

/** What the highest tier allows. */
export const longestPlanSeconds = Math.max(...Object.values(planLimits).map(({ seconds }) => seconds))

/** How many plans and operations of one workspace may run at the same time, together. The others wait. */
export const runningSearches = perTier(({ searches }) => searches)

/** A search of at most this time limit is short. It never waits for long ones alone. */
export const shortSearchSeconds = 10
