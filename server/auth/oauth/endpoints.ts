import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import { limited } from '../protocol/limited.ts'
import { withMembers } from '../protocol/redirects.ts'
import { uncached } from '../protocol/uncached.ts'
import { loadBearer, readBearer } from '../sessions/bearer.ts'
import { takeQuestion } from './authorize.ts'
import { registerClientsAdmin } from './clients-admin.ts'
import { answerQuestion, describeQuestion } from './consent.ts'
import { endGrants, listGrants } from './own-grants.ts'
import { registerClient } from './registration.ts'
import { sendRefusal } from './refusals.ts'
import { revokeToken } from './revocation.ts'
import { grantAppToken } from './token.ts'
import { describePerson } from './userinfo.ts'

type Question = { Params: { id: string } }

/** Lets apps of others act for people who allow it: the authorization server of OAuth 2.1 (decision 69). */
export function registerOAuth(auth: FastifyInstance, context: AuthContext): void {
  const { deps } = context
  const { keys, now } = deps

  auth.get('/oauth/authorize', limited('appTokens'), async (request, reply) => {
    const location = await takeQuestion(deps, request).catch((error: unknown) => {
      if (error instanceof AuthError && wantsPage(request)) return explainedAt(deps.config.auth.siteUrl, error)
      throw error
    })
    return uncached(reply).header('referrer-policy', 'no-referrer').redirect(location, 302)
  })
  auth.get<Question>('/oauth/authorizations/:id', async (request, reply) =>
    uncached(reply).send(await describeQuestion(context, request.params.id, await readBearer(request, keys))),
  )
  auth.post<Question>('/oauth/authorizations/:id/consent', async (request, reply) => {
    const claims = await readBearer(request, keys)
    return uncached(reply).send(
      await answerQuestion(context, request.params.id, claims, request.body, originOf(request)),
    )
  })

  auth.get('/oauth/userinfo', async (request, reply) => uncached(reply).send(await describePerson(deps, request)))
  auth.get('/user/oauth/grants', async (request, reply) => {
    const claims = await readBearer(request, keys)
    const grants = await inAuthScope(deps.db, async (trx) =>
      listGrants(trx, (await loadBearer(trx, claims, now())).user.id),
    )
    return uncached(reply).send(grants)
  })
  auth.delete('/user/oauth/grants', async (request, reply) => {
    const claims = await readBearer(request, keys)
    await inAuthScope(deps.db, async (trx) => {
      const { user } = await loadBearer(trx, claims, now())
      await endGrants(trx, user.id, (request.query as { client_id?: unknown }).client_id, originOf(request), now())
    })
    return reply.status(204).send()
  })

  registerClientsAdmin(auth, context)
  void auth.register(async (apps) => registerForApps(apps, context))
}

/** What apps call themselves, rather than a person's browser. */
function registerForApps(apps: FastifyInstance, { deps }: AuthContext): void {
  apps.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  )
  apps.post('/oauth/clients/register', limited('appRegistrations'), async (request, reply) =>
    uncached(reply)
      .status(201)
      .send(await registerClient(deps, request.body, originOf(request))),
  )
  const refusing = { ...limited('appTokens'), errorHandler: sendRefusal }
  apps.post('/oauth/token', refusing, async (request, reply) =>
    uncached(reply)
      .header('pragma', 'no-cache')
      .send(await grantAppToken(deps, request)),
  )
  apps.post('/oauth/revoke', refusing, async (request, reply) => {
    await revokeToken(deps, request)
    return uncached(reply).send({})
  })
}

const wantsPage = (request: FastifyRequest) => request.headers.accept?.includes('text/html') ?? false

/** A person must not be sent to an address that nobody registered, so our own page says what is wrong. */
const explainedAt = (siteUrl: string, { code }: AuthError) =>
  withMembers(
    `${siteUrl}/oauth/consent`,
    { problem: code === 'oauth_client_not_found' ? 'unknown_app' : 'wrong_address' },
    'query',
  )
