import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { InTier, Skeletons } from '../../in-tier.tsx'
import { reportQuery } from '../report-queries.ts'
import { readFixedDays, readNewReport } from '../report-values.ts'
import { ReportBuilder } from './report-builder.tsx'

export function meta() {
  return [{ title: 'Report · Karta' }]
}

const trail = [
  { label: 'Analytics', href: '/dashboard/analytics' },
  { label: 'Reports', href: '/dashboard/analytics/reports' },
]

/** One report: what it shows, when it is mailed, and how it looks now. */
export default function ReportPage() {
  const { id = 'new' } = useParams()
  return (
    <InTier title="Report" trail={trail}>
      {id === 'new' ? <NewReport /> : <SavedReport key={id} id={id} />}
    </InTier>
  )
}

function NewReport() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (
    <ReportBuilder
      // Another link to a new report begins another one.
      key={query.toString()}
      trail={trail}
      report={undefined}
      initial={readNewReport(query)}
      fixedDays={readFixedDays(query)}
      onCreated={(id) => void navigate(`/dashboard/analytics/reports/${id}`, { replace: true })}
    />
  )
}

function SavedReport({ id }: { id: string }) {
  const report = useQuery(reportQuery(id))
  if (report.data) return <ReportBuilder trail={trail} report={report.data} />
  return (
    <>
      <PageHeader title="Report" trail={trail} />
      {report.isLoadingError ? (
        <LoadError
          title="The report could not be loaded"
          error={report.error}
          onRetry={() => void report.refetch()}
          isRetrying={report.isFetching}
        />
      ) : (
        <Skeletons />
      )}
    </>
  )
}
