import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { messageLanguageFor } from '#domain/messages/languages.ts'
import { closedDocument, orderDocument } from '#domain/order-page/document.ts'
import { slotsScript } from '#domain/order-page/embed.ts'
import { OrderPageName } from '#domain/schema/slots.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { preferredLanguages, readPageFiles, sendRecipientPage } from '../../http/recipient-page.ts'
import { bookingPermissions } from '../../http/security-headers.ts'
import { findLogo } from '../look/queries.ts'
import { readOrderPage, workspaceOfPage } from '../order-page/queries.ts'
import { readSlotSettings } from '../slot-settings/queries.ts'
import { wordsOf } from './rules.ts'

type Named = { name: string }
type Asked = { embed?: unknown; address?: unknown }

/** Serves the order page itself, and the script that shows slots in the page of a shop. */
export function registerBookingPage(app: FastifyInstance, deps: Deps, siteRoot: string): void {
  const { db, config } = deps
  // In development, the first build may come later than the server.
  let files = readPageFiles(siteRoot, 'order/main.ts')

  app.get('/slots.js', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/javascript; charset=utf-8')
      .send(slotsScript),
  )

  app.get<{ Params: Named; Querystring: Asked }>('/order/:name', async (request, reply) => {
    const { embed, address } = request.query
    if (!files.script) files = readPageFiles(siteRoot, 'order/main.ts')
    try {
      const name = nameIn(request.params)
      const { shop, origins } = await again(() => readPage(deps, name))
      const origin = origins.find((each) => each === embed)
      if (embed === undefined ? !shop.takes_orders : !origin) throw new AppError('order_page_not_found')
      const inShop = origin ? { origin, address: String(address ?? '').slice(0, 300) } : undefined
      const page = orderDocument(shop, name, { words: wordsOf(shop.language, shop.time_zone), files, inShop })
      reply.header('permissions-policy', bookingPermissions)
      return await sendRecipientPage(reply, page, { accent: shop.accent, framedBy: origin ? [origin] : [] }, config)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'order_page_not_found') throw error
      const language = messageLanguageFor(preferredLanguages(request))
      const page = closedDocument(wordsOf(language, 'UTC'), language, files.styles)
      return await sendRecipientPage(reply.status(404), page, { accent: null, framedBy: [] }, config)
    }
  })

  app.get<{ Params: Named }>('/order/:name/logo', async (request, reply) => {
    const workspaceId = await workspaceOfPage(db, nameIn(request.params))
    const file = await again(() => inWorkspace(db, workspaceId, (trx) => findLogo(trx, workspaceId)))
    if (!file) throw new AppError('logo_not_found')
    return reply
      .type(file.type)
      .headers({
        'content-length': file.size,
        'cache-control': 'public, max-age=3600',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(await deps.objects.open(file.sha256))
  })
}

/** @throws AppError `order_page_not_found` */
function nameIn({ name }: Named): string {
  const { data } = OrderPageName.safeParse(name)
  if (data === undefined) throw new AppError('order_page_not_found')
  return data
}

async function readPage({ db }: Deps, name: string) {
  const workspaceId = await workspaceOfPage(db, name)
  return inWorkspace(db, workspaceId, async (trx) => ({
    shop: await readOrderPage(trx, workspaceId),
    origins: (await readSlotSettings(trx, workspaceId)).shop_origins,
  }))
}
