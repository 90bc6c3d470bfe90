import type { PlanLateness, PlanSummary } from '#domain/schema/plan.ts'
import { countOf, formatDuration, formatTime } from '#web/lib/format.ts'

/** What is late about a plan that nobody drives yet: its first stop, or a driver who should have left for it. */
export function lateSentence(late: PlanLateness, now: Date, zone: string): string {
  const missed = (now.getTime() - Date.parse(late.first_stop_at)) / 1000
  const first =
    missed >= 60
      ? `The first stop should have been reached at ${formatTime(late.first_stop_at, zone)}, ${formatDuration(missed)} ago.`
      : `${late.driver_name} should have left the depot at ${formatTime(late.leave_by, zone)}.`
  return late.routes > 1 ? `${first} ${countOf(late.routes, 'route')} are late.` : first
}

/** What to do about it, by the plan's state. */
export function lateAdvice({ state }: Pick<PlanSummary, 'state'>): string {
  return state === 'approved'
    ? 'Dispatch it if the drivers are under way. Otherwise take it back and plan again, to start from now.'
    : 'Plan again to start from now.'
}
