import { randomBytes } from 'node:crypto'
import { inAuthScope, type Db } from '../../db/connect.ts'
import type { Sealer } from './sealing.ts'

const id = 'links'

/** What the secret is sealed for. */
export const trackingKeyContext = (of: string) => `auth.tracking_keys.sealed_key ${of}`

/** The secret of the links to tracking pages, made at the first start. Two servers that start at the same time agree on one. */
export function readTrackingKey(db: Db, sealer: Sealer, now: Date): Promise<Buffer> {
  return inAuthScope(db, async (trx) => {
    const read = () => trx.selectFrom('auth.tracking_keys').select('sealed_key').where('id', '=', id).executeTakeFirst()
    let row = await read()
    if (!row) {
      const sealed_key = sealer.seal(randomBytes(32).toString('base64url'), trackingKeyContext(id))
      await trx
        .insertInto('auth.tracking_keys')
        .values({ id, sealed_key, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      row = (await read())!
    }
    return Buffer.from(sealer.open(row.sealed_key, trackingKeyContext(id)), 'base64url')
  })
}
