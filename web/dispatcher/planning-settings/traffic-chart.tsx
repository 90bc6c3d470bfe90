import { formatTimeOfDay } from '#web/lib/format.ts'
import type { TrafficDraft } from './settings-values.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const day = 1440
const height = 100

/** The steps as bars over the hours of a day. */
export function TrafficChart({ steps }: { steps: readonly TrafficDraft[] }) {
  const percentOf = ({ percent }: TrafficDraft) => (Number.isNaN(percent) ? 0 : Math.max(percent, 0))
  const most = Math.max(100, ...steps.map(percentOf)) * 1.1
  const bars = steps
    .map((step, at) => {
      const next = steps[at + 1]
      const from = minutesOf(step.from)
      return { from, width: (next ? minutesOf(next.from) : day) - from, size: (percentOf(step) / most) * height, at }
    })
    .filter(({ width }) => width > 0)
  const line = height - (100 / most) * height
  const words = steps.map((step) => `${percentOf(step)} % from ${formatTimeOfDay(step.from)}`).join(', ')
  return (
    <figure className="m-0" role="img" aria-label={`Speed over the day: ${words}`}>
      <svg aria-hidden="true" viewBox={`0 0 ${day} ${height}`} preserveAspectRatio="none" className="h-24 w-full">
        {bars.map(({ from, width, size, at }) => (
          <rect
            key={at}
            x={from + 3}
            width={Math.max(width - 6, 1)}
            y={height - size}
            height={size}
            className="fill-brand/60"
          />
        ))}
        <line
          x1={0}
          x2={day}
          y1={line}
          y2={line}
          className="stroke-ink-muted"
          strokeDasharray="12 8"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="flex justify-between text-xs text-ink-muted tabular-nums">
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((time) => (
          <span key={time}>{time.slice(0, 2)}</span>
        ))}
      </div>
    </figure>
  )
}
