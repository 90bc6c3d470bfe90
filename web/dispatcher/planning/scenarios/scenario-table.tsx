import type { ReactNode } from 'react'
import { formatKilometers, formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { isRunning } from '../plan-words.ts'
import { bestOf, scenarioFigures, type ScenarioFigures } from './scenario-figures.ts'
import type { Compared } from './use-scenarios.ts'
import { whatIfWords } from './what-ifs.ts'

export type ScenarioAction = 'take' | 'rename' | 'discard' | 'again'

type ScenarioTableProps = {
  rows: readonly Compared[]
  zone: string
  mayPlan: boolean
  onAction: (action: ScenarioAction, row: Compared) => void
}

type Row = Compared & { figures: ScenarioFigures | undefined }

/** Scenarios side by side in figures. The best of each column is bold. */
export function ScenarioTable({ rows, zone, mayPlan, onAction }: ScenarioTableProps) {
  const { currency } = useMe().workspace
  const figured = rows.map((row): Row => ({ ...row, figures: row.plan && scenarioFigures(row.plan, zone) }))
  const known = figured.flatMap(({ figures }) => figures ?? [])
  const column = <T extends number | string | null>(
    id: string,
    header: string,
    pick: (figures: ScenarioFigures) => T,
    write: (value: NonNullable<T>) => string,
  ): TableColumn<Row> => {
    const said = (value: T) => (value === null ? '' : write(value as NonNullable<T>))
    const best = bestOf(known, pick)
    // What reads the same is as good.
    const shown = new Set(known.map((figures) => said(pick(figures))))
    const isBest = (value: T) => best !== undefined && shown.size > 1 && said(value) === said(best as T)
    return {
      id,
      header,
      align: 'end',
      width: 'w-28',
      cell: ({ figures }) => {
        const value = figures ? pick(figures) : null
        if (value === null) return '–'
        return <span className={isBest(value) ? 'font-semibold text-success-ink' : undefined}>{write(value)}</span>
      },
    }
  }
  const columns: TableColumn<Row>[] = [
    { id: 'name', header: 'Scenario', cell: (row) => <Name row={row} /> },
    ...(known.some(({ cost }) => cost !== null)
      ? [
          column(
            'cost',
            'Cost',
            ({ cost }) => cost,
            (cost) => formatMoney(cost, currency),
          ),
        ]
      : []),
    column('km', 'Distance', ({ distance_km }) => distance_km, formatKilometers),
    column('late', 'Late', ({ late }) => late, count),
    column('unassigned', 'Unassigned', ({ unassigned }) => unassigned, count),
    column('drivers', 'Drivers', ({ drivers }) => drivers, count),
    column(
      'ends',
      'Last one done',
      ({ ends_at }) => ends_at,
      (at) => formatTime(at, zone),
    ),
  ]
  return (
    <Table
      label="Scenarios of the day"
      needsDesktop
      columns={columns}
      rows={figured}
      rowKey={({ summary }) => summary.id}
      rowText={({ name }) => name}
      {...(mayPlan && { rowMenu: (row: Row) => menuOf(row, (action) => onAction(action, row)) })}
    />
  )
}

const count = (value: number) => formatNumber(value, 0)

function Name({ row: { summary, name, isBase } }: { row: Row }) {
  const { state, what_if, progress, time_limit_seconds: limit, failure } = summary
  return (
    <span className="grid min-w-0 gap-0.5 py-1">
      <span className="truncate font-medium">{name}</span>
      {isRunning(state) ? (
        <ProgressBar
          label={state === 'queued' ? 'Waiting for its turn' : 'Calculating'}
          {...(progress
            ? { value: Math.min(progress.elapsed_seconds, limit), maxValue: limit, valueLabel: '' }
            : { isIndeterminate: true })}
        />
      ) : (
        <span className="text-[0.8125rem] text-ink-muted">
          {failure ??
            (state === 'taken'
              ? 'Taken'
              : isBase
                ? 'As it is planned'
                : what_if && wordsBeside(name, whatIfWords(what_if)))}
        </span>
      )}
    </span>
  )
}

/** Nothing is said twice. */
const wordsBeside = (name: string, words: string) => (words.toLowerCase() === name.toLowerCase() ? '' : words)

function menuOf({ summary, isBase }: Row, act: (action: ScenarioAction) => void): ReactNode {
  if (isBase || summary.state === 'taken') return null
  const isDone = summary.state === 'draft'
  return (
    <>
      {isDone && <MenuItem onAction={() => act('take')}>Take…</MenuItem>}
      {!isRunning(summary.state) && <MenuItem onAction={() => act('again')}>Calculate again</MenuItem>}
      <MenuItem onAction={() => act('rename')}>Rename…</MenuItem>
      <MenuItem onAction={() => act('discard')} isDestructive>
        {isRunning(summary.state) ? 'Cancel' : 'Discard…'}
      </MenuItem>
    </>
  )
}
