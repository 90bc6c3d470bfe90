import type { Trx } from '../../db/connect.ts'
import type { Recipient } from '../../http/callers/recipient.ts'

/** How often a delivery was moved to another slot since then. Holds are kept for a day after their time. */
export async function countMoves(trx: Trx, { workspaceId, deliveryId }: Recipient, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('slot_holds')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'confirmed')
    .where('created_at', '>', since.toISOString())
    .executeTakeFirstOrThrow()
  return n
}
