import { AppError } from './errors.ts'
import { perTier, type TierName as Tier } from './tiers.ts'

/** What a tier limits, with the words for a message. */
const limits = {
  stops: { unit: 'stop', fix: 'Split the problem' },
  vehicles: { unit: 'vehicle', fix: 'Send fewer vehicles' },
  seconds: { unit: 'second of search time', fix: 'Lower time_limit_seconds' },
  threads: { unit: 'thread', fix: 'Lower threads' },
  operations: { unit: 'operation at a time', fix: 'Wait for one to end, cancel one' },
  plans: { unit: 'plan in progress', fix: 'Wait for one to end, cancel one' },
}
type LimitName = keyof typeof limits
type LimitsOf<L extends LimitName> = Record<Tier, Record<L, number>>

const names = perTier(({ name }) => name)

/** `1 thread`, `1,000 stops`, `2 operations at a time`. */
export function countOf(number: number, name: LimitName): string {
  const [first, ...rest] = limits[name].unit.split(' ')
  return `${number.toLocaleString('en-US')} ${[number === 1 ? first : `${first}s`, ...rest].join(' ')}`
}

/**
 * Confirms that one request is within a limit of its tier.
 * @throws AppError `over_tier_limit` with the limit, the requested value and the tiers that allow it
 */
export function keepTo<L extends LimitName>(of: LimitsOf<L>, tier: Tier, limit: L, asked: number): void {
  const allowed = of[tier][limit]
  if (asked <= allowed) return
  const detail = `${names[tier]} allows ${countOf(allowed, limit)}, and this asks for ${asked.toLocaleString('en-US')}. ${limits[limit].fix}${orUpgrade(of, limit, asked)}.`
  const allowedBy = tiersAllowing(of, limit, asked)
  throw new AppError('over_tier_limit', { detail, limit, allowed, asked, tier, allowed_by: allowedBy })
}

/** The error for a workspace with as many unfinished searches of a kind as its tier allows. */
export function tooMany<L extends 'operations' | 'plans'>(
  of: LimitsOf<L>,
  tier: Tier,
  limit: L,
  retrySeconds: number,
): AppError {
  const allowed = of[tier][limit]
  const detail = `${names[tier]} allows ${countOf(allowed, limit)}. ${limits[limit].fix}${orUpgrade(of, limit, allowed + 1)}.`
  return new AppError(`too_many_${limit}`, { detail, limit, allowed, tier, retry_after_seconds: retrySeconds })
}

function orUpgrade<L extends LimitName>(of: LimitsOf<L>, limit: L, wanted: number): string {
  const enough = tiersAllowing(of, limit, wanted).map((each) => names[each])
  return enough.length ? `, or upgrade to ${enough.join(' or ')}` : ''
}

function tiersAllowing<L extends LimitName>(of: LimitsOf<L>, limit: L, wanted: number): Tier[] {
  return (Object.keys(of) as Tier[]).filter((tier) => of[tier][limit] >= wanted)
}
