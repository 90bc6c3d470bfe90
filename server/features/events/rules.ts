import { typesFor, type EventType } from '#domain/events/types.ts'
import { may } from '#domain/permissions.ts'
import type { Actor } from '../../http/callers/actor.ts'

/** The types of events that this caller may read: those about what they may also see elsewhere. */
export function readableTypes(actor: Pick<Actor, 'role' | 'driverId' | 'scopes'>): Set<EventType> {
  return new Set(typesFor((action) => may(actor, action)))
}
