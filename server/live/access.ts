import type { Event } from '#domain/events/event.ts'
import type { RealtimeCaller } from '../realtime/callers.ts'

/** Whether an event may change what a caller may hear. */
export function isConcerned(caller: RealtimeCaller, { type, subject, previous }: Event): boolean {
  if (type === 'member.updated' || type === 'member.left')
    return caller.kind === 'member' && caller.userId === subject.id
  if (type === 'api_key.revoked') return caller.kind === 'key' && caller.keyId === subject.id
  return type === 'workspace.updated' && 'requires_two_factors' in previous
}
