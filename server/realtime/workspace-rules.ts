import { sql } from 'kysely'
import { again } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import { allRights, noRights, type AuthorizeChannel } from './rules.ts'

const workspaceTopic = /^workspace:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Private channels are the workspaces', each for its members and API keys. The operator may use all of them. */
export function workspaceRules({ db, shares }: Pick<Deps, 'db' | 'shares'>): AuthorizeChannel {
  return async ({ caller, topic }) => {
    const workspaceId = workspaceTopic.exec(topic)?.[1]
    if (caller.kind === 'operator') return allRights
    if (!workspaceId || caller.kind === 'anon') return noRights
    if (caller.kind === 'key') return caller.workspaceId === workspaceId ? allRights : noRights
    const { userId, sessionId } = caller
    const entry = await shares.during(userId, () =>
      again(() =>
        db.transaction().execute(async (trx) => {
          const { rows } = await sql<{ workspace_id: string | null; lacks_factor: boolean }>`
            select workspace_id, lacks_factor from begin_request(${sessionId}, ${userId}, ${workspaceId})`.execute(trx)
          return rows[0]
        }),
      ),
    )
    return entry?.workspace_id === workspaceId && !entry.lacks_factor ? allRights : noRights
  }
}
