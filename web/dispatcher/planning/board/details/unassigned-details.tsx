import type { Unassigned } from '#domain/schema/plan.ts'
import { Link } from '#web/ui/link.tsx'
import { useMe } from '#web/lib/me.ts'
import { Why } from '../../why/why.tsx'
import { DetailHead } from './detail-head.tsx'

/** A delivery on no route, why, and what would help. */
export function UnassignedDetails({ delivery }: { delivery: Unassigned }) {
  const { delivery_id, delivery_number, delivery_address, recipient_name } = delivery
  const { time_zone: zone } = useMe().workspace
  return (
    <>
      <DetailHead
        title={recipient_name ?? delivery_address}
        description={recipient_name ? delivery_address : undefined}
      />
      <Link to={`/dashboard/deliveries?delivery=${delivery_id}`} className="justify-self-start text-[0.8125rem]">
        {`Delivery #${delivery_number}`}
      </Link>
      <Why deliveryId={delivery_id} zone={zone} />
    </>
  )
}
