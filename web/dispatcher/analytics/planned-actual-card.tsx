import { measures, type MeasureName } from '#domain/figures/measures.ts'
import type { FigureReport } from '#domain/schema/figures.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { FigureLink } from './figure-link.tsx'
import { nothing, sayFigure } from './figure-words.ts'

const pairs = [
  { label: 'Drive to a stop', planned: 'planned_drive_minutes', actual: 'actual_drive_minutes' },
  { label: 'Time at a stop', planned: 'planned_service_minutes', actual: 'actual_service_minutes' },
  { label: 'Whole route, time', planned: 'planned_route_minutes', actual: 'actual_route_minutes' },
  { label: 'Whole route, distance', planned: 'planned_km', actual: 'actual_km' },
] as const satisfies { label: string; planned: MeasureName; actual: MeasureName }[]

/** What was planned next to what happened, on average. */
export function PlannedActualCard({ report }: { report: FigureReport }) {
  const { values } = report.total
  return (
    <Card title="Planned and actual" description="Averages, of what both are known for">
      <table className="w-full text-left tabular-nums">
        <thead className="text-[0.8125rem] text-ink-muted">
          <tr>
            <th scope="col" className="pb-2 font-medium">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Planned
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Actual
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium whitespace-nowrap sm:w-20">
              Off by
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {pairs.map(({ label, planned, actual }) => (
            <tr key={label}>
              <th scope="row" title={measures[actual].say} className="py-2 font-normal">
                {label}
              </th>
              {[planned, actual].map((name) => (
                <td key={name} className="py-2 pl-3 text-right whitespace-nowrap">
                  <Value name={name} value={values[name]} what={label} />
                </td>
              ))}
              <td className="py-2 pl-3 text-right text-ink-muted">{offBy(values[planned], values[actual])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Value({ name, value, what }: { name: MeasureName; value: number | null; what: string }) {
  const words = sayFigure(name, value)
  if (!value) return words
  return (
    <FigureLink
      behind={{ show: measures[name].behind }}
      label={`${words}, ${what}, ${name.startsWith('planned') ? 'planned' : 'actual'}: show the deliveries`}
    >
      {words}
    </FigureLink>
  )
}

function offBy(planned: number | null, actual: number | null): string {
  if (planned === null || actual === null || planned === 0) return nothing
  const share = Math.round((100 * (actual - planned)) / planned)
  return `${share > 0 ? '+' : share < 0 ? '−' : ''}${formatNumber(Math.abs(share), 0)}%`
}
