import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { inTransaction, inWorkspace, type Db, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { openCredentials } from '../integrations/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { pluginKeyContext } from './rules.ts'

/**
 * Whose shop it is that a checkout names by its connection.
 * @throws AppError `not_found` for one that is not connected
 */
export async function workspaceOfShop(db: Db, platform: ShopPlatform, connectionId: string): Promise<string> {
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ id: string | null }>`select workspace_of_shop(${connectionId}, ${platform}) as id`.execute(trx),
  )
  const id = rows[0]?.id
  if (!id) throw new AppError('not_found')
  return id
}

/** The workspaces that have this store connected, by what the platform calls it. */
export async function workspacesOfStore(db: Db, platform: ShopPlatform, store: string): Promise<string[]> {
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ workspace_id: string }>`select workspace_id from connections_of_shop(${platform}, ${store})`.execute(trx),
  )
  return rows.map(({ workspace_id }) => workspace_id)
}

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
  { db, sealer, config }: Deps,
  workspaceId: string,
): Promise<string | undefined> {
  const credentials = await again(() =>
    inWorkspace(db, workspaceId, (trx) => openCredentials(trx, sealer, workspaceId, 'shopify')),
  )
  const { client_secret } = (credentials ?? {}) as { client_secret?: string }
  return client_secret ?? config.shops.shopify?.clientSecret
}

/** The zone in which a workspace's windows are. */
export async function zoneOf(db: Db, workspaceId: string): Promise<string> {
  const { time_zone } = await again(() => inWorkspace(db, workspaceId, (trx) => readWorkspace(trx, workspaceId)))
  return time_zone
}
