import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { ShopPlatform } from '#domain/schema/integration.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { connectors } from '../../outside/shops/connectors.ts'
import type { RawHook, ShopHook } from '../../outside/shops/platform.ts'
import { honorShopRequest, readShopOrder } from '../../queue/tasks.ts'
import { endConnection } from '../integrations/commands.ts'
import { connectionsOfShop, openConnection, workspaceOfShop, type OpenConnection } from '../integrations/queries.ts'
import { keepEvent } from './commands.ts'

/** Orders with hundreds of lines are large. */
const mostBytes = 4 * 1024 * 1024

const Path = z.object({ platform: ShopPlatform, id: z.uuid().optional() })

/**
 * Takes webhooks of shops: verified over their bytes, kept once, answered at once. What they say is done from the queue. A
 * webhook that is not genuine gets 401, whatever the reason.
 */
export function registerShopHooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async (_: unknown, body: Buffer) => body,
    )
    // Many come at once, such as after a sale. They use up no calls of others.
    door.addHook('onRequest', (request, reply) => deps.limiter.countShop(request, reply))
    const config = { limit: false } as const
    door.post('/v1/hooks/:platform/:id', { config }, (request, reply) => receive(deps, request, reply))
    door.post('/v1/hooks/:platform', { config }, (request, reply) => receive(deps, request, reply))
  })
}

async function receive(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const path = Path.safeParse(request.params)
  if (!path.success) throw new AppError('not_found')
  const hook: RawHook = {
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
  const { platform, id } = path.data
  const taken = id ? await takeFor(deps, platform, id, hook) : await takeForAll(deps, platform, hook)
  if (!taken) throw new AppError('shop_not_genuine')
  deps.limiter.knowShop(request)
  return reply.code(200).send({ received: true })
}

/** A webhook that names its connection. One of a shop that is no longer connected is as good as unsigned. */
async function takeFor(deps: Deps, platform: ShopPlatform, integrationId: string, hook: RawHook): Promise<boolean> {
  const workspaceId = await workspaceOfShop(deps.db, platform, integrationId)
  return workspaceId ? takeOne(deps, { workspaceId, integrationId }, hook) : false
}

/** A webhook that goes to one address for all shops of an app. */
async function takeForAll(deps: Deps, platform: ShopPlatform, hook: RawHook): Promise<boolean> {
  const key = connectors[platform]?.storeOf?.(hook, deps.config.shops, deps.now())
  if (!key) return false
  for (const of of await connectionsOfShop(deps.db, platform, key)) await takeOne(deps, of, hook)
  return true
}

async function takeOne(
  deps: Deps,
  { workspaceId, integrationId }: { workspaceId: string; integrationId: string },
  hook: RawHook,
): Promise<boolean> {
  return inWorkspace(deps.db, workspaceId, async (trx) => {
    const connection = await openConnection(trx, deps, workspaceId, integrationId)
    if (!connection) return false
    const read = connectors[connection.platform]?.readHook(hook, connection.store)
    if (read === 'ping') return true
    if (!read) return false
    await keep(trx, deps, connection, read)
    return true
  })
}

async function keep(trx: Trx, deps: Deps, connection: OpenConnection, hook: ShopHook): Promise<void> {
  const { workspaceId, integrationId } = connection
  const eventId = await keepEvent(trx, connection, hook, deps.now())
  if (!eventId) return
  if (hook.about === 'uninstalled') return endConnection(trx, workspaceId, integrationId, deps.now())
  if (hook.orderId) return deps.queue.add(trx, readShopOrder, { workspaceId, integrationId, orderId: hook.orderId })
  const isPrivacy = /^(customer|shop)_/.test(hook.about)
  if (isPrivacy) await deps.queue.add(trx, honorShopRequest, { workspaceId, eventId })
}
