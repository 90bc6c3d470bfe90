import { useQuery } from '@tanstack/react-query'
import { getBilling } from '#domain/api/billing.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { call } from '#web/lib/call.ts'
import { countOf, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { useTier } from '#web/lib/tier.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What one more active driver costs, or that no license is left. The price is for owners. */
export function LicenseNote() {
  const tier = useTier()
  const isPaid = tier?.is_billed === true && tier.booked === 'standard'
  const paid = useQuery({
    queryKey: keys.billing.paid,
    queryFn: ({ signal }) => call(getBilling, { signal }),
    enabled: useMay('manage_billing') && isPaid,
  }).data
  if (!tier) return null
  if (paid?.subscription?.follows_drivers) {
    return <Banner>One more license: {formatMoney(paid.license_cents, 'USD')} a month, prorated, plus taxes.</Banner>
  }
  const { limit, active } = tier.drivers
  // Only owners know whether licenses follow active drivers.
  if (limit === null || active < limit || (isPaid && !paid)) return null
  return (
    <Banner tone="warning">
      {limit === 1 ? 'The only license is' : `All ${countOf(limit, 'license')} are`} in use. This driver can be saved,
      but not be given routes. <BillingLink />
    </Banner>
  )
}
