import { useEffect, useRef } from 'react'
import type { DoubtfulDelivery } from '#domain/schema/address.ts'
import { formatDay } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { windowWords } from '#web/lib/window-words.ts'
import { placeId } from './review-order.ts'
import { PositionDoubt } from '../../records/position-trust.tsx'

type ReviewListProps = {
  deliveries: readonly DoubtfulDelivery[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** The deliveries to check, the riskiest first. */
export function ReviewList({ deliveries, selectedId, onSelect }: ReviewListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = selectedId && list.current?.querySelector(`[data-id="${CSS.escape(selectedId)}"]`)
    if (row) row.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  return (
    <ol
      ref={list}
      aria-label="Deliveries to check, the riskiest first"
      className="max-h-full min-h-0 self-start overflow-y-auto rounded-xl border bg-surface shadow-card"
    >
      {deliveries.map((delivery) => (
        <li key={placeId(delivery)} className="border-t border-line/70 first:border-t-0">
          <button
            type="button"
            data-id={placeId(delivery)}
            aria-current={placeId(delivery) === selectedId}
            onClick={() => onSelect(placeId(delivery))}
            className={cx(
              'focus-ring grid w-full cursor-pointer gap-0.5 px-3.5 py-2.5 text-left -outline-offset-2',
              placeId(delivery) === selectedId ? 'bg-brand-soft' : 'hover:bg-hover',
            )}
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="font-medium tabular-nums">#{delivery.number}</span>
              {delivery.of === 'pickup' && <Badge>Pickup</Badge>}
              {delivery.priority === 1 && <Badge tone="danger">Urgent</Badge>}
              <PositionDoubt trust={delivery} className="ml-auto" />
            </span>
            <span className="line-clamp-2 wrap-anywhere">{delivery.delivery_address}</span>
            <span className="text-[0.8125rem] text-ink-muted">
              {[formatDay(delivery.scheduled_date), windowWords(delivery), delivery.recipient_name]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
