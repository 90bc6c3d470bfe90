import { useState } from 'react'
import { measures, type MeasureName } from '#domain/figures/measures.ts'
import { figureSplits, isRouteSplit, splitLabels, type FigureSplit } from '#domain/figures/splits.ts'
import type { FigureReport } from '#domain/schema/figures.ts'
import { countOf, formatMoney, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { FigureLink } from './figure-link.tsx'
import { nothing, rowName, sayFigure } from './figure-words.ts'

type Row = FigureReport['rows'][number]
type SplitCardProps = {
  chosen: FigureSplit
  report: FigureReport & { split: FigureSplit }
  onSplit: (split: FigureSplit) => void
}

const shownAtFirst = 10

/** Columns that fit side by side, by what people ask. */
const views = {
  outcome: { label: 'Outcome', names: ['attempts', 'on_time_rate', 'first_attempt_rate', 'failed', 'rating'] },
  late: {
    label: 'Why late',
    names: ['late', 'late_start', 'late_service', 'late_driving', 'late_plan', 'late_address'],
  },
  time: {
    label: 'Planned and actual',
    names: [
      'planned_drive_minutes',
      'actual_drive_minutes',
      'planned_service_minutes',
      'actual_service_minutes',
      'waiting_minutes',
    ],
  },
  costs: { label: 'Costs', names: ['delivered'] },
  routes: {
    label: 'Routes',
    names: ['routes', 'km', 'planned_km', 'actual_km', 'empty_share', 'load_share', 'stops_per_route'],
  },
  recipients: { label: 'Recipients', names: ['eta_within_rate', 'eta_error_minutes', 'rated', 'low', 'messages'] },
  emissions: { label: 'CO₂', names: ['delivered', 'co2_kg', 'co2_kg_per_delivery'] },
} as const satisfies Record<string, { label: string; names: MeasureName[] }>
type View = keyof typeof views

const splitOptions = figureSplits.map((id) => ({ id, label: `By ${splitLabels[id].toLowerCase()}` }))

/** The same figures, told apart by driver, area or whatever is chosen. Every number opens its deliveries. */
export function SplitCard({ chosen, report, onSplit }: SplitCardProps) {
  const { split } = report
  const [wanted, setView] = useState<View>('outcome')
  const shownViews = (Object.keys(views) as View[]).filter((view) => view !== 'routes' || isRouteSplit(split))
  const view = shownViews.includes(wanted) ? wanted : 'outcome'
  const [isWhole, setWhole] = useState(false)
  const rows = isWhole ? report.rows : report.rows.slice(0, shownAtFirst)
  const columns: TableColumn<Row>[] = [
    {
      id: 'name',
      header: splitLabels[split],
      isRowHeader: true,
      cell: ({ key, name }) => rowName(split, key, name),
      title: ({ key, name }) => rowName(split, key, name),
    },
    ...views[view].names.map((name) => columnOf(name, split)),
    ...(view === 'costs' ? costColumns(report, split) : []),
  ]
  return (
    <Card
      title={`By ${splitLabels[split].toLowerCase()}`}
      isPadded={false}
      actions={
        <div className="flex flex-wrap gap-2 max-sm:w-full [&>*]:max-sm:flex-1">
          <Select
            label="Split"
            isLabelHidden
            className="w-36"
            options={splitOptions}
            value={chosen}
            onChange={(id) => onSplit(id as FigureSplit)}
          />
          <Select
            label="Figures"
            isLabelHidden
            className="w-44"
            options={shownViews.map((id) => ({ id, label: views[id].label }))}
            value={view}
            onChange={(id) => setView(id as View)}
          />
        </div>
      }
    >
      <Table
        label={`Figures by ${splitLabels[split].toLowerCase()}`}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key ?? 'none'}
        rowText={({ key, name }) => rowName(split, key, name)}
        needsDesktop
        empty={<p className="px-4 pb-4 text-ink-muted">Nothing to show in these days.</p>}
      />
      {rows.length < report.rows.length && (
        <div className="border-t px-4 py-3">
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {formatNumber(report.rows.length, 0)}
          </Button>
        </div>
      )}
      {isWhole && report.rows_left_off > 0 && (
        <p className="border-t px-4 py-3 text-[0.8125rem] text-ink-muted">
          {countOf(report.rows_left_off, 'more row')} with fewer attempts. Filter to see them.
        </p>
      )}
    </Card>
  )
}

function columnOf(name: MeasureName, split: FigureSplit): TableColumn<Row> {
  const { label, behind } = measures[name]
  return {
    id: name,
    header: label,
    align: 'end',
    cell: ({ key, name: of, figures }) => {
      const value = figures.values[name]
      const words = sayFigure(name, value)
      if (!value) return words
      return (
        <FigureLink
          behind={{ show: behind, split, key }}
          label={`${words}, ${label}, ${rowName(split, key, of)}: show the deliveries`}
        >
          {words}
        </FigureLink>
      )
    },
  }
}

const costParts = [
  { id: 'per_delivery', label: 'Per delivery' },
  { id: 'total', label: 'In all' },
  { id: 'distance', label: 'Distance' },
  { id: 'time', label: 'Working time' },
  { id: 'stops', label: 'Stops and parcels' },
  { id: 'fixed', label: 'Fixed' },
  { id: 'messages', label: 'Messages' },
] as const

/** What it cost, each currency by itself. */
function costColumns({ total: { costs } }: FigureReport, split: FigureSplit): TableColumn<Row>[] {
  return costs.flatMap(({ currency }) =>
    costParts.map(({ id, label }): TableColumn<Row> => {
      const header = costs.length > 1 ? `${label}, ${currency}` : label
      return {
        id: `${id} ${currency}`,
        header,
        align: 'end',
        cell: ({ key, name, figures }) => {
          const value = figures.costs.find((each) => each.currency === currency)?.[id] ?? null
          if (value === null) return nothing
          const words = formatMoney(Math.round(value), currency)
          if (!value) return words
          return (
            <FigureLink
              behind={{ show: id === 'messages' ? 'messaged' : 'costed', split, key }}
              label={`${words}, ${header}, ${rowName(split, key, name)}: show the deliveries`}
            >
              {words}
            </FigureLink>
          )
        },
      }
    }),
  )
}
