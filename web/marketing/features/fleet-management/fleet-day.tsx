import { cx } from '#web/ui/cx.ts'

const [opens, closes] = [8, 18]
const hours = [8, 10, 12, 14, 16, 18]
const now = 11.6

type Stretch = { from: number; to: number; text: string; isRest?: boolean }

const rows: readonly { id: string; stretches: readonly Stretch[] }[] = [
  {
    id: 'KA-1001',
    stretches: [
      { from: 8.5, to: 12, text: '14 stops' },
      { from: 13, to: 16.6, text: '12 stops' },
    ],
  },
  {
    id: 'KA-1004',
    stretches: [
      { from: 8.8, to: 12.9, text: '19 stops' },
      { from: 13.6, to: 17, text: '11 stops' },
    ],
  },
  { id: 'KA-1003', stretches: [{ from: 9, to: 15.5, text: 'Maintenance', isRest: true }] },
  {
    id: 'KA-1006',
    stretches: [
      { from: 8.3, to: 11, text: '9 stops' },
      { from: 11.9, to: 15.2, text: '13 stops' },
    ],
  },
  { id: 'KA-1009', stretches: [{ from: 10, to: 14.4, text: '16 stops' }] },
]

const place = (hour: number) => `${(100 * (hour - opens)) / (closes - opens)}%`

/** A sample day of five vehicles: when each one drives or is in the shop. */
export function FleetDay() {
  return (
    <figure className="overflow-hidden rounded-3xl border bg-surface shadow-raised">
      <figcaption className="flex items-center justify-between gap-3 border-b px-6 py-4">
        <span className="font-semibold tracking-tight">Today’s fleet</span>
        <span className="text-[0.8125rem] text-ink-muted">4 of 5 driving</span>
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-4 px-6 pt-5 pb-6">
        <ul className="grid gap-3 text-[0.8125rem] font-medium tabular-nums">
          {rows.map(({ id }) => (
            <li key={id} className="flex h-9 items-center">
              {id}
            </li>
          ))}
        </ul>
        <div className="relative">
          <Clock />
          <ul className="relative grid gap-3">
            {rows.map(({ id, stretches }) => (
              <li key={id} className="relative h-9 rounded-md">
                {stretches.map((stretch) => (
                  <Bar key={stretch.from} {...stretch} />
                ))}
              </li>
            ))}
          </ul>
        </div>
        <div aria-hidden="true" className="relative col-start-2 mt-3 h-4 text-xs text-ink-muted tabular-nums">
          {hours.map((hour) => (
            <span key={hour} className="absolute -translate-x-1/2" style={{ left: place(hour) }}>
              {hour}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

/** A line for each hour, and one for the current time. */
function Clock() {
  return (
    <div aria-hidden="true" className="absolute -inset-y-2 inset-x-0">
      {hours.map((hour) => (
        <span key={hour} className="absolute inset-y-0 w-px bg-line" style={{ left: place(hour) }} />
      ))}
      <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: place(now) }} />
    </div>
  )
}

function Bar({ from, to, text, isRest }: Stretch) {
  const isDone = to <= now
  return (
    <span
      className={cx(
        'absolute inset-y-0 flex items-center overflow-hidden rounded-md px-2 text-xs font-medium whitespace-nowrap sm:px-2.5',
        isRest && 'border border-dashed border-control-line bg-warning-soft text-warning-ink',
        !isRest && (isDone ? 'bg-pressed text-ink-muted' : 'bg-brand text-on-brand'),
      )}
      style={{ left: place(from), right: `calc(100% - ${place(to)})` }}
    >
      {text}
    </span>
  )
}
