import { CameraOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureReasons } from '#domain/failure-reasons.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { formatDay, formatDayBriefly, formatKilograms } from '#web/lib/format.ts'
import { doubtWords } from '#web/lib/location-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { PositionDoubt, PositionMark } from '../records/position-trust.tsx'
import { windowWords } from '#web/lib/window-words.ts'
import { wantedWords } from './delivery-words.ts'
import { missingWords } from './proof/proof-words.ts'
import { WaitsBadge } from './waits-badge.tsx'

const thisYear = () => String(new Date().getFullYear())

/** The columns of the list. Sortable ones have the API's names. */
export const deliveryColumns: TableColumn<Delivery>[] = [
  {
    id: 'number',
    header: 'Number',
    isSortable: true,
    isRowHeader: true,
    width: 'w-20',
    cell: (delivery) => <span className="font-medium tabular-nums">#{delivery.number}</span>,
  },
  {
    id: 'recipient_name',
    header: 'Recipient',
    isSortable: true,
    width: 'w-[14%]',
    title: (delivery) => delivery.recipient_name ?? undefined,
    cell: (delivery) => delivery.recipient_name ?? <span className="text-ink-faint">No name</span>,
  },
  {
    id: 'delivery_address',
    header: 'Address',
    isSortable: true,
    title: (delivery) => delivery.delivery_address,
    cell: (delivery) => (
      <span className="flex items-center gap-2">
        {!delivery.erased_at && doubtWords(delivery) && <PositionMark trust={delivery} />}
        <ProofMissing delivery={delivery} />
        <WaitsBadge delivery={delivery} />
        <span className="truncate">{delivery.delivery_address}</span>
      </span>
    ),
  },
  {
    id: 'scheduled_date',
    header: 'Day',
    isSortable: true,
    width: 'w-26',
    title: (delivery) => formatDay(delivery.scheduled_date),
    cell: (delivery) => formatDayBriefly(delivery.scheduled_date, thisYear()),
  },
  {
    id: 'window',
    header: 'Window',
    hideBelow: 'lg',
    width: 'w-32',
    title: windowWords,
    cell: (delivery) => <span className="text-ink-muted tabular-nums">{windowWords(delivery)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    isSortable: true,
    width: 'w-28',
    title: (delivery) =>
      delivery.failure_reason ? failureReasons[delivery.failure_reason].say : missingTitle(delivery),
    cell: (delivery) => <StateBadge state={delivery.status} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    hideBelow: 'xl',
    isSortable: true,
    width: 'w-21',
    cell: (delivery) => <Priority priority={delivery.priority} />,
  },
  {
    id: 'driver',
    header: 'Driver',
    hideBelow: 'xl',
    width: 'w-32',
    title: (delivery) => delivery.driver_name ?? wantedWords(delivery),
    cell: (delivery) => delivery.driver_name ?? <Unassigned delivery={delivery} />,
  },
  {
    id: 'weight',
    header: 'Weight',
    hideBelow: '2xl',
    align: 'end',
    width: 'w-20',
    cell: (delivery) => (delivery.weight_kg > 0 ? formatKilograms(delivery.weight_kg) : '–'),
  },
  {
    id: 'reference',
    header: 'Reference',
    hideBelow: '2xl',
    width: 'w-28',
    cell: (delivery) => delivery.reference ?? '–',
  },
]

const secondary = ['weight', 'reference']

/**
 * The same, with room for the columns of clients and depots: what is read least makes way, and urgent deliveries say so
 * before the address where their priority has no column.
 */
export const narrowDeliveryColumns: TableColumn<Delivery>[] = deliveryColumns
  .filter(({ id }) => !secondary.includes(id))
  .map((column) => {
    if (column.id === 'priority') return { ...column, hideBelow: '2xl' }
    if (column.id === 'driver') return { ...column, width: 'w-28' }
    if (column.id !== 'delivery_address') return column
    return { ...column, cell: (delivery) => <UrgentAddress delivery={delivery}>{column.cell(delivery)}</UrgentAddress> }
  })

function UrgentAddress({ delivery, children }: { delivery: Delivery; children: ReactNode }) {
  if (delivery.priority !== 1) return children
  return (
    <span className="flex items-center gap-2">
      <span className="contents 2xl:hidden">
        <Urgent />
      </span>
      <span className="min-w-0">{children}</span>
    </span>
  )
}

const isProofMissing = ({ status, missing_proofs }: Delivery) => status === 'delivered' && missing_proofs.length > 0

const missingTitle = (delivery: Delivery) =>
  isProofMissing(delivery) ? missingWords(delivery.missing_proofs.map((kind) => ({ kind, codes: [] }))) : undefined

/** That a delivered delivery lacks proof. */
function ProofMissing({ delivery }: { delivery: Delivery }) {
  if (!isProofMissing(delivery)) return null
  return (
    <span role="img" aria-label={missingTitle(delivery)} title={missingTitle(delivery)} className="text-warning-ink">
      <CameraOff aria-hidden="true" className="size-4" />
    </span>
  )
}

/** A delivery on a phone. @param scope whose it is, and where it leaves from */
export function DeliveryCard({ delivery, scope }: { delivery: Delivery; scope?: string | undefined }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium tabular-nums">#{delivery.number}</span>
        <StateBadge state={delivery.status} />
        <ProofMissing delivery={delivery} />
        <WaitsBadge delivery={delivery} />
        {delivery.priority === 1 && <Urgent />}
      </div>
      <div>
        {delivery.recipient_name && <p className="font-medium">{delivery.recipient_name}</p>}
        <p className="line-clamp-2 text-ink-muted">{delivery.delivery_address}</p>
        {!delivery.erased_at && <PositionDoubt trust={delivery} className="mt-0.5" />}
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        {[
          formatDay(delivery.scheduled_date),
          windowWords(delivery),
          // A number and its unit stay on one line.
          delivery.weight_kg > 0 && formatKilograms(delivery.weight_kg).replace(' ', '\u00a0'),
          delivery.driver_name ?? wantedWords(delivery),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {scope && <p className="text-[0.8125rem] text-ink-muted">{scope}</p>}
    </div>
  )
}

function Unassigned({ delivery }: { delivery: Delivery }) {
  const wanted = wantedWords(delivery)
  if (!wanted) return <span className="text-ink-faint">–</span>
  return <span className="text-ink-muted">{wanted}</span>
}

function Priority({ priority }: { priority: number }) {
  if (priority === 1) return <Urgent />
  return <span className="text-ink-muted">{priority === 3 ? 'Low' : 'Normal'}</span>
}

function Urgent() {
  return <Badge tone="danger">Urgent</Badge>
}
