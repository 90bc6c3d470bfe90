import type { DropAnswer, DropQuestion } from '#domain/drop/drop-board.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { formatDay } from '#web/lib/format.ts'

/** Where it would go: “Budi, before 3. Sari”. */
export function targetLabel(
  plan: Plan,
  target: DropQuestion,
  answer: DropAnswer | null,
  driver = 'A new route',
): string {
  if (target.kind === 'unassigned') return 'Unassigned'
  if (target.kind === 'day') return formatDay(target.day)
  if (target.kind === 'driver') return driver
  const route = plan.routes.find(({ id }) => id === target.route_id)
  const before = target.kind === 'place' ? target.before : answer?.kind === 'effect' ? answer.before : undefined
  if (!route || before === undefined) return route?.driver_name ?? ''
  const stop = route.stops.find(({ id }) => id === before)
  const place = stop ? `before ${stop.sequence}. ${stop.name || `#${stop.delivery_number}`}` : 'at the end'
  return `${route.driver_name}, ${place}`
}
