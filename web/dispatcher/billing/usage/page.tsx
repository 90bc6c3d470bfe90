import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readUsage } from '#domain/api/tiers.ts'
import { sizeOf } from '#domain/quotas.ts'
import type { UsageDay } from '#domain/schema/tier.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { DayChart } from './day-chart.tsx'

export function meta() {
  return [{ title: 'Usage · Karta' }]
}

const figures = {
  deliveries: { label: 'Deliveries added', say: (value: number) => formatNumber(value, 0) },
  requests: { label: 'API requests', say: (value: number) => formatNumber(value, 0) },
  messages: { label: 'Messages to recipients', say: (value: number) => formatNumber(value, 0) },
  active_drivers: { label: 'Active drivers', say: (value: number) => formatNumber(value, 0) },
  bytes_stored: { label: 'Stored data', say: sizeOf },
} as const satisfies Record<string, { label: string; say: (value: number) => string }>
type Figure = keyof typeof figures

const spans = [30, 90, 365].map((days) => ({ id: String(days), label: `Last ${days} days` }))

/** What counts for the tier, by day, as bars and as a table. */
export default function UsagePage() {
  const { time_zone: zone } = useMe().workspace
  const [figure, setFigure] = useState<Figure>('deliveries')
  const [span, setSpan] = useState('30')
  const to = dayOf(new Date(), zone)
  const from = dayAfter(to, 1 - Number(span))
  const usage = useQuery({
    queryKey: keys.billing.usage(from, to),
    queryFn: ({ signal }) => call(readUsage, { query: { from, to }, signal }),
  })
  const { label, say } = figures[figure]
  return (
    <div className="max-w-5xl">
      <PageHeader
        title="Usage"
        trail={[{ label: 'Billing', href: '/dashboard/billing' }]}
        description="What counts for your tier, by day in the workspace’s time zone."
        actions={
          <>
            <Select
              label="What"
              isLabelHidden
              options={Object.entries(figures).map(([id, each]) => ({ id, label: each.label }))}
              value={figure}
              onChange={(value) => setFigure(value as Figure)}
            />
            <Select
              label="How long"
              isLabelHidden
              options={spans}
              value={span}
              onChange={(value) => setSpan(String(value))}
            />
          </>
        }
      />
      {usage.isLoadingError ? (
        <LoadError
          title="The usage could not be loaded"
          error={usage.error}
          onRetry={() => void usage.refetch()}
          isRetrying={usage.isFetching}
        />
      ) : !usage.data ? (
        <Skeleton className="h-96 w-full rounded-xl" />
      ) : (
        <div className="flex flex-col gap-6">
          <Card title={label}>
            <DayChart
              days={usage.data.days.map((day) => ({ day: day.day, value: day[figure] }))}
              isSum={figure !== 'bytes_stored' && figure !== 'active_drivers'}
              say={say}
            />
          </Card>
          <Card isPadded={false}>
            <Table
              label="Usage by day"
              columns={columns}
              rows={usage.data.days.toReversed()}
              rowKey={({ day }) => day}
              rowText={({ day }) => formatDay(day)}
              card={(day) => <DayCard day={day} />}
            />
          </Card>
        </div>
      )}
    </div>
  )
}

const said = (day: UsageDay, figure: Figure) => {
  const value = day[figure]
  return value === null ? '–' : figures[figure].say(value)
}

/** A day on a phone: what was counted, without a line for each zero. */
function DayCard({ day }: { day: UsageDay }) {
  const counted = (Object.keys(figures) as Figure[]).filter((figure) => day[figure])
  return (
    <>
      <div className="font-medium">{formatDay(day.day)}</div>
      <div className="mt-0.5 text-[0.8125rem] text-ink-muted">
        {counted.length
          ? counted.map((figure) => `${figures[figure].label}: ${said(day, figure)}`).join(', ')
          : 'Nothing counted'}
      </div>
    </>
  )
}

const columns: TableColumn<UsageDay>[] = [
  { id: 'day', header: 'Day', isRowHeader: true, cell: ({ day }) => formatDay(day) },
  ...(Object.keys(figures) as Figure[]).map((figure): TableColumn<UsageDay> => ({
    id: figure,
    header: figures[figure].label,
    align: 'end',
    cell: (day) => said(day, figure),
  })),
]
