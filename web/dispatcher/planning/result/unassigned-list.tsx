import { TriangleAlert } from 'lucide-react'
import type { Unassigned } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

type UnassignedListProps = {
  unassigned: readonly Unassigned[]
  /** The delivery that was pressed on the map. */
  selectedId: string | null
}

/** Deliveries on no route, each with the reason and a link. */
export function UnassignedList({ unassigned, selectedId }: UnassignedListProps) {
  if (unassigned.length === 0) return null
  return (
    <section aria-labelledby="planning-unassigned" className="overflow-hidden rounded-xl border bg-surface shadow-card">
      <h2
        id="planning-unassigned"
        className="flex items-center gap-2 bg-warning-soft px-4 py-2.5 font-semibold text-warning-ink"
      >
        <TriangleAlert aria-hidden="true" className="size-4" />
        {countOf(unassigned.length, 'unassigned delivery', 'unassigned deliveries')}
      </h2>
      <ul className="max-h-80 divide-y overflow-y-auto">
        {unassigned.map((each) => (
          <li
            key={each.delivery_id}
            data-place={each.delivery_id}
            className={cx('px-4 py-2.5', each.delivery_id === selectedId && 'bg-brand-soft')}
          >
            <div className="flex gap-x-2">
              <Link to={`/dashboard/deliveries?delivery=${each.delivery_id}`} className="shrink-0 tabular-nums">
                #{each.delivery_number}
              </Link>
              <span className="min-w-0 truncate" title={each.delivery_address}>
                {each.recipient_name && <span className="font-medium">{each.recipient_name}, </span>}
                {each.delivery_address}
              </span>
            </div>
            <p className="mt-0.5 text-[0.8125rem] text-ink-muted">{each.reason}</p>
            {each.fix && <p className="mt-0.5 text-[0.8125rem]">{each.fix}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
