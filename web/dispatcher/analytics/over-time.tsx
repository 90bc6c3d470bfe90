import { measureGroups, measureNames, measures, type MeasureGroup, type MeasureName } from '#domain/figures/measures.ts'
import type { FigureReport } from '#domain/schema/figures.ts'
import { Card } from '#web/ui/card.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import type { AnalyticsAddress } from './analytics-address.ts'
import { FigureLink } from './figure-link.tsx'
import { nothing, periodName, sayFigure } from './figure-words.ts'
import { PeriodChart } from './period-chart.tsx'

export const groupLabels: Record<MeasureGroup, string> = {
  outcome: 'Outcome',
  punctuality: 'Punctuality',
  time: 'Time',
  distance: 'Distance',
  fleet: 'Fleet',
  recipients: 'Recipients',
  emissions: 'Emissions',
}

const measureOptions = measureGroups.flatMap((group) =>
  measureNames
    .filter((name) => measures[name].group === group)
    .map((id) => ({ id, label: measures[id].label, description: groupLabels[group] })),
)

type OverTimeProps = {
  address: AnalyticsAddress
  report: FigureReport
  onMeasure: (measure: MeasureName) => void
}

/** One measure by day, week or month: as bars, and as a table that says the same. */
export function OverTime({ address, report, onMeasure }: OverTimeProps) {
  const { measure, period } = address
  const { label, say } = measures[measure]
  const thisYear = address.days.to.slice(0, 4)
  const periods = report.periods.map(({ from, to, figures }) => ({
    from,
    to,
    name: periodName({ from, to }, period, thisYear),
    value: figures.values[measure],
  }))
  return (
    <Card
      title={label}
      description={say}
      actions={
        <Select
          label="Measure"
          isLabelHidden
          className="w-56 max-sm:w-full"
          options={measureOptions}
          value={measure}
          onChange={(id) => onMeasure(id as MeasureName)}
        />
      }
    >
      <PeriodChart label={label} periods={periods} say={(value) => sayFigure(measure, value)} />
      <div className="mt-4">
        <Fold title="As a table">
          <Table
            label={`${label} by ${period}`}
            columns={[
              { id: 'period', header: 'When', isRowHeader: true, cell: ({ name }) => name },
              {
                id: 'value',
                header: label,
                align: 'end',
                cell: ({ from, to, name, value }) =>
                  value ? (
                    <FigureLink
                      behind={{ show: measures[measure].behind, days: { from, to } }}
                      label={`${sayFigure(measure, value)}, ${label}, ${name}: show the deliveries`}
                    >
                      {sayFigure(measure, value)}
                    </FigureLink>
                  ) : value === null ? (
                    nothing
                  ) : (
                    sayFigure(measure, value)
                  ),
              },
            ]}
            rows={periods.toReversed()}
            rowKey={({ from }) => from}
            rowText={({ name }) => name}
          />
        </Fold>
      </div>
    </Card>
  )
}
