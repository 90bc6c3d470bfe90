import { formatDay } from '#web/lib/format.ts'

type Props = {
  days: { day: string; value: number | null }[]
  /** Whether the days add up, rather than each showing a state. */
  isSum: boolean
  say: (value: number) => string
}

/** A bar for each day. The table below says the same to those who do not see it. */
export function DayChart({ days, isSum, say }: Props) {
  const known = days.map(({ value }) => value ?? 0)
  const most = Math.max(1, ...known)
  const sum = known.reduce((total, value) => total + value, 0)
  const last = days.findLast(({ value }) => value !== null)
  return (
    <figure>
      <figcaption className="mb-3 text-ink-muted">
        <span className="text-2xl font-semibold tracking-tight text-ink tabular-nums">
          {isSum ? say(sum) : last ? say(last.value!) : '–'}
        </span>{' '}
        {isSum ? `in all, at most ${say(Math.max(...known))} a day` : 'by now'}
      </figcaption>
      <div aria-hidden="true" className="flex h-40 items-end gap-px border-b sm:gap-0.5">
        {days.map(({ day, value }) => (
          <span
            key={day}
            title={`${formatDay(day)}: ${value === null ? 'not counted' : say(value)}`}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <span
              className={`w-full rounded-t-sm ${value ? 'min-h-1 bg-brand' : ''}`}
              style={{ height: `${((value ?? 0) / most) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-muted">
        <span>{formatDay(days[0]!.day)}</span>
        <span>{formatDay(days.at(-1)!.day)}</span>
      </div>
    </figure>
  )
}
