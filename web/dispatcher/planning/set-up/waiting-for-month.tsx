import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { countOf, formatDate } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { useTier } from '#web/lib/tier.ts'
import { pendingOfDayQuery } from '../../queries.ts'

/** How many pending deliveries of a day wait for the next month of the tier, so that no plan has them. */
export function useWaitingOfDay(day: string, depotId: string): number {
  const month = useTier()?.deliveries
  const isAny = month !== undefined && month.waits_above !== null && month.waiting > 0
  const pending = useQuery({ ...pendingOfDayQuery(day), enabled: isAny }).data
  if (!isAny || !pending) return 0
  return pending.filter(
    ({ number, depot_id }) => number > month.waits_above! && (depotId === '' || depot_id === depotId),
  ).length
}

/** Says that some deliveries are left out, until when, and what else helps. */
export function WaitingForMonth({ count }: { count: number }) {
  const { time_zone: zone } = useMe().workspace
  const renewsAt = useTier()?.deliveries.renews_at
  if (count === 0 || !renewsAt) return null
  return (
    <p className="mt-3 flex gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning-ink [&_a]:text-current [&_a]:underline">
      <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {countOf(count, 'delivery waits', 'deliveries wait')} until {formatDate(renewsAt, zone)}, because this month’s
        are used up. A plan leaves {count === 1 ? 'it' : 'them'} out. <BillingLink />
      </span>
    </p>
  )
}
