import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/deliveries.ts'
import { deliveryForClient } from '#domain/client-view.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { changeDelivery, createDelivery, eraseDeliveries, importDeliveries } from './commands.ts'
import type { Trx } from '../../db/connect.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { countDeliveries, getDelivery, listDeliveries, listDeliveryEvents } from './queries.ts'

const shownTo = ({ role }: Actor, delivery: Delivery) => (role === 'client' ? deliveryForClient(delivery) : delivery)

/** Whether the geocoder can still find out where it is brought, or picked up. */
function needsLookUp(delivery: Delivery): boolean {
  const { pickup_address, pickup_depot_id, pickup_location, pickup_location_search } = delivery
  const isPickupUnknown = pickup_address !== null && !pickup_depot_id && !pickup_location && !pickup_location_search
  return isPickupUnknown || (!delivery.delivery_location && !delivery.location_search)
}

/** Serves the deliveries of a workspace. */
export function registerDeliveries(app: FastifyInstance, deps: Deps): void {
  /** Lets the geocoder look up what the workspace's deliveries still need: one task, however many there are. */
  const lookUp = async (trx: Trx, workspaceId: string) => {
    if (deps.geocoder) await deps.queue.add(trx, locateDeliveries, { workspaceId })
  }
  const quotas = () => ({ limits: deps.config.quotas, now: deps.now() })
  const lookedUp = async (trx: Trx, workspaceId: string, delivery: Delivery) => {
    if (needsLookUp(delivery)) await lookUp(trx, workspaceId)
    return delivery
  }
  mount(app, deps, api.listDeliveries, async ({ trx, actor, query }) => {
    const page = await listDeliveries(trx, actor.workspaceId, query)
    return { ...page, data: page.data.map((delivery) => shownTo(actor, delivery)) }
  })
  mount(app, deps, api.countDeliveries, ({ trx, actor, query }) => countDeliveries(trx, actor.workspaceId, query))
  mount(app, deps, api.getDelivery, async ({ trx, actor, params }) =>
    shownTo(actor, await getDelivery(trx, actor.workspaceId, params.id)),
  )
  mount(app, deps, api.listDeliveryEvents, ({ trx, actor, params }) => listDeliveryEvents(trx, actor, params.id))
  mount(app, deps, api.createDelivery, async ({ trx, actor, body }) => {
    const source = actor.isApiKey ? 'api' : 'manual'
    return shownTo(
      actor,
      await lookedUp(trx, actor.workspaceId, await createDelivery(trx, actor, source, body, quotas())),
    )
  })
  mount(app, deps, api.changeDelivery, async ({ trx, actor, params, body, seen }) =>
    shownTo(
      actor,
      await lookedUp(trx, actor.workspaceId, await changeDelivery(trx, actor, params.id, body, seen, deps.now())),
    ),
  )
  mount(app, deps, api.eraseDelivery, async ({ trx, actor, params }) => {
    const [erased] = await eraseDeliveries(trx, actor, [params.id], deps.now())
    return erased!
  })
  mount(app, deps, api.importDeliveries, async ({ trx, actor, body }) => {
    const { source, mode, deliveries, import: part, dry_run: isDryRun } = body
    const done = await importDeliveries(trx, actor, { source, mode, deliveries, part, isDryRun }, quotas())
    const isSearched = deliveries.some(
      (delivery) => !delivery.delivery_location || (delivery.pickup_address && !delivery.pickup_location),
    )
    if (!isDryRun && isSearched) await lookUp(trx, actor.workspaceId)
    return done
  })
}
