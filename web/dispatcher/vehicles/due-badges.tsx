import type { FleetState } from '#domain/schema/fleet-state.ts'
import { Badge } from '#web/ui/badge.tsx'

/** How much is overdue and due soon. */
export function DueBadges({ state }: { state: FleetState | undefined }) {
  if (!state) return '–'
  const overdue = state.due.filter((each) => each.state === 'overdue').length
  const due = state.due.length - overdue
  if (!state.due.length) return <span className="text-ink-muted">Nothing</span>
  return (
    <span className="flex flex-wrap gap-1">
      {overdue > 0 && <Badge tone="danger">{overdue} overdue</Badge>}
      {due > 0 && <Badge tone="warning">{due} due</Badge>}
    </span>
  )
}

/** What is overdue and due, in sentences. */
export const sayDue = (state: FleetState | undefined) => state?.due.map(({ sentence }) => sentence).join(' ')
