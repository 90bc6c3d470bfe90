import { Leaf } from 'lucide-react'
import type { OrderSlot } from '#domain/schema/order-page.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { timesOf } from './words.ts'

type Props = { slots: OrderSlot[]; currency: string; isHolding: boolean; onChoose: (slot: OrderSlot) => void }

/** The windows by day. */
export function SlotList({ slots, currency, isHolding, onChoose }: Props) {
  const days = [...Map.groupBy(slots, ({ day }) => day)].toSorted(([a], [b]) => a.localeCompare(b))
  if (!days.length)
    return (
      <p className="mt-6 text-ink-muted">No time is free at this address in the coming days. Try again tomorrow.</p>
    )
  return (
    <section aria-label="Times" className="mt-8 grid gap-6" aria-busy={isHolding}>
      {days.map(([day, own]) => (
        <div key={day}>
          <h2 className="mb-2 font-semibold">{formatDay(day)}</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {own
              .toSorted((a, b) => a.start.localeCompare(b.start))
              .map((slot) => (
                <li key={`${slot.start} ${slot.end}`}>
                  <button
                    type="button"
                    disabled={isHolding}
                    onClick={() => onChoose(slot)}
                    className="focus-ring flex min-h-12 w-full cursor-pointer items-center justify-between gap-3 rounded-lg border border-line-strong bg-surface px-3.5 py-2 text-left hover:bg-hover disabled:cursor-default disabled:opacity-60"
                  >
                    <span>
                      <span className="block font-medium tabular-nums">{timesOf(slot)}</span>
                      {slot.is_near && (
                        <span className="mt-0.5 flex items-center gap-1 text-[0.8125rem] text-success-ink">
                          <Leaf aria-hidden="true" className="size-3.5" />
                          We are in your street then
                        </span>
                      )}
                    </span>
                    <span className="text-sm tabular-nums">
                      {slot.price === 0 ? 'Free' : formatMoney(slot.price, currency)}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
