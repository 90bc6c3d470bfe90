import { AppError } from '#domain/errors.ts'
import type { NewPickupPlace, PickupPlace, PickupPlaceChange } from '#domain/schema/pickup-place.ts'
import type { Trx } from '../../db/connect.ts'
import { orConflict } from '../../db/refusal.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { checkClient } from '../clients/queries.ts'
import { joinPickupPlace } from '../delivery-positions/commands.ts'
import { countOpenAt, getPickupPlace } from './queries.ts'
import { checkSlots } from './rules.ts'

const duplicateName = { pickup_places_name: 'duplicate_pickup_place' } as const

/**
 * Adds a pickup place. Pending deliveries that are picked up there belong to it.
 * @throws AppError `duplicate_pickup_place`, `client_not_found`, `client_inactive`, `validation_failed`
 */
export async function createPickupPlace(
  trx: Trx,
  actor: Actor,
  place: NewPickupPlace,
  now: Date,
): Promise<PickupPlace> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  if (place.client_id) await checkClient(trx, workspaceId, place.client_id)
  const { location, week, ...fields } = place
  const insert = trx
    .insertInto('pickup_places')
    .values({
      ...fields,
      ...location,
      week: JSON.stringify(week),
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orConflict(duplicateName, insert)
  const created = await getPickupPlace(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'pickup_place.created', id, data: created }], now)
  await joinPickupPlace(trx, actor, { id, addresses: namesOf(created) }, now)
  return created
}

/**
 * Changes a pickup place. Orders keep the slots that they have; new ones follow the new hours and slots.
 * @throws AppError `pickup_place_not_found`, `version_conflict`, `duplicate_pickup_place`, `client_not_found`,
 * `client_inactive`, `pickup_place_has_deliveries`, `validation_failed`
 */
export async function changePickupPlace(
  trx: Trx,
  actor: Actor,
  id: string,
  change: PickupPlaceChange,
  seen: Seen,
  now: Date,
): Promise<PickupPlace> {
  const { workspaceId } = actor
  await lockWorkspace(trx, workspaceId)
  const before = await getPickupPlace(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  checkSlots({ ...before, ...change })
  const isOtherClient = change.client_id !== undefined && change.client_id !== before.client_id
  if (change.client_id && isOtherClient) await checkClient(trx, workspaceId, change.client_id)
  const isClosed = before.active && change.active === false
  if (isClosed || isOtherClient) await checkUnused(trx, workspaceId, id)

  const { location, week, ...fields } = change
  const update = trx
    .updateTable('pickup_places')
    .set({ ...fields, ...location, ...(week && { week: JSON.stringify(week) }), updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await orConflict(duplicateName, update)
  const after = await getPickupPlace(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'pickup_place.updated', id, data: after, before }], now)
  if (after.active) await joinPickupPlace(trx, actor, { id, addresses: namesOf(after) }, now)
  return after
}

/** Every way in which a pickup address can mean it. */
const namesOf = ({ name, address, aliases }: PickupPlace) => [name, address, `${name}, ${address}`, ...aliases]

/** @throws AppError `pickup_place_has_deliveries` saying how many */
async function checkUnused(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const deliveries = await countOpenAt(trx, workspaceId, id)
  if (!deliveries) return
  const say = deliveries === 1 ? '1 order is' : `${deliveries} orders are`
  throw new AppError('pickup_place_has_deliveries', { detail: `${say} still to be picked up there.`, deliveries })
}
