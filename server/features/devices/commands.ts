import { canonicalJson } from '#domain/chain/canonical-json.ts'
import { AppError } from '#domain/errors.ts'
import type { Device, NewDevice } from '#domain/schema/device.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { depotsOfDriver } from '../drivers/queries.ts'
import { getDevice } from './queries.ts'
import { openKey, toldDevice } from './rules.ts'

/**
 * Registers a phone of the driver who asks. The same one again changes nothing but its name.
 * @throws AppError `no_driver_record`, `device_taken`, `device_revoked`
 */
export async function registerDevice(trx: Trx, actor: Actor, given: NewDevice, now: Date): Promise<Device> {
  const { workspaceId, driverId } = actor
  if (driverId === null) throw new AppError('no_driver_record')
  openKey(given.public_key)
  // Drivers write nothing themselves.
  await setWorkspace(trx, workspaceId)
  const { id, name, platform } = given
  const public_key = canonicalJson(given.public_key)
  const added = await trx
    .insertInto('driver_devices')
    .values({ workspace_id: workspaceId, id, driver_id: driverId, name, platform, public_key, registered_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) await renameDevice(trx, actor, given)
  const device = await getDevice(trx, workspaceId, id)
  if (added) {
    const depotIds = await depotsOfDriver(trx, workspaceId, driverId)
    await appendEvents(trx, actor, [{ type: 'device.registered', id, data: toldDevice(device), depotIds }], now)
  }
  return device
}

async function renameDevice(trx: Trx, { workspaceId, driverId }: Actor, given: NewDevice): Promise<void> {
  const before = await trx
    .selectFrom('driver_devices')
    .select(['driver_id', 'public_key', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', given.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isSameKey = canonicalJson(before.public_key) === canonicalJson(given.public_key)
  if (before.driver_id !== driverId || !isSameKey) throw new AppError('device_taken')
  if (before.revoked_at) throw new AppError('device_revoked')
  await trx
    .updateTable('driver_devices')
    .set({ name: given.name, platform: given.platform })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', given.id)
    .execute()
}

/**
 * A phone counts no more. What it still sends is held. Revoking it again changes nothing.
 * @throws AppError `device_not_found`
 */
export async function revokeDevice(trx: Trx, actor: Actor, id: string, now: Date): Promise<Device> {
  const { workspaceId, name } = actor
  const before = await getDevice(trx, workspaceId, id)
  if (before.revoked_at) return before
  await trx
    .updateTable('driver_devices')
    .set((eb) => ({ revoked_at: now, revoked_by: name, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getDevice(trx, workspaceId, id)
  const depotIds = await depotsOfDriver(trx, workspaceId, data.driver_id)
  await appendEvents(trx, actor, [{ type: 'device.revoked', id, data: toldDevice(data), before, depotIds }], now)
  return data
}
