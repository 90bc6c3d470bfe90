import { useQuery } from '@tanstack/react-query'
import { getApiUsage } from '#domain/api/api-keys.ts'
import { monthlyRequests } from '#domain/tiers.ts'
import type { ApiUsage as Usage } from '#domain/schema/api-key.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { call } from '#web/lib/call.ts'
import { countOf, formatDate, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** From this share of the month's requests on, the page says what to do. */
const nearlyUsed = 0.8

/** How many API requests were made this month, and how many the workspace may make. */
export function ApiUsage() {
  const usage = useQuery({ queryKey: keys.apiUsage, queryFn: ({ signal }) => call(getApiUsage, { signal }) })
  if (usage.data) return <UsageBar usage={usage.data} />
  if (usage.error) {
    return (
      <LoadError
        title="This month’s requests could not be loaded"
        error={usage.error}
        onRetry={() => void usage.refetch()}
        isRetrying={usage.isFetching}
      />
    )
  }
  return <Skeleton className="h-12 w-full" />
}

function UsageBar({ usage: { requests, limit, resets_at } }: { usage: Usage }) {
  const { workspace } = useMe()
  const nextMonth = formatDate(resets_at, workspace.time_zone)
  if (limit === null) {
    return <p>{countOf(requests, 'request')} this month. Your plan sets no limit.</p>
  }
  // During a trial, the limit is higher than that of the Free plan.
  const isOnTrial = workspace.tier === 'free' && limit !== monthlyRequests.free
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        label="Requests this month"
        value={Math.min(requests, limit)}
        maxValue={limit}
        valueLabel={`${formatNumber(requests)} of ${formatNumber(limit)}`}
      />
      {requests >= limit ? (
        <Banner tone="warning">
          You have used all of this month’s requests. API requests are refused until {nextMonth}, or until the tier
          changes. <BillingLink />
        </Banner>
      ) : (
        <p className="text-[0.8125rem] text-ink-muted">
          Resets on {nextMonth}.{' '}
          {requests >= limit * nearlyUsed && (
            <>
              {formatNumber(limit - requests)} are left; then API requests are refused. <BillingLink />
            </>
          )}
          {isOnTrial && ` After your trial, the Free plan has ${formatNumber(monthlyRequests.free!)} requests a month.`}
        </p>
      )}
    </div>
  )
}
