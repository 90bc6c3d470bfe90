import { inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { openConnection } from '../integrations/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { pluginKeyContext } from './rules.ts'

/** What the plugin of a workspace's shop signs with; undefined before somebody made a key. */
export async function readPluginSecret({ db, sealer }: Deps, workspaceId: string): Promise<string | undefined> {
  const row = await again(() => inWorkspace(db, workspaceId, (trx) => findConnection(trx, workspaceId)))
  return row?.plugin_secret ? sealer.open(row.plugin_secret, pluginKeyContext(workspaceId)) : undefined
}

/** The WooCommerce shop of a workspace, if one is connected. */
export function findConnection(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('integrations')
    .select(['id', 'plugin_secret'])
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', 'woocommerce')
    .where('state', '=', 'connected')
    .executeTakeFirst()
}

/** With what Shopify signs its questions: the secret of the app that the shop has, ours or the one that its owner made. */
export async function readShopifySecret(
  deps: Deps,
  workspaceId: string,
  connectionId: string,
): Promise<string | undefined> {
  const connection = await again(() =>
    inWorkspace(deps.db, workspaceId, (trx) => openConnection(trx, deps, workspaceId, connectionId)),
  )
  const { client_secret } = (connection?.store.credentials ?? {}) as { client_secret?: string }
  return client_secret ?? deps.config.shops.shopify?.clientSecret
}

/** The zone in which a workspace's windows are. */
export async function zoneOf(db: Db, workspaceId: string): Promise<string> {
  const { time_zone } = await again(() => inWorkspace(db, workspaceId, (trx) => readWorkspace(trx, workspaceId)))
  return time_zone
}
