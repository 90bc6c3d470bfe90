import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Origin } from '../../http/origin.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../protocol/errors.ts'
import { readClientFields } from './client-fields.ts'
import { addClient, toClient } from './clients.ts'

/**
 * Adds a client that registers itself (RFC 7591), if the server's settings allow that.
 * @throws AuthError `oauth_dynamic_client_registration_disabled`, `validation_failed`
 */
export async function registerClient({ db, config, now }: Deps, body: unknown, origin: Origin) {
  if (!config.auth.appRegistration) throw new AuthError('oauth_dynamic_client_registration_disabled')
  // Programs that register themselves are mostly on the person's own machine.
  const fields = readClientFields({ token_endpoint_auth_method: 'none', ...(body as object) })
  const registrar = { workspace_id: null, registration: 'dynamic', created_by_name: '' } as const
  const { client, secret } = await inAuthScope(db, async (trx) => {
    const added = await addClient(trx, fields, registrar, now())
    const detail = { client_id: added.client.id, name: added.client.name }
    await audit(trx, { action: 'app_added', userId: null, origin, detail, now: now() })
    return added
  })
  return toClient(client, secret)
}
