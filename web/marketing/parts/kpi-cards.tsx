import { cx } from '#web/ui/cx.ts'

export type Kpi = { label: string; value: string; /** What the number is compared with or made of. */ hint: string }

/** KPIs side by side, styled like the dashboard. */
export function KpiCards({ kpis, className }: { kpis: readonly Kpi[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-2 gap-3 lg:grid-cols-4', className)}>
      {kpis.map(({ label, value, hint }) => (
        <div key={label} className="rounded-xl border bg-ground px-4 py-4 sm:px-5">
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd>
            <span className="mt-1 block text-[1.75rem] leading-tight font-semibold tracking-[-0.02em] tabular-nums">
              {value}
            </span>
            <span className="mt-1 block text-[0.8125rem] text-ink-muted">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
