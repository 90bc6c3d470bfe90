import { Panel } from '../parts/panel.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { savingOf, type Figures } from './figures.ts'
import { driveLooks, type DriveLook } from './drive-looks.ts'
import { labelOf } from './stop-row.tsx'
import { shortened, type FormStop } from './stop-list.ts'
import { shownDrive, type Drive, type Outcome } from './use-optimizer.ts'

type SummaryPanelProps = {
  outcome: Outcome | undefined
  isOutdated: boolean
  isComparing: boolean
  engineProblem?: string
}

/** The route's distance, time, fuel and stop order. */
export function SummaryPanel({ outcome, isOutdated, isComparing, engineProblem }: SummaryPanelProps) {
  const best = shownDrive(outcome, isComparing)
  return (
    <Panel title="Route summary" aside={isOutdated && <OutdatedNote />}>
      <p role="status" className="sr-only">
        {outcome && !isOutdated && spoken(outcome, isComparing)}
      </p>
      {!outcome || !best ? (
        <p className="py-6 text-center text-pretty text-ink-muted">
          Fill in the addresses and press Optimize Route to see distance, time and fuel.
        </p>
      ) : (
        <>
          <FigureRow figures={best.figures} />
          {isComparing && outcome.engine && <Comparison outcome={outcome} engine={outcome.engine} />}
          {isComparing && engineProblem && (
            <p role="alert" className="mt-4 rounded-lg bg-warning-soft px-3.5 py-2.5 text-warning-ink">
              {engineProblem}
            </p>
          )}
          <StopOrder
            stops={outcome.stops}
            drive={best}
            look={best === outcome.engine ? driveLooks.engine : driveLooks.nearest}
          />
        </>
      )}
    </Panel>
  )
}

const OutdatedNote = () => (
  <span className="rounded-full bg-warning-soft px-2.5 py-0.5 text-xs font-medium text-warning-ink">
    Stops changed. Optimize again.
  </span>
)

function FigureRow({ figures }: { figures: Figures }) {
  const shown = [
    ['Total distance', figures.km.toFixed(2), 'km'],
    ['Estimated time', String(figures.minutes), 'minutes'],
    ['Fuel consumption', figures.liters.toFixed(2), 'L'],
  ]
  return (
    <dl className="grid grid-cols-3 gap-4">
      {shown.map(([label, value, unit]) => (
        <div key={label} className="flex flex-col">
          <dt className="text-[0.8125rem] leading-snug text-ink-muted">{label}</dt>
          <dd className="mt-auto text-2xl font-semibold tracking-tight tabular-nums">
            {value} <span className="text-sm font-medium text-ink-muted">{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Comparison({ outcome, engine }: { outcome: Outcome; engine: Drive }) {
  const saving = savingOf(outcome.nearest.figures, engine.figures)
  return (
    <div className="mt-5">
      <p
        className={`rounded-lg px-3.5 py-2.5 ${saving ? 'bg-success-soft text-success-ink' : 'bg-neutral-soft text-neutral-ink'}`}
      >
        {saving ? saySaving(saving) : sayNoSaving}
      </p>
      <ComparisonTable outcome={outcome} engine={engine} />
    </div>
  )
}

const sayNoSaving = 'No savings this time. For these stops, our engine can’t beat nearest neighbor.'

function saySaving({ km, minutes, liters }: Figures): string {
  return `Our engine saves ${km.toFixed(2)} km, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and ${liters.toFixed(2)} L.`
}

function spoken(outcome: Outcome, isComparing: boolean): string {
  const { km, minutes, liters } = outcome.nearest.figures
  const found = `Route found: ${km.toFixed(2)} km, ${minutes} minutes, ${liters.toFixed(2)} liters.`
  if (!isComparing || !outcome.engine) return found
  const saving = savingOf(outcome.nearest.figures, outcome.engine.figures)
  return `${found} ${saving ? saySaving(saving) : sayNoSaving}`
}

function StopOrder({ stops, drive, look }: { stops: readonly FormStop[]; drive: Drive; look: DriveLook }) {
  return (
    <>
      <h4 id="stop-order" className="mt-5 text-[0.8125rem] font-medium text-ink-muted">
        Stop order: {look.name}
      </h4>
      <ol aria-labelledby="stop-order" className="mt-2 grid gap-1.5 text-sm">
        {[...drive.order, 0].map((index, leg) => (
          <li key={leg} className="flex min-w-0 gap-2.5">
            <span
              className="grid size-5.5 shrink-0 place-items-center rounded-full text-xs font-semibold text-white tabular-nums"
              style={{ backgroundColor: look.color }}
              title={labelOf(index)}
            >
              {index === 0 ? 'D' : leg}
            </span>
            <span className="min-w-0 break-words">
              {leg === drive.order.length ? 'Back at the depot' : shortened(stops[index]!.address, 120)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
