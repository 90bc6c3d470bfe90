import { sql } from 'kysely'
import { inOneStatement, type Db, type Trx } from '../../db/connect.ts'

export type Of = { workspaceId: string; integrationId: string }

/** Shops for which the log of their workspace has not been read to its end. */
export async function shopsBehind(db: Db, most: number): Promise<Of[]> {
  const { rows } = await sql<{ workspace_id: string; integration_id: string }>`
    select workspace_id, integration_id from shops_behind(${most})`.execute(inOneStatement(db))
  return rows.map((row) => ({ workspaceId: row.workspace_id, integrationId: row.integration_id }))
}

/** What is known of a delivery that a shop is told about. */
export function readTold(trx: Trx, workspaceId: string, deliveryId: string) {
  return trx
    .selectFrom('shop_deliveries as s')
    .innerJoin('shop_orders as o', 'o.id', 's.order_id')
    .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
    .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
    .select([
      'o.external_id as order_id',
      's.part',
      's.lines',
      's.remote',
      'd.number',
      'd.parcels',
      'w.name as company',
    ])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/** Places of the parcels that were not loaded, or that did not reach the recipient. */
export async function missingParcels(trx: Trx, workspaceId: string, deliveryId: string) {
  const rows = await trx
    .selectFrom('parcel_progress')
    .select(['index', 'loaded', 'ended'])
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .execute()
  const find = (isMissing: (row: (typeof rows)[number]) => boolean) => rows.filter(isMissing).map(({ index }) => index)
  return {
    notLoaded: find(({ loaded }) => loaded === 'missing'),
    notBrought: find(({ loaded, ended }) => loaded === 'missing' || (ended !== null && ended !== 'delivered')),
  }
}
