import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { sendProblem } from '../../http/errors.ts'
import { SmsForged, type SmsReceived } from '../../outside/sms-sender.ts'
import { noteReceipt } from '../notification-sending/commands.ts'
import { ownerOfReceipt } from '../notification-sending/queries.ts'
import { findLink, takeReply, unsubscribe } from './commands.ts'
import { askPage, donePage, pagePolicy, unknownPage } from './rules.ts'

const mostBytes = 64 * 1024

/** Serves what providers of texts call, and the link that ends emails. None of it is for members. */
export function registerRecipientReplies(app: FastifyInstance, deps: Deps): void {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    // A signature is of the bytes as they came.
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post('/hooks/sms/status', (request, reply) => take(deps, request, reply))
    hooks.post('/hooks/sms/inbound', (request, reply) => take(deps, request, reply))

    hooks.get('/unsubscribe/:token', { exposeHeadRoute: false }, async (request, reply) => {
      const { token } = request.params as { token: string }
      return (await findLink(deps, token)) ? show(reply, askPage(token)) : show(reply.status(404), unknownPage)
    })
    hooks.post('/unsubscribe/:token', async (request, reply) => {
      const { token } = request.params as { token: string }
      return (await unsubscribe(deps, token)) ? show(reply, donePage) : show(reply.status(404), unknownPage)
    })
  })
}

const show = (reply: FastifyReply, html: string) =>
  reply
    .headers({ 'content-security-policy': pagePolicy, 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(html)

/** Answers quickly and with nothing to say: providers would text it to the recipient. */
async function take(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { sms, config } = deps
  if (!sms?.receive) return sendProblem(request, reply, 'not_found')
  const call = {
    // Behind a proxy, the host of the request is not the one that was called.
    url: `${config.publicUrl}${request.url}`,
    header: (name: string) => [request.headers[name]].flat()[0],
    body: typeof request.body === 'string' ? request.body : '',
  }
  try {
    const received = sms.receive(call)
    if (received) await note(deps, received)
  } catch (error) {
    if (error instanceof SmsForged) return sendProblem(request, reply, 'not_signed_in')
    throw error
  }
  return reply.type('text/xml').send('<Response/>')
}

async function note(deps: Deps, received: SmsReceived): Promise<void> {
  if (received.kind === 'reply') return takeReply(deps, received)
  const owner = await ownerOfReceipt(deps.db, received.ours, received.theirs)
  if (owner) await noteReceipt(deps, owner, received)
}
