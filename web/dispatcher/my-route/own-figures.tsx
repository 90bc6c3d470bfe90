import { useQuery } from '@tanstack/react-query'
import { readMyFigures } from '#domain/api/analytics.ts'
import { measures, type MeasureName, type MeasureUnit } from '#domain/figures/measures.ts'
import { call, CallError } from '#web/lib/call.ts'
import { formatDuration, formatMonth, formatNumber, formatPercent } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What says something to a driver. Nothing about speed. */
const shown = [
  'delivered',
  'failed',
  'first_attempt_rate',
  'on_time_rate',
  'late',
  'rating',
  'routes',
  'km',
] as const satisfies MeasureName[]

/** The driver's own figures of this month, which nobody is ranked by. */
export function OwnFigures({ from, to }: { from: string; to: string }) {
  const asked = { from, to, period: 'month' as const }
  const own = useQuery({
    queryKey: keys.analytics.own(asked),
    queryFn: ({ signal }) => call(readMyFigures, { query: asked, signal }),
    retry: false,
  })
  // Tiers without analytics have none.
  if (own.error instanceof CallError && own.error.code === 'not_in_tier') return null
  const values = own.data?.total.values
  return (
    <Card title={`My figures in ${formatMonth(to.slice(0, 7))}`} className="mt-6">
      {own.isPending && <Skeleton className="h-24 w-full" />}
      {own.isLoadingError && (
        <LoadError
          title="Your figures could not be loaded"
          error={own.error}
          onRetry={() => void own.refetch()}
          isRetrying={own.isFetching}
        />
      )}
      {values?.attempts === 0 && <p className="text-ink-muted">Deliveries that you end appear here.</p>}
      {values && values.attempts !== 0 && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          {shown.map((name) => (
            <div key={name} className="flex flex-col" title={measures[name].say}>
              <dt className="text-[0.8125rem] text-ink-muted">{measures[name].label}</dt>
              <dd className="font-semibold tabular-nums">{said(measures[name].unit, values[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function said(unit: MeasureUnit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'share') return formatPercent(value)
  if (unit === 'minutes') return formatDuration(value * 60)
  if (unit === 'stars') return `${formatNumber(value, 1)} of 5`
  return `${formatNumber(value, unit === 'count' ? 0 : 1)}${unit === 'km' ? ' km' : ''}`
}
