import { countryFor } from '#domain/phone.ts'
import type { Trx } from './connect.ts'

/** The country of phone numbers without a country code. */
export async function readCountry(trx: Trx, workspaceId: string): Promise<string> {
  const row = await trx
    .selectFrom('workspaces as w')
    .leftJoin('notification_settings as n', 'n.workspace_id', 'w.id')
    .select(['n.country', 'w.time_zone as zone', 'w.language'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return countryFor(row)
}
