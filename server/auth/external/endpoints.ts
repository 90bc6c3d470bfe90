import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inAuthScope } from '../../db/connect.ts'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../protocol/errors.ts'
import { errorMembers, withError } from '../protocol/redirect-outcomes.ts'
import { asHeader } from '../protocol/redirects.ts'
import { limited } from '../protocol/limited.ts'
import { uncached } from '../protocol/uncached.ts'
import { loadBearer, readBearer, type Bearer } from '../sessions/bearer.ts'
import { requireFresh } from '../sessions/freshness.ts'
import { leaveFor, readLeaving } from './authorize.ts'
import { receive } from './callback.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** Signing in with an outside provider, and an account's identities. */
export function registerExternal(auth: FastifyInstance, context: AuthContext): void {
  auth.get('/authorize', patient, async (request, reply) => leave(context, request, reply))
  registerCallback(auth, context)
  registerIdentities(auth, context)
  auth.post('/sso', limited('signUp'), async () => {
    throw new AuthError('saml_provider_disabled')
  })
}

/** For calls that ask a provider several times. Each time it may be slow. */
const patient = { ...limited('token'), handlerTimeout: 25_000 }

/** Sends the browser to the provider, or tells the caller where to send it. */
async function leave(context: AuthContext, request: FastifyRequest, reply: FastifyReply, linking?: Bearer) {
  const leaving = readLeaving(context, request)
  const tellsOnly = leaving.query.skip_http_redirect === 'true'
  const url = await leaveFor(context, leaving, linking).catch((error: unknown) => {
    // A person in a browser is better off on the page they came from than with a line of JSON.
    const isPerson = !tellsOnly && request.headers.accept?.includes('text/html')
    if (!isPerson || !(error instanceof AuthError)) throw error
    // The text of a refusal may quote the request.
    if (error.status >= 500) request.log.error({ err: error }, error.code)
    else request.log.warn(error.code)
    return withError(leaving.redirectTo, errorMembers(error))
  })
  return tellsOnly ? uncached(reply).send({ url }) : uncached(reply).redirect(asHeader(url), 302)
}

function registerCallback(auth: FastifyInstance, context: AuthContext): void {
  const back = async (request: FastifyRequest, reply: FastifyReply, params: URLSearchParams) => {
    const { status, location, failure } = await receive(context, params, originOf(request))
    if (failure) {
      const level = failure.status >= 500 ? 'error' : 'warn'
      request.log[level]({ err: failure }, failure.code)
    }
    return uncached(reply).redirect(asHeader(location), status)
  }
  auth.get('/callback', patient, async (request, reply) =>
    back(request, reply, new URLSearchParams(request.url.split('?')[1] ?? '')),
  )
  // Some providers send the browser back by submitting a form.
  void auth.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    forms.post('/callback', patient, async (request, reply) =>
      back(request, reply, request.body instanceof URLSearchParams ? request.body : new URLSearchParams()),
    )
  })
}

function registerIdentities(auth: FastifyInstance, context: AuthContext): void {
  const { db, keys, now, config } = context.deps
  /** @throws AuthError `manual_linking_disabled` for everybody who is somebody; `reauthentication_needed` */
  const linkingUser = async (request: FastifyRequest): Promise<Bearer> => {
    const claims = await readBearer(request, keys)
    return inAuthScope(db, async (trx) => {
      const bearer = await loadBearer(trx, claims, now())
      if (!config.auth.manualLinking) throw new AuthError('manual_linking_disabled')
      await requireFresh(trx, context.deps, bearer)
      return bearer
    })
  }
  auth.get('/user/identities/authorize', patient, async (request, reply) =>
    leave(context, request, reply, await linkingUser(request)),
  )
  auth.delete<{ Params: { id: string } }>('/user/identities/:id', async (request, reply) => {
    const { user } = await linkingUser(request)
    await inAuthScope(db, (trx) =>
      unlinkIdentity(trx, user, request.params.id, { deps: context.deps, origin: originOf(request), now: now() }),
    )
    return uncached(reply).send({})
  })
}
