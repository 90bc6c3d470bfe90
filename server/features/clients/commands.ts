import type { Client, ClientChange, NewClient } from '#domain/schema/client.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getClient } from './queries.ts'

const duplicateName = { clients_name: 'duplicate_client' } as const

/**
 * Adds a client.
 * @throws AppError `duplicate_client`
 */
export async function createClient(trx: Trx, actor: Actor, client: NewClient, now: Date): Promise<Client> {
  const { workspaceId } = actor
  const insert = trx
    .insertInto('clients')
    .values({ ...client, workspace_id: workspaceId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const created = await getClient(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'client.created', id, data: created }], now)
  return created
}

/**
 * Changes a client. Deliveries of a deactivated one stay as they are; its members see nothing any more.
 * @throws AppError `client_not_found`, `version_conflict`, `duplicate_client`
 */
export async function changeClient(
  trx: Trx,
  actor: Actor,
  id: string,
  change: ClientChange,
  seen: Seen,
  now: Date,
): Promise<Client> {
  const { workspaceId } = actor
  await trx.selectFrom('clients').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const before = await getClient(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const update = trx
    .updateTable('clients')
    .set({ ...change, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const after = await getClient(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'client.updated', id, data: after, before }], now)
  return after
}
