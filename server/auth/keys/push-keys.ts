import webPush from 'web-push'
import { inAuthScope, type Db } from '../../db/connect.ts'
import type { PushKeys } from '../../outside/push.ts'
import type { Sealer } from './sealing.ts'

const id = 'vapid'

/** What the private key is sealed for. */
export const pushKeyContext = (of: string) => `auth.push_keys.sealed_key ${of}`

/** The keys by which push services know this server. Two servers that start at the same time agree on one pair. */
export function readPushKeys(db: Db, sealer: Sealer, now: Date): Promise<PushKeys> {
  return inAuthScope(db, async (trx) => {
    const read = () =>
      trx.selectFrom('auth.push_keys').select(['public_key', 'sealed_key']).where('id', '=', id).executeTakeFirst()
    let row = await read()
    if (!row) {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      const sealed_key = sealer.seal(privateKey, pushKeyContext(id))
      await trx
        .insertInto('auth.push_keys')
        .values({ id, public_key: publicKey, sealed_key, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      row = (await read())!
    }
    return { publicKey: row.public_key, privateKey: sealer.open(row.sealed_key, pushKeyContext(id)) }
  })
}
