import { CircleAlert, CircleCheck, CirclePlus, RefreshCw, type LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ImportOutcome } from '#domain/api/import.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import type { ImportKind } from './import-kind.ts'
import { MissingList } from './missing-list.tsx'
import type { PreparedRow } from '#domain/sheets/prepare-rows.ts'
import type { Import } from './use-import.ts'

const pageSize = 100

/** Shows what each row would become. Bad rows, if there are any, are shown first. */
export function PreviewStep<Field extends string, Row>({ current }: { current: Import<Field, Row> }) {
  const { kind, rows, goodCount, badCount, comparison, comparedCount, noRoom, missing, downloadBad } = current
  return (
    <div className="flex flex-col gap-4">
      <Summary rows={rows} goodCount={goodCount} badCount={badCount} isComparing={comparison.isFetching} />
      {comparison.isFetching && goodCount > kind.batchSize && (
        <ProgressBar
          label="Rows compared"
          value={comparedCount}
          maxValue={goodCount}
          valueLabel={`${formatNumber(comparedCount)} of ${formatNumber(goodCount)}`}
        />
      )}
      {comparison.error && (
        <LoadError
          title={`The rows could not be compared with your ${kind.noun.many}`}
          error={comparison.error}
          onRetry={() => void comparison.refetch()}
          isRetrying={comparison.isFetching}
        />
      )}
      {missing.isAsked && <MissingList missing={missing} />}
      {kind.Notice && <kind.Notice rows={rows.flatMap(({ row }) => row ?? [])} />}
      {noRoom && <Banner tone="warning">{noRoom}</Banner>}
      <RowList kind={kind} rows={rows} onDownloadBad={() => downloadBad()} />
    </div>
  )
}

type SummaryProps = { rows: readonly PreparedRow[]; goodCount: number; badCount: number; isComparing: boolean }

function Summary({ rows, goodCount, badCount, isComparing }: SummaryProps) {
  const parcels = rows.filter(({ partOf }) => partOf !== undefined).length
  const count = (outcome: ImportOutcome) => rows.filter((row) => row.outcome === outcome).length
  const parts = [
    countOf(count('created'), 'new', 'new'),
    countOf(count('updated'), 'update'),
    countOf(count('unchanged'), 'without a change', 'without a change'),
  ].filter((part) => !part.startsWith('0 '))
  return (
    <div aria-live="polite">
      <p>
        <strong className="font-semibold">{countOf(goodCount, 'row')}</strong> can be imported
        {badCount > 0 && (
          <>
            , <strong className="font-semibold text-danger-ink">{countOf(badCount, 'row')}</strong> cannot
          </>
        )}
        .{parcels > 0 && ` ${countOf(parcels, 'row says', 'rows say')} further parcels of other rows.`}
      </p>
      <p className="mt-0.5 text-ink-muted tabular-nums">
        {isComparing ? 'Comparing with what you have…' : parts.length > 0 && `${parts.join(', ')}.`}
      </p>
    </div>
  )
}

type RowListProps<Field extends string, Row> = {
  kind: ImportKind<Field, Row>
  rows: readonly PreparedRow<Field, Row>[]
  onDownloadBad: () => void
}

function RowList<Field extends string, Row>({ kind, rows, onDownloadBad }: RowListProps<Field, Row>) {
  const bad = useMemo(() => rows.filter((row) => row.problems.length > 0), [rows])
  const [wanted, setShown] = useState<'all' | 'bad'>()
  const shown = bad.length === 0 ? 'all' : (wanted ?? 'bad')
  const [limit, setLimit] = useState(pageSize)
  const listed = shown === 'bad' ? bad : rows
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FilterChips
          label="Rows"
          selectionMode="single"
          chips={[
            { id: 'all', label: 'All rows', count: rows.length },
            { id: 'bad', label: 'Rows with errors', count: bad.length },
          ]}
          selected={[shown]}
          onChange={([value]) => {
            setShown(value === 'bad' ? 'bad' : 'all')
            setLimit(pageSize)
          }}
        />
        {bad.length > 0 && (
          <Button size="small" onPress={onDownloadBad}>
            Download rows with errors
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded-xl border">
        <Table
          label="Rows of the file"
          isWide
          columns={columnsOf(kind)}
          rows={listed.slice(0, limit)}
          rowKey={(row) => String(row.number)}
          rowText={(row) => row.cells[kind.shown[0]!]?.trim() || `Row ${row.number}`}
        />
      </div>
      {listed.length > limit && (
        <Button className="self-center" size="small" onPress={() => setLimit(limit + pageSize)}>
          Show more of {countOf(listed.length, 'row')}
        </Button>
      )}
    </div>
  )
}

function columnsOf<Field extends string, Row>({ columns, shown }: ImportKind<Field, Row>) {
  type Column = TableColumn<PreparedRow<Field, Row>>
  const number: Column = {
    id: 'row',
    header: 'Row',
    width: 'w-16',
    cell: (row) => <span className="tabular-nums">{row.number}</span>,
  }
  const verdict: Column = { id: 'verdict', header: 'Result', width: 'w-64', cell: (row) => <Verdict row={row} /> }
  const texts = shown.map((field, at): Column => ({
    id: field,
    header: columns.find((column) => column.field === field)!.label,
    isRowHeader: at === 0,
    hideBelow: at > 1 ? 'lg' : undefined,
    cell: (row) => <span className="line-clamp-2 min-w-20 wrap-anywhere">{row.cells[field]?.trim() || '–'}</span>,
  }))
  return [number, verdict, ...texts]
}

const looks: Record<Exclude<ImportOutcome, 'refused'>, { words: string; icon: LucideIcon; className: string }> = {
  created: { words: 'New', icon: CirclePlus, className: 'text-success-ink' },
  updated: { words: 'Update', icon: RefreshCw, className: 'text-info-ink' },
  unchanged: { words: 'No change', icon: CircleCheck, className: 'text-ink-muted' },
}

function Verdict({ row: { outcome, problems, partOf } }: { row: PreparedRow }) {
  if (problems.length > 0) {
    return (
      <span className="inline-flex items-start gap-1.5 py-1.5 whitespace-normal lg:min-w-60 text-danger-ink">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {problems.map(({ message }) => message).join(' ')}
      </span>
    )
  }
  if (partOf) return <span className="text-ink-muted">Parcel of row {partOf}</span>
  if (!outcome || outcome === 'refused') return <span className="text-ink-muted">Good</span>
  const { words, icon: Icon, className } = looks[outcome]
  return (
    <span className={`inline-flex items-center gap-1.5 ${className}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {words}
    </span>
  )
}
