import { ArrowDown, ArrowUp } from 'lucide-react'
import { measures, type MeasureName } from '#domain/figures/measures.ts'
import type { FigureReport } from '#domain/schema/figures.ts'
import { cx } from '#web/ui/cx.ts'
import { FigureLink } from './figure-link.tsx'
import { changeOf, rangeName, sayFigure } from './figure-words.ts'

const shown = [
  'on_time_rate',
  'first_attempt_rate',
  'delivered',
  'failed',
  'late',
  'rating',
  'stops_per_route',
  'co2_kg_per_delivery',
] as const satisfies MeasureName[]

/** What tells at a glance whether it went well, each with the range before. */
export function KeyFigures({ report }: { report: FigureReport }) {
  return (
    <ul aria-label="Key figures" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {shown.map((name) => (
        <li key={name} className="rounded-xl border bg-surface p-4 shadow-card">
          <h3 className="text-[0.8125rem] font-normal text-ink-muted">{measures[name].label}</h3>
          <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
            <Figure name={name} report={report} />
          </p>
          <Change name={name} report={report} />
        </li>
      ))}
    </ul>
  )
}

type FigureProps = { name: MeasureName; report: FigureReport }

function Figure({ name, report }: FigureProps) {
  const value = report.total.values[name]
  const words = sayFigure(name, value)
  if (!value) return words
  const label = `${words}, ${measures[name].label}: show the deliveries`
  return (
    <FigureLink behind={{ show: measures[name].behind }} label={label} className="text-ink">
      {words}
    </FigureLink>
  )
}

/** How much more or less than in the range before, if there is something to compare with. */
export function Change({ name, report: { total, total_before, before } }: FigureProps) {
  const change = total_before && changeOf(name, total.values[name], total_before.values[name])
  if (!change || !before) return <p className="text-[0.8125rem] text-ink-faint">Nothing to compare with</p>
  const { words, direction, isGood } = change
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  const was = sayFigure(name, total_before.values[name])
  return (
    <p
      title={`${was} in ${rangeName(before)}`}
      className={cx(
        'flex items-center gap-1 text-[0.8125rem] tabular-nums',
        isGood === undefined ? 'text-ink-muted' : isGood ? 'text-success-ink' : 'text-danger-ink',
      )}
    >
      {direction && <Arrow aria-hidden="true" className="size-3.5" />}
      {words}
      <span className="sr-only">, {was} before</span>
    </p>
  )
}
