import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import { bePatient } from '../../db/patience.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { readBody } from '../protocol/body.ts'
import type { UserRow } from '../protocol/objects.ts'
import type { Admin } from './admin.ts'
import { findUser } from './find-user.ts'

const Body = z.object({ should_soft_delete: z.boolean().default(false) })

/**
 * Deletes a user. A full deletion removes everything they have, here and in the product. A soft one keeps a row without
 * personal data, so that references to it stay valid.
 * @throws AuthError `user_not_found`
 */
export async function deleteUser({ deps, product }: AuthContext, id: string, input: unknown, admin: Admin) {
  const { should_soft_delete: soft } = readBody(Body, input ?? {})
  const now = deps.now()
  await inAuthScope(deps.db, async (trx) => {
    // Years of deliveries can be many rows.
    await bePatient(trx, 'removal')
    const user = await findUser(trx, id, { lock: true })
    await audit(trx, { action: 'user_deleted', userId: id, ...admin, detail: { soft }, now })
    if (soft) return emptyUser(trx, user, now)
    await product.onUserDeleted(trx, id)
    await trx.deleteFrom('auth.users').where('id', '=', id).execute()
  })
}

/** What a soft deletion removes, since the row stays. */
const tables = [
  'auth.identities',
  'auth.sessions',
  'auth.one_time_tokens',
  'auth.flow_states',
  'auth.factors',
  'auth.passkeys',
  'auth.passkey_challenges',
  'auth.devices',
  'auth.deletion_choices',
  'auth.workspace_uses',
] as const

async function emptyUser(trx: Trx, { id, email, phone, deleted_at }: UserRow, now: Date): Promise<void> {
  if (deleted_at !== null) return
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', id).execute()
  await trx.deleteFrom('auth.provider_states').where('linking_user_id', '=', id).execute()
  await trx
    .updateTable('auth.users')
    .set({
      email: email && hashOf(id, email),
      phone: phone && hashOf(id, phone),
      password_hash: null,
      new_email: null,
      new_phone: null,
      app_metadata: '{}',
      user_metadata: '{}',
      deletion_due_at: null,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

const hashOf = (id: string, address: string) => createHash('sha256').update(`${id} ${address}`).digest('hex')
