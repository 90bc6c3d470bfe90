import { countOf, formatDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import type { useMissing } from './use-missing.ts'

/** More names than this help nobody. */
const mostNamed = 30

/** What a sync will cancel, before it does. */
export function MissingList({ missing: { query, days } }: { missing: ReturnType<typeof useMissing> }) {
  if (query.error) {
    return (
      <LoadError
        title="Karta could not look for deliveries that the file lacks"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (!query.data) return <p className="text-ink-muted">Looking for deliveries that the file lacks…</p>
  const { missing, refused } = query.data
  const when = days.length === 1 ? formatDay(days[0]!) : `${days.length} days`
  if (missing.length === 0 && refused.length === 0)
    return <Banner tone="info">The file has every delivery of {when}.</Banner>
  return (
    <Banner tone="warning">
      <p>
        {missing.length > 0
          ? `${countOf(missing.length, 'delivery', 'deliveries')} of ${when} will be canceled, because the file lacks them: `
          : `Nothing of ${when} will be canceled.`}
        {missing
          .slice(0, mostNamed)
          .map(({ number, reference }) => `#${number} ${reference}`)
          .join(', ')}
        {missing.length > mostNamed && ` and ${missing.length - mostNamed} more`}
        {missing.length > 0 && '.'}
      </p>
      {refused.length > 0 && (
        <p>
          {countOf(refused.length, 'other', 'others')} that the file lacks {refused.length === 1 ? 'stays' : 'stay'}:
          already with the driver, on the way or delivered.
        </p>
      )}
    </Banner>
  )
}
