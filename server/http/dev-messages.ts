import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { inSiteScope } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { closedPage, mailPage, mailPagePolicy } from './dev-messages-page.ts'
import { sendProblem } from './errors.ts'
import { isMailShown, openMailGuard } from './mail-guard.ts'

/** The address that opens the page. */
export const mailPageUrl = (publicUrl: string, token: string) => `${publicUrl}/dev/messages?token=${token}`

/**
 * `/dev/messages` shows what would have been sent, while there is no mail server: mails, texts and notifications. Mail gives access to accounts, so
 * the page is for callers on this machine who have the token that Karta printed at its start, and for nobody else.
 */
export function registerDevMessages(app: FastifyInstance, { config, db, mailer, mailToken }: Deps): void {
  if (mailer || !isMailShown(config)) return
  // Browsers keep cookies by host name, whatever the port.
  const guard = openMailGuard(mailToken, `karta-mail-${config.port}`)
  app.addHook('onRequest', async (request) => guard.watch(request))

  app.get('/dev/messages', { exposeHeadRoute: false }, async (request, reply) => {
    if (!guard.isOpenTo(request)) return sendProblem(request, reply, 'not_found')
    const { token } = request.query as { token?: unknown }
    if (token !== undefined && guard.isToken(String(token))) {
      return uncached(reply).header('set-cookie', guard.cookie).redirect('/dev/messages', 303)
    }
    if (!guard.isToken(guard.shown(request))) return send(reply.status(403), closedPage())
    const mails = await inSiteScope(db, (trx) =>
      trx
        .selectFrom('site.mails')
        .select(['id', 'channel', 'recipient', 'subject', 'text_part', 'reply_to', 'created_at'])
        .select(sql<string[]>`jsonb_path_query_array(attachments, '$[*].name')`.as('files'))
        .where('state', '=', 'kept')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    )
    return send(reply, mailPage(mails))
  })

  // Its name while there were only mails.
  app.get('/dev/mail', { exposeHeadRoute: false }, async (request, reply) => {
    if (!guard.isOpenTo(request)) return sendProblem(request, reply, 'not_found')
    const { token } = request.query as { token?: unknown }
    const query = token === undefined ? '' : `?token=${encodeURIComponent(String(token))}`
    return uncached(reply).redirect(`/dev/messages${query}`, 303)
  })

  app.get('/dev/messages/:id/:file', { exposeHeadRoute: false }, async (request, reply) => {
    if (!guard.isOpenTo(request)) return sendProblem(request, reply, 'not_found')
    if (!guard.isToken(guard.shown(request))) return send(reply.status(403), closedPage())
    const { id, file } = request.params as { id: string; file: string }
    const mail = await inSiteScope(db, (trx) =>
      trx
        .selectFrom('site.mails')
        .select('attachments')
        .where(sql<boolean>`id::text = ${id}`)
        .where('state', '=', 'kept')
        .executeTakeFirst(),
    )
    const found = mail?.attachments.find((_, at) => String(at) === file)
    if (!found) return sendProblem(request, reply, 'not_found')
    return uncached(reply).type(found.type).send(Buffer.from(found.base64, 'base64'))
  })
}

const uncached = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
const send = (reply: FastifyReply, html: string) =>
  uncached(reply).header('content-security-policy', mailPagePolicy).type('text/html; charset=utf-8').send(html)
