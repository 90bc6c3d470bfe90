import type { Route } from '#domain/schema/plan.ts'
import { formatNumber } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { loadOf } from '../plan-words.ts'

/** How full the vehicle leaves the depot. */
export function LoadBar({ route }: { route: Route }) {
  const { text, share } = loadOf(route)
  return (
    <span className="flex items-center gap-2.5 text-[0.8125rem] text-ink-muted tabular-nums">
      {share !== null && (
        <span aria-hidden="true" className="h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-pressed">
          <span
            className={cx('block h-full rounded-full', share > 1 ? 'bg-danger' : 'bg-brand')}
            style={{ width: `${Math.min(share, 1) * 100}%` }}
          />
        </span>
      )}
      <span className="min-w-0">
        <span className="sr-only">Load </span>
        {text}
        {share !== null && ` (${formatNumber(share * 100, 0)} %)`}
      </span>
    </span>
  )
}
