import { useQuery } from '@tanstack/react-query'
import { amountOf, isNear, quotas } from '#domain/quotas.ts'
import type { Quota } from '#domain/schema/quota.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { isDaily, quotasQuery, titleOf } from '#web/lib/quotas.ts'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What the workspace may create and store, and how much of it is used. */
export function Quotas() {
  const list = useQuery({ ...quotasQuery, staleTime: 0 })
  return (
    <Card title="Quotas" description="What this workspace can create and store." isPadded={false}>
      {list.data ? (
        <ul className="divide-y border-t">
          {list.data.map((quota) => (
            <li key={quota.name} className="px-4 py-2.5">
              <QuotaRow quota={quota} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="border-t p-4">
          {list.error ? (
            <LoadError
              title="The quotas could not be loaded"
              error={list.error}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          ) : (
            <Skeleton className="h-56 w-full" />
          )}
        </div>
      )}
    </Card>
  )
}

/** One line. Only where little is left does it take more. */
function QuotaRow({ quota }: { quota: Quota }) {
  const { used, limit } = quota
  const words = wordsOf(quota)
  if (used === null || !isNear(used, limit)) {
    return (
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{titleOf(quota)}</span>
        <span className="text-ink-muted tabular-nums">{words}</span>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label={titleOf(quota)} value={Math.min(used, limit)} maxValue={limit} valueLabel={words} />
      <Renewal quota={quota} isUsedUp={used >= limit} />
    </div>
  )
}

function Renewal({ quota, isUsedUp }: { quota: Quota; isUsedUp: boolean }) {
  const { workspace } = useMe()
  const left = isUsedUp ? 'Nothing is left' : 'Little is left'
  return (
    <p className="text-[0.8125rem] text-warning-ink">
      {quota.renews_at && isDaily(quota)
        ? `${left} for today. Renews on ${formatDateTime(quota.renews_at, workspace.time_zone)}.`
        : `${left}. The operator of this server sets the limit.`}
    </p>
  )
}

function wordsOf({ name, used, limit }: Quota): string {
  const { unit } = quotas[name]
  const amount = (count: number) => (unit === 'bytes' ? amountOf(count, unit) : formatNumber(count, 0))
  return used === null ? `at most ${amount(limit)}` : `${amount(used)} of ${amount(limit)}`
}
