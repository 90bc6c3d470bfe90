import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { FigureReport } from '#domain/schema/figures.ts'
import { dayOf } from '#domain/time.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { readBehind, writeBehind } from './analytics-address.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { BehindDrawer } from './behind-drawer.tsx'
import { CausesCard } from './causes-card.tsx'
import { CostsCard } from './costs-card.tsx'
import { FailuresCard } from './failures-card.tsx'
import { figuresCsv } from './figures-csv.ts'
import { rangeName } from './figure-words.ts'
import { InTier, Skeletons } from './in-tier.tsx'
import { KeyFigures } from './key-figures.tsx'
import { MoreFigures } from './more-figures.tsx'
import { OverTime } from './over-time.tsx'
import { PlannedActualCard } from './planned-actual-card.tsx'
import { reportOfAnalytics } from './reports/report-values.ts'
import { SplitCard } from './split-card.tsx'
import { figuresQuery, useAnalyticsAddress } from './use-analytics.ts'

export function meta() {
  return [{ title: 'Analytics · Karta' }]
}

/** What happened, compared with before, down to the deliveries behind each number. */
export default function AnalyticsPage() {
  return (
    <InTier title="Analytics">
      <Figures />
    </InTier>
  )
}

function Figures() {
  const { time_zone: zone } = useMe().workspace
  const maySave = useMay('change_planning')
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
          <>
            {maySave && (
              <ButtonLink
                to={reportOfAnalytics(address, dayOf(new Date(), zone))}
                icon={<BookmarkPlus aria-hidden="true" className="size-4" />}
              >
                Save as report
              </ButtonLink>
            )}
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
          </>
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
