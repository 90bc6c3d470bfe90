import type { Event } from '#domain/events/event.ts'
import { decisionTypes, happeningOf } from '#domain/events/happening.ts'
import type { Replay, ReplayFact } from '#domain/schema/replay.ts'

/** Whether what is older than `oldest` reaches into a span. */
export function keptOf({ from, to }: { from: Date; to: Date }, oldest: Date): Replay['facts'] {
  if (from >= oldest) return 'kept'
  return to < oldest ? 'deleted' : 'partly'
}

const decisions: readonly string[] = decisionTypes

/** An event as a played day tells it; nothing if it is no news. */
export function factOf(event: Event): ReplayFact | undefined {
  const said = happeningOf(event)
  if (!said) return undefined
  const { id, at, title, detail, tone, about } = said
  return {
    id,
    at,
    type: event.type,
    title,
    detail: detail || null,
    tone,
    is_decision: decisions.includes(event.type) && event.actor.kind !== 'system',
    driver_id: about.driver_id ?? null,
    delivery_id: about.delivery_id ?? null,
    plan_id: about.plan?.id ?? null,
  }
}
