import type { EtaModel } from '#domain/schema/eta.ts'
import { countOf } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

type Lead = EtaModel['judged']['leads'][number]

const [width, height, left, side] = [300, 250, 36, 210]
const lowest = 0.4
const strokes = ['text-brand', 'text-info-ink', 'text-warning-ink', 'text-violet-ink', 'text-danger-ink']

const x = (share: number) => left + ((share - lowest) / (1 - lowest)) * side
const y = (share: number) => 8 + side - ((Math.max(share, lowest) - lowest) / (1 - lowest)) * side
const percent = (share: number) => `${Math.round(share * 100)}%`
const leadWords = ({ from_minutes, to_minutes }: Lead) => `${from_minutes} to ${to_minutes} min before`

/** How many arrivals were within what was said, against the stated probability: on the dashed line, it was right. */
export function CalibrationChart({ leads }: { leads: readonly Lead[] }) {
  const shown = leads.filter(({ said }) => said > 0)
  return (
    <div className="flex flex-wrap items-start gap-6">
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="w-full max-w-sm text-ink-muted">
        {[0.5, 0.6, 0.7, 0.8, 0.9, 1].map((share) => (
          <g key={share} fill="currentColor" fontSize="10">
            <path d={`M${left} ${y(share)}H${left + side}M${x(share)} 8V${8 + side}`} className="stroke-line" />
            <text x={left - 6} y={y(share) + 3} textAnchor="end">
              {percent(share)}
            </text>
            <text x={x(share)} y={8 + side + 14} textAnchor="middle">
              {percent(share)}
            </text>
          </g>
        ))}
        <path d={`M${x(lowest)} ${y(lowest)}L${x(1)} ${y(1)}`} stroke="currentColor" strokeDasharray="4 4" />
        {shown.map(({ levels, said, from_minutes }, index) => (
          <g key={from_minutes} className={strokes[index % strokes.length]}>
            <polyline
              points={levels.map(({ probability, within }) => `${x(probability)},${y(within / said)}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
            />
            {levels.map(({ probability, within }) => (
              <circle key={probability} cx={x(probability)} cy={y(within / said)} r={3} fill="currentColor" />
            ))}
          </g>
        ))}
      </svg>
      <table className="text-[0.8125rem] tabular-nums">
        <caption className="pb-1 text-left text-ink-muted">Arrivals within the range that was said</caption>
        <thead>
          <tr className="text-ink-muted">
            <th scope="col" className="pr-4 text-left font-normal">
              Stated
            </th>
            {shown[0]?.levels.map(({ probability }) => (
              <th key={probability} scope="col" className="pl-2 text-right font-normal">
                {percent(probability)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((lead, index) => (
            <tr key={lead.from_minutes}>
              <th scope="row" className="pr-4 text-left font-normal" title={countOf(lead.said, 'range')}>
                <span
                  aria-hidden="true"
                  className={cx('mr-1.5 inline-block size-2 rounded-full bg-current', strokes[index % strokes.length])}
                />
                {leadWords(lead)}
              </th>
              {lead.levels.map(({ probability, within }) => (
                <td key={probability} className="pl-2 text-right">
                  {percent(within / lead.said)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
