import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as api from '#domain/api/integrations.ts'
import { AppError } from '#domain/errors.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { isSandbox } from '../../db/workspace.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { isFromShopify, shopifyApprovalUrl } from '../../outside/shopify.ts'
import { readSignedInstance, wixApprovalUrl } from '../../outside/wix.ts'
import { WooKeys, wooApprovalUrl } from '../../outside/woocommerce.ts'
import { beginAttempt, confirmAttempt, disconnect, receiveAnswer, type Received } from './commands.ts'
import { listIntegrations, readIntegration, returnOfAttempt } from './queries.ts'
import { callbackUrl, isShopifyHost, missingSettings, returnUrl, shopAddress } from './rules.ts'

/** Serves connections to shops, and the callbacks that shops use. */
export function registerIntegrations(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const reader = (workspaceId: string) => ({ workspaceId, config, now: deps.now() })

  mount(app, deps, api.listIntegrations, async ({ trx, actor }) => ({
    data: await listIntegrations(trx, reader(actor.workspaceId)),
  }))
  mount(app, deps, api.startConnection, async ({ trx, actor, params: { platform }, body }) => {
    if (await isSandbox(trx, actor.workspaceId)) throw new AppError('sandbox_closed')
    const settings = missingSettings(config, platform)
    if (settings.length) throw new AppError('integration_not_set_up', { settings })
    const shop = shopAddress(platform, body.shop, config.shops.allowPrivate)
    const state = await beginAttempt(trx, actor, platform, { shop, return_to: body.return_to }, deps.now())
    return { url: approvalUrl(deps, platform, shop ?? '', state) }
  })
  mount(app, deps, api.confirmConnection, async ({ trx, actor, params: { platform }, body }) => {
    await confirmAttempt(trx, deps, actor, platform, body.attempt)
    return readIntegration(trx, reader(actor.workspaceId), platform)
  })
  mount(app, deps, api.disconnectShop, async ({ trx, actor, params, seen }) => {
    await disconnect(trx, deps, actor, reader(actor.workspaceId), params.platform, seen)
    return undefined
  })

  app.get(path('shopify', 'callback'), (request, reply) => answerFromShopify(deps, request, reply))
  app.get(path('wix', 'callback'), (request, reply) => answerFromWix(deps, request, reply))
  app.post(path('woocommerce', 'callback'), (request, reply) => keysFromWoo(deps, request, reply))
  app.get(path('woocommerce', 'return'), (request, reply) => returnFromWoo(deps, request, reply))
}

const path = (platform: ShopPlatform, name: 'callback' | 'return') => callbackUrl('', platform, name)

function approvalUrl({ config }: Deps, platform: ShopPlatform, shop: string, state: string): string {
  const { shopify, wix, shopifyUrl } = config.shops
  const answerTo = callbackUrl(config.publicUrl, platform)
  if (platform === 'shopify') return shopifyApprovalUrl({ shopifyUrl, shopify: shopify! }, shop, state, answerTo)
  if (platform === 'wix') return wixApprovalUrl(wix!, state, answerTo)
  return wooApprovalUrl(shop, {
    state,
    callbackUrl: answerTo,
    returnUrl: callbackUrl(config.publicUrl, platform, 'return'),
  })
}

/** The browser brings the code, signed by Shopify. */
async function answerFromShopify(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const given = query(request)
  const settings = deps.config.shops.shopify
  const { state, shop, code } = { state: one(given, 'state'), shop: one(given, 'shop'), code: one(given, 'code') }
  const received = await receiveAnswer(deps, 'shopify', state, (asked) => {
    if (!settings || !isFromShopify(settings, given.toString(), deps.now())) return { failure: 'not_genuine' }
    if (!isShopifyHost(shop) || shop !== asked) return { failure: 'other_shop' }
    if (given.has('error')) return { failure: 'denied' }
    return code ? { grant: { code } } : { failure: 'not_genuine' }
  })
  return sendBack(deps, reply, 'shopify', state, received)
}

/** The browser brings the site where the app was installed, signed by Wix. */
async function answerFromWix(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const given = query(request)
  const settings = deps.config.shops.wix
  const state = one(given, 'state')
  const received = await receiveAnswer(deps, 'wix', state, () => {
    if (given.has('error')) return { failure: 'denied' }
    const signed = one(given, 'signedInstance') || one(given, 'instance')
    const instanceId = settings && readSignedInstance(settings, signed, deps.now())
    return instanceId ? { grant: { instance_id: instanceId } } : { failure: 'not_genuine' }
  })
  return sendBack(deps, reply, 'wix', state, received)
}

const KeysBody = WooKeys.extend({ user_id: z.union([z.string(), z.number()]).transform(String) })

/** The shop's server brings the keys. It waits for the reply and discards them unless we accept. */
async function keysFromWoo(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const body = KeysBody.safeParse(request.body)
  if (!body.success) throw new AppError('validation_failed')
  const { user_id: state, ...grant } = body.data
  const { failure } = await receiveAnswer(deps, 'woocommerce', state, () => ({ grant }))
  if (failure) throw new AppError('connection_expired')
  return reply.send({ received: true })
}

/** The browser returns from the shop, before or after its keys. */
async function returnFromWoo(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const given = query(request)
  const state = one(given, 'user_id')
  if (one(given, 'success') !== '1') {
    const received = await receiveAnswer(deps, 'woocommerce', state, () => ({ failure: 'denied' }))
    return sendBack(deps, reply, 'woocommerce', state, received)
  }
  const found = await returnOfAttempt(deps.db, 'woocommerce', state, deps.now())
  const received: Received = found ?? { returnTo: 'page', failure: 'expired' }
  return sendBack(deps, reply, 'woocommerce', state, received)
}

function sendBack(deps: Deps, reply: FastifyReply, platform: ShopPlatform, state: string, received: Received) {
  const { failure } = received
  const result = failure ? { failure } : { attempt: state }
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(returnUrl(deps.config.publicUrl, platform, received, result), 303)
}

const query = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')

/** A parameter that is there exactly once. Repeated ones are ambiguous and count as missing. */
function one(given: URLSearchParams, name: string): string {
  const [value = '', ...more] = given.getAll(name)
  return more.length || value.length > 4000 ? '' : value
}
