import { cx } from '#web/ui/cx.ts'

export type Stat = { value: string; label: string }

export function StatRow({ stats, className }: { stats: readonly Stat[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4', className)}>
      {stats.map((stat) => (
        <div key={stat.label} className="flex flex-col-reverse border-l-2 border-brand pl-4">
          <dt className="mt-1 text-ink-muted">{stat.label}</dt>
          <dd className="text-3xl font-semibold tracking-[-0.02em] tabular-nums lg:text-4xl">{stat.value}</dd>
        </div>
      ))}
    </dl>
  )
}
