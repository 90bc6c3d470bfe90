import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { FigureReport } from '#domain/schema/figures.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { tierQuery } from '#web/lib/tier.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { readBehind, writeBehind } from './analytics-address.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { BehindDrawer } from './behind-drawer.tsx'
import { CausesCard } from './causes-card.tsx'
import { CostsCard } from './costs-card.tsx'
import { FailuresCard } from './failures-card.tsx'
import { figuresCsv } from './figures-csv.ts'
import { rangeName } from './figure-words.ts'
import { KeyFigures } from './key-figures.tsx'
import { MoreFigures } from './more-figures.tsx'
import { NotInTier } from './not-in-tier.tsx'
import { OverTime } from './over-time.tsx'
import { PlannedActualCard } from './planned-actual-card.tsx'
import { SplitCard } from './split-card.tsx'
import { figuresQuery, useAnalyticsAddress } from './use-analytics.ts'

export function meta() {
  return [{ title: 'Analytics · Karta' }]
}

/** What happened, compared with before, down to the deliveries behind each number. */
export default function AnalyticsPage() {
  const tier = useQuery(tierQuery)
  if (tier.isPending) return <Waiting />
  if (tier.data?.features.analytics === false) {
    return (
      <>
        <PageHeader title="Analytics" />
        <NotInTier />
      </>
    )
  }
  return <Figures />
}

function Figures() {
  const { time_zone: zone } = useMe().workspace
  const { address, query, change } = useAnalyticsAddress()
  const [, setQuery] = useSearchParams()
  const split = useQuery(figuresQuery(address, address.split))
  const reasons = useQuery(figuresQuery(address, 'reason'))
  const behind = readBehind(query)
  const report = split.data
  const close = () => setQuery((now) => writeBehind(now, undefined), { preventScrollReset: true })
  return (
    <>
      <PageHeader
        title="Analytics"
        description={report && describe(report, zone)}
        actions={
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            isDisabled={!report}
            onPress={() =>
              report &&
              saveFile(`analytics-${report.from}-${report.to}.csv`, figuresCsv(report, report.split), 'text/csv')
            }
          >
            Export CSV
          </Button>
        }
      />
      <AnalyticsTabs />
      <AnalyticsFilters address={address} onChange={change} />
      {split.isLoadingError ? (
        <LoadError
          title="The figures could not be loaded"
          error={split.error}
          onRetry={() => void split.refetch()}
          isRetrying={split.isFetching}
        />
      ) : !report ? (
        <Skeletons />
      ) : (
        <div
          className={cx('flex flex-col gap-4 transition-opacity', split.isPlaceholderData && 'opacity-60')}
          aria-busy={split.isPlaceholderData}
        >
          <KeyFigures report={report} />
          <OverTime address={address} report={report} onMeasure={(measure) => change({ measure })} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <CausesCard report={report} />
            {reasons.data && <FailuresCard report={reasons.data} />}
            <CostsCard report={report} />
            <PlannedActualCard report={report} />
          </div>
          <SplitCard chosen={address.split} report={report} onSplit={(next) => change({ split: next })} />
          <div className="grid items-start gap-4 lg:grid-cols-3">
            <MoreFigures report={report} />
          </div>
        </div>
      )}
      {behind && <BehindDrawer address={address} behind={behind} onClose={close} />}
    </>
  )
}

function describe({ from, to, before, up_to }: FigureReport, zone: string): string {
  const compared = before ? `, compared with ${rangeName(before)}` : ''
  return `${rangeName({ from, to })}${compared}. As of ${formatDateTime(up_to, zone)}.`
}

function Waiting() {
  return (
    <>
      <PageHeader title="Analytics" />
      <Skeletons />
    </>
  )
}

function Skeletons() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-24 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}
