import { chartOf, type ChartLimits } from './chart-shape.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { degrees } from './temperature-words.ts'

type ChartProps = {
  label: string
  readings: readonly { read_at: string; celsius: number }[]
  limits: ChartLimits
  timeZone: string
}

const [width, height] = [640, 200]

/** Readings over time as a line, with what is right as a band behind it. The table below says the same in numbers. */
export function TemperatureChart({ label, readings, limits, timeZone }: ChartProps) {
  const chart = chartOf(readings, limits, { width, height })
  if (!chart) return null
  const [first, last] = [readings[0]!, readings.at(-1)!]
  return (
    <figure className="flex flex-col gap-2">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        className="h-auto w-full"
        preserveAspectRatio="none"
      >
        <rect x={0} y={chart.band.top} width={width} height={chart.band.height} className="fill-success-soft" />
        {chart.lines.map((y) => (
          <line key={y} x1={0} x2={width} y1={y} y2={y} className="stroke-success-ink" strokeDasharray="4 4" />
        ))}
        <polyline
          points={chart.points}
          fill="none"
          strokeWidth={2}
          className="stroke-brand"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-ink-muted tabular-nums">
        <span>{formatDateTime(first.read_at, timeZone)}</span>
        <span>
          {degrees(chart.lowest)} to {degrees(chart.highest)}
        </span>
        <span>{formatDateTime(last.read_at, timeZone)}</span>
      </figcaption>
      <details className="text-[0.8125rem]">
        <summary className="focus-ring w-fit cursor-pointer rounded text-ink-muted">
          The newest readings as a table
        </summary>
        <div className="mt-2 rounded-md border">
          <table className="w-full tabular-nums">
            <thead className="text-left text-ink-muted">
              <tr>
                <th className="px-3 py-1.5 font-medium">Time</th>
                <th className="px-3 py-1.5 font-medium">Temperature</th>
              </tr>
            </thead>
            <tbody>
              {readings.slice(-mostRows).map(({ read_at, celsius }, at) => (
                <tr key={at} className="border-t">
                  <td className="px-3 py-1">{formatDateTime(read_at, timeZone)}</td>
                  <td className="px-3 py-1">{degrees(celsius)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** The newest ones; a longer table helps nobody. */
const mostRows = 100
