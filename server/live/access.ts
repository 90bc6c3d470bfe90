import { concernsAccess } from '#domain/events/access.ts'
import type { Event } from '#domain/events/event.ts'
import type { RealtimeCaller } from '../realtime/callers.ts'

/** Whether an event may change what anybody may hear. */
export const isAboutAccess = ({ subject }: Event) => concernsAccess(subject.kind)

/** Whether an event may change what a caller may hear. */
export function isConcerned(caller: RealtimeCaller, { type, subject, data, previous }: Event): boolean {
  if (type === 'workspace.updated') return 'requires_two_factors' in previous || 'tier' in previous
  if (subject.kind === 'api_key') return caller.kind === 'key' && caller.keyId === subject.id
  if (caller.kind !== 'member') return false
  if (subject.kind === 'member') return caller.userId === subject.id
  // Who drives under which account.
  const { user_id: account } = data as { user_id?: string | null }
  return subject.kind === 'driver' && [account, previous.user_id].includes(caller.userId)
}
