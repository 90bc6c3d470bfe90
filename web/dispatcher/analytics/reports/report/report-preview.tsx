import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { isMoney, measureOf } from '#domain/reports/measures.ts'
import { reportTable, type ReportCell } from '#domain/reports/table.ts'
import type { ReportContent } from '#domain/schema/report.ts'
import * as formats from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { rangeName, sayFigure } from '../../figure-words.ts'
import { FiguresAge } from '../../figures-age.tsx'
import { PeriodChart } from '../../period-chart.tsx'
import { previewQuery } from '../report-queries.ts'

type PreviewProps = { content: ReportContent; problem: string | undefined; today: string }

/** What a report shows now, while it is built. */
export function ReportPreview({ content, problem, today }: PreviewProps) {
  const preview = useQuery({ ...previewQuery(content, today), enabled: problem === undefined })
  if (preview.isLoadingError) {
    return (
      <LoadError
        title="The figures could not be loaded"
        error={preview.error}
        onRetry={() => void preview.refetch()}
        isRetrying={preview.isFetching}
      />
    )
  }
  if (!preview.data) return <Skeleton className="h-80 w-full rounded-xl" />
  const { figures, split, period } = preview.data
  const table = reportTable({ ...content, split, period }, figures, formats)
  const first = content.measures[0]!
  const currency = figures.total.costs[0]?.currency
  const say = (value: number | null) =>
    !isMoney(first)
      ? sayFigure(first, value)
      : value === null || !currency
        ? '–'
        : formats.formatMoney(Math.round(value), currency)
  return (
    <>
      <FiguresAge />
      <Card
        title="Preview"
        description={`${rangeName(figures)}${figures.before ? `, compared with ${rangeName(figures.before)}` : ''}`}
        isPadded={false}
      >
        <div
          className={cx('transition-opacity', preview.isPlaceholderData && 'opacity-60')}
          aria-busy={preview.isPlaceholderData}
        >
          {table.chart && (
            <div className="px-4 pb-4">
              <p className="mb-2 text-[0.8125rem] font-medium">{table.chart.label}</p>
              <PeriodChart
                label={table.chart.label}
                periods={table.chart.bars.map(({ id, name, value }) => ({ from: id, name, value }))}
                say={say}
              />
            </div>
          )}
          <Table
            label="Preview of the report"
            isWide
            columns={[
              {
                id: 'name',
                header: table.title,
                isRowHeader: true,
                cell: ({ id, name }) => <span className={id === 'total' ? 'font-semibold' : ''}>{name}</span>,
              },
              ...table.columns.map(({ measure, label }, at) => ({
                id: measure,
                header: label,
                align: 'end' as const,
                title: () => measureOf(measure).say,
                cell: ({ id, cells }: { id: string; cells: ReportCell[] }) => (
                  <Figure cell={cells[at]!} isTotal={id === 'total'} />
                ),
              })),
            ]}
            rows={table.rows.length ? [...table.rows, table.total] : []}
            rowKey={({ id }) => id}
            rowText={({ name }) => name}
            empty={<p className="px-4 pb-4 text-ink-muted">Nothing was delivered or attempted in these days.</p>}
          />
          {table.notes.map((note) => (
            <p key={note} className="border-t px-4 py-3 text-[0.8125rem] text-ink-muted">
              {note}
            </p>
          ))}
        </div>
      </Card>
    </>
  )
}

function Figure({ cell: { text, change }, isTotal }: { cell: ReportCell; isTotal: boolean }) {
  const Arrow = change?.direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className={cx('block tabular-nums sm:py-1.5', isTotal && 'font-semibold')}>
      {text}
      {change && (
        <span
          className={cx(
            'flex items-center gap-0.5 sm:justify-end text-[0.8125rem] font-normal whitespace-nowrap',
            change.isGood === undefined ? 'text-ink-muted' : change.isGood ? 'text-success-ink' : 'text-danger-ink',
          )}
        >
          {change.direction && <Arrow aria-hidden="true" className="size-3.5" />}
          {change.words}
        </span>
      )}
    </span>
  )
}
