import { formatDay, formatNumber } from '#web/lib/format.ts'
import { useMay } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { boardPath } from '../planning/board-path.ts'

/** The days that still have to be planned. */
export function OpenDays({
  days,
  isLoading,
}: {
  days: { day: string; pending: number; total: number }[]
  isLoading: boolean
}) {
  const mayPlan = useMay('change_planning')
  return (
    <Card title="Days to plan" description="Pending deliveries by day">
      {days.length === 0 ? (
        <p className="text-ink-muted">{isLoading ? 'Loading…' : 'Nothing is waiting to be planned.'}</p>
      ) : (
        <ul className="-my-2 divide-y">
          {days.slice(0, 8).map(({ day, pending, total }) => (
            <li key={day} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <span>
                <span className="font-medium">{formatDay(day)}</span>
                <span className="ml-2 text-ink-muted tabular-nums">
                  {formatNumber(pending, 0)} of {formatNumber(total, 0)} pending
                </span>
              </span>
              {mayPlan && (
                <ButtonLink size="small" to={boardPath(day)} aria-label={`Plan ${formatDay(day)}`}>
                  Plan
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
