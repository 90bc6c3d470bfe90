import { useQuery } from '@tanstack/react-query'
import { listDeliveries } from '#domain/api/deliveries.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Link } from '#web/ui/link.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'
import { orderSummary } from './section-words.ts'

/** The order that a delivery is part of, with its other stops. */
export function OrderFields({ values, bound, problemOf, isReadOnly, stored }: FieldsProps & { stored?: Delivery }) {
  return (
    <Folded
      title="Order of several stops"
      summary={orderSummary(values)}
      isInvalid={anyProblem(problemOf, ['order_reference', 'order_step'])}
      isReadOnly={isReadOnly}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
        <TextField
          label="Order reference"
          description="Deliveries of one day and client with the same one go on one vehicle, all or none."
          {...bound('order_reference')}
        />
        <NumberField label="Step" minValue={1} maxValue={1000} {...bound('order_step')} />
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        Lower steps are done before higher ones. Equal ones in any order.
      </p>
      {stored?.order_reference && <OtherStops stored={stored} reference={stored.order_reference} />}
    </Folded>
  )
}

function OtherStops({ stored, reference }: { stored: Delivery; reference: string }) {
  const query = {
    order_reference: reference,
    day: stored.scheduled_date ?? ('none' as const),
    client_id: stored.client_id ?? ('none' as const),
    limit: 50,
    order: 'asc' as const,
  }
  const found = useQuery({
    queryKey: keys.deliveries.list(JSON.stringify(query), undefined),
    queryFn: ({ signal }) => call(listDeliveries, { query, signal }),
  })
  const others = (found.data?.data ?? []).filter(({ id }) => id !== stored.id)
  if (others.length === 0) return null
  const sorted = others.toSorted((a, b) => (a.order_step ?? 0) - (b.order_step ?? 0))
  return (
    <div>
      <h4 className="mb-1.5 text-[0.8125rem] font-medium">Other stops of this order</h4>
      <ul className="flex flex-col gap-1.5">
        {sorted.map((row) => (
          <li key={row.id} className="flex items-center gap-2">
            <Link to={`/dashboard/deliveries?delivery=${row.id}`}>#{row.number}</Link>
            <span className="min-w-0 flex-1 truncate text-ink-muted">{row.recipient_name ?? row.delivery_address}</span>
            {row.order_step !== null && <span className="text-[0.8125rem] text-ink-muted">Step {row.order_step}</span>}
            <StateBadge state={row.status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
