import type { FastifyInstance } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import { describeUser } from '../accounts/users.ts'
import type { AuthContext } from '../context.ts'
import { audience } from '../keys/keys.ts'
import { deletePasskey, listPasskeys } from '../passkeys/passkeys.ts'
import { uncached } from '../protocol/uncached.ts'
import { readAdmin } from './admin.ts'
import { readAuditLog } from './audit-log.ts'
import { changeUserAsAdmin } from './change-user.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { changeFactor, deleteFactor, listFactors } from './factors.ts'
import { findLivingUser, findUser } from './find-user.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { listUsers } from './list-users.ts'
import { registerNotOffered } from './not-offered.ts'
import { sendPage, type Query } from './paging.ts'

type User = { Params: { id: string } }
type Part = { Params: { id: string; partId: string } }

/** Administering users, for whoever has the secret key. */
export function registerAdmin(auth: FastifyInstance, context: AuthContext): void {
  const { deps } = context

  auth.get('/admin/users', async (request, reply) => {
    await readAdmin(request, deps)
    const query = request.query as Query
    const { users, total, page } = await listUsers(deps, query)
    sendPage(reply, page, total, '/admin/users', query)
    return uncached(reply).send({ users, aud: audience })
  })
  auth.post('/admin/users', async (request, reply) => {
    const admin = await readAdmin(request, deps)
    return uncached(reply).send(await createUser(context, request.body, admin))
  })
  auth.get<User>('/admin/users/:id', async (request, reply) => {
    await readAdmin(request, deps)
    const { id } = request.params
    const user = await inAuthScope(deps.db, async (trx) => describeUser(trx, await findUser(trx, id)))
    return uncached(reply).send(user)
  })
  auth.put<User>('/admin/users/:id', async (request, reply) => {
    const admin = await readAdmin(request, deps)
    return uncached(reply).send(await changeUserAsAdmin(deps, request.params.id, request.body, admin))
  })
  auth.delete<User>('/admin/users/:id', async (request) => {
    const admin = await readAdmin(request, deps)
    await deleteUser(context, request.params.id, request.body, admin)
    return {}
  })

  auth.post('/invite', async (request, reply) => {
    const admin = await readAdmin(request, deps)
    return uncached(reply).send(await invite(context, request, admin))
  })
  auth.post('/admin/generate_link', async (request, reply) => {
    const admin = await readAdmin(request, deps)
    return uncached(reply).send(await generateLink(context, request, admin))
  })

  auth.get('/admin/audit', async (request, reply) => {
    await readAdmin(request, deps)
    const query = request.query as Query
    const { entries, total, page } = await readAuditLog(deps, query)
    sendPage(reply, page, total, '/admin/audit', query)
    return uncached(reply).send(entries)
  })

  registerFactorsOfUsers(auth, context)
  registerPasskeysOfUsers(auth, context)
  registerNotOffered(auth, deps)
}

function registerFactorsOfUsers(auth: FastifyInstance, { deps }: AuthContext): void {
  auth.get<User>('/admin/users/:id/factors', async (request, reply) => {
    await readAdmin(request, deps)
    return uncached(reply).send(await listFactors(deps, request.params.id))
  })
  auth.put<Part>('/admin/users/:id/factors/:partId', async (request, reply) => {
    const admin = await readAdmin(request, deps)
    const { id, partId } = request.params
    return uncached(reply).send(await changeFactor(deps, id, partId, request.body, admin))
  })
  auth.delete<Part>('/admin/users/:id/factors/:partId', async (request) => {
    const admin = await readAdmin(request, deps)
    return deleteFactor(deps, request.params.id, request.params.partId, admin)
  })
}

function registerPasskeysOfUsers(auth: FastifyInstance, { deps }: AuthContext): void {
  auth.get<User>('/admin/users/:id/passkeys', async (request, reply) => {
    await readAdmin(request, deps)
    const { id } = request.params
    const passkeys = await inAuthScope(deps.db, async (trx) => listPasskeys(trx, (await findUser(trx, id)).id))
    return uncached(reply).send(passkeys)
  })
  auth.delete<Part>('/admin/users/:id/passkeys/:partId', async (request, reply) => {
    const admin = await readAdmin(request, deps)
    const { id, partId: passkeyId } = request.params
    await inAuthScope(deps.db, async (trx) => {
      const user = await findLivingUser(trx, id)
      await deletePasskey(trx, { userId: user.id, passkeyId, ...admin, now: deps.now() })
    })
    return reply.status(204).send()
  })
}
