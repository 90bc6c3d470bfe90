import type { FastifyRequest } from 'fastify'
import { isUuid } from '#domain/schema/uuid.ts'
import type { Trx } from '../../db/connect.ts'
import type { Client } from './clients.ts'
import { ClientRefused } from './refusals.ts'
import { isHashOf } from './secrets.ts'

type Form = Record<string, string | undefined>

/**
 * The client that calls. A confidential one proves it with its secret, by HTTP Basic or in the body; a public one only
 * says who it is, and proves with PKCE that it asked.
 * @throws ClientRefused
 */
export async function authenticateClient(trx: Trx, request: FastifyRequest, form: Form): Promise<Client> {
  const basic = readBasic(request)
  if (basic && form.client_secret) throw new ClientRefused('A client shows its secret in one place')
  const id = basic?.id ?? form.client_id ?? ''
  const secret = basic?.secret ?? form.client_secret
  const client = isUuid(id)
    ? await trx.selectFrom('auth.oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!client || (basic && form.client_id && form.client_id !== basic.id)) throw new ClientRefused('Unknown client')
  if (client.secret_hash === null) {
    if (secret) throw new ClientRefused('A public client has no secret')
    return client
  }
  // Either way of showing it is as safe, so a client may use the one that its library has.
  if (!secret || !isHashOf(secret, client.secret_hash)) throw new ClientRefused('The client secret is wrong')
  return client
}

function readBasic({ headers }: FastifyRequest): { id: string; secret: string } | undefined {
  const [, encoded] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!encoded) return undefined
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) throw new ClientRefused('The Authorization header cannot be read')
  return { id: decoded(id), secret: decoded(secret) }
}

/** Both are form-encoded within Basic (RFC 6749, section 2.3.1). Ours hold nothing that looks different encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
