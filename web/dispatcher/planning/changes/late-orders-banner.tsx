import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { pendingOfDayQuery } from '../../queries.ts'
import { planQuery } from '../plan-queries.ts'
import { unpublishedQuery } from '../publish/unpublished-queries.ts'
import { lateOrdersQuery } from './change-queries.ts'
import { useEditor, type InsertedDelivery } from './editor-context.ts'
import { stillLate } from './late-orders.ts'
import { insertingAll, mostInserted } from './proposals.ts'

/** Deliveries that came in after the plan was made, to be put on its routes. Those that wait to be published are not among them. */
export function LateOrdersBanner({ plan }: { plan: PlanSummary }) {
  const { isOn, ask, propose } = useEditor()
  const known = useQuery(lateOrdersQuery(plan.id)).data
  const published = useQuery(planQuery(plan)).data
  const next = useQuery(unpublishedQuery(plan)).data?.result
  const late = known && stillLate(known, published, next?.routes)
  const pending = useQuery({ ...pendingOfDayQuery(plan.day), enabled: isOn && (late?.count ?? 0) > 0 }).data
  if (!late || late.count === 0) return null
  const byId = new Map(pending?.map((each) => [each.id, each]))
  const deliveries = late.delivery_ids.flatMap((id): InsertedDelivery | [] => {
    const each = byId.get(id)
    if (!each) return []
    const { number, recipient_name, delivery_address } = each
    return { delivery_id: id, delivery_number: number, recipient_name, delivery_address }
  })
  return (
    <Banner
      icon={<Inbox />}
      actions={
        isOn &&
        deliveries.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onPress={() => propose(insertingAll(deliveries))}>
              {deliveries.length > mostInserted ? `Insert the first ${mostInserted}` : 'Insert at the cheapest places'}
            </Button>
            <Button size="small" onPress={() => ask({ kind: 'insert', deliveries })}>
              {deliveries.length === 1 ? 'Choose a place' : 'One by one'}
            </Button>
          </div>
        )
      }
    >
      {`${countOf(late.count, 'delivery', 'deliveries')} came in since this plan was made.`}
    </Banner>
  )
}
