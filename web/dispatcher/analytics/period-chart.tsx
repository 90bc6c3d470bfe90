type Period = { from: string; name: string; value: number | null }
type PeriodChartProps = { label: string; periods: readonly Period[]; say: (value: number | null) => string }

/** A bar for each period, from zero up. A table says the same to those who do not see it. */
export function PeriodChart({ label, periods, say }: PeriodChartProps) {
  const known = periods.flatMap(({ value }) => value ?? [])
  const most = Math.max(...known, 0)
  if (known.length === 0) return <p className="py-10 text-center text-ink-muted">Nothing to show in these days.</p>
  return (
    <figure aria-label={`${label}, from ${say(Math.min(...known))} to ${say(most)}`}>
      <div aria-hidden="true" className="flex gap-2">
        <div className="flex h-48 w-16 flex-col justify-between pb-px text-right text-xs text-ink-muted tabular-nums">
          <span>{say(most)}</span>
          <span>{say(0)}</span>
        </div>
        <div className="flex h-48 min-w-0 flex-1 items-end gap-px border-b sm:gap-0.5">
          {periods.map(({ from, name, value }) => (
            <span
              key={from}
              title={`${name}: ${say(value)}`}
              className="group flex h-full min-w-0 flex-1 items-end justify-center hover:bg-hover"
            >
              <span
                className={`w-full max-w-12 rounded-t-sm group-hover:opacity-80 ${value ? 'min-h-1 bg-brand' : ''}`}
                style={{ height: `${most ? ((value ?? 0) / most) * 100 : 0}%` }}
              />
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="mt-1 ml-18 flex justify-between gap-4 text-xs text-ink-muted">
        <span>{periods[0]!.name}</span>
        {periods.length > 1 && <span className="text-right">{periods.at(-1)!.name}</span>}
      </div>
    </figure>
  )
}
