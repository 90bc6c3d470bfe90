type EmptyChartProps = {
  title: string
  /** Labels of the vertical axis, top to bottom. */
  scale: readonly string[]
  unit: string
  /** Labels of the horizontal axis. */
  days: readonly string[]
}

/** A chart with axes but no data. The visitor's own deliveries will fill it. */
export function EmptyChart({ title, scale, unit, days }: EmptyChartProps) {
  return (
    <figure className="rounded-xl border bg-ground p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold tracking-tight">{title}</span>
        <span className="text-[0.8125rem] text-ink-muted">{unit}</span>
      </figcaption>
      <div className="relative mt-5 grid grid-cols-[auto_1fr] gap-x-3 text-xs text-ink-muted tabular-nums">
        <div aria-hidden="true" className="flex h-52 flex-col justify-between text-right">
          {scale.map((mark) => (
            <span key={mark} className="flex h-0 items-center justify-end">
              {mark}
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="flex h-52 flex-col justify-between">
          {scale.map((mark, position) => (
            <span
              key={mark}
              className={
                position === scale.length - 1
                  ? 'border-t border-control-line'
                  : 'border-t border-dashed border-line-strong'
              }
            />
          ))}
        </div>
        <div aria-hidden="true" className="col-start-2 mt-2.5 flex">
          {days.map((day) => (
            <span key={day} className="flex-1 text-center">
              {day}
            </span>
          ))}
        </div>
        <p className="absolute inset-x-0 top-0 grid h-52 place-items-center pl-10 text-center text-sm">
          <span className="max-w-60 rounded-lg border bg-surface px-3.5 py-2 text-pretty">
            Your deliveries will show up here
          </span>
        </p>
      </div>
    </figure>
  )
}
