import type { AuditEntry } from '#domain/schema/audit.ts'
import { dayOf } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import type { AuditFilter } from './audit-address.ts'
import { AuditRow } from './audit-row.tsx'

type AuditListProps = { rows: readonly AuditEntry[]; onFilter: (part: Partial<AuditFilter>) => void }

/** The entries, in a group for each day. */
export function AuditList({ rows, onFilter }: AuditListProps) {
  const { time_zone: timeZone } = useMe().workspace
  const today = dayOf(new Date(), timeZone)
  const days = [...Map.groupBy(rows, ({ at }) => dayOf(new Date(at), timeZone))]
  return (
    <div className="flex flex-col gap-5">
      {days.map(([day, entries]) => (
        <section key={day} aria-labelledby={`audit-${day}`}>
          <h2 id={`audit-${day}`} className="pb-2 text-[0.8125rem] font-semibold text-ink-muted">
            {day === today ? `Today, ${formatDay(day)}` : formatDay(day)}
          </h2>
          <Card isPadded={false}>
            <ul className="divide-y">
              {entries.map((entry) => (
                <AuditRow key={entry.number} entry={entry} timeZone={timeZone} onFilter={onFilter} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  )
}
