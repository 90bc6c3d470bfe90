import { AppError } from '#domain/errors.ts'
import type { Preparation } from '#domain/schema/pickup-place.ts'
import type { Trx } from '../../db/connect.ts'
import { getDelivery } from '../deliveries/queries.ts'

export const preparationColumns = [
  'delivery_id',
  'pickup_place_id',
  'state',
  'planned_ready_at',
  'ready_at',
  'slot_at',
  'slot_ends_at',
  'accepted_at',
  'preparing_at',
  'made_ready_at',
  'picked_up_at',
  'version',
] as const

/**
 * How far the kitchen is with a delivery.
 * @throws AppError `delivery_not_found`, `preparation_not_found`
 */
export async function getPreparation(trx: Trx, workspaceId: string, deliveryId: string): Promise<Preparation> {
  await getDelivery(trx, workspaceId, deliveryId)
  const row = await trx
    .selectFrom('preparations')
    .select(preparationColumns)
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!row) throw new AppError('preparation_not_found')
  return row
}
