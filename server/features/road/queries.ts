import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { EntryResult } from '#domain/road/entry.ts'
import { outcomeSentences, type OutcomeCode } from '#domain/road/outcomes.ts'
import type { Trx } from '../../db/connect.ts'

/** Whose log it is. */
export type LogOwner = { workspaceId: string; driverId: string }

/** @throws AppError `device_not_found` */
export async function readDevice(trx: Trx, { workspaceId, driverId }: LogOwner, id: string) {
  const device = await trx
    .selectFrom('driver_devices')
    .select(['id', 'public_key', 'last_sequence', 'last_hash', 'last_happened_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!device) throw new AppError('device_not_found')
  return device
}

/** Locks the phones of a driver, so that what the driver did is taken one at a time, whichever phone says it. */
export async function lockLogs(trx: Trx, { workspaceId, driverId }: LogOwner): Promise<void> {
  await trx
    .selectFrom('driver_devices')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** What is stored of entries with these ids, of whichever phone of the driver. */
export function readTaken(trx: Trx, { workspaceId, driverId }: LogOwner, ids: string[]) {
  return trx
    .selectFrom('road_entries')
    .select(['id', 'device_id', 'sequence', 'hash', 'outcome', 'code'])
    .where('workspace_id', '=', workspaceId)
    .where('driver_id', '=', driverId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

export function resultOf({ id, outcome, code }: Pick<EntryResult, 'id' | 'outcome' | 'code'>): EntryResult {
  return { id, outcome, code, sentence: sentenceOf(code) }
}

const sentenceOf = (code: OutcomeCode | null) => (code === null ? null : outcomeSentences[code])

/** The name of a driver, active or not. @throws AppError `no_driver_record` */
export async function readDriver(trx: Trx, { workspaceId, driverId }: LogOwner) {
  const driver = await trx
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', driverId)
    .executeTakeFirst()
  if (!driver) throw new AppError('no_driver_record')
  return driver
}
