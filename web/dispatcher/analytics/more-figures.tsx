import { co2Method } from '#domain/figures/co2.ts'
import { measures, type MeasureName } from '#domain/figures/measures.ts'
import type { FigureReport } from '#domain/schema/figures.ts'
import { Card } from '#web/ui/card.tsx'
import { FigureLink } from './figure-link.tsx'
import { Change } from './key-figures.tsx'
import { sayFigure } from './figure-words.ts'

const cards: { title: string; names: MeasureName[]; note?: string }[] = [
  { title: 'Vehicles', names: ['routes', 'vehicles', 'load_share', 'km', 'empty_share', 'waiting_minutes'] },
  { title: 'Recipients', names: ['eta_within_rate', 'eta_error_minutes', 'rated', 'low', 'messages', 'early'] },
  { title: 'CO₂', names: ['co2_kg', 'co2_kg_per_delivery'], note: co2Method },
]

/** The rest of the figures, by subject. */
export function MoreFigures({ report }: { report: FigureReport }) {
  return cards.map(({ title, names, note }) => (
    <Card key={title} title={title}>
      <ul className="divide-y">
        {names.map((name) => (
          <li key={name} className="flex items-baseline justify-between gap-4 py-2">
            <span title={measures[name].say}>{measures[name].label}</span>
            <span className="text-right tabular-nums">
              <Value name={name} report={report} />
              <Change name={name} report={report} />
            </span>
          </li>
        ))}
      </ul>
      {note && <p className="mt-2 text-[0.8125rem] text-pretty text-ink-muted">{note}</p>}
    </Card>
  ))
}

function Value({ name, report }: { name: MeasureName; report: FigureReport }) {
  const value = report.total.values[name]
  const words = sayFigure(name, value)
  if (!value) return <span className="font-medium">{words}</span>
  return (
    <FigureLink
      behind={{ show: measures[name].behind }}
      label={`${words}, ${measures[name].label}: show the deliveries`}
    >
      {words}
    </FigureLink>
  )
}
