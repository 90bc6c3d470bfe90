import { tierInForce } from '#domain/tiers.ts'
import { planLimits } from '#domain/search-limits.ts'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'

/** The longest time limit of a plan that the workspace's tier allows. */
export function useLongestSeconds(): number {
  return planLimits[tierInForce(useMe().workspace, useNow())].seconds
}
