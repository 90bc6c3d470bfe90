import { useMay } from '#web/lib/me.ts'
import { useTier } from '#web/lib/tier.ts'
import { DefaultTier } from '../../billing/default-tier.tsx'

/** The first question to the owner of a fresh server: which limits it has. */
export function FirstTier() {
  const tier = useTier()
  return useMay('manage_billing') && tier?.may_choose_default ? <DefaultTier /> : null
}
