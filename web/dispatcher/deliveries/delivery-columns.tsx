import type { Delivery } from '#domain/schema/delivery.ts'
import { formatDay, formatKilograms } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { PositionDoubt } from '../records/position-trust.tsx'
import { wantedWords, windowWords } from './delivery-words.ts'

/** The columns of the list. Sortable ones have the API's names. */
export const deliveryColumns: TableColumn<Delivery>[] = [
  {
    id: 'number',
    header: 'Number',
    isSortable: true,
    isRowHeader: true,
    isOneLine: true,
    cell: (delivery) => <span className="font-medium tabular-nums">#{delivery.number}</span>,
  },
  {
    id: 'recipient_name',
    header: 'Recipient',
    isSortable: true,
    cell: (delivery) => (
      <span className="line-clamp-2 min-w-24 wrap-anywhere">
        {delivery.recipient_name ?? <span className="text-ink-faint">No name</span>}
      </span>
    ),
  },
  {
    id: 'delivery_address',
    header: 'Address',
    isSortable: true,
    cell: (delivery) => (
      <>
        <span className="line-clamp-2 min-w-36 wrap-anywhere">{delivery.delivery_address}</span>
        <PositionDoubt trust={delivery} className="mt-0.5" />
      </>
    ),
  },
  {
    id: 'scheduled_date',
    header: 'Day',
    isSortable: true,
    isOneLine: true,
    cell: (delivery) => (
      <>
        <span className="block">{formatDay(delivery.scheduled_date)}</span>
        <span className="block text-[0.8125rem] text-ink-muted tabular-nums">{windowWords(delivery)}</span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    isSortable: true,
    cell: (delivery) => <StateBadge state={delivery.status} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    hideBelow: 'lg',
    isSortable: true,
    cell: (delivery) => <Priority priority={delivery.priority} />,
  },
  {
    id: 'driver',
    header: 'Driver',
    hideBelow: 'lg',
    cell: (delivery) => delivery.driver_name ?? <Unassigned delivery={delivery} />,
  },
  {
    id: 'weight',
    header: 'Weight',
    hideBelow: 'lg',
    align: 'end',
    cell: (delivery) => (delivery.weight_kg > 0 ? formatKilograms(delivery.weight_kg) : '–'),
  },
  {
    id: 'reference',
    header: 'Reference',
    hideBelow: 'xl',
    cell: (delivery) => (
      <span className="block max-w-40 truncate" title={delivery.reference ?? undefined}>
        {delivery.reference ?? <span className="text-ink-faint">–</span>}
      </span>
    ),
  },
]

/** A delivery on a phone. */
export function DeliveryCard({ delivery }: { delivery: Delivery }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium tabular-nums">#{delivery.number}</span>
        <StateBadge state={delivery.status} />
        {delivery.priority === 1 && <Urgent />}
      </div>
      <div>
        {delivery.recipient_name && <p className="font-medium">{delivery.recipient_name}</p>}
        <p className="line-clamp-2 text-ink-muted">{delivery.delivery_address}</p>
        <PositionDoubt trust={delivery} className="mt-0.5" />
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        {[
          formatDay(delivery.scheduled_date),
          windowWords(delivery),
          delivery.weight_kg > 0 && formatKilograms(delivery.weight_kg),
          delivery.driver_name ?? wantedWords(delivery),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function Unassigned({ delivery }: { delivery: Delivery }) {
  const wanted = wantedWords(delivery)
  if (!wanted) return <span className="text-ink-faint">–</span>
  return <span className="block min-w-28 text-ink-muted">{wanted}</span>
}

function Priority({ priority }: { priority: number }) {
  if (priority === 1) return <Urgent />
  return <span className="text-ink-muted">{priority === 3 ? 'Low' : 'Normal'}</span>
}

function Urgent() {
  return <Badge tone="danger">Urgent</Badge>
}
