import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/deliveries.ts'
import { deliveryForClient } from '#domain/client-view.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { withShownCustom } from '../../db/custom-fields.ts'
import type { Deps } from '../../deps.ts'
import { isProgram, seesAll, type Actor } from '../../http/callers/actor.ts'
import { mount } from '../../http/mount.ts'
import { changeDelivery, createDelivery, createOrder, noteOpening, type Reroute } from './commands.ts'
import type { Trx } from '../../db/connect.ts'
import { locateDeliveries } from '../../queue/tasks.ts'
import { countDeliveries, getDelivery, listDeliveries, listDeliveryEvents, readOrder } from './queries.ts'

/** Deliveries as whoever asks may see them. */
async function shownTo<D extends Delivery>(trx: Trx, { role }: Actor, deliveries: D[]): Promise<D[]> {
  return role === 'client' ? (await withShownCustom(trx, deliveries)).map(deliveryForClient) : deliveries
}

/** Whether the geocoder can still find out where it is brought, or picked up. */
function needsLookUp(delivery: Delivery): boolean {
  const { pickup_address, pickup_depot_id, pickup_location, pickup_location_search } = delivery
  const isPickupUnknown = pickup_address !== null && !pickup_depot_id && !pickup_location && !pickup_location_search
  return isPickupUnknown || (!delivery.delivery_location && !delivery.location_search)
}

/** Serves the deliveries of a workspace. */
export function registerDeliveries(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  /** Lets the geocoder look up what the workspace's deliveries still need: one task, however many there are. */
  const lookUp = async (trx: Trx, workspaceId: string) => {
    if (deps.geocoder) await deps.queue.add(trx, locateDeliveries, { workspaceId })
  }
  const shownOne = async <D extends Delivery>(trx: Trx, actor: Actor, delivery: D) =>
    (await shownTo(trx, actor, [delivery]))[0]!
  const quotas = () => ({ limits: deps.config.quotas, now: deps.now() })
  const lookedUp = async (trx: Trx, workspaceId: string, delivery: Delivery) => {
    if (needsLookUp(delivery)) await lookUp(trx, workspaceId)
    return delivery
  }
  mount(app, deps, api.listDeliveries, async ({ trx, actor, query }) => {
    const page = await listDeliveries(trx, actor.workspaceId, query, seesAll(actor))
    return { ...page, data: await shownTo(trx, actor, page.data) }
  })
  mount(app, deps, api.countDeliveries, ({ trx, actor, query }) => countDeliveries(trx, actor.workspaceId, query))
  mount(app, deps, api.getDelivery, async ({ trx, actor, params }) => {
    const delivery = await getDelivery(trx, actor.workspaceId, params.id)
    const order = await readOrder(trx, actor.workspaceId, delivery)
    const shown = await shownOne(trx, actor, { ...delivery, order })
    if (delivery.is_confidential) await noteOpening(trx, actor, delivery, deps.now())
    return shown
  })
  mount(app, deps, api.createOrder, async ({ trx, actor, body }) => {
    const created = await createOrder(trx, actor, isProgram(actor) ? 'api' : 'manual', body, quotas())
    if (created.data.some(needsLookUp)) await lookUp(trx, actor.workspaceId)
    return { ...created, data: await shownTo(trx, actor, created.data) }
  })
  mount(app, deps, api.listDeliveryEvents, ({ trx, actor, params }) => listDeliveryEvents(trx, actor, params.id))
  mount(app, deps, api.createDelivery, async ({ trx, actor, body }) => {
    const source = isProgram(actor) ? 'api' : 'manual'
    const created = await createDelivery(trx, actor, source, body, quotas())
    return shownOne(trx, actor, await lookedUp(trx, actor.workspaceId, created))
  })
  mount(app, deps, api.changeDelivery, async ({ trx, actor, params, body, seen }) => {
    const changed = await changeDelivery(trx, actor, params.id, body, seen, deps.now(), reroute)
    return shownOne(trx, actor, await lookedUp(trx, actor.workspaceId, changed))
  })
}
