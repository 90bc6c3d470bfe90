import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Device } from '#domain/schema/device.ts'
import type { Trx } from '../../db/connect.ts'

export { openKey } from './rules.ts'

const devices = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('driver_devices as d')
    .select(['d.id', 'd.driver_id', 'd.name', 'd.platform', 'd.registered_at', 'd.last_seen_at', 'd.last_sequence'])
    .select(['d.last_hash', 'd.revoked_at', 'd.revoked_by', 'd.version'])
    .select((eb) =>
      eb
        .selectFrom('road_entries as e')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('e.workspace_id', '=', 'd.workspace_id')
        .whereRef('e.device_id', '=', 'd.id')
        .where('e.held', '=', true)
        .as('held'),
    )
    .where('d.workspace_id', '=', workspaceId)
    .$narrowType<{ held: number }>()

/** The phones of a driver, or of all drivers, the newest first. */
export function listDevices(trx: Trx, workspaceId: string, driverId?: string): Promise<Device[]> {
  return devices(trx, workspaceId)
    .$if(driverId !== undefined, (query) => query.where('d.driver_id', '=', driverId!))
    .orderBy('d.registered_at', 'desc')
    .orderBy('d.id')
    .limit(1000)
    .execute()
}

/** @throws AppError `device_not_found` */
export async function getDevice(trx: Trx, workspaceId: string, id: string): Promise<Device> {
  const device = await devices(trx, workspaceId).where('d.id', '=', id).executeTakeFirst()
  if (!device) throw new AppError('device_not_found')
  return device
}
