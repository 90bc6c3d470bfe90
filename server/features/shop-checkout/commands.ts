import { AppError } from '#domain/errors.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { readShopOrder } from '../../queue/tasks.ts'
import { readStored } from '../integrations/queries.ts'
import { keepEvent } from '../shop-sync/commands.ts'
import { findConnection } from './queries.ts'
import { newPluginSecret, pluginKey, pluginKeyContext } from './rules.ts'

/**
 * Makes the key with which the plugin of the connected WooCommerce shop signs its calls. An earlier one works no more.
 * @throws AppError `integration_not_connected`
 */
export async function makePluginKey(
  trx: Trx,
  actor: Actor,
  { sealer, now }: Pick<Deps, 'sealer' | 'now'>,
): Promise<{ key: string }> {
  const { workspaceId } = actor
  const connection = await findConnection(trx, workspaceId)
  if (!connection) throw new AppError('integration_not_connected')
  const secret = newPluginSecret()
  await trx
    .updateTable('integrations')
    .set({ plugin_secret: sealer.seal(secret, pluginKeyContext(workspaceId)) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', connection.id)
    .execute()
  const stored = await readStored(trx, workspaceId, connection)
  await appendEvents(trx, actor, [{ type: 'integration.plugin_key_made', ...stored! }], now())
  return { key: pluginKey(connection.id, secret) }
}

type Connection = { workspaceId: string; integrationId: string }

/** Has orders read that somebody sent by hand, as if the shop had posted them. The same ones twice in a second are one. */
export async function readOrdersAgain(
  trx: Trx,
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  connection: Connection,
  ids: string[],
  sent: string,
): Promise<void> {
  for (const orderId of ids) {
    const hook = { id: `${sent} ${orderId}`, topic: 'plugin', about: 'order' as const, orderId, at: null }
    if (await keepEvent(trx, connection, hook, now())) await queue.add(trx, readShopOrder, { ...connection, orderId })
  }
}
