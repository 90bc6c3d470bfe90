import type { FastifyInstance } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import type { Trx } from '../../db/connect.ts'
import { readAdmin, type Admin } from '../admin/admin.ts'
import { readPage, sendPage, type Query } from '../admin/paging.ts'
import { audit } from '../audit.ts'
import type { AuditAction } from '../audit-entry.ts'
import type { AuthContext } from '../context.ts'
import { audience } from '../keys/keys.ts'
import { uncached } from '../protocol/uncached.ts'
import { readClientChange, readClientFields } from './client-fields.ts'
import { addClient, changeClient, changeSecret, deleteClient, findClient, toClient, type Client } from './clients.ts'

type One = { Params: { id: string } }

/** Administering the clients of the whole server, for whoever has the secret key. */
export function registerClientsAdmin(auth: FastifyInstance, { deps }: AuthContext): void {
  const { db, now } = deps
  const path = '/admin/oauth/clients'
  const note = (trx: Trx, action: AuditAction, { id, name }: Client, admin: Admin) =>
    audit(trx, { action, userId: null, ...admin, detail: { client_id: id, name }, now: now() })

  auth.get(path, async (request, reply) => {
    await readAdmin(request, deps)
    const query = request.query as Query
    const page = readPage(query)
    const { clients, total } = await inAuthScope(db, async (trx) => {
      const rows = trx.selectFrom('auth.oauth_clients')
      const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const found = await rows
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.perPage)
        .offset(page.offset)
        .execute()
      return { clients: found.map((client) => toClient(client)), total: count }
    })
    sendPage(reply, page, total, path, query)
    return uncached(reply).send({ clients, aud: audience })
  })
  auth.post(path, async (request, reply) => {
    const admin = await readAdmin(request, deps)
    const fields = readClientFields(request.body)
    const registrar = { workspace_id: null, registration: 'manual', created_by_name: admin.actor.name } as const
    const { client, secret } = await inAuthScope(db, async (trx) => {
      const added = await addClient(trx, fields, registrar, now())
      await note(trx, 'app_added', added.client, admin)
      return added
    })
    return uncached(reply).status(201).send(toClient(client, secret))
  })
  auth.get<One>(`${path}/:id`, async (request, reply) => {
    await readAdmin(request, deps)
    const client = await inAuthScope(db, (trx) => findClient(trx, request.params.id))
    return uncached(reply).send(toClient(client))
  })
  auth.put<One>(`${path}/:id`, async (request, reply) => {
    const admin = await readAdmin(request, deps)
    const client = await inAuthScope(db, async (trx) => {
      const before = await findClient(trx, request.params.id)
      const { client_name, client_uri, logo_uri, redirect_uris, scope, token_endpoint_auth_method } = readClientChange(
        request.body,
        toFields(before),
      )
      const fields = { name: client_name, uri: client_uri, logo_uri, redirect_uris, scopes: scope.split(' ') }
      const changed = await changeClient(trx, before, { ...fields, auth_method: token_endpoint_auth_method }, now())
      await note(trx, 'app_changed', changed, admin)
      return changed
    })
    return uncached(reply).send(toClient(client))
  })
  auth.delete<One>(`${path}/:id`, async (request, reply) => {
    const admin = await readAdmin(request, deps)
    await inAuthScope(db, async (trx) => {
      const client = await findClient(trx, request.params.id)
      await deleteClient(trx, client)
      await note(trx, 'app_deleted', client, admin)
    })
    return reply.status(204).send()
  })
  auth.post<One>(`${path}/:id/regenerate_secret`, async (request, reply) => {
    const admin = await readAdmin(request, deps)
    const { client, secret } = await inAuthScope(db, async (trx) => {
      const changed = await changeSecret(trx, await findClient(trx, request.params.id), now())
      await note(trx, 'app_secret_changed', changed.client, admin)
      return changed
    })
    return uncached(reply).send(toClient(client, secret))
  })
}

const toFields = (client: Client) => ({
  client_name: client.name,
  client_uri: client.uri,
  logo_uri: client.logo_uri,
  redirect_uris: client.redirect_uris,
  scope: client.scopes.join(' '),
  token_endpoint_auth_method: client.auth_method,
})
