import type { ClientCharge } from '#domain/schema/client-billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'

/** What a charge is about: the delivery, and which attempt. */
function WhatFor({ charge: { delivery_id, number, reference, attempt, outcome } }: { charge: ClientCharge }) {
  if (number === null) return <span>Added by hand</span>
  const name = `#${number}`
  return (
    <span className="block">
      {delivery_id ? <Link to={`/dashboard/deliveries?delivery=${delivery_id}`}>{name}</Link> : name}
      {reference && <span className="text-ink-muted"> · {reference}</span>}
      {(attempt > 1 || outcome === 'failed') && (
        <span className="block text-[0.8125rem] text-ink-muted">
          Attempt {attempt}, {outcome}
        </span>
      )}
    </span>
  )
}

/** The parts of a charge, each with its amount. */
export function ChargeLines({ lines, currency }: Pick<ClientCharge, 'lines' | 'currency'>) {
  return (
    <ul className="grid gap-0.5 py-1.5 text-[0.8125rem]">
      {lines.map(({ text, amount }, at) => (
        <li key={at} className="flex justify-between gap-4">
          <span className="min-w-0 break-words whitespace-normal text-ink-muted">{text}</span>
          {lines.length > 1 && currency && (
            <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(amount, currency)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function StateOf({ charge }: { charge: ClientCharge }) {
  if (charge.state === 'no_rates') return <Badge tone="warning">No rate card</Badge>
  if (charge.state === 'waiting') return <Badge>Being priced</Badge>
  if (charge.credit_id) return <Badge tone="warning">Credited</Badge>
  return charge.invoice_id ? <Badge tone="success">Invoiced</Badge> : <Badge tone="info">To invoice</Badge>
}

export const chargeColumns: TableColumn<ClientCharge>[] = [
  { id: 'day', header: 'Day', width: 'w-40', cell: ({ day }) => formatDay(day) },
  {
    id: 'delivery',
    header: 'Delivery',
    isRowHeader: true,
    width: 'w-44',
    cell: (charge) => <WhatFor charge={charge} />,
  },
  { id: 'for', header: 'For', cell: (charge) => <ChargeLines {...charge} /> },
  { id: 'state', header: 'State', width: 'w-32', cell: (charge) => <StateOf charge={charge} /> },
  {
    id: 'amount',
    header: 'Net',
    align: 'end',
    width: 'w-36',
    cell: ({ amount, currency }) => (
      <span className="font-medium tabular-nums">
        {amount === null || currency === null ? '–' : formatMoney(amount, currency)}
      </span>
    ),
  },
]
