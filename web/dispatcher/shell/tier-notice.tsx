import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TierState } from '#domain/schema/tier.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { countOf, formatDate, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { useTier } from '#web/lib/tier.ts'

/** Says, in one line, which limit of the tier holds something up. */
export function TierNotice() {
  const { time_zone: zone } = useMe().workspace
  const tier = useTier()
  const sentence = tier && noticeOf(tier, zone)
  if (!sentence) return null
  return (
    <aside
      aria-label="Tier"
      className="flex items-center gap-x-2 bg-warning-soft py-1.5 pr-2 pl-4 text-[0.8125rem] text-warning-ink md:pl-7 print:hidden [&_a]:text-current [&_a]:underline [&_a]:whitespace-nowrap"
    >
      <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
      <output>{sentence}</output>
      <BillingLink label="See billing" />
    </aside>
  )
}

function noticeOf({ planning_stops_at, deliveries, drivers }: TierState, zone: string): ReactNode {
  if (planning_stops_at) {
    return Date.parse(planning_stops_at) <= Date.now()
      ? 'A payment is overdue: nothing new can be planned or dispatched. Routes under way go on.'
      : `A payment failed. From ${formatDate(planning_stops_at, zone)} on, nothing new can be planned unless it is paid.`
  }
  if (deliveries.waiting > 0) {
    return `This month’s ${formatNumber(deliveries.limit ?? 0)} deliveries are used. ${countOf(deliveries.waiting, 'delivery waits', 'deliveries wait')} until ${formatDate(deliveries.renews_at, zone)}.`
  }
  if (drivers.over.length > 0) {
    return `${countOf(drivers.over.length, 'active driver has', 'active drivers have')} no license and cannot be given routes.`
  }
  return undefined
}
