import type { Unassigned } from '#domain/schema/plan.ts'
import { withTimes } from '#web/lib/format.ts'
import { Link } from '#web/ui/link.tsx'
import { DetailHead } from './detail-head.tsx'

/** A delivery on no route, why, and what would help. */
export function UnassignedDetails({ delivery }: { delivery: Unassigned }) {
  const { delivery_id, delivery_number, delivery_address, recipient_name, reason, fix } = delivery
  return (
    <>
      <DetailHead
        title={recipient_name ?? delivery_address}
        description={recipient_name ? delivery_address : undefined}
      />
      <p className="text-[0.8125rem]">
        {withTimes(reason)}
        {fix && <span className="mt-1 block font-medium">{withTimes(fix)}</span>}
      </p>
      <Link to={`/dashboard/deliveries?delivery=${delivery_id}`} className="justify-self-start text-[0.8125rem]">
        {`Delivery #${delivery_number}`}
      </Link>
    </>
  )
}
