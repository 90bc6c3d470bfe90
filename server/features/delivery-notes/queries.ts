import type { z } from 'zod'
import type { DeliveryFilter } from '#domain/api/deliveries.ts'
import { deliveryForClient } from '#domain/client-view.ts'
import { AppError } from '#domain/errors.ts'
import type { DeliveryProofs } from '#domain/schema/proof.ts'
import type { Look } from '#domain/schema/look.ts'
import type { Delivery, DeliveryHistory } from '#domain/schema/delivery.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { findDeliveryIds, getDelivery, listDeliveryEvents } from '../deliveries/queries.ts'
import { findLogo, readLook } from '../look/queries.ts'
import { listProofs } from '../proofs/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import type { House } from './rules.ts'

/** What is on a delivery note. Its photos are read afterwards, outside of the transaction. */
export type NoteFacts = {
  house: House
  look: Look
  logo: { sha256: string } | undefined
  delivery: Delivery
  from: string | null
  proofs: Omit<DeliveryProofs, 'pin'>
  history: DeliveryHistory
  /** The content of each photo that arrived. */
  files: Map<string, { sha256: string; type: string; size: number }>
}

/**
 * The deliveries that match.
 * @throws AppError `too_much_to_print`
 */
export async function findNotes(
  trx: Trx,
  workspaceId: string,
  filter: z.output<typeof DeliveryFilter>,
  most: number,
): Promise<string[]> {
  const ids = await findDeliveryIds(trx, workspaceId, filter, most + 1)
  if (ids.length > most) throw new AppError('too_much_to_print', { most })
  return ids
}

/**
 * Reads a delivery note.
 * @throws AppError `delivery_not_found`
 */
export async function readNote(trx: Trx, actor: Actor, id: string, now: Date): Promise<NoteFacts> {
  const { workspaceId, role } = actor
  const delivery = await getDelivery(trx, workspaceId, id)
  const { name, language, time_zone, currency } = await readWorkspace(trx, workspaceId)
  const files = await trx
    .selectFrom('photos')
    .innerJoin('storage.objects as o', 'o.id', 'photos.object_id')
    .select(['photos.id', 'o.sha256', 'o.shown_type', 'o.size'])
    .where('photos.workspace_id', '=', workspaceId)
    .where('photos.delivery_id', '=', id)
    .where('photos.state', '=', 'stored')
    .execute()
  return {
    house: { name, language, time_zone, currency },
    look: await readLook(trx, workspaceId),
    logo: await findLogo(trx, workspaceId),
    delivery: role === 'client' ? deliveryForClient(delivery) : delivery,
    from: await readFrom(trx, workspaceId, delivery),
    proofs: await listProofs(trx, actor, id, now),
    history: await listDeliveryEvents(trx, actor, id),
    files: new Map(
      files.map(({ id: photo, sha256, shown_type, size }) => [photo, { sha256, type: shown_type!, size }]),
    ),
  }
}

/** Who sends it: its client, or the depot that it leaves from. */
async function readFrom(trx: Trx, workspaceId: string, { client_id, depot_id }: Delivery): Promise<string | null> {
  const nameIn = async (table: 'clients' | 'depots', id: string | null) => {
    if (id === null) return null
    const row = await trx
      .selectFrom(table)
      .select('name')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.name ?? null
  }
  return (await nameIn('clients', client_id)) ?? nameIn('depots', depot_id)
}
