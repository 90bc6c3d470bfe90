import type { Delivery } from '#domain/schema/delivery.ts'
import { useWaiting } from '#web/lib/tier.ts'
import { Badge } from '#web/ui/badge.tsx'

/** That a delivery waits, because this month's deliveries are used up. */
export function WaitsBadge({ delivery }: { delivery: Delivery }) {
  const why = useWaiting(delivery)
  if (!why) return null
  return (
    <span title={why}>
      <Badge tone="warning">
        Waits<span className="sr-only">. {why}</span>
      </Badge>
    </span>
  )
}
