import type { Trx } from '../db/connect.ts'
import type { Entry } from './audit-entry.ts'
import { tellWorkspaces } from './tell-workspaces.ts'

/** Adds an entry to the sign-in service's log, in the transaction of the change it describes. Entries are never removed. */
export async function audit(trx: Trx, { action, userId, actor, origin, detail = {}, now }: Entry): Promise<void> {
  await trx
    .insertInto('auth.audit_entries')
    .values({
      at: now,
      action,
      user_id: userId,
      actor_id: actor ? actor.id : userId,
      actor: actor?.name ?? null,
      ip: origin?.ip ?? null,
      user_agent: origin?.userAgent ?? null,
      detail: JSON.stringify(detail),
    })
    .execute()
  await tellWorkspaces(trx, { action, userId, ...(actor && { actor }), ...(origin && { origin }), detail, now })
}
