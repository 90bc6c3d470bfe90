import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { DoorReceiver, Prescription, PrescriptionState } from '#domain/schema/prescription.ts'
import type { Deps } from '../../deps.ts'
import type { Trx } from '../../db/connect.ts'
import { entriesAbout } from '../audit/queries.ts'
import { accessActions, accessOf, checksOf, contentsContext, doorContext, type Contents } from './rules.ts'

const mostAccesses = 100

/** A stored prescription, as far as whoever asks may see it. */
export function findRow(trx: Trx, workspaceId: string, deliveryId: string) {
  return trx
    .selectFrom('prescriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/**
 * What a delivery's prescription says. Whoever shows it notes who read it.
 * @throws AppError `prescription_not_found`
 */
export async function openPrescription(
  trx: Trx,
  sealer: Deps['sealer'],
  workspaceId: string,
  delivery: Pick<Delivery, 'id' | 'requirements'>,
): Promise<Prescription> {
  const row = await findRow(trx, workspaceId, delivery.id)
  if (!row) throw new AppError('prescription_not_found')
  const { sealed, workspace_id: _, ...rest } = row
  return { ...rest, ...opened(sealer, delivery.id, sealed), checks: checksOf(delivery) }
}

/** That there is a prescription, without what it says. */
export async function readState(
  trx: Trx,
  workspaceId: string,
  delivery: Pick<Delivery, 'id' | 'requirements'>,
): Promise<PrescriptionState> {
  const row = await findRow(trx, workspaceId, delivery.id)
  if (!row) throw new AppError('prescription_not_found')
  const { sealed: _, workspace_id: __, ...state } = row
  return { ...state, checks: checksOf(delivery) }
}

export const opened = (sealer: Deps['sealer'], deliveryId: string, sealed: Buffer): Contents =>
  JSON.parse(sealer.open(sealed, contentsContext(deliveryId)))

/** Who may receive each of these deliveries, if a prescription says so. */
export async function readDoors(
  trx: Trx,
  sealer: Deps['sealer'],
  workspaceId: string,
  deliveryIds: string[],
): Promise<Map<string, DoorReceiver>> {
  if (!deliveryIds.length) return new Map()
  const rows = await trx
    .selectFrom('prescription_doors')
    .select(['delivery_id', 'sealed'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`delivery_id = any(${deliveryIds}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ delivery_id: id, sealed }) => [id, JSON.parse(sealer.open(sealed, doorContext(id))) as DoorReceiver]),
  )
}

/** Who saw or changed a delivery's prescription. The transaction must see the audit log. */
export async function readAccesses(trx: Trx, workspaceId: string, deliveryId: string) {
  const actions = Object.keys(accessActions)
  const { entries, total } = await entriesAbout(trx, workspaceId, { record: deliveryId, actions, most: mostAccesses })
  return { data: entries.map(accessOf), total }
}
