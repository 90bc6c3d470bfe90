import type { Device } from '#domain/schema/device.ts'
import { keep, read, type Database } from '../store/database.ts'
import { paths, type Api } from './api.ts'

/** So often the phones of the driver are asked for. */
const everyMs = 15 * 60_000

/** Reads which phones the driver has, so that nobody is surprised by what another one of them sends. */
export async function readPhones({ db, api, now }: { db: Database; api: Api; now: () => number }): Promise<void> {
  const known = await read(db, 'phones')
  if (known && Math.abs(now() - known.read_at) < everyMs) return
  const { body } = await api.call<{ data: Device[] }>(paths.listOwnDevices)
  const phones = body.data.map(({ id, name, last_seen_at, revoked_at }) => ({ id, name, last_seen_at, revoked_at }))
  await keep(db, 'phones', { phones, read_at: now() })
}
