import type { DaySuggestions } from '#domain/schema/day-suggestion.ts'
import { countOf, formatDay, formatTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type DayListProps = {
  found: DaySuggestions
  leftOut: ReadonlySet<string>
  onChange: (leftOut: ReadonlySet<string>) => void
}

/** The suggestions by day, each to be taken or left, and the orders that fit nowhere. */
export function DayList({ found: { suggestions, left }, leftOut, onChange }: DayListProps) {
  const { workspace } = useMe()
  const days = Map.groupBy(suggestions, ({ day }) => day)
  const take = (id: string, isTaken: boolean) => {
    const next = new Set(leftOut)
    if (isTaken) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <div className="mt-4 grid gap-4">
      <p role="status" className="font-medium">
        {countOf(suggestions.length, 'order')} {suggestions.length === 1 ? 'fits' : 'fit'}
        {left.length > 0 && `, ${left.length} ${left.length === 1 ? 'does' : 'do'} not`}.
      </p>
      {[...days].map(([day, all]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h3 className="pb-1 font-semibold">{formatDay(day)}</h3>
          <ul className="divide-y rounded-xl border">
            {all.map((each) => (
              <li key={each.delivery_id}>
                <Checkbox
                  isSelected={!leftOut.has(each.delivery_id)}
                  onChange={(isTaken) => take(each.delivery_id, isTaken)}
                  className="w-full px-3 py-2 data-hovered:bg-hover"
                >
                  <span className="block min-w-0">
                    <span className="block wrap-anywhere">
                      #{each.delivery_number} {each.recipient_name ?? each.delivery_address}
                    </span>
                    <span className="block text-[0.8125rem] text-ink-muted">
                      {each.driver_name}, about {formatTime(each.arrival_at, workspace.time_zone)}
                      {each.recipient_name && ` · ${each.delivery_address}`}
                    </span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {left.length > 0 && (
        <section aria-label="Not on these days">
          <h3 className="pb-1 font-semibold">Not on these days</h3>
          <ul className="divide-y rounded-xl border">
            {left.map(({ delivery_id, delivery_number, recipient_name, delivery_address, reason }) => (
              <li key={delivery_id} className="px-3 py-2">
                <p className="wrap-anywhere">
                  #{delivery_number} {recipient_name ?? delivery_address}
                </p>
                <p className="text-[0.8125rem] text-ink-muted">{reason}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
