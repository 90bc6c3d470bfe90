import { CircleAlert, CircleCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { Table } from '#web/ui/table.tsx'
import type { PreparedRow } from './prepare-rows.ts'

type PreviewStepProps = { rows: readonly PreparedRow[]; goodCount: number; onDownloadBad: () => void }

const pageSize = 100

const columns: TableColumn<PreparedRow>[] = [
  { id: 'row', header: 'Row', width: 'w-16', cell: (row) => <span className="tabular-nums">{row.at + 2}</span> },
  {
    id: 'verdict',
    header: 'Result',
    width: 'w-64',
    cell: (row) =>
      row.problems.length === 0 ? (
        <span className="inline-flex items-center gap-1.5 text-success-ink">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          Good
        </span>
      ) : (
        <span className="inline-flex items-start gap-1.5 whitespace-normal text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {row.problems.map(({ message }) => message).join(' ')}
        </span>
      ),
  },
  {
    id: 'reference',
    header: 'Reference',
    isRowHeader: true,
    cell: (row) => row.cells.reference?.trim() || '–',
  },
  {
    id: 'address',
    header: 'Delivery address',
    cell: (row) => (
      <span className="line-clamp-2 min-w-32 wrap-anywhere">{row.cells.delivery_address?.trim() || '–'}</span>
    ),
  },
  { id: 'recipient', header: 'Recipient', cell: (row) => row.cells.recipient_name?.trim() || '–', hideBelow: 'lg' },
]

/** Shows what each row would become. Bad rows, if there are any, are shown first. */
export function PreviewStep({ rows, goodCount, onDownloadBad }: PreviewStepProps) {
  return (
    <div className="flex flex-col gap-4">
      <Summary goodCount={goodCount} badCount={rows.length - goodCount} />
      <RowList rows={rows} onDownloadBad={onDownloadBad} />
    </div>
  )
}

function Summary({ goodCount, badCount }: { goodCount: number; badCount: number }) {
  return (
    <p aria-live="polite">
      <strong className="font-semibold">{countOf(goodCount, 'row')}</strong> can be imported
      {badCount > 0 && (
        <>
          , <strong className="font-semibold text-danger-ink">{countOf(badCount, 'row')}</strong> cannot
        </>
      )}
      .
    </p>
  )
}

function RowList({ rows, onDownloadBad }: Omit<PreviewStepProps, 'goodCount'>) {
  const bad = useMemo(() => rows.filter((row) => row.problems.length > 0), [rows])
  const [wanted, setShown] = useState<'all' | 'bad'>(bad.length > 0 ? 'bad' : 'all')
  const shown = bad.length === 0 ? 'all' : wanted
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
            { id: 'bad', label: 'Bad rows', count: bad.length },
          ]}
          selected={[shown]}
          onChange={([value]) => {
            setShown(value === 'bad' ? 'bad' : 'all')
            setLimit(pageSize)
          }}
        />
        {bad.length > 0 && (
          <Button size="small" onPress={onDownloadBad}>
            Download the bad rows
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded-xl border">
        <Table
          label="Rows of the file"
          isDense
          columns={columns}
          rows={listed.slice(0, limit)}
          rowKey={(row) => String(row.at)}
          rowText={(row) => row.cells.reference ?? `Row ${row.at + 2}`}
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
