import { dayFleet, sampleNow, type DayVehicle } from '#web/lib/sample-day.ts'
import { cx } from '#web/ui/cx.ts'

const [opens, closes] = [8, 18]
const hours = [8, 10, 12, 14, 16, 18]
const driving = dayFleet.filter(({ status }) => status === 'active')

type BarProps = { from: number; to: number; text: string; isRest?: boolean }

function barsOf({ status, stretches }: DayVehicle): BarProps[] {
  if (status === 'maintenance') return [{ from: opens, to: closes, text: 'Maintenance', isRest: true }]
  if (status === 'idle') return [{ from: opens, to: closes, text: 'No route today', isRest: true }]
  return stretches.map(({ from, to, stops }) => ({ from, to, text: `${stops} stops` }))
}

const place = (hour: number) => `${(100 * (hour - opens)) / (closes - opens)}%`

/** The sample fleet's day: when each vehicle drives or is in the shop. */
export function FleetDay() {
  return (
    <figure className="overflow-hidden rounded-3xl border bg-surface shadow-raised">
      <figcaption className="flex items-center justify-between gap-3 border-b px-6 py-4">
        <span className="font-semibold tracking-tight">Today’s fleet</span>
        <span className="text-[0.8125rem] text-ink-muted">
          {driving.length} of {dayFleet.length} on the road
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-4 px-6 pt-5 pb-6">
        <ul className="grid gap-2.5 text-[0.8125rem] font-medium tabular-nums">
          {dayFleet.map(({ code }) => (
            <li key={code} className="flex h-8 items-center">
              {code}
            </li>
          ))}
        </ul>
        <div className="relative">
          <Clock />
          <ul className="relative grid gap-2.5">
            {dayFleet.map((vehicle) => (
              <li key={vehicle.code} className="relative h-8 rounded-md">
                {barsOf(vehicle).map((bar) => (
                  <Bar key={bar.from} {...bar} />
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
      <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: place(sampleNow) }} />
    </div>
  )
}

function Bar({ from, to, text, isRest }: BarProps) {
  const isDone = to <= sampleNow
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
