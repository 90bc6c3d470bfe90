import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { wantedRedirects } from '../protocol/caller.ts'
import { AuthError } from '../protocol/errors.ts'
import { limited } from '../protocol/limited.ts'
import { uncached } from '../protocol/uncached.ts'
import { followLink, peekAtLink, readLink, withRefusal, type Link } from './verify-link.ts'
import { verifyPage, verifyPagePolicy } from './verify-page.ts'
import { verify } from './verify.ts'

/** Using codes and links that came by mail or text. */
export function registerVerify(auth: FastifyInstance, context: AuthContext): void {
  auth.get('/verify', { ...limited('verify'), exposeHeadRoute: false }, async (request, reply) => {
    const link = readLink(request.query, wantedRedirects(request), context)
    // Programs get the answer at once. A browser gets the page with the button.
    if (!wantsPage(request)) return sendOn(reply, await followLink(context, link, originOf(request)))
    return showPage(reply, link, context)
  })

  // Checking whether a link exists must not use it up.
  auth.head('/verify', limited('verify'), async (_request, reply) =>
    uncached(reply).type('text/html; charset=utf-8').send(),
  )

  auth.post('/verify', limited('verify'), async (request, reply) => {
    // This is the page's form: it has no body, and the address is the link's own.
    if (request.body === undefined && 'token' in (request.query as object)) {
      const link = readLink(request.query, wantedRedirects(request), context)
      // Another site's form must not sign anybody in without their click.
      if (isForeign(request)) return showPage(reply, link, context)
      return sendOn(reply, await followLink(context, link, originOf(request)))
    }
    return uncached(reply).send(await verify(context, request.body, originOf(request)))
  })
}

const wantsPage = (request: FastifyRequest) => request.headers.accept?.includes('text/html') ?? false

function isForeign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

async function showPage(reply: FastifyReply, link: Link, context: AuthContext) {
  const found = await peekAtLink(context, link).catch((error: unknown) => {
    if (error instanceof AuthError) return error
    throw error
  })
  if (found instanceof AuthError) return sendOn(reply, withRefusal(link, found))
  return uncached(reply)
    .header('content-security-policy', verifyPagePolicy(link.redirectTo))
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(verifyPage(context.deps.config.auth.issuerName, found))
}

const sendOn = (reply: FastifyReply, location: string) =>
  uncached(reply).header('referrer-policy', 'no-referrer').header('location', location).status(303).send()
