import type { Route } from '#domain/schema/plan.ts'
import { barOf, loadOf } from '../plan-words.ts'

/** How full the vehicle is when most is on board. */
export function LoadBar({ route }: { route: Route }) {
  const { text, share } = loadOf(route)
  const bar = share === null ? null : barOf(share)
  return (
    <span className="flex items-center gap-2.5 text-[0.8125rem] text-ink-muted tabular-nums">
      {bar && <Bar {...bar} />}
      <span className="min-w-0">
        <span className="sr-only">Load </span>
        {text}
        {bar && ` (${bar.label})`}
      </span>
    </span>
  )
}

/** Filled up to the limit. What is beyond it is red, behind a gap. */
function Bar({ filled, limit }: { filled: number; limit: number }) {
  const isOver = limit < 100
  return (
    <span aria-hidden="true" className="flex h-1.5 w-24 shrink-0 gap-0.5 overflow-hidden rounded-full bg-pressed">
      <span className="bg-brand" style={{ width: `${Math.min(filled, limit)}%` }} />
      {isOver && <span className="flex-1 bg-danger" />}
    </span>
  )
}
