import { failureReasons } from '#domain/failure-reasons.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { listOf, useLastDays, useOutcomes } from './outcomes.ts'

/** Why deliveries of the last 30 days failed, each reason with the deliveries behind it. */
export function FailuresCard() {
  const days = useLastDays()
  const outcomes = useOutcomes()
  const { data } = outcomes
  return (
    <Card title="Failed deliveries" description="By reason, of deliveries of the last 30 days">
      {!data ? (
        <p className="text-ink-muted">{outcomes.isLoadingError ? sentenceOf(outcomes.error) : 'Loading…'}</p>
      ) : data.failed === 0 ? (
        <p className="text-ink-muted">None has failed.</p>
      ) : (
        <>
          <p>
            <span className="text-2xl font-semibold tracking-tight tabular-nums">{formatNumber(data.failed, 0)}</span>
            <span className="ml-1 text-ink-muted">
              of {formatNumber(data.failed + data.delivered, 0)} that ended,{' '}
              {formatPercent(data.failed / (data.failed + data.delivered))}
            </span>
          </p>
          <ul className="mt-2 divide-y">
            {data.reasons.map(({ reason, failed }) => (
              <li key={reason} className="flex items-baseline justify-between gap-3 py-2">
                <Link to={listOf(reason ? { failure_reason: reason, ...days } : { status: 'failed', ...days })}>
                  {reason ? failureReasons[reason].label : 'No reason given'}
                </Link>
                <span className="tabular-nums">{formatNumber(failed, 0)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
