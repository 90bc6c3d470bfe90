import { inAuthScope } from '../db/connect.ts'
import type { RealtimeCaller } from '../realtime/callers.ts'
import type { Parts } from './people.ts'

/** Which of the callers' sessions have ended, because somebody signed out, was banned or deleted the account. */
export async function readEndedSessions({ db, lane, now }: Parts, callers: RealtimeCaller[]): Promise<Set<string>> {
  const sessions = new Set(callers.flatMap((caller) => (caller.kind === 'member' ? [caller.sessionId] : [])))
  if (!sessions.size) return sessions
  const alive = await lane(() =>
    inAuthScope(db, (trx) =>
      trx
        .selectFrom('auth.sessions as s')
        .innerJoin('auth.users as u', 'u.id', 's.user_id')
        .select('s.id')
        .where('s.id', 'in', [...sessions])
        .where('u.deleted_at', 'is', null)
        .where((eb) => eb.or([eb('u.banned_until', 'is', null), eb('u.banned_until', '<', now().toISOString())]))
        .execute(),
    ),
  )
  for (const { id } of alive) sessions.delete(id)
  return sessions
}
