import type { Distribution } from '#domain/schema/rehearsal.ts'
import { countOf } from '#web/lib/format.ts'
import type { Measure } from './measures.ts'

const height = 56

/** How many days came to what. The darker bars are the eight of ten days in the middle. */
export function Histogram({ of: { p10, p90, histogram }, measure }: { of: Distribution; measure: Measure }) {
  const { from, step, counts } = histogram
  const most = Math.max(...counts)
  const width = 100 / counts.length
  const days = counts.reduce((sum, count) => sum + count, 0)
  const [first, last] = [
    measure.write(from),
    measure.write(Math.min(measure.most ?? Infinity, from + step * counts.length)),
  ]
  return (
    <figure>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        className="h-14 w-full"
        role="img"
        aria-label={`${measure.label} on ${countOf(days, 'day')}, from ${first} to ${last}`}
      >
        {counts.map((count, index) => {
          const tall = (count / most) * (height - 2)
          const isMiddle = from + step * (index + 1) > p10 && from + step * index <= p90
          return (
            <rect
              key={index}
              x={index * width + 0.4}
              width={Math.max(0.5, width - 0.8)}
              y={height - Math.max(count ? 1.5 : 0, tall)}
              height={Math.max(count ? 1.5 : 0, tall)}
              className={isMiddle ? 'fill-brand' : 'fill-control-line'}
            >
              <title>{`${measure.write(from + step * index)}: ${countOf(count, 'day')}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-xs text-ink-muted tabular-nums" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  )
}
