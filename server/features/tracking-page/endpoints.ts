import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { messageLanguageFor } from '#domain/messages/languages.ts'
import { embedScript } from '#domain/tracking/embed.ts'
import { accentStyle, endedDocument, trackingDocument, trackingManifest } from '#domain/tracking/page/document.ts'
import { inTransaction } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { enterTracking } from '../../http/callers/recipient.ts'
import { contentPolicy, hashOf } from '../../http/content-policy.ts'
import { readTrackingToken } from '../../http/tracking-token.ts'
import { viewFor } from '../tracking/commands.ts'
import { readFiles, wordsOf } from './rules.ts'

/** Serves the tracking page itself, written out, so that it can be read without JavaScript. */
export function registerTrackingPage(app: FastifyInstance, deps: Deps, siteRoot: string): void {
  const { config } = deps
  // In development, the first build may come later than the server.
  let files = readFiles(siteRoot)
  const site = {
    tileUrl: config.tileUrl,
    mapUrl: config.mapFile && 'url' in config.mapFile ? config.mapFile.url : undefined,
    publicUrl: config.publicUrl,
  }

  async function send(reply: FastifyReply, page: string, options: { accent: string | null; isFramed: boolean }) {
    const { directives } = contentPolicy(site)
    const { accent, isFramed } = options
    await reply.helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          ...directives,
          styleSrc: [...directives.styleSrc, ...(accent ? [hashOf(accentStyle(accent))] : [])],
          frameAncestors: [isFramed ? '*' : "'none'"],
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
    })
    if (isFramed) reply.removeHeader('x-frame-options')
    return reply
      .headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page)
  }

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
    const isFramed = 'embed' in (request.query as object)
    if (!files.script) files = readFiles(siteRoot)
    try {
      const view = await look(token)
      const link = { token, key: deps.keys.publishableKey, pushKey: deps.push.publicKey }
      const page = trackingDocument(view, wordsOf(view.language, view.time_zone), files, link)
      return await send(reply, page, { accent: view.sender.accent, isFramed })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'tracking_link_ended') throw error
      const language = messageLanguageFor(preferred(request))
      const page = endedDocument(wordsOf(language, 'UTC').say, language, files.styles)
      return await send(reply.status(404), page, { accent: null, isFramed })
    }
  })
}

/** The languages that a browser asks for, the most wanted first. */
const preferred = ({ headers }: FastifyRequest): string[] =>
  (headers['accept-language'] ?? '').split(',').map((each) => each.split(';')[0]!.trim())
