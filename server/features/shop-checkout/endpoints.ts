import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as api from '#domain/api/integrations.ts'
import { AppError } from '#domain/errors.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { RateAddress, RateQuestion } from '#domain/schema/shipping.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { isSignedBase64 } from '../../outside/shops/signature.ts'
import { readWixToken } from '../../outside/shops/wix/token.ts'
import { holdForCart } from '../shipping/commands.ts'
import { ratesFor } from '../shipping/queries.ts'
import { connectionsOfShop, workspaceOfShop } from '../integrations/queries.ts'
import { makePluginKey, readOrdersAgain } from './commands.ts'
import { readPluginSecret, readShopifySecret, zoneOf } from './queries.ts'
import { asShopifyRates, asWixRates, isFromPlugin, readShopifyCart, readWixCart } from './rules.ts'

type Asked = FastifyRequest<{ Params: { id: string }; Body: Buffer }>

/** A cart with a thousand lines is smaller. */
const mostBytes = 1024 * 1024
/** How long checkouts wait: the plugin 6 seconds, Shopify 3 when it has much to do, Wix 10. */
const patienceMs = { woocommerce: 5000, shopify: 2500, wix: 8000 }

const Hold = z.strictObject({
  address: RateAddress,
  weight_grams: z.int().min(0).max(100_000_000).default(0),
  code: z.string().max(60),
  instead_of: z.uuid().nullable().default(null),
})

const Orders = z.strictObject({
  ids: z
    .array(z.string().regex(/^\d{1,20}$/, 'Order IDs are numbers.'))
    .min(1)
    .max(100)
    .transform((ids) => [...new Set(ids)]),
})

/**
 * Answers the checkouts of shops: the plugin for WooCommerce, the carrier service of Shopify, the shipping rates of Wix. Each signs
 * its questions in its own way, over the bytes that it sends.
 */
export function registerShopCheckout(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.makePluginKey, ({ trx, actor }) => makePluginKey(trx, actor, deps))

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async (_: unknown, body: Buffer) => body,
    )
    scope.addHook('onRequest', (request, reply) => deps.limiter.countShop(request, reply))
    const config = { limit: false } as const

    scope.post('/v1/shops/woocommerce/:id/ping', { config }, async (request: Asked) => {
      await fromPlugin(deps, request, 'ping')
      return { karta: true }
    })
    scope.post('/v1/shops/woocommerce/:id/rates', { config }, async (request: Asked) => {
      const { workspaceId, body } = await fromPlugin(deps, request, 'rates')
      return inTime(ratesFor(deps, workspaceId, read(RateQuestion, body)), patienceMs.woocommerce)
    })
    scope.post('/v1/shops/woocommerce/:id/holds', { config }, async (request: Asked, reply) => {
      const { workspaceId, body } = await fromPlugin(deps, request, 'holds')
      const author = { workspaceId, userId: null, name: 'WooCommerce' }
      const { id, expires_at } = await holdForCart(deps, author, read(Hold, body))
      return reply.status(201).send({ id, expires_at })
    })
    scope.post('/v1/shops/woocommerce/:id/orders', { config }, async (request: Asked, reply) => {
      const { id, workspaceId, body } = await fromPlugin(deps, request, 'orders')
      const { ids } = read(Orders, body)
      const sent = `plugin ${String(request.headers['x-karta-timestamp'])}`
      await again(() =>
        inWorkspace(deps.db, workspaceId, (trx) =>
          readOrdersAgain(trx, deps, { workspaceId, integrationId: id }, ids, sent),
        ),
      )
      return reply.status(202).send({ accepted: ids.length })
    })
    scope.post('/v1/rates/shopify/:id', { config }, (request: Asked) => ratesForShopify(deps, request))
    scope.post('/v1/rates/wix/v1/getRates', { config }, (request: Asked) => ratesForWix(deps, request))
  })
}

/**
 * Lets the plugin of a shop in.
 * @throws AppError `not_found`, `plugin_not_genuine`, `bad_json`
 */
async function fromPlugin(deps: Deps, request: Asked, what: string) {
  const { params, headers, body } = request
  const { id, workspaceId } = await whose(deps, 'woocommerce', params)
  const secret = await readPluginSecret(deps, workspaceId)
  const signed = {
    what,
    body: bytesOf(body),
    timestamp: headers['x-karta-timestamp'],
    signature: headers['x-karta-signature'],
  }
  if (!secret || !isFromPlugin(signed, secret, deps.now())) throw new AppError('plugin_not_genuine')
  deps.limiter.knowShop(request)
  return { id, workspaceId, body: parsed(signed.body) }
}

/** Shopify takes no rates for “not delivered there”, and those of the merchant if there is no answer. */
async function ratesForShopify(deps: Deps, request: Asked) {
  const { params, headers, body } = request
  const { id, workspaceId } = await whose(deps, 'shopify', params)
  const secret = await readShopifySecret(deps, workspaceId, id)
  const bytes = bytesOf(body)
  if (!secret || !isSignedBase64(bytes, secret, headers['x-shopify-hmac-sha256']))
    throw new AppError('shop_not_genuine')
  deps.limiter.knowShop(request)
  const question = readShopifyCart(parsed(bytes))
  if (!question) return { rates: [] }
  const answering = Promise.all([ratesFor(deps, workspaceId, question), zoneOf(deps.db, workspaceId)])
  const [{ rates }, zone] = await inTime(answering, patienceMs.shopify)
  return { rates: asShopifyRates(rates, zone) }
}

/** All sites ask at one address, and say inside of the token which one they are. */
async function ratesForWix(deps: Deps, request: Asked) {
  const { wix } = deps.config.shops
  const claims = wix && readWixToken(bytesOf(request.body).toString(), wix.publicKey, deps.now())
  if (!claims || claims.iss !== 'wix.com' || claims.aud !== wix.appId) throw new AppError('shop_not_genuine')
  deps.limiter.knowShop(request)
  const cart = readWixCart(claims.data)
  const [connection] = cart ? await connectionsOfShop(deps.db, 'wix', cart.instanceId) : []
  if (!cart || !connection) return { shippingRates: [] }
  const { workspaceId } = connection
  const answering = Promise.all([ratesFor(deps, workspaceId, cart.question), zoneOf(deps.db, workspaceId)])
  const [{ rates }, zone] = await inTime(answering, patienceMs.wix)
  return { shippingRates: asWixRates(rates, zone) }
}

const bytesOf = (body: unknown) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Whose shop a checkout is of. @throws AppError `not_found` for one that is not connected */
async function whose({ db }: Deps, platform: ShopPlatform, { id }: { id: string }) {
  const workspaceId = z.uuid().safeParse(id).success ? await workspaceOfShop(db, platform, id) : undefined
  if (!workspaceId) throw new AppError('not_found')
  return { id, workspaceId }
}

/** @throws AppError `bad_json` */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('bad_json')
  }
}

/** @throws AppError `validation_failed` */
function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const found = schema.safeParse(body)
  if (found.success) return found.data
  const errors = found.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('validation_failed', { errors })
}

/** The answer, unless it takes longer than a checkout waits. @throws AppError `unavailable` */
async function inTime<T>(answering: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new AppError('unavailable')), ms)
  })
  try {
    return await Promise.race([answering, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
