import { Lock } from 'lucide-react'
import type { Route } from '#domain/schema/plan.ts'
import { routeLocks } from './proposals.ts'

/** What of a route is locked. */
export function LockSign({ route: { locks } }: { route: Pick<Route, 'locks'> }) {
  if (locks.length === 0) return null
  const words = locks.map((lock) => routeLocks[lock].sign).join(', ')
  return <Lock aria-label={words} className="size-3.5 shrink-0 text-ink-muted" />
}
