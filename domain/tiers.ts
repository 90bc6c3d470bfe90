import type { Workspace } from './schema/workspace.ts'

export type TierName = Workspace['tier']

/** What only some tiers have. */
export const tierFeatures = {
  scenarios: 'comparing scenarios of a plan',
  planning_by_itself: 'planning days by itself',
  real_time_tracking: 'real-time tracking on the live map',
  analytics: 'analytics',
} as const
export type TierFeature = keyof typeof tierFeatures

/** Limits of one `POST /v1/optimize` call, and of a workspace's unfinished operations. */
type OptimizeLimits = {
  /** Jobs, and both ends of each shipment. */
  stops: number
  vehicles: number
  /** Search time. */
  seconds: number
  threads: number
  /** Queued or running at the same time. */
  operations: number
}

/** Limits of one plan of a day, and of a workspace's unfinished plans. */
type PlanLimits = {
  /** Search time. */
  seconds: number
  /** Queued or being calculated at the same time. */
  plans: number
}

/** What a tier allows. Null is no limit. */
type Tier = {
  name: string
  /** Deliveries added in a calendar month of the workspace. Further ones wait. */
  deliveries: number | null
  /** Active drivers who can be given routes. On Standard, the workspace's licenses are the limit. */
  drivers: number | null
  /** API requests in a calendar month of the workspace. */
  requests: number | null
  features: Record<TierFeature, boolean>
  /** Of one plan of a day. */
  plan: PlanLimits
  /** Of `POST /v1/optimize`. */
  optimize: OptimizeLimits
  /** Plans and operations that run at the same time, together. */
  searches: number
  support: 'email' | 'priority'
  hasAccountManager: boolean
}

const everything: Tier['features'] = {
  scenarios: true,
  planning_by_itself: true,
  real_time_tracking: true,
  analytics: true,
}

/** What Free, Standard and Enterprise allow. The server enforces this table, and pages explain it. */
export const tierTable: Record<TierName, Tier> = {
  free: {
    name: 'Free',
    deliveries: 1_000,
    drivers: 1,
    requests: 1_000,
    features: { scenarios: false, planning_by_itself: false, real_time_tracking: false, analytics: false },
    plan: { seconds: 120, plans: 10 },
    optimize: { stops: 200, vehicles: 20, seconds: 10, threads: 1, operations: 2 },
    searches: 3,
    support: 'email',
    hasAccountManager: false,
  },
  standard: {
    name: 'Standard',
    deliveries: null,
    drivers: null,
    requests: 50_000,
    features: everything,
    plan: { seconds: 300, plans: 20 },
    optimize: { stops: 1_000, vehicles: 200, seconds: 60, threads: 2, operations: 5 },
    searches: 5,
    support: 'priority',
    hasAccountManager: false,
  },
  enterprise: {
    name: 'Enterprise',
    deliveries: null,
    drivers: null,
    requests: null,
    features: everything,
    plan: { seconds: 600, plans: 50 },
    optimize: { stops: 20_000, vehicles: 5_000, seconds: 600, threads: 8, operations: 20 },
    searches: 16,
    support: 'priority',
    hasAccountManager: true,
  },
}

/** One column of the table. */
export const perTier = <T>(of: (tier: Tier) => T): Record<TierName, T> => ({
  free: of(tierTable.free),
  standard: of(tierTable.standard),
  enterprise: of(tierTable.enterprise),
})

/** What a license, which is one active driver, costs a month on Standard. */
export const licenseCents = 1999

export const trialDays = 7

/** The trial has what Standard has, without a limit on drivers. */
export const trialTier = 'standard' satisfies TierName

/** How long after a failed payment plans can still be made. */
export const graceDays = 14

/** API requests per workspace and calendar month in its time zone. */
export const monthlyRequests = perTier(({ requests }) => requests)

type InTime = Pick<Workspace, 'tier' | 'trial_ends_at'>

export const isOnTrial = ({ tier, trial_ends_at }: InTime, now: Date): boolean =>
  tier === 'free' && Date.parse(trial_ends_at) > now.getTime()

/** The tier whose limits apply to this workspace at `now`. */
export function tierInForce(workspace: InTime, now: Date): TierName {
  return isOnTrial(workspace, now) ? trialTier : workspace.tier
}

/** The workspace's monthly request limit at `now`. */
export const monthlyLimitOf = (workspace: InTime, now: Date): number | null =>
  monthlyRequests[tierInForce(workspace, now)]

type Limited = InTime & Pick<Workspace, 'licenses' | 'sandbox_of'>

/** How many drivers can be given routes; null for all. Nobody drives for a sandbox, so it has no limit. */
export function driversAllowed(workspace: Limited, now: Date): number | null {
  if (workspace.sandbox_of || isOnTrial(workspace, now)) return null
  return workspace.tier === 'standard' ? workspace.licenses : tierTable[workspace.tier].drivers
}

/** How many deliveries a month may be added before further ones wait; null for any number. */
export function deliveriesAllowed(workspace: Limited, now: Date): number | null {
  return workspace.sandbox_of ? null : tierTable[tierInForce(workspace, now)].deliveries
}

export function hasFeature(workspace: Limited, feature: TierFeature, now: Date): boolean {
  return Boolean(workspace.sandbox_of) || tierTable[tierInForce(workspace, now)].features[feature]
}

/**
 * The drivers who can be given routes: first those who were chosen, then those who came first.
 * @param drivers the active ones, in the order in which they were added
 */
export function licensedDrivers<D extends { id: string }>(drivers: D[], allowed: number | null, chosen: string[]): D[] {
  if (allowed === null) return drivers
  const isChosen = new Set(chosen)
  const inOrder = [...drivers.filter(({ id }) => isChosen.has(id)), ...drivers.filter(({ id }) => !isChosen.has(id))]
  return inOrder.slice(0, allowed)
}

/** The tiers that have a feature, in words: `Standard or Enterprise`. */
export const tiersWith = (feature: TierFeature): string =>
  Object.values(tierTable)
    .filter(({ features }) => features[feature])
    .map(({ name }) => name)
    .join(' or ')

/** Why a feature is refused, and what to do. */
export const sayLacking = (feature: TierFeature, tier: TierName): string =>
  `${tierTable[tier].name} does not include ${tierFeatures[feature]}. It is part of ${tiersWith(feature)}; the owner can change the tier on the Billing page.`
