import { sql } from 'kysely'
import { enterAuthScope, setWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { hashApiKey, isAppToken } from '../../http/key-format.ts'
import { sendMail } from '../../queue/mail.ts'
import { endLeakedSecret } from '../api-keys/commands.ts'
import { managersOf } from '../members/queries.ts'
import { mailAddresses } from '../ownership/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { leakMail } from './rules.ts'

type Outside = Pick<Deps, 'config' | 'mailer' | 'queue' | 'now'>

/**
 * Ends a key that somebody found, and tells the owners and admins of its workspace by mail. Whoever shows all of a key
 * could also use it, so nobody need ask who they are.
 * @returns whether it still worked until now
 */
export async function reportLeak(trx: Trx, deps: Outside, key: string): Promise<boolean> {
  const hash = hashApiKey(key)
  if (!hash) return false
  if (isAppToken(key)) return endLeakedToken(trx, hash)
  const { rows } = await sql<{ workspace_id: string; key_id: string; is_previous: boolean }>`
    select * from workspace_of_key(${hash})`.execute(trx)
  const [found] = rows
  if (!found) return false
  const { workspace_id: workspaceId, key_id: id, is_previous: isPrevious } = found
  await setWorkspace(trx, workspaceId)
  const author = { workspaceId, userId: null, name: 'Karta' }
  const ended = await endLeakedSecret(trx, author, { id, isPrevious }, deps.now())
  if (!ended) return false
  const { name: workspaceName } = await readWorkspace(trx, workspaceId)
  const keysUrl = `${deps.config.publicUrl}/dashboard/api-keys?workspace=${workspaceId}`
  const addresses = await mailAddresses(trx, await managersOf(trx, workspaceId))
  for (const to of addresses.values()) await sendMail(trx, deps, leakMail(to, { ...ended, workspaceName, keysUrl }))
  return true
}

/** Ends an app's access token, with the refresh token beside it: whoever has one may have the other. */
async function endLeakedToken(trx: Trx, hash: Buffer): Promise<boolean> {
  await enterAuthScope(trx)
  const { numDeletedRows } = await trx
    .deleteFrom('auth.oauth_authorizations')
    .where('id', 'in', (eb) =>
      eb.selectFrom('auth.oauth_tokens').select('authorization_id').where('token_hash', '=', hash),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
