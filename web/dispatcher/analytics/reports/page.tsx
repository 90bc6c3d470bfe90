import { useQuery } from '@tanstack/react-query'
import { Copy, FileChartColumn, Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Report } from '#domain/schema/report.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { AnalyticsTabs } from '../analytics-tabs.tsx'
import { InTier } from '../in-tier.tsx'
import { reportsQuery } from './report-queries.ts'
import { newReportPath, starters } from './report-values.ts'
import { contentWords, recipientCount, scheduleWords, sentWords } from './report-words.ts'
import { useReportActions } from './use-report-actions.ts'

export function meta() {
  return [{ title: 'Reports · Analytics · Karta' }]
}

/** Figures that a workspace looks at again and again, by name. */
export default function ReportsPage() {
  return (
    <InTier title="Analytics">
      <Reports />
    </InTier>
  )
}

function Reports() {
  const mayChange = useMay('change_planning')
  const { time_zone: zone } = useMe().workspace
  const reports = useQuery(reportsQuery)
  const navigate = useNavigate()
  const actions = useReportActions()
  return (
    <>
      <PageHeader
        title="Analytics"
        description="Reports that you look at again and again: saved, downloaded, or sent by mail."
        actions={
          mayChange && (
            <ButtonLink variant="primary" to={newReportPath({})} icon={<Plus aria-hidden="true" className="size-4" />}>
              New report
            </ButtonLink>
          )
        }
      />
      <AnalyticsTabs />
      {reports.isLoadingError ? (
        <LoadError
          title="The reports could not be loaded"
          error={reports.error}
          onRetry={() => void reports.refetch()}
          isRetrying={reports.isFetching}
        />
      ) : reports.data?.length === 0 ? (
        <Starters mayChange={mayChange} />
      ) : (
        <Card isPadded={false}>
          <Table
            label="Reports"
            columns={columnsIn(zone)}
            rows={reports.data ?? []}
            rowKey={({ id }) => id}
            rowText={({ name }) => name}
            isLoading={reports.isPending}
            onOpen={(id) => void navigate(`/dashboard/analytics/reports/${id}`)}
            rowMenu={(report) =>
              mayChange && (
                <>
                  <MenuItem
                    icon={<Pencil />}
                    onAction={() => void navigate(`/dashboard/analytics/reports/${report.id}`)}
                  >
                    Open
                  </MenuItem>
                  {report.schedule && (
                    <MenuItem icon={<Send />} onAction={() => void actions.send(report)}>
                      Send now
                    </MenuItem>
                  )}
                  <MenuItem icon={<Copy />} onAction={() => void actions.duplicate(report)}>
                    Duplicate
                  </MenuItem>
                  <MenuItem icon={<Trash2 />} isDestructive onAction={() => void actions.remove(report)}>
                    Delete
                  </MenuItem>
                </>
              )
            }
          />
        </Card>
      )}
    </>
  )
}

const columnsIn = (zone: string): TableColumn<Report>[] => [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    title: ({ name }) => name,
    cell: (report) => (
      <span className="block min-w-0 lg:py-1.5">
        <span className="block font-medium lg:truncate">{report.name}</span>
        <span className="block text-[0.8125rem] font-normal text-ink-muted lg:truncate">{contentWords(report)}</span>
      </span>
    ),
  },
  {
    id: 'mailed',
    header: 'By mail',
    width: 'w-76',
    cell: ({ schedule, stopped, next_at }) =>
      !schedule ? (
        <span className="text-ink-muted">Not mailed</span>
      ) : stopped ? (
        <span className="text-danger-ink">Stopped</span>
      ) : (
        <span className="block">
          {scheduleWords(schedule)}
          <span className="block text-[0.8125rem] text-ink-muted">
            {recipientCount(schedule)}
            {next_at && `, next on ${formatDateTime(next_at, zone)}`}
          </span>
        </span>
      ),
  },
  {
    id: 'last',
    header: 'Last mailed',
    width: 'w-48',
    hideBelow: 'lg',
    cell: ({ last_sending: last }) => (last ? sentWords(last, zone) : <span className="text-ink-muted">Never</span>),
  },
]

/** What most begin with. */
function Starters({ mayChange }: { mayChange: boolean }) {
  return (
    <Card>
      <EmptyState icon={<FileChartColumn />} title="No reports yet">
        <p>
          {mayChange
            ? 'Begin with one of these and change it, or build your own.'
            : 'Whoever plans in this workspace can save some.'}
        </p>
      </EmptyState>
      {mayChange && (
        <ul className="grid gap-3 sm:grid-cols-3">
          {starters.map(({ values, say }) => (
            <li key={values.name} className="rounded-xl border p-4">
              <Link to={newReportPath(values)} className="font-medium">
                {values.name}
              </Link>
              <p className="mt-1 text-[0.8125rem] text-pretty text-ink-muted">{say}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
