import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { messageLanguageFor } from '#domain/messages/languages.ts'
import { embedScript } from '#domain/tracking/embed.ts'
import { endedDocument, trackingDocument, trackingManifest } from '#domain/tracking/page/document.ts'
import { inTransaction } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { enterTracking } from '../../http/callers/recipient.ts'
import { preferredLanguages, readPageFiles, sendRecipientPage } from '../../http/recipient-page.ts'
import { readTrackingToken } from '../../http/tracking-token.ts'
import { viewFor } from '../tracking/commands.ts'
import { wordsOf } from './rules.ts'

/** Serves the tracking page itself, written out, so that it can be read without JavaScript. */
export function registerTrackingPage(app: FastifyInstance, deps: Deps, siteRoot: string): void {
  const { config } = deps
  // In development, the first build may come later than the server.
  let files = readPageFiles(siteRoot, 'main.ts')

  app.get('/embed.js', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/javascript; charset=utf-8')
      .send(embedScript),
  )

  const look = (token: string) =>
    again(() =>
      inTransaction(deps.db, async (trx) =>
        viewFor(trx, await enterTracking(trx, deps, readTrackingToken(token)), deps.now()),
      ),
    )

  app.get('/t/:token/app.webmanifest', async (request, reply) => {
    const { token } = request.params as { token: string }
    return reply
      .type('application/manifest+json')
      .header('x-robots-tag', 'noindex')
      .send(trackingManifest(await look(token), token))
  })

  app.get('/t/:token', async (request, reply) => {
    const { token } = request.params as { token: string }
    const framedBy = 'embed' in (request.query as object) ? ['*'] : []
    if (!files.script) files = readPageFiles(siteRoot, 'main.ts')
    try {
      const view = await look(token)
      const link = { token, key: deps.keys.publishableKey, pushKey: deps.push.publicKey }
      const page = trackingDocument(view, wordsOf(view.language, view.time_zone), files, link)
      return await sendRecipientPage(reply, page, { accent: view.sender.accent, framedBy }, config)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'tracking_link_ended') throw error
      const language = messageLanguageFor(preferredLanguages(request))
      const page = endedDocument(wordsOf(language, 'UTC').say, language, files.styles)
      return await sendRecipientPage(reply.status(404), page, { accent: null, framedBy }, config)
    }
  })
}
