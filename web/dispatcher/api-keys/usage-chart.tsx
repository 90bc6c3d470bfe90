import { useQuery } from '@tanstack/react-query'
import { getApiKeyUsage } from '#domain/api/api-keys.ts'
import type { ApiKeyUsage } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { everyDay } from './key-words.ts'

/** Requests with a key in the last 30 days, as bars, and as a table for those who do not see them. */
export function UsageChart({ keyId }: { keyId: string }) {
  const usage = useQuery({
    queryKey: keys.apiKeyUsage(keyId),
    queryFn: ({ signal }) => call(getApiKeyUsage, { params: { id: keyId }, signal }),
  })
  if (usage.data) return <Bars usage={usage.data} />
  if (usage.error) {
    return (
      <LoadError
        title="The requests could not be loaded"
        error={usage.error}
        onRetry={() => void usage.refetch()}
        isRetrying={usage.isFetching}
      />
    )
  }
  return <Skeleton className="h-28 w-full" />
}

function Bars({ usage }: { usage: ApiKeyUsage }) {
  const days = everyDay(usage)
  const total = days.reduce((sum, { requests }) => sum + requests, 0)
  const most = Math.max(1, ...days.map(({ requests }) => requests))
  const sentence = (day: string, requests: number) => `${formatDay(day)}: ${countOf(requests, 'request')}`
  return (
    <figure>
      <figcaption className="mb-2 text-[0.8125rem] text-ink-muted">
        {total === 0 ? 'No requests in the last 30 days' : `${countOf(total, 'request')} in the last 30 days`}
        {total > 0 && `, at most ${countOf(most, 'request')} a day`}
      </figcaption>
      <div aria-hidden="true" className="flex h-24 items-end gap-px border-b sm:gap-0.5">
        {days.map(({ day, requests }) => (
          <span key={day} title={sentence(day, requests)} className="flex h-full min-w-0 flex-1 items-end">
            <span
              className={`w-full rounded-t-sm ${requests ? 'min-h-1 bg-brand' : ''}`}
              style={{ height: `${(requests / most) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{formatDay(usage.from)}</span>
        <span>{formatDay(usage.to)}</span>
      </div>
      <table className="sr-only">
        <caption>Requests by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Requests</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ requests }) => requests > 0)
            .map(({ day, requests }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{requests}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  )
}
